"""One flat piece on the mat's squares, read off a picture."""

import pytest

from turmwart.app.calibrating.eyes import virtual_mat, virtual_piece
from turmwart.model.blocks import pose_of
from turmwart.model.geometry import Cell
from turmwart.sim.tables import TABLES
from turmwart.vision.piece import read_piece

TABLE = TABLES["turmbauer"]


def piece(rows):
    """Rows from above, the far one first: # is coloured, o natural."""
    marks = {
        Cell(x, y, 0): mark for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row)
    }
    cells = [cell for cell, mark in marks.items() if mark != "."]
    return pose_of(cells, [cell for cell in cells if marks[cell] == "#"])[0]


PIECES = (
    ("red", ["#"]),
    ("blue", ["o"]),
    ("green", ["o..", "#o#"]),
    ("black", ["#.", "o#", "#o"]),
    ("red", ["#...", "o...", "#o#o"]),
    ("black", ["o#o#o#"]),
)


@pytest.mark.parametrize(("colour", "rows"), PIECES)
def test_a_flat_piece_is_read_with_its_colours(colour, rows):
    picture = virtual_piece(TABLE, 3, colour, piece(rows))
    assert read_piece(picture, TABLE, colour) == piece(rows)


def test_two_pieces_and_none_are_not_one():
    assert read_piece(virtual_piece(TABLE, 3, "red", piece(["#.#"])), TABLE, "red") is None
    assert read_piece(next(virtual_mat(TABLE, 3)), TABLE, "red") is None
