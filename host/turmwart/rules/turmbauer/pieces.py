"""The twelve pieces of a colour: the data file checked, and every pose made ready for T-13."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turmwart.model.blocks import Block, Pose, connected, poses
from turmwart.model.geometry import Cell
from turmwart.rules.ruleset import BadSetup

SIZES = range(1, 7)
PIECES = 12

Columns = tuple[int, ...]
"""Numbers of columns of a shape."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A pose with what T-13 asks of it.

    *feet* is the lowest cube of each column. *extent* and *count* hold, for each of the four
    horizontal directions, the columns of which one must be borne for that reading to hold.
    """

    pose: Pose
    feet: tuple[Cell, ...]
    extent: tuple[Columns, ...]
    count: tuple[Columns, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one colour, in every shape it can be turned to."""

    block: Block
    shapes: tuple[Shape, ...]

    @property
    def id(self) -> str:
        return self.block.id

    @property
    def size(self) -> int:
        return self.block.size


PieceSet = Mapping[str, Piece]
"""The pieces of a colour by id, in the order of the data file."""

DIRECTIONS = ((0, 1), (0, -1), (1, 1), (1, -1))
"""Axis and sign: east, west, north, south."""


def shape_of(pose: Pose) -> Shape:
    lowest: dict[tuple[int, int], Cell] = {}
    for cell in sorted(pose.cells, key=lambda cell: cell.z):
        lowest.setdefault((cell.x, cell.y), cell)
    feet = tuple(lowest.values())
    extent, count = [], []
    for axis, sign in DIRECTIONS:
        outermost = max(sign * cell[axis] for cell in pose.cells)
        beyond = [sum(sign * (c[axis] - foot[axis]) > 0 for c in pose.cells) for foot in feet]
        extent.append(tuple(n for n, foot in enumerate(feet) if outermost - sign * foot[axis] <= 1))
        count.append(tuple(n for n, cubes in enumerate(beyond) if cubes <= 1))
    return Shape(pose, feet, tuple(extent), tuple(count))


def read_pieces(data: object) -> PieceSet:
    """The piece set that a data file describes; raises BadSetup with key and cure."""
    entries = data.get("pieces") if isinstance(data, Mapping) else None
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        raise BadSetup(
            "Piece file, key pieces: there is no list of pieces; "
            'write {"pieces": [{"id": ..., "cells": ..., "coloured": ...}, ...]}.'
        )
    blocks = [_block(f"pieces[{number}]", entry) for number, entry in enumerate(entries)]
    _check_set(blocks)
    return {block.id: Piece(block, tuple(map(shape_of, poses(block)))) for block in blocks}


def _block(key: str, entry: object) -> Block:
    if not isinstance(entry, Mapping):
        raise BadSetup(f"Piece file, key {key}: not an object; write id, cells and coloured.")
    name = entry.get("id")
    if not isinstance(name, str) or not name:
        raise BadSetup(f"Piece file, key {key}.id: not a name; give the piece one such as L4.")
    cells = _cells(f"{key}.cells", entry.get("cells"))
    coloured = _cells(f"{key}.coloured", entry.get("coloured"))
    if not 1 <= len(cells) <= SIZES[-1]:
        raise BadSetup(f"Piece file, key {key}.cells: {len(cells)} cubes; a piece has 1 to 6.")
    if not connected(cells):
        raise BadSetup(
            f"Piece file, key {key}.cells: the cubes of {name} do not hang together by whole "
            "faces; move them until they do."
        )
    _check_colours(f"{key}.coloured", name, cells, coloured)
    return Block(name, cells, coloured)


def _cells(key: str, value: object) -> tuple[Cell, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise BadSetup(f"Piece file, key {key}: not a list; write cells as [[x, y, z], ...].")
    cells = tuple(_cell(f"{key}[{number}]", entry) for number, entry in enumerate(value))
    if len(set(cells)) < len(cells):
        raise BadSetup(f"Piece file, key {key}: a cell is there twice; leave one out.")
    return cells


def _cell(key: str, value: object) -> Cell:
    if (
        not isinstance(value, Sequence)
        or len(value) != 3
        or any(type(number) is not int or abs(number) > PIECES for number in value)
    ):
        raise BadSetup(f"Piece file, key {key}: not a cell; write three small whole numbers.")
    return Cell(*value)


def _check_colours(
    key: str, name: str, cells: tuple[Cell, ...], coloured: tuple[Cell, ...]
) -> None:
    if stray := [cell for cell in coloured if cell not in cells]:
        raise BadSetup(
            f"Piece file, key {key}: {list(stray[0])} is no cube of {name}; "
            "name only cells of the piece."
        )
    if len({(sum(cell) + (cell in coloured)) % 2 for cell in cells}) > 1:
        raise BadSetup(
            f"Piece file, key {key}: {name} is no chessboard; "
            "let coloured and natural cubes take turns."
        )


def _check_set(blocks: Sequence[Block]) -> None:
    if len(blocks) != PIECES:
        raise BadSetup(f"Piece file, key pieces: {len(blocks)} pieces; a colour has {PIECES}.")
    if twice := [name for name, times in Counter(b.id for b in blocks).items() if times > 1]:
        raise BadSetup(f"Piece file, key pieces: {twice[0]} is there twice; rename one.")
    sizes = Counter(block.size for block in blocks)
    if wrong := [size for size in SIZES if sizes[size] != 2]:
        raise BadSetup(
            f"Piece file, key pieces: {sizes[wrong[0]]} of size {wrong[0]}; "
            "each size from 1 to 6 comes twice."
        )
    natural = [block for block in blocks if not block.coloured]
    if len(natural) != 1 or natural[0].size != 1:
        raise BadSetup(
            f"Piece file, key pieces: {len(natural)} pieces without colour; "
            "exactly one of the two single cubes is all natural, nothing else."
        )
