"""The pieces of a real Turmbauer box, shown to the camera: laid down, turned, confirmed."""

import json
from collections.abc import Callable, Iterator, Sequence

from turmwart.app.setup import SHIPPED
from turmwart.app.trouble import Trouble
from turmwart.model.blocks import Block, Pose, poses
from turmwart.model.table import Table
from turmwart.rules.turmbauer.pieces import PIECES, read_pieces
from turmwart.vision.frame import Picture
from turmwart.vision.piece import read_piece

Ask = Callable[[str], str]
"""Says something, waits, and gives the answer."""
Shown = Callable[[str], Picture]
"""Asks for something to be laid down, and gives the picture of it."""

LAY = "Piece {number} of {pieces}: lay it flat on the squares, along the lines, alone"
TURN = "Turn it, lay it down again"
UNSEEN = "no single flat piece lies along the lines"
OTHER = "that is not the piece of before"


def shown_pieces(shown: Shown, ask: Ask, table: Table, colour: str) -> Iterator[Pose]:
    """Every piece twice, until it is read and confirmed."""
    for number in range(1, PIECES + 1):
        first = LAY.format(number=number, pieces=PIECES)
        while True:
            pose, fault = _seen_twice(shown(first), shown(TURN), table, colour)
            if pose is None:
                ask(f"{fault}; once more. Enter ")
            elif ask(f"{drawing(pose)}\nIs that it? Enter, or n to show it again ").strip() != "n":
                yield pose
                break


def pictured_pieces(
    pictures: Sequence[tuple[str, Picture]], table: Table, colour: str
) -> Iterator[Pose]:
    """The same from pictures with names, two of each piece."""
    if len(pictures) != 2 * PIECES:
        raise Trouble(f"{len(pictures)} pictures; give two of each of the {PIECES} pieces.")
    for (first, one), (second, other) in zip(pictures[::2], pictures[1::2], strict=True):
        pose, fault = _seen_twice(one, other, table, colour)
        if pose is None:
            raise Trouble(f"pictures {first} and {second}: {fault}; take them again.")
        yield pose


def _seen_twice(one: Picture, other: Picture, table: Table, colour: str) -> tuple[Pose | None, str]:
    """The piece of both pictures, or what is wrong."""
    pose, again = (read_piece(picture, table, colour) for picture in (one, other))
    if pose is None or again is None:
        return None, UNSEEN
    same = again in poses(Block("", pose.cells, pose.coloured))
    return (pose, "") if same else (None, OTHER)


def drawing(pose: Pose) -> str:
    """A flat piece from above: # is coloured, o natural."""
    wide, deep = (max(cell[axis] for cell in pose.cells) + 1 for axis in (0, 1))
    marks = {(c.x, c.y): "#" if c in pose.coloured else "o" for c in pose.cells}
    rows = ([marks.get((x, y), ".") for x in range(wide)] for y in reversed(range(deep)))
    return "\n".join("  " + " ".join(row) for row in rows)


def piece_file(seen: Sequence[Pose]) -> dict[str, object]:
    """The data file of these pieces; a shape that ships keeps its name."""
    shipped = read_pieces(json.loads((SHIPPED / "turmbauer_pieces.json").read_text("utf-8")))
    free = {name: {shape.pose for shape in piece.shapes} for name, piece in shipped.items()}
    entries = []
    for number, pose in enumerate(seen, 1):
        name = next((n for n, shapes in free.items() if pose in shapes), f"own-{number}")
        free.pop(name, None)
        entries.append(
            {
                "id": name,
                "cells": [list(cell) for cell in pose.cells],
                "coloured": [list(cell) for cell in pose.coloured],
            }
        )
    return {"pieces": entries}
