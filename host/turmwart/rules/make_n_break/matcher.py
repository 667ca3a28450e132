"""Is the building the one on the card? (M-3, M-4, M-5)

A building fits a layout when its blocks can be paired with the layout's such that poses,
supports, contacts and left-right order agree and one shift brings each block near its twin.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from turmwart.rules.make_n_break.blocks import (
    AXES,
    ROUNDING,
    TOUCH,
    Block,
    Layout,
    grounded,
    mirrored,
    touching_axis,
)

REACH = 0.75
"""A quarter of a block's length: how far a block may be off, on each axis (M-4)."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A pairing of a building with a layout, and what is left over."""

    pairs: tuple[tuple[Block, Block], ...]
    spare: Layout

    @property
    def miscoloured(self) -> Layout:
        """The built blocks that the card shows in another colour."""
        return tuple(
            built for drawn, built in self.pairs if drawn.colour not in (None, built.colour)
        )

    @property
    def crowding(self) -> Layout:
        """The spare blocks that touch the building."""
        return tuple(
            spare
            for spare in self.spare
            if any(touching_axis(spare, built) is not None for _, built in self.pairs)
        )

    @property
    def reserve(self) -> float:
        """How much farther off the worst block might be, in sections, before it is too far."""
        offsets = [
            [built.at[axis] - drawn.at[axis] for drawn, built in self.pairs] for axis in AXES
        ]
        return REACH - max(max(each) - min(each) for each in offsets) / 2

    @property
    def faults(self) -> tuple[int, int]:
        return (
            bool(self.miscoloured) + bool(self.crowding),
            len(self.miscoloured) + len(self.crowding),
        )


class Misfit(StrEnum):
    """Why a building fits no solution; each is a sentence of the sheet."""

    MISSING = "missing"
    MIRROR = "mirror"
    LAYOUT = "layout"


def judged(building: Layout, solutions: Sequence[Layout]) -> Fit | Misfit:
    """The pairing with the fewest faults, or why there is none."""
    fits = [fit for layout in solutions for fit in right_fits(building, layout)]
    if fits:
        return min(fits, key=lambda fit: fit.faults)
    if all(len(building) < len(layout) for layout in solutions):
        return Misfit.MISSING
    if any(fits_within(building, mirrored(layout), REACH) for layout in solutions):
        return Misfit.MIRROR
    return Misfit.LAYOUT


def right_fits(building: Layout, layout: Layout) -> Iterator[Fit]:
    """Every right pairing; a mirror image is none, however near it comes to the card."""
    close = list(pairings(building, layout, REACH))
    if not close or is_mirror_image(building, layout):
        return
    for chosen in close:
        spare = tuple(block for block in building if block not in chosen)
        yield Fit(tuple(zip(layout, chosen, strict=True)), spare)


def is_mirror_image(building: Layout, layout: Layout) -> bool:
    """True when the building is the mirrored layout to a tenth, and the layout itself is not."""
    return fits_within(building, mirrored(layout), TOUCH) and not fits_within(
        building, layout, TOUCH
    )


def fits_within(building: Layout, layout: Layout, reach: float) -> bool:
    return next(pairings(building, layout, reach), None) is not None


def pairings(building: Layout, layout: Layout, reach: float) -> Iterator[Layout]:
    """The built twins of the layout's blocks, in the layout's order, for every pairing that fits."""
    return _extended(building, layout, reach, ())


def _extended(building: Layout, layout: Layout, reach: float, chosen: Layout) -> Iterator[Layout]:
    if len(chosen) == len(layout):
        yield chosen
        return
    drawn = layout[len(chosen)]
    for built in building:
        if built not in chosen and _alike(drawn, built):
            longer = (*chosen, built)
            if _near(layout, longer, reach) and _related(layout, longer):
                yield from _extended(building, layout, reach, longer)


def _alike(drawn: Block, built: Block) -> bool:
    return drawn.pose == built.pose and grounded(drawn) == grounded(built)


def _near(layout: Layout, chosen: Layout, reach: float) -> bool:
    """One shift brings each block near: the offsets spread over no more than twice the reach."""
    for axis in AXES:
        offsets = [
            built.at[axis] - drawn.at[axis] for drawn, built in zip(layout, chosen, strict=False)
        ]
        if max(offsets) - min(offsets) > 2 * reach + ROUNDING:
            return False
    return True


def _related(layout: Layout, chosen: Layout) -> bool:
    """The last block has the same contacts and the same neighbours left and right."""
    drawn, built = layout[len(chosen) - 1], chosen[-1]
    return all(
        _contact(before_drawn, drawn) == _contact(before_built, built)
        and _same_order(before_drawn, drawn, before_built, built)
        for before_drawn, before_built in zip(layout, chosen[:-1], strict=False)
    )


def _contact(one: Block, other: Block) -> tuple[int, bool] | None:
    """Across which axis the two touch, and whether *one* comes first on it."""
    axis = touching_axis(one, other)
    return None if axis is None else (axis, one.at[axis] < other.at[axis])


def _same_order(drawn_a: Block, drawn_b: Block, built_a: Block, built_b: Block) -> bool:
    ahead = _middle(drawn_b) - _middle(drawn_a)
    if abs(ahead) <= TOUCH + ROUNDING:
        return True
    return ahead * (_middle(built_b) - _middle(built_a)) > 0


def _middle(block: Block) -> float:
    return block.at.x + block.size[0] / 2
