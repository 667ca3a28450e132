"""The ten blocks, how they lie, and where two of them touch.

Lengths are in sections, the short edge of a block: x to the builder's right, y away, z up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import floor
from typing import NamedTuple

from turmwart.model.geometry import Cell

COLOURS = (
    "white",
    "yellow",
    "orange",
    "red",
    "purple",
    "brown",
    "light_green",
    "dark_green",
    "light_blue",
    "dark_blue",
)
LENGTH = 3.0
SIZES: dict[str, tuple[float, float, float]] = {
    "along": (LENGTH, 1.0, 1.0),
    "end_on": (1.0, LENGTH, 1.0),
    "standing": (1.0, 1.0, LENGTH),
}
POSES = tuple(SIZES)
TOUCH = 0.1
"""Faces that are this near touch; deeper than this is overlap (M-4, X-7)."""
ROUNDING = 1e-9
AXES = (0, 1, 2)


class Spot(NamedTuple):
    """The lowest, leftmost, nearest corner of a block."""

    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True)
class Block:
    """One block; without a colour it is the grey block of a card."""

    colour: str | None
    pose: str
    at: Spot

    @property
    def size(self) -> tuple[float, float, float]:
        return SIZES[self.pose]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the block fills, moved to the nearest ones."""
        x, y, z = (floor(value + 0.5) for value in self.at)
        wide, deep, high = (int(size) for size in self.size)
        return tuple(
            Cell(x + right, y + away, z + up)
            for right in range(wide)
            for away in range(deep)
            for up in range(high)
        )


Layout = tuple[Block, ...]


def overlap(one: Block, other: Block, axis: int) -> float:
    """How much the two share on one axis; a negative number is the gap between them."""
    low = max(one.at[axis], other.at[axis])
    high = min(one.at[axis] + one.size[axis], other.at[axis] + other.size[axis])
    return high - low


def touching_axis(one: Block, other: Block) -> int | None:
    """The axis across which a face of one lies on a face of the other; edges do not count."""
    shared = [overlap(one, other, axis) for axis in AXES]
    close = [axis for axis in AXES if abs(shared[axis]) <= TOUCH + ROUNDING]
    apart = any(amount < -TOUCH - ROUNDING for amount in shared)
    return close[0] if len(close) == 1 and not apart else None


def grounded(block: Block) -> bool:
    return abs(block.at.z) <= TOUCH + ROUNDING


def impossible(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks that share room with another or lie below the ground (X-7)."""
    return tuple(dict.fromkeys((*sunk(blocks), *entangled(blocks))))


def sunk(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks that lie deeper below the ground than a camera may err."""
    return tuple(block for block in blocks if block.at.z < -TOUCH - ROUNDING)


def entangled(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks that share room with another."""
    pairs = [
        pair
        for pair in combinations(blocks, 2)
        if all(overlap(*pair, axis) > TOUCH + ROUNDING for axis in AXES)
    ]
    return tuple(dict.fromkeys(block for pair in pairs for block in pair))


def mirrored(layout: Layout) -> Layout:
    """The same building with left and right exchanged."""
    return tuple(
        Block(block.colour, block.pose, block.at._replace(x=-block.at.x - block.size[0]))
        for block in layout
    )
