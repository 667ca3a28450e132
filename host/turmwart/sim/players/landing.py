"""Where a piece comes to rest when a hand lets it down from above, by any rules or none."""

from collections.abc import Iterable, Iterator

import numpy as np

from turmwart.model.blocks import moved
from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer.acts import Build
from turmwart.rules.turmbauer.pieces import Shape
from turmwart.rules.turmbauer.site import CORNERSTONE
from turmwart.rules.turmbauer.state import State

PIECES, SHAPES = 4, 3
Heights = dict[tuple[int, int], int]


def heights(state: State) -> Heights:
    """How high each column is."""
    found: Heights = {}
    for cells in (CORNERSTONE, *(built.cells for built in state.built)):
        for cell in cells:
            found[cell.x, cell.y] = max(found.get((cell.x, cell.y), 0), cell.z + 1)
    return found


def open_above(high: Heights, cells: Iterable[Cell]) -> bool:
    """True if nothing stands over any of *cells*: a hand gets there from above."""
    return all(high.get((cell.x, cell.y), 0) <= cell.z for cell in cells)


def landings(state: State, rng: np.random.Generator) -> Iterator[Build]:
    """Some pieces of the supply, let down all over the tower, where they would not tip at once."""
    high = heights(state)
    pawns = set(state.pawns().values())
    names = [state.hand.supply[int(n)] for n in rng.permutation(len(state.hand.supply))[:PIECES]]
    for name in names:
        shapes = state.pieces[name].shapes
        for number in rng.permutation(len(shapes))[:SHAPES]:
            for build in _landed(name, shapes[int(number)], high):
                if not pawns & set(build.cells) and not _over(build, pawns):
                    yield build


def _landed(name: str, shape: Shape, high: Heights) -> Iterator[Build]:
    xs, ys = [x for x, _ in high], [y for _, y in high]
    for x in range(min(xs) - 3, max(xs) + 2):
        for y in range(min(ys) - 3, max(ys) + 2):
            z = max(high.get((x + foot.x, y + foot.y), 0) - foot.z for foot in shape.feet)
            corner = Cell(x, y, max(z, 0))
            if _rests(shape, corner, high):
                cells = moved(shape.pose.cells, corner)
                yield Build(name, cells, moved(shape.pose.coloured, corner))


def _rests(shape: Shape, corner: Cell, high: Heights) -> bool:
    """The middle of the piece lies within the box around what bears it."""
    borne = [
        foot
        for foot in shape.feet
        if high.get((corner.x + foot.x, corner.y + foot.y), 0) == corner.z + foot.z
    ]
    if not borne:
        return False
    for axis in (0, 1):
        centre = sum(cell[axis] for cell in shape.pose.cells) / len(shape.pose.cells)
        low, far = min(foot[axis] for foot in borne), max(foot[axis] for foot in borne)
        if not low - 0.45 < centre < far + 0.45:
            return False
    return True


def _over(build: Build, pawns: set[Cell]) -> bool:
    columns = {(pawn.x, pawn.y) for pawn in pawns}
    return any((cell.x, cell.y) in columns for cell in build.cells)
