"""Makes a deck from a seed: 80 flat cards and 20 in three dimensions, each one proven."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from turmwart.rules.make_n_break.blocks import COLOURS, Block, Layout, Spot, overlap
from turmwart.rules.make_n_break.cards.picture import arrangements, visible_blocks
from turmwart.rules.make_n_break.cards.proofs import (
    SAFE_MM,
    building_order,
    confusable,
    in_one_piece,
    margin_mm,
)
from turmwart.rules.make_n_break.deck import Card

FLAT, DEEP = 80, 20
FLAT_BLOCKS = (3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10)
DEEP_BLOCKS = (4, 5, 5, 6, 6, 7, 7, 8)
FLAT_POSES = ("along", "along", "along", "standing", "standing", "end_on")
DEEP_POSES = ("along", "end_on", "along", "end_on", "standing")
HARDER = (9.0, 12.5)
"""From these difficulties on a card is worth 2 and 3 points."""
RED = 11.0
"""From this difficulty on the numeral is red."""
MOST_SOLUTIONS = 12


@dataclass(frozen=True, slots=True)
class Made:
    """A card with what was found out about it."""

    card: Card
    two_hands: bool
    difficulty: float
    margin_mm: float


def make_deck(seed: int, flat: int = FLAT, deep: int = DEEP) -> tuple[Made, ...]:
    """The same deck for the same seed."""
    draw = Random(seed)
    layouts: list[Layout] = []
    made = [*_series(draw, "flat", flat, layouts), *_series(draw, "3d", deep, layouts)]
    return tuple(made)


def _series(draw: Random, view: str, number: int, layouts: list[Layout]) -> Iterator[Made]:
    sizes = FLAT_BLOCKS if view == "flat" else DEEP_BLOCKS
    for count in range(number):
        made = None
        while made is None:
            made = _attempt(draw, view, count + 1, sizes[count * len(sizes) // number], layouts)
        layouts.append(made.card.solutions[0])
        yield made


def _attempt(
    draw: Random, view: str, number: int, blocks: int, layouts: Sequence[Layout]
) -> Made | None:
    """One card, if chance brought a building that passes every proof."""
    layout = _heap(draw, blocks, view)
    if not in_one_piece(layout) or any(confusable(layout, other) for other in layouts):
        return None
    if view == "3d" and not _spatial(layout):
        return None
    margin = margin_mm(layout)
    if margin < SAFE_MM:
        return None
    coloured = number % 5 < 3 and (view == "flat" or visible_blocks(layout) == len(layout))
    if coloured:
        layout = _painted(draw, layout)
    solutions = _solutions(layout, view, coloured)
    if solutions is None:
        return None
    return _graded(view, number, coloured, solutions, margin)


def _heap(draw: Random, blocks: int, view: str) -> Layout:
    """Blocks dropped one after the other, where chance has it."""
    heap: list[Block] = []
    while len(heap) < blocks:
        heap.append(_dropped(heap, _flat_spot(draw) if view == "flat" else _deep_spot(draw)))
    left, near = (min(block.at[axis] for block in heap) for axis in (0, 1))
    return tuple(
        Block(None, block.pose, Spot(block.at.x - left, block.at.y - near, block.at.z))
        for block in heap
    )


def _flat_spot(draw: Random) -> Block:
    """Half sections sideways; a block seen end-on is borne in its middle."""
    pose = draw.choice(FLAT_POSES)
    deep = -1.0 if pose == "end_on" else 0.0
    return Block(None, pose, Spot(draw.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9)) / 2, deep, 0.0))


def _deep_spot(draw: Random) -> Block:
    pose = draw.choice(DEEP_POSES)
    return Block(None, pose, Spot(float(draw.randrange(4)), float(draw.randrange(3)), 0.0))


def _dropped(heap: Sequence[Block], block: Block) -> Block:
    tops = [
        other.at.z + other.size[2]
        for other in heap
        if overlap(block, other, 0) > 0 and overlap(block, other, 1) > 0
    ]
    return Block(block.colour, block.pose, block.at._replace(z=max(tops, default=0.0)))


def _spatial(layout: Layout) -> bool:
    """No plane that faces the builder runs through all blocks."""
    return any(overlap(one, other, 1) <= 0 for one, other in combinations(layout, 2))


def _painted(draw: Random, layout: Layout) -> Layout:
    colours = draw.sample(COLOURS, len(layout))
    return tuple(
        Block(colour, block.pose, block.at) for colour, block in zip(colours, layout, strict=True)
    )


def _solutions(layout: Layout, view: str, coloured: bool) -> tuple[Layout, ...] | None:
    """The building first, then every other that gives the same picture; None if they are many."""
    if view == "flat":
        return (layout,)
    found = [layout]
    for other in arrangements(layout, coloured):
        if set(other) != set(layout):
            found.append(other)
        if len(found) > MOST_SOLUTIONS:
            return None
    return tuple(found)


def _graded(
    view: str, number: int, coloured: bool, solutions: tuple[Layout, ...], margin: float
) -> Made:
    two_hands = building_order(solutions[0]) is None
    hard = difficulty(solutions[0], view, coloured, two_hands)
    card = Card(
        id=f"{'flat' if view == 'flat' else 'deep'}-{number:02}",
        points=1 + sum(hard >= limit for limit in HARDER),
        numeral="red" if hard >= RED else "blue",
        coloured=coloured,
        view=view,
        solutions=solutions,
    )
    return Made(card, two_hands, hard, margin)


def difficulty(layout: Layout, view: str, coloured: bool, two_hands: bool) -> float:
    """Blocks, half the height, balance tricks, hidden blocks; depth and colours weigh a little."""
    height = max(block.at.z + block.size[2] for block in layout)
    hidden = len(layout) - visible_blocks(layout) if view == "3d" else 0
    return (
        len(layout)
        + height / 2
        + 3 * two_hands
        + 2 * hidden
        + (2 if view == "3d" else 0)
        + (1 if coloured else 0)
    )


def written(made: Sequence[Made]) -> dict[str, object]:
    """The deck file; *two_hands* is a note for people."""
    return {"cards": [_written_card(each) for each in made]}


def _written_card(made: Made) -> dict[str, object]:
    card = made.card
    return {
        "id": card.id,
        "points": card.points,
        "numeral": card.numeral,
        "coloured": card.coloured,
        "view": card.view,
        "two_hands": made.two_hands,
        "solutions": [
            [{"colour": b.colour, "pose": b.pose, "at": list(b.at)} for b in layout]
            for layout in card.solutions
        ],
    }
