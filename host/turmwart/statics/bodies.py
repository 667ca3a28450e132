"""Rigid bodies made of axis-aligned boxes, in lattice units; z = 0 is the ground."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from turmwart.model.geometry import Cell

Vector = tuple[float, float, float]

TOUCHING = 1e-4
"""Faces closer than this touch; what overlaps by less than this does not overlap."""


@dataclass(frozen=True, slots=True)
class Box:
    """From its lowest, leftmost, nearest corner to the opposite one."""

    low: Vector
    high: Vector

    @property
    def volume(self) -> float:
        x, y, z = (high - low for low, high in zip(self.low, self.high, strict=True))
        return x * y * z

    @property
    def centre(self) -> Vector:
        x, y, z = ((low + high) / 2 for low, high in zip(self.low, self.high, strict=True))
        return x, y, z


@dataclass(frozen=True, slots=True)
class Body:
    """One rigid block of uniform density. *weight* is relative: only ratios matter."""

    boxes: tuple[Box, ...]
    weight: float

    @property
    def centre(self) -> Vector:
        """The centre of mass."""
        volume = sum(box.volume for box in self.boxes)
        x, y, z = (sum(b.centre[k] * b.volume for b in self.boxes) / volume for k in range(3))
        return x, y, z


def of_cells(cells: Iterable[Cell], weight: float | None = None) -> Body:
    """A polycube; without *weight* every cell weighs 1."""
    parts = frozenset(cells)
    return Body(_boxes(parts), float(len(parts)) if weight is None else weight)


def _boxes(cells: frozenset[Cell]) -> tuple[Box, ...]:
    xs, ys, zs = ([cell[k] for cell in cells] for k in range(3))
    low, high = (min(xs), min(ys), min(zs)), (max(xs) + 1, max(ys) + 1, max(zs) + 1)
    hull = Box(low, high)
    return (hull,) if hull.volume == len(cells) else tuple(_rods(sorted(cells, key=_along_x)))


def _along_x(cell: Cell) -> tuple[int, int, int]:
    return cell.z, cell.y, cell.x


def _rods(cells: Sequence[Cell]) -> Iterable[Box]:
    """Neighbours along x make one box."""
    runs = groupby(enumerate(cells), key=lambda item: (item[1].z, item[1].y, item[1].x - item[0]))
    for (z, y, _), run in runs:
        rod = [cell.x for _, cell in run]
        yield Box((rod[0], y, z), (rod[-1] + 1, y + 1, z + 1))
