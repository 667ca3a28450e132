"""Blocks made of cubes, and the 24 ways to turn one. Mirror images are not among them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations, product

from turmwart.model.geometry import Cell

Axes = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""For x, y and z after the turn: which axis it was before, and with which sign."""


def _even(order: tuple[int, ...]) -> bool:
    swaps = sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])
    return swaps % 2 == 0


TURNS: tuple[Axes, ...] = tuple(
    ((x, signs[0]), (y, signs[1]), (z, signs[2]))
    for x, y, z in permutations(range(3))
    for signs in product((1, -1), repeat=3)
    if _even((x, y, z)) == (signs[0] * signs[1] * signs[2] > 0)
)
"""The 24 turns of a cube onto itself."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A block turned one way, its lowest x, y and z at 0; cells in ascending order."""

    cells: tuple[Cell, ...]
    coloured: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A block as its data file describes it: its cubes, and which of them show the colour."""

    id: str
    cells: tuple[Cell, ...]
    coloured: tuple[Cell, ...]

    @property
    def size(self) -> int:
        return len(self.cells)


def turned(cell: Cell, axes: Axes) -> Cell:
    """*cell* after the turn about the origin."""
    return Cell(*(sign * cell[axis] for axis, sign in axes))


def moved(cells: Iterable[Cell], by: Cell) -> tuple[Cell, ...]:
    """*cells* shifted by *by*, in the same order."""
    return tuple(Cell(x + by.x, y + by.y, z + by.z) for x, y, z in cells)


def lowest_corner(cells: Iterable[Cell]) -> Cell:
    """The lowest x, the lowest y and the lowest z, not always of the same cell."""
    xs, ys, zs = zip(*cells, strict=True)
    return Cell(min(xs), min(ys), min(zs))


def pose_of(cells: Iterable[Cell], coloured: Iterable[Cell]) -> tuple[Pose, Cell]:
    """The pose that *cells* show, and where its corner is."""
    ordered = tuple(sorted(cells))
    corner = lowest_corner(ordered)
    home = Cell(-corner.x, -corner.y, -corner.z)
    return Pose(moved(ordered, home), moved(sorted(coloured), home)), corner


def poses(block: Block) -> tuple[Pose, ...]:
    """Every different pose of *block*, in a fixed order."""
    found = {
        pose_of(
            [turned(cell, axes) for cell in block.cells],
            [turned(cell, axes) for cell in block.coloured],
        )[0]: None
        for axes in TURNS
    }
    return tuple(found)


def connected(cells: Iterable[Cell]) -> bool:
    """True if the cubes hang together by whole faces."""
    left = set(cells)
    wave = [left.pop()] if left else []
    while wave:
        x, y, z = wave.pop()
        for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
            beside = Cell(x + step[0], y + step[1], z + step[2])
            if beside in left:
                left.remove(beside)
                wave.append(beside)
    return not left
