"""A real box taught by file: kept when it is whole, refused with the sentence that says why."""

import json

import pytest

from turmwart.app.box import kept_material
from turmwart.app.inbox import begin_of
from turmwart.app.setup import SHIPPED, asked_setup
from turmwart.app.trouble import Trouble
from turmwart.cli import main

PIECES = json.loads((SHIPPED / "turmbauer_pieces.json").read_text("utf-8"))
DECK = json.loads((SHIPPED / "deck.json").read_text("utf-8"))


def taught(tmp_path, game, data):
    box = tmp_path / "box.json"
    box.write_text(json.dumps(data), "utf-8")
    return main(["teach", game, str(box), "--rig", "attic", "--into", str(tmp_path / "kept")])


def test_a_whole_box_is_kept(tmp_path):
    assert taught(tmp_path, "turmbauer", PIECES) == 0
    kept = json.loads((tmp_path / "kept" / "attic" / "turmbauer_pieces.json").read_text("utf-8"))
    assert kept == PIECES
    assert taught(tmp_path, "make_n_break", {**DECK, "block_mm": [80, 25, 25]}) == 0


def test_the_owner_is_told_how_to_play_with_what_was_kept(tmp_path, capsys):
    assert taught(tmp_path, "make_n_break", {**DECK, "timer_seconds": [20, 30, 45]}) == 0
    said = capsys.readouterr().out
    assert "100 cards, timer_seconds=20,30,45 kept in" in said
    assert f"--option deck={tmp_path / 'kept' / 'attic' / 'deck.json'}" in said


def test_blocks_and_timer_are_told_without_a_file_and_change_only_themselves(tmp_path):
    taught(tmp_path, "make_n_break", {"cards": DECK["cards"][:3], "block_mm": [90, 30, 30]})
    into = ["--rig", "attic", "--into", str(tmp_path / "kept")]
    assert main(["teach", "make_n_break", "--timer", "20, 30,45", *into]) == 0
    kept = json.loads((tmp_path / "kept" / "attic" / "deck.json").read_text("utf-8"))
    assert (kept["block_mm"], kept["timer_seconds"]) == ([90, 30, 30], [20, 30, 45])
    assert len(kept["cards"]) == 3


def test_the_taught_box_is_what_the_rig_plays_with(tmp_path):
    place = tmp_path / "kept" / "attic"
    own = {
        **DECK,
        "cards": DECK["cards"][:12],
        "timer_seconds": [7, 8, 9],
        "block_mm": [80, 26, 26],
    }
    taught(tmp_path, "make_n_break", own)
    _, setup = asked_setup("make_n_break", None, {}, box=place)
    assert setup.options["timer_seconds"] == "7,8,9"
    assert len(setup.data["deck"]["cards"]) == 12
    _, other = asked_setup("make_n_break", None, {"timer_seconds": "1,2,3"}, box=place)
    assert other.options["timer_seconds"] == "1,2,3"
    _, plain = asked_setup("make_n_break", None, {}, box=tmp_path)
    assert len(plain.data["deck"]["cards"]) == 100
    begun = begin_of({"game": "make_n_break"}, place)
    assert begun.setup.options["timer_seconds"] == "7,8,9"
    assert kept_material(place).block_mm == (80, 26, 26)
    assert kept_material(tmp_path) is None


def test_a_kept_box_that_was_damaged_is_named(tmp_path):
    (tmp_path / "deck.json").write_text("{", "utf-8")
    with pytest.raises(Trouble, match=r"deck\.json is damaged"):
        kept_material(tmp_path)


def pieces(change):
    found = json.loads(json.dumps(PIECES["pieces"]))
    change(found)
    return {"pieces": found}


def p_id(number):
    return PIECES["pieces"][number]["id"]


FAULTS = (
    (lambda p: p.append({**p[0], "id": "extra"}), "13 pieces; a colour has 12"),
    (lambda p: p[5].update(coloured=p[5]["cells"]), "is no chessboard"),
    (lambda p: p[-1].update(cells=p[2]["cells"], coloured=p[2]["coloured"]), "of size"),
    (lambda p: p[0].update(coloured=[]), "2 pieces without colour"),
    (lambda p: p.pop(), "11 pieces; a colour has 12"),
    (lambda p: p[1].update(id=p[0]["id"]), p_id(0)),
    (
        lambda p: p[3].update(cells=[*p[3]["cells"], p[3]["cells"][0]]),
        "pieces[3].cells: a cell is there twice",
    ),
    (lambda p: p[3].update(coloured=[[9, 9, 0]]), p_id(3)),
    (lambda p: p[3].pop("cells"), "pieces[3].cells: not a list"),
    (lambda p: p[4].update(cells=[[0, 0, 0], [2, 0, 0]], coloured=[]), "do not hang together"),
)


@pytest.mark.parametrize(("change", "said"), FAULTS)
def test_a_faulty_set_of_pieces_is_refused(tmp_path, capsys, change, said):
    assert taught(tmp_path, "turmbauer", pieces(change)) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cards": []}, "'cards' is missing or empty"),
        ({"block_mm": [80, 25]}, "'block_mm'"),
        ({"timer_seconds": [30, 0, 50]}, "'timer_seconds'"),
        ({"timer_seconds": [30, 40.5, 50]}, "whole numbers"),
    ],
)
def test_a_faulty_box_of_cards_is_refused(tmp_path, capsys, change, said):
    assert taught(tmp_path, "make_n_break", {**DECK, **change}) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("game", ["turmbauer", "make_n_break"])
def test_nothing_to_teach_is_told(capsys, game):
    assert main(["teach", game]) == 2
    assert "what is to be taught? Name a FILE" in capsys.readouterr().err
