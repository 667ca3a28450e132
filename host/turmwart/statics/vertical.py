"""Vertical forces between a few straight bricks: is there any that balances them all?

One row of forces and two of moments per brick, four columns per contact: a force pushes up at
each corner of the area that two bricks share. The ground, and what is as good as the ground, has
no rows. Lengths are cells, a cube weighs 1. For heaps of a dozen bricks, asked about thousands of
times, this is quicker than the program of `equilibrium`, and tests hold the two together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart.model.geometry import Cell

Floats = NDArray[np.float64]
Brick = Sequence[Cell]
GROUND = -1
TINY = 1e-8
ENOUGH = 1e-7
"""Forces that add up to within this are in balance; weights are whole numbers."""


@dataclass(frozen=True, slots=True)
class Contact:
    """*upper* rests on *lower* over a rectangle."""

    upper: int
    lower: int
    west: float
    south: float
    east: float
    north: float

    @property
    def both(self) -> tuple[int, int]:
        return self.upper, self.lower

    def corners(self, grown: float) -> tuple[tuple[float, float], ...]:
        """The corners of the area, *grown* on every side (or shrunk)."""
        west, east = self.west - grown, self.east + grown
        south, north = self.south - grown, self.north + grown
        return (west, south), (west, north), (east, south), (east, north)

    def bears(self, x: float, y: float, grown: float) -> bool:
        """True when a weight at (x, y) is over the area, or exactly on its edge."""
        reach = grown + TINY
        return (
            self.west - reach <= x <= self.east + reach
            and self.south - reach <= y <= self.north + reach
        )


@dataclass(frozen=True)
class Balance:
    """The equations of *bricks* that press on each other through *contacts*.

    *leaning* bricks may stand exactly on the edge of what bears them.
    """

    bricks: Mapping[int, Brick]
    contacts: Sequence[Contact]
    leaning: frozenset[int] = frozenset()

    def holds(self, grown: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)) -> bool:
        """True when some forces balance everything.

        All contacts are *grown*, and all centres of mass shifted together; what leans is spared
        the shift.
        """
        settled = self._settled(grown, shift)
        return self.movers(grown, shift) is None if settled is None else settled

    def movers(
        self, grown: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)
    ) -> frozenset[int] | None:
        """The bricks that move when nothing balances; None when something does."""
        if self._settled(grown, shift):
            return None
        rows = {index: 3 * number for number, index in enumerate(self.bricks)}
        matrix = self._matrix(rows, grown, max(abs(by) for by in shift))
        for axis, by in enumerate(shift):
            matrix[1 + axis :: 3] -= by * matrix[0::3]
        loads = np.zeros(len(matrix))
        loads[0::3] = [len(placed) for placed in self.bricks.values()]
        motion = unbalanced(matrix, loads)
        if motion is None:
            return None
        moving = [index for index, row in rows.items() if abs(motion[row : row + 3]).max() > ENOUGH]
        return self._falling(moving, {i: motion[r] * loads[r] for i, r in rows.items()})

    def _settled(self, grown: float, shift: tuple[float, float]) -> bool | None:
        """What the levers alone tell, where every brick rests on one thing only; else None.

        Such a brick carries all that stands on it, and nothing else does: the weights from above
        and where they act are known, and their middle must lie over the one contact.
        """
        if len({each.upper for each in self.contacts}) < len(self.contacts):
            return None
        on = {each.upper: each for each in self.contacts}
        spared = max(abs(by) for by in shift)
        borne: dict[int, tuple[float, float, float]] = {}
        for index in sorted(self.bricks, key=lambda index: -self.bricks[index][0].z):
            contact = on.get(index)
            if contact is None:
                return False
            weight, x, y = _with(borne.get(index), self.bricks[index])
            more = grown + (spared if index in self.leaning else 0.0)
            if not contact.bears(x / weight + shift[0], y / weight + shift[1], more):
                return False
            above = borne.get(contact.lower, (0.0, 0.0, 0.0))
            borne[contact.lower] = (above[0] + weight, above[1] + x, above[2] + y)
        return True

    def _falling(self, moving: Iterable[int], gains: Mapping[int, float]) -> frozenset[int]:
        """Those of *moving* that hang together and gain by it; others move idly, on an edge."""
        left, falling = set(moving), set[int]()
        while left:
            group, waiting = set[int](), [left.pop()]
            while waiting:
                group.add(one := waiting.pop())
                near = left & {i for each in self.contacts for i in each.both if one in each.both}
                waiting += near
                left -= near
            if sum(gains[index] for index in group) > ENOUGH:
                falling |= group
        return frozenset(falling) or frozenset(moving)

    def _matrix(self, rows: Mapping[int, int], grown: float, spared: float) -> Floats:
        matrix = np.zeros((3 * len(rows), 4 * len(self.contacts)))
        middles = {
            index: ((cells[0].x + cells[-1].x + 1) / 2, (cells[0].y + cells[-1].y + 1) / 2)
            for index, cells in self.bricks.items()
        }
        for number, contact in enumerate(self.contacts):
            more = grown + (spared if contact.upper in self.leaning else 0.0)
            corners = contact.corners(more)
            for index, way in ((contact.upper, 1.0), (contact.lower, -1.0)):
                if index not in rows:
                    continue
                x, y = middles[index]
                part = [
                    [way] * 4,
                    [way * (c[0] - x) for c in corners],
                    [way * (c[1] - y) for c in corners],
                ]
                matrix[rows[index] : rows[index] + 3, 4 * number : 4 * number + 4] = part
        return matrix


def _with(borne: tuple[float, float, float] | None, placed: Brick) -> tuple[float, float, float]:
    """The weight and moments of *placed* with what it bears."""
    first, last, size = placed[0], placed[-1], len(placed)
    weight, x, y = borne or (0.0, 0.0, 0.0)
    middle = ((first.x + last.x + 1) / 2, (first.y + last.y + 1) / 2)
    return weight + size, x + size * middle[0], y + size * middle[1]


def unbalanced(matrix: Floats, loads: Floats) -> Floats | None:
    """None when matrix @ forces = loads has forces >= 0, else a motion that nothing stops.

    The first phase of the simplex method: the rows' open loads are driven to nothing. Where that
    fails, the prices of the rows are the motion: no contact resists it and the loads gain by it.
    """
    rows, columns = matrix.shape
    table = np.empty((rows + 1, columns + 1))
    table[:rows, :columns], table[:rows, columns] = matrix, loads
    table[rows] = table[:rows].sum(axis=0)
    basis = np.arange(columns, columns + rows)
    for turn in range(50 * (rows + columns)):
        if table[rows, columns] < ENOUGH:
            return None
        careful = turn > 2 * rows
        entering = _entering(table[rows, :columns], careful)
        if entering is None:
            return _prices(matrix, basis)
        leaving = _leaving(table[:rows], entering, basis, careful)
        pivot = table[leaving]
        pivot /= pivot[entering]
        factors = table[:, entering].copy()
        factors[leaving] = 0.0
        table -= factors[:, None] * pivot
        basis[leaving] = entering
    return _prices(matrix, basis)


def _entering(gains: Floats, careful: bool) -> int | None:
    """The column that helps most; the first that helps, once going round in circles is a danger."""
    if not gains.size:
        return None
    best = int((gains > TINY).argmax() if careful else gains.argmax())
    return best if gains[best] > TINY else None


def _leaving(table: Floats, entering: int, basis: NDArray[np.int64], careful: bool) -> int:
    """The row that empties first; of several the one that is divided by most."""
    column = table[:, entering]
    usable = (column > TINY).nonzero()[0]
    ratios = table[usable, -1] / column[usable]
    nearest = usable[ratios <= ratios.min() + TINY]
    best = basis[nearest].argmin() if careful else column[nearest].argmax()
    return int(nearest[best])


def _prices(matrix: Floats, basis: NDArray[np.int64]) -> Floats:
    rows, columns = matrix.shape
    square = np.column_stack((matrix, np.eye(rows)))[:, basis]
    return np.asarray(np.linalg.solve(square.T, (basis >= columns).astype(float)))
