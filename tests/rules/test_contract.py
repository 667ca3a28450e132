"""One battery over all four games: what any of them must keep, whatever is played."""

import json
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.playthrough import FILES, SCRIPTS, told
from rules.tables import CHOICES, GAMES, Player, asked, check_answer, held, opened, state_of
from rules.talo.drawn import game as talo
from rules.talo.drawn import ids
from turmwart.rules.ruleset import Outcome
from turmwart.rules.talo import Done
from turmwart.rules.verdicts import RuleId
from turmwart.session.referee import Referee

NUMBERS = {"turmbauer": 300, "talo": 100, "twentyseven": 2000, "make_n_break": 2000}
"""Games of the long run; the daily one plays a tenth of them."""
LINES = 100_000
"""Mutated lines of the long run over all games; the daily one sends a tenth of them."""


def walked(game: str, choices: list[int]) -> Referee:
    """A referee after so many legal acts; the choices pick them."""
    referee = opened(game, choices[0])
    for choice in choices[1:]:
        acts = asked(referee, {"do": "legal"})["acts"]
        if acts:
            asked(referee, acts[choice % len(acts)])
    return referee


def walks(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(CHOICES, min_size=1, max_size=most)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(choices=walks(16), pick=CHOICES)
def test_apply_never_mutates_and_taking_back_is_identity(game, choices, pick):
    referee = walked(game, choices)
    acts = asked(referee, {"do": "legal"})["acts"]
    before, copy, shown = referee.state, deepcopy(referee.state), state_of(referee)
    if acts:
        act = acts[pick % len(acts)]
        assert asked(referee, act)["applied"] is True
        assert before == copy
        assert asked(referee, {"do": "take_back"})["taken_back"] == act
    assert referee.state == before
    assert state_of(referee) == shown


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(choices=walks(16), seed=CHOICES)
def test_what_is_listed_is_judged_legal_and_read_as_it_was_written(game, choices, seed):
    referee = walked(game, choices)
    acts = asked(referee, {"do": "legal"})["acts"]
    assert asked(referee, {"do": "legal", "count": True}) == {"count": len(acts)}
    assert len({json.dumps(act) for act in acts}) == len(acts)
    for act in Random(seed).sample(acts, min(len(acts), 25)):
        answer = asked(referee, {"do": "judge", "act": act})
        assert (answer["verdict"], answer["violations"], answer["applied"]) == ("legal", [], False)
        rules = referee.rules
        assert rules.write(rules.read(referee.state, act)) == act


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None)
@given(choices=walks(16))
def test_a_game_replayed_from_its_acts_as_json_is_the_same_game(game, choices):
    first, second = walked(game, choices), opened(game, choices[0])
    acts = []
    while "taken_back" in (undone := asked(first, {"do": "take_back"})):
        acts.append(json.dumps(undone["taken_back"]))
    assert first.state == second.state
    for act in reversed(acts):
        assert asked(second, act)["applied"] is True
    assert state_of(second) == state_of(walked(game, choices))
    assert json.loads(json.dumps(state_of(second))) == state_of(second)


def offended(game: str, games: range) -> None:
    """Whole games with offences mixed in: they end, and nothing is ever lost."""
    for seed in games:
        start = held(state_of(opened(game, seed)))

        def nothing_is_lost(state, start=start):
            assert held(state) == start

        end = Player(game, seed).play(nothing_is_lost)
        assert end["phase"] == "over"
        assert set(end["outcome"]["winners"]) <= set(end["seats"])


PARTS = {"turmbauer": 5, "talo": 10, "twentyseven": 1, "make_n_break": 4}
"""The daily games in so many parts, so that they can be played side by side."""


@pytest.mark.parametrize(
    ("game", "part"), [(game, part) for game in GAMES for part in range(PARTS[game])]
)
def test_random_games_with_offences_end_and_lose_nothing(game, part):
    offended(game, range(part, NUMBERS[game] // 10, PARTS[game]))


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("game", GAMES)
def test_many_random_games_with_offences_end_and_lose_nothing(game):
    offended(game, range(NUMBERS[game]))


def garbled(draw: Random, line: str) -> str:
    """*line* with one to three mistakes of a typist, a cable or a joker."""
    for _ in range(draw.randrange(1, 4)):
        at = draw.randrange(len(line) + 1)
        line = draw.choice(
            (
                line[:at] + draw.choice('{}[]",:0123456789-e.tfn\\\u2028é\x00') + line[at:],
                line[:at] + line[at + 1 :],
                line[:at],
                line.replace(draw.choice("0123456789"), draw.choice(("1e9", "-1", "null", '"x"'))),
                line.replace(draw.choice(("do", "roll", "to", "cells", "dice")), "dance"),
                line + line[:at],
            )
        )
    return line


def sent(game: str, lines: int) -> None:
    draw, referee = Random(game), walked(game, [3, *range(5, 25)])
    acts = [json.dumps(act) for act in asked(referee, {"do": "legal"})["acts"]]
    lively = Player(game, 1)
    lively.play()
    acts += [json.dumps(act) for act in lively.seen]
    for _ in range(lines):
        before = referee.state
        answer = asked(referee, garbled(draw, draw.choice(acts)))
        if "acts" not in answer and "state" not in answer and "count" not in answer:
            check_answer(answer)
        if not answer.get("applied"):
            assert referee.state is before
        else:
            asked(referee, {"do": "take_back"})


@pytest.mark.parametrize("game", GAMES)
def test_garbled_lines_get_one_answer_and_change_nothing(game):
    sent(game, LINES // 10 // len(GAMES))


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("game", GAMES)
def test_many_garbled_lines_get_one_answer_and_change_nothing(game):
    sent(game, LINES // len(GAMES))


@pytest.mark.parametrize("name", SCRIPTS)
def test_playthroughs_are_told_as_they_were_written_down(name):
    """If a rule was changed on purpose: PYTHONPATH=tests python -m rules.playthrough, and read it."""
    assert told(name) == (FILES / f"{name}.txt").read_text("utf-8")


@pytest.mark.rule("L-16")
@pytest.mark.rule("L-18")
def test_talo_goes_on_until_its_end_and_no_further():
    state = talo(phase="move")
    assert ids(state, Done()) == []
    for rule in ("L-16", "L-18"):
        over = replace(state, phase="over", outcome=Outcome(("red",), RuleId(rule)))
        assert ids(over, Done()) == [f"{rule}!"]
