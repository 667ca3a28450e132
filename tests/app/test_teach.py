"""A real box taught by file: kept when it is whole, refused with the sentence that says why."""

import json

import pytest

from turmwart.app.setup import SHIPPED
from turmwart.cli import main

PIECES = json.loads((SHIPPED / "turmbauer_pieces.json").read_text("utf-8"))
DECK = json.loads((SHIPPED / "deck.json").read_text("utf-8"))


def taught(tmp_path, game, data):
    box = tmp_path / "box.json"
    box.write_text(json.dumps(data), "utf-8")
    return main(["teach", game, str(box), "--into", str(tmp_path / "kept")])


def test_a_whole_box_is_kept(tmp_path):
    assert taught(tmp_path, "turmbauer", PIECES) == 0
    kept = json.loads((tmp_path / "kept" / "turmbauer_pieces.json").read_text("utf-8"))
    assert kept == PIECES
    assert taught(tmp_path, "make_n_break", {**DECK, "block_mm": [80, 25, 25]}) == 0


def test_the_owner_is_told_how_to_play_with_what_was_kept(tmp_path, capsys):
    assert taught(tmp_path, "make_n_break", {**DECK, "timer_seconds": [20, 30, 45]}) == 0
    said = capsys.readouterr().out
    assert "100 cards, timer_seconds=20,30,45 kept in" in said
    assert f"--option deck={tmp_path / 'kept' / 'deck.json'}" in said


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
    ],
)
def test_a_faulty_box_of_cards_is_refused(tmp_path, capsys, change, said):
    assert taught(tmp_path, "make_n_break", {**DECK, **change}) == 2
    assert said in capsys.readouterr().err
