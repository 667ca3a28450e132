"""The deck: what a card is, how a deck file is read, and how it is shuffled."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from turmwart.rules.fields import shortened
from turmwart.rules.make_n_break.blocks import (
    COLOURS,
    POSES,
    Block,
    Layout,
    Spot,
    grounded,
    impossible,
)

MOST_BLOCKS = len(COLOURS)
FARTHEST = 1000.0
"""No block lies farther from the origin than this, in sections."""


@dataclass(frozen=True, slots=True)
class Card:
    """A picture to build; every layout of *solutions* fits it."""

    id: str
    points: int
    numeral: str
    coloured: bool
    view: str
    solutions: tuple[Layout, ...]


class BadCard(Exception):
    """What is wrong with a deck, where, and what to write instead: one sentence."""


def read_deck(data: object) -> tuple[Card, ...]:
    """The cards of a parsed deck file; raises BadCard at the first fault."""
    fault = next(deck_faults(data), None)
    if fault is not None:
        raise BadCard(fault)
    assert isinstance(data, dict)
    return tuple(_card(raw) for raw in data["cards"])


def deck_faults(data: object) -> Iterator[str]:
    """One sentence per fault, each naming the card, the key and the cure."""
    cards = data.get("cards") if isinstance(data, dict) else None
    if not isinstance(cards, list) or not cards:
        yield "key 'cards' is missing or empty; give {\"cards\": [card, ...]}."
        return
    seen: set[str] = set()
    for number, card in enumerate(cards, 1):
        name = _name(number, card)
        if not isinstance(card, dict):
            yield f"{name} is {shortened(card)}; give an object with id, points and solutions."
            continue
        yield from (f"{name}: {fault}" for fault in _card_faults(card))
        card_id = card.get("id")
        if isinstance(card_id, str) and card_id in seen:
            yield f"{name}: key 'id' is used by an earlier card too; give each card its own."
        seen.add(card_id if isinstance(card_id, str) else "")


def _name(number: int, card: object) -> str:
    card_id = card.get("id") if isinstance(card, dict) else None
    return f"card {card_id!r}" if isinstance(card_id, str) and card_id else f"card number {number}"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_points(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 3


KEYS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "id": (_is_text, "a text that no other card has"),
    "points": (_is_points, "1, 2 or 3"),
    "numeral": (lambda value: value in ("blue", "red"), '"blue" or "red"'),
    "coloured": (lambda value: isinstance(value, bool), "true or false"),
    "view": (lambda value: value in ("flat", "3d"), '"flat" or "3d"'),
    "solutions": (
        lambda value: isinstance(value, list) and bool(value),
        "a list of one or more lists of blocks",
    ),
}


def _card_faults(card: Mapping[str, object]) -> Iterator[str]:
    for key, (fine, wanted) in KEYS.items():
        if key not in card:
            yield f"key {key!r} is missing; give {wanted}."
        elif not fine(card[key]):
            yield f"key {key!r} is {shortened(card[key])}; give {wanted}."
    solutions = card.get("solutions")
    if isinstance(solutions, list):
        for number, blocks in enumerate(solutions, 1):
            for fault in _solution_faults(blocks, card.get("coloured") is True):
                yield f"key 'solutions', solution {number}: {fault}"


def _solution_faults(blocks: object, coloured: bool) -> Iterator[str]:
    if not isinstance(blocks, list) or not 1 <= len(blocks) <= MOST_BLOCKS:
        yield f"it is no list of 1 to {MOST_BLOCKS} blocks; list the blocks of the building."
        return
    faults = [
        f"block {number}: {fault}"
        for number, block in enumerate(blocks, 1)
        for fault in _block_faults(block, coloured)
    ]
    yield from faults
    if not faults:
        yield from _layout_faults(tuple(_block(block) for block in blocks))


def _block_faults(block: object, coloured: bool) -> Iterator[str]:
    if not isinstance(block, dict):
        yield "it is no object; give colour, pose and at."
        return
    colour = block.get("colour")
    if colour not in COLOURS and (coloured or colour is not None):
        yield f"key 'colour' is {shortened(colour)}; give one of {', '.join(COLOURS)}" + (
            "." if coloured else " or null."
        )
    if block.get("pose") not in POSES:
        yield f"key 'pose' is {shortened(block.get('pose'))}; give one of {', '.join(POSES)}."
    if spot(block.get("at")) is None:
        yield f"key 'at' is {shortened(block.get('at'))}; give three numbers [x, y, z] in sections."


def _layout_faults(layout: Layout) -> Iterator[str]:
    named = [block.colour for block in layout if block.colour is not None]
    if len(set(named)) < len(named):
        twice = next(colour for colour in named if named.count(colour) > 1)
        yield f"key 'colour' says {twice!r} twice; there is one block of each colour."
    if tangled := impossible(layout):
        places = ", ".join(str([*block.at]) for block in tangled)
        yield f"key 'at': the blocks at {places} overlap or lie below the ground; move them apart."
    if not any(grounded(block) for block in layout):
        yield "key 'at': no block stands on the ground; let the lowest have z = 0."


def spot(value: object) -> Spot | None:
    """The place that three numbers name, if they do."""
    if not isinstance(value, list) or len(value) != 3 or not all(map(_is_near, value)):
        return None
    return Spot(*map(float, value))


def _is_near(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and -FARTHEST <= value <= FARTHEST
    )


def _card(raw: Mapping[str, object]) -> Card:
    solutions = raw["solutions"]
    assert isinstance(solutions, list)
    coloured = raw["coloured"] is True
    return Card(
        id=str(raw["id"]),
        points=int(str(raw["points"])),
        numeral=str(raw["numeral"]),
        coloured=coloured,
        view=str(raw["view"]),
        solutions=tuple(tuple(_block(block) for block in blocks) for blocks in solutions),
    )


def _block(raw: Mapping[str, object]) -> Block:
    at, colour = spot(raw["at"]), raw.get("colour")
    assert at is not None
    return Block(None if colour is None else str(colour), str(raw["pose"]), at)


def painted(layout: Layout) -> Layout:
    """The layout with a colour for every grey block, none used twice."""
    free = iter([c for c in COLOURS if c not in {block.colour for block in layout}])
    return tuple(
        block if block.colour else Block(next(free), block.pose, block.at) for block in layout
    )


Item = TypeVar("Item")
WORD = (1 << 64) - 1


def shuffled(items: Sequence[Item], seed: int) -> tuple[Item, ...]:
    """The same order for the same seed, on every machine and in every version (Fisher-Yates)."""
    deck, state = list(items), seed & WORD
    for last in range(len(deck) - 1, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & WORD
        other = _mixed(state) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _mixed(value: int) -> int:
    """The finaliser of splitmix64."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
    return value ^ value >> 31
