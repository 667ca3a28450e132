"""What contacts can do to bodies: the columns of the equilibrium."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from turmwart.statics.contacts import GROUND, UP, Contact
from turmwart.statics.linear import Floats, Ints, Sparse


class Law(Enum):
    """Which of the six equations of a body count, and which contacts carry."""

    SOLID = (0, 1, 2, 3, 4, 5)
    VERTICAL = (2, 3, 4)

    @property
    def equations(self) -> int:
        return len(self.value)


@dataclass(frozen=True, slots=True)
class Pushes:
    """Unit pushes between two bodies at points; friction has its share in each."""

    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    at: Floats
    force: Floats

    def __len__(self) -> int:
        return len(self.lower)

    @property
    def vertical(self) -> NDArray[np.bool_]:
        """Which of them push straight up."""
        return np.asarray((self.force[:, :UP] == 0).all(axis=1))


def pushes(contacts: Sequence[Contact], friction: float, law: Law, middles: bool = True) -> Pushes:
    """Every way in which the contacts can push. The *middles* of friction cones add no new one."""
    carrying = [c for c in contacts if c.axis == UP or law is Law.SOLID]
    directions = [_directions(axis, friction, law, middles) for axis in range(3)]
    lines = [
        (c.lower, c.upper, *corner, *direction)
        for c in carrying
        for corner in c.corners
        for direction in directions[c.axis]
    ]
    table = np.array(lines, dtype=float).reshape(-1, 8)
    lower, upper = table[:, 0].astype(np.int64), table[:, 1].astype(np.int64)
    return Pushes(lower, upper, table[:, 2:5], table[:, 5:8])


def _directions(axis: int, friction: float, law: Law, middles: bool) -> list[tuple[float, ...]]:
    """Straight on, and the edges of the friction cone; side faces push without holding."""
    straight = tuple(float(k == axis) for k in range(3))
    if axis != UP or law is Law.VERTICAL or friction == 0:
        return [straight]
    sides = ((1, 0), (0, 1), (-1, 0), (0, -1))
    edges: list[tuple[float, ...]] = [(friction * x, friction * y, 1.0) for x, y in sides]
    return [straight, *edges] if middles else edges


def columns(pushed: Pushes, centres: Floats, law: Law) -> Sparse:
    """One column per push: its wrench on the upper body, and against it on the lower one."""
    up = _wrench(pushed, centres, pushed.upper)[:, law.value]
    down = -_wrench(pushed, centres, pushed.lower)[:, law.value]
    down[pushed.lower == GROUND] = 0.0
    offsets = np.arange(law.equations)
    rows_up = pushed.upper[:, None] * law.equations + offsets
    rows_down = np.maximum(pushed.lower, 0)[:, None] * law.equations + offsets
    values, rows = np.hstack([up, down]), np.hstack([rows_up, rows_down])
    line, entry = np.nonzero(values)
    starts: Ints = np.searchsorted(line, np.arange(len(values))).astype(np.int32)
    return Sparse(starts, rows[line, entry].astype(np.int32), values[line, entry])


def _wrench(pushed: Pushes, centres: Floats, body: NDArray[np.int64]) -> Floats:
    """Force and moment about the body's centre of mass."""
    arm = pushed.at - centres[np.maximum(body, 0)]
    return np.hstack([pushed.force, np.cross(arm, pushed.force)])
