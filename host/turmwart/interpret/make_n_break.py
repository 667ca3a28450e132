"""Make 'n' Break for the eye: the card's buildings, and what a hand may have made of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin

from turmwart.interpret.reading import Hypothesis, RawAct
from turmwart.model.geometry import Degrees, Place
from turmwart.model.scene import Box, Scene
from turmwart.model.table import Table
from turmwart.rules.make_n_break.blocks import (
    POSES,
    SIZES,
    Block,
    Layout,
    Spot,
    grounded,
    impossible,
    mirrored,
    touching_axis,
)
from turmwart.rules.make_n_break.state import State

SHIFTS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
UP = 2


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a building stands: its origin on the mat in millimetres, its turn, its blocks' slips."""

    x: float
    y: float
    turn: float = 0.0
    slips: tuple[tuple[float, float], ...] = ()

    def slip(self, number: int) -> tuple[float, float]:
        return self.slips[number] if self.slips else (0.0, 0.0)


class MakeNBreakStaging:
    """Nothing stands for sure: every card is built from loose blocks, wherever the builder likes."""

    def scene(self, state: State, table: Table) -> Scene:
        return Scene(())

    def propose(self, state: State, table: Table) -> Iterator[Hypothesis]:
        yield Hypothesis((), Scene(()))
        for layout in starts(state):
            yield Hypothesis((act(layout),), scene(layout, Stand(0.0, 0.0), table))


def starts(state: State) -> Iterator[Layout]:
    """The card's solutions and their mirror images; none before the card is turned."""
    if state.card is None or state.phase != "build":
        return
    solutions = state.table.cards[state.card].solutions
    yield from solutions
    yield from (other for layout in solutions if (other := mirrored(layout)) not in solutions)


def neighbours(layout: Layout) -> Iterator[Layout]:
    """The layouts that one wrong block makes: gone, a section aside, or laid another way."""
    for place, block in enumerate(layout):
        for changed in (None, *_moved(block), *_turned(block)):
            others = (*layout[:place], *layout[place + 1 :])
            after = others if changed is None else (*layout[:place], changed, *layout[place + 1 :])
            if after and stands(after):
                yield after


def stands(layout: Layout) -> bool:
    """Each block lies on the ground or on another, and none inside another."""
    return not impossible(layout) and all(
        grounded(block) or any(_bears(other, block) for other in layout) for block in layout
    )


def scene(layout: Layout, stand: Stand, table: Table) -> Scene:
    """The layout as boxes; a block without a colour is named by its number."""
    section = table.material.block_mm[1]
    return Scene(tuple(_box(block, number, stand, section) for number, block in enumerate(layout)))


def act(layout: Layout) -> RawAct:
    """The building as the referee protocol writes it, counted from its own corner."""
    low = [min(block.at[axis] for block in layout) for axis in (0, 1, 2)]
    return {
        "do": "built",
        "blocks": [
            {
                "colour": block.colour,
                "pose": block.pose,
                "at": [value - least for value, least in zip(block.at, low, strict=True)],
            }
            for block in layout
        ],
    }


def _box(block: Block, number: int, stand: Stand, section: float) -> Box:
    x, y, z = ((at + size / 2) * section for at, size in zip(block.at, block.size, strict=True))
    turn = radians(stand.turn)
    dx, dy = stand.slip(number)
    place = Place(
        stand.x + dx + x * cos(turn) - y * sin(turn),
        stand.y + dy + x * sin(turn) + y * cos(turn),
        z,
    )
    wide, deep, high = (size * section for size in block.size)
    return Box(block.colour or str(number), place, (wide, deep, high), Degrees(stand.turn))


def _moved(block: Block) -> Iterator[Block]:
    for dx, dy in SHIFTS:
        yield replace(block, at=Spot(block.at.x + dx, block.at.y + dy, block.at.z))


def _turned(block: Block) -> Iterator[Block]:
    """Laid another way over the same middle."""
    for pose in POSES:
        if pose != block.pose:
            x, y = (block.at[axis] + (block.size[axis] - SIZES[pose][axis]) / 2 for axis in (0, 1))
            yield replace(block, pose=pose, at=Spot(x, y, block.at.z))


def _bears(lower: Block, upper: Block) -> bool:
    return touching_axis(lower, upper) == UP and lower.at.z < upper.at.z
