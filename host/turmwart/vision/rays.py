"""What each pixel looks through: the cells of a lattice along its ray, from above to the ground.

A ray is a straight line, so in units of cells it is *foot* + height * *lean*. It falls through one
level after the other; within a level it meets at most three cells: the one it enters from above,
and one or two that it enters through a side.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.vision.pose import Array, View

Ints = NDArray[np.int32]
TOP, WEST, EAST, SOUTH, NORTH = range(5)
"""The faces that a camera above can see; a side is named by where it looks."""
FACES = 5
STEPS = 3


@dataclass(frozen=True, slots=True)
class Stance:
    """How a building stands on the mat: its origin in mm, its turn in radians, and its cell."""

    x: float
    y: float
    turn: float
    cell_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """One ray per pixel of a grid, in millimetres of the mat: foot + z * lean."""

    foot: Array
    lean: Array
    shape: tuple[int, int]

    def within(self, stance: Stance) -> tuple[Array, Array]:
        """Foot and lean in cells of *stance*; heights in cells too."""
        cos, sin = np.cos(stance.turn), np.sin(stance.turn)
        back = np.array([[cos, -sin], [sin, cos]])
        foot = (self.foot - (stance.x, stance.y)) @ back / stance.cell_mm
        return foot, self.lean @ back

    def part(self, chosen: NDArray[np.intp]) -> "Rays":
        return Rays(self.foot[chosen], self.lean[chosen], (len(chosen), 1))


def rays_of(view: View, stride: int) -> Rays:
    """Rays of the picture made smaller by *stride*."""
    wide, high = view.lens.width // stride, view.lens.height // stride
    half = (stride - 1) / 2
    across, down = np.meshgrid(np.arange(wide) * stride + half, np.arange(high) * stride + half)
    pixels = np.stack([across.ravel(), down.ravel()], axis=1).reshape(-1, 1, 2)
    straight = cv2.undistortPoints(
        pixels, np.array(view.lens.matrix), np.array(view.lens.distortion)
    ).reshape(-1, 2)
    ways = np.column_stack([straight, np.ones(len(straight))]) @ view.pose.turn
    centre = view.pose.centre
    lean = ways[:, :2] / ways[:, 2:]
    return Rays(centre[:2] - centre[2] * lean, lean, (high, wide))


@dataclass(frozen=True, slots=True)
class Space:
    """A box of cells from (*west*, *south*, 0) up; numbered in C order. Below *low* it is empty."""

    west: int
    south: int
    columns: int
    rows: int
    levels: int
    low: int = 0

    @property
    def size(self) -> int:
        return self.columns * self.rows * self.levels

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.columns, self.rows, self.levels

    def number(self, x: int, y: int, z: int) -> int:
        return ((x - self.west) * self.rows + y - self.south) * self.levels + z

    def holds(self, x: int, y: int, z: int) -> bool:
        return (
            0 <= x - self.west < self.columns
            and 0 <= y - self.south < self.rows
            and 0 <= z < self.levels
        )


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Cells (numbers in *space*, one past the end for none) and faces met, in their order."""

    cells: Ints
    faces: NDArray[np.int8]


def path_through(foot: Array, lean: Array, space: Space) -> Path:
    """The way of every ray through *space*."""
    nowhere, low = space.size, space.low
    cells = np.full((len(foot), (space.levels - low) * STEPS), nowhere, dtype=np.int32)
    faces = np.zeros(cells.shape, dtype=np.int8)
    across = np.where(lean[:, 0] > 0, EAST, WEST).astype(np.int8)
    along = np.where(lean[:, 1] > 0, NORTH, SOUTH).astype(np.int8)
    upper = foot + lean * space.levels
    for turn, level in enumerate(reversed(range(low, space.levels))):
        lower = foot + lean * level
        one, two = np.floor(upper).astype(np.int32), np.floor(lower).astype(np.int32)
        sideways = one != two
        at = turn * STEPS
        cells[:, at] = _numbers(one[:, 0], one[:, 1], level, space, nowhere)
        first_x = _crossed_first(upper, lower, one, two, sideways)
        middle_x = np.where(first_x, two[:, 0], one[:, 0])
        middle_y = np.where(first_x, one[:, 1], two[:, 1])
        moved = sideways.any(axis=1)
        cells[moved, at + 1] = _numbers(middle_x, middle_y, level, space, nowhere)[moved]
        faces[:, at + 1] = np.where(first_x, across, along)
        both = sideways.all(axis=1)
        cells[both, at + 2] = _numbers(two[:, 0], two[:, 1], level, space, nowhere)[both]
        faces[:, at + 2] = np.where(first_x, along, across)
        upper = lower
    return Path(cells, faces)


def _crossed_first(
    upper: Array, lower: Array, one: Ints, two: Ints, sideways: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """True where the border across x is crossed, and before the one across y."""
    border = np.maximum(one, two)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (border - upper) / (lower - upper)
    share = np.where(sideways, share, np.inf)
    return np.asarray(share[:, 0] < share[:, 1])


def _numbers(x: Ints, y: Ints, level: int, space: Space, nowhere: int) -> Ints:
    column, row = x - space.west, y - space.south
    inside = (column >= 0) & (column < space.columns) & (row >= 0) & (row < space.rows)
    found = (column * space.rows + row) * space.levels + level
    return np.where(inside, found, nowhere).astype(np.int32)
