"""Pieces shown to the camera: each twice, confirmed, asked for again when they do not fit."""

import json

import pytest

from turmwart.app import teaching
from turmwart.app.setup import SHIPPED
from turmwart.app.teaching import drawing, pictured_pieces, piece_file, shown_pieces
from turmwart.app.trouble import Trouble
from turmwart.model.blocks import pose_of
from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer.pieces import read_pieces

SHIPPED_PIECES = json.loads((SHIPPED / "turmbauer_pieces.json").read_text("utf-8"))
L4, L3 = (read_pieces(SHIPPED_PIECES)[name].shapes for name in ("L4", "L3"))
FLAT = [shape.pose for shape in L4 if all(cell.z == 0 for cell in shape.pose.cells)]
OTHER = L3[0].pose


@pytest.fixture(autouse=True)
def reading(monkeypatch):
    """Pictures are what they show."""
    monkeypatch.setattr(teaching, "read_piece", lambda picture, table, colour: picture)
    monkeypatch.setattr(teaching, "PIECES", 2)


def dialogue(pictures, answers):
    said, laid = [], iter(pictures)

    def shown(what):
        said.append(what)
        return next(laid)

    def ask(what):
        said.append(what)
        return next(answers)

    return list(shown_pieces(shown, ask, None, "red")), said


def test_a_piece_is_shown_turned_and_confirmed():
    found, said = dialogue([FLAT[0], FLAT[3], OTHER, OTHER], iter(["", ""]))
    assert found == [FLAT[0], OTHER]
    assert said[0] == "Piece 1 of 2: lay it flat on the squares, along the lines, alone"
    assert said[1] == "Turn it, lay it down again"
    assert said[2].startswith(drawing(FLAT[0]))


def test_what_is_unseen_another_or_denied_is_shown_again():
    pictures = [None, FLAT[0], FLAT[0], OTHER, FLAT[1], FLAT[1], FLAT[0], FLAT[2], OTHER, OTHER]
    found, said = dialogue(pictures, iter(["", "", "n", "", ""]))
    assert found == [FLAT[0], OTHER]
    faults = [line for line in said if "once more" in line]
    assert [line.split(";")[0] for line in faults] == [
        "no single flat piece lies along the lines",
        "that is not the piece of before",
    ]


def test_pictures_that_do_not_fit_are_named():
    named = [("1a", FLAT[0]), ("1b", FLAT[2]), ("2a", OTHER), ("2b", FLAT[0])]
    with pytest.raises(Trouble, match="pictures 2a and 2b: that is not the piece of before"):
        list(pictured_pieces(named, None, "red"))
    with pytest.raises(Trouble, match="3 pictures; give two of each"):
        list(pictured_pieces(named[:3], None, "red"))


def test_the_shipped_pieces_keep_their_names_and_own_ones_get_some():
    shipped = read_pieces(SHIPPED_PIECES)
    seen = [piece.shapes[-1].pose for piece in shipped.values()]
    found = piece_file(seen)
    assert list(read_pieces(found)) == list(shipped)
    assert piece_file([OTHER, OTHER])["pieces"][1]["id"] == "own-2"


def test_a_piece_is_drawn_as_it_lies():
    cells = [Cell(*at, 0) for at in ((0, 0), (1, 0), (2, 0), (0, 1))]
    assert drawing(pose_of(cells, [cells[0], cells[2]])[0]) == "  o . .\n  # o #"
