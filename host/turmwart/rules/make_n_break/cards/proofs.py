"""What must be true of a card: it stands, it can be built, and no other card shows the same."""

from itertools import combinations

from turmwart.model.geometry import Millimetres
from turmwart.rules.make_n_break.blocks import Block, Layout, mirrored, overlap, touching_axis
from turmwart.rules.make_n_break.matcher import REACH, fits_within
from turmwart.statics.bodies import Body, Box
from turmwart.statics.judge import Standing, judge, stands
from turmwart.statics.structures import FRICTION, Pile

SECTION_MM = Millimetres(25.0)
SAFE_MM = 3.0
"""What a hurried hand needs before a finished building tips."""


def pile_of(layout: Layout) -> Pile:
    """The building as statics sees it; all blocks weigh the same."""
    bodies = tuple(Body((_box(block),), 1.0) for block in layout)
    return Pile(SECTION_MM, FRICTION, tuple(range(len(layout))), bodies)


def _box(block: Block) -> Box:
    x, y, z = block.at
    wide, deep, high = block.size
    return Box((x, y, z), (x + wide, y + deep, z + high))


def margin_mm(layout: Layout) -> float:
    """How far all centres of mass may shift before it tips; -inf where it hardly stands."""
    margin = judge(pile_of(layout)).margin_mm if holds(layout) else None
    return float("-inf") if margin is None else margin


def holds(layout: Layout) -> bool:
    """True unless the building falls by itself."""
    return not layout or stands(pile_of(layout)) is Standing.STABLE


def in_one_piece(layout: Layout) -> bool:
    """Every block hangs together with every other through touching faces."""
    reached, rest = {0}, set(range(1, len(layout)))
    while near := {
        other
        for other in rest
        if any(touching_axis(layout[one], layout[other]) is not None for one in reached)
    }:
        reached |= near
        rest -= near
    return not rest


def building_order(layout: Layout) -> tuple[int, ...] | None:
    """An order of single blocks, each lowered from above, in which every stage stands.

    None means that somewhere a second hand must hold something. It is searched backwards:
    a stage is good when it stands and a block with nothing above it can be taken off a good one.
    """
    above = {
        (low, high)
        for low, high in combinations(range(len(layout)), 2)
        for low, high in ((low, high), (high, low))
        if _covers(layout[high], layout[low])
    }
    dead: set[frozenset[int]] = set()

    def undone(stage: frozenset[int]) -> tuple[int, ...] | None:
        if not stage:
            return ()
        if stage in dead or not holds(tuple(layout[i] for i in sorted(stage))):
            return None
        for top in sorted(stage):
            if not any((top, other) in above for other in stage):
                before = undone(stage - {top})
                if before is not None:
                    return (*before, top)
        dead.add(stage)
        return None

    return undone(frozenset(range(len(layout))))


def _covers(high: Block, low: Block) -> bool:
    """*high* is somewhere above *low*, so it is in the way of a hand from above."""
    return (
        high.at.z >= low.at.z + low.size[2]
        and overlap(high, low, 0) > 0
        and overlap(high, low, 1) > 0
    )


def confusable(one: Layout, other: Layout) -> bool:
    """A building of one card, or its mirror image, would pass for the other's (M-4)."""
    return len(one) == len(other) and any(
        fits_within(one, drawn, REACH) for drawn in (other, mirrored(other))
    )
