"""An exported game is text that people read, that replays, and that says when the rules have changed."""

import json
from pathlib import Path

import pytest

from sim.oracle import Table
from turmwart.app.exporting import differences, exported, imported
from turmwart.app.trouble import Trouble
from turmwart.model.events import Acted, Entry, GameStarted
from turmwart.session.session import replay

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
PASTED = """
{"turmwart": 1, "began_ms": 1795032823342, "t_ms": 0, "kind": "game_started", "game_id": "g", "game": "twentyseven", "seats": ["black", "white"], "options": {"start": "black", "variant": "base"}, "data": {}}
{"t_ms": 5450, "kind": "acted", "act": {"do": "move", "from": 1, "count": 5, "base": false}}
{"t_ms": 9100, "kind": "asked", "acts": [{"do": "move", "from": 9, "count": 2, "base": false, "to": 7}], "violations": ["D-2"]}
{"t_ms": 9900, "kind": "acted", "act": {"do": "move", "from": 9, "count": 2, "base": false, "to": 7}, "violations": ["D-2"]}
"""


def test_a_pasted_game_is_replayed() -> None:
    entries = imported(PASTED)
    state = replay(entries).rules.show(replay(entries).state)
    assert [len(stack) for stack in state["row"]] == [5, 6, 1, 1, 1, 1, 3, 1, 8]
    assert list(differences(entries)) == []
    assert exported(entries) == PASTED.lstrip()


def test_a_verdict_that_is_another_today_is_named() -> None:
    entries = imported(PASTED.replace('"violations": ["D-2"]}\n', '"violations": ["D-3"]}\n'))
    assert list(differences(entries)) == ["entry 4: exported as D-3, judged as D-2"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_comes_back_as_it_was(game: str, tmp_path: Path) -> None:
    turns = {"turmbauer": 40, "talo": 40}.get(game, 30)
    entries = Table(game, 5, 0.3, tmp_path).play(stopping_after=turns).entries
    text = exported(entries)
    assert imported(text) == entries
    assert list(differences(imported(text))) == []
    assert max(map(len, text.splitlines())) < 900


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "no exported game"),
        ("{}", "line 1"),
        ("fifty years of sunshine", "line 1"),
        (PASTED.replace('"kind": "asked"', '"kind": "guessed"'), "line 3"),
        (PASTED.replace('"act": {', '"akt": {', 1), "line 2"),
        (PASTED.replace('"turmwart": 1', '"turmwart": 2'), "another version"),
        (PASTED.split("\n", 2)[2], "line 1"),
    ],
)
def test_what_is_no_export_is_named(text: str, named: str) -> None:
    with pytest.raises(Trouble, match=named):
        imported(text, "game.jsonl")


def test_a_deck_of_ones_own_goes_along() -> None:
    start = GameStarted("g", "make_n_break", ("ann", "bob"), {}, {"deck": {"cards": []}})
    text = exported([Entry(1, 5, start)])
    assert json.loads(text)["data"] == {"deck": {"cards": []}}
    assert imported(text)[0].event == start


def test_times_count_from_the_start_so_that_two_games_can_be_compared() -> None:
    entries = imported(PASTED)
    later = [Entry(e.number, e.at_ms + 86_400_000, e.event) for e in entries]
    assert exported(later).splitlines()[1:] == exported(entries).splitlines()[1:]
    assert all(isinstance(e.event, Acted | GameStarted) or e.number == 3 for e in entries)
