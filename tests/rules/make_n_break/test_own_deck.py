"""The hundred cards that ship: standing, buildable, all different."""

import json
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from turmwart.app.setup import SHIPPED
from turmwart.rules.make_n_break.blocks import (
    POSES,
    SIZES,
    Block,
    Spot,
    impossible,
    touching_axis,
)
from turmwart.rules.make_n_break.cards.proofs import building_order, holds, pile_of
from turmwart.rules.make_n_break.deck import deck_faults, read_deck
from turmwart.statics.judge import judge

DATA = json.loads((SHIPPED / "deck.json").read_text("utf-8"))
CARDS = read_deck(DATA)
DEEP = [card for card in CARDS if card.view == "3d"]


def test_eighty_cards_are_flat_and_twenty_deep_and_none_has_a_fault():
    assert Counter(card.view for card in CARDS) == {"flat": 80, "3d": 20}
    assert list(deck_faults(DATA)) == []
    assert {card.points for card in CARDS} == {1, 2, 3}
    assert {(card.view, card.coloured) for card in CARDS} == set(
        product(("flat", "3d"), (True, False))
    )
    assert min(Counter(card.numeral for card in CARDS).values()) >= 40


def test_every_solution_stands_and_the_drawn_one_by_three_millimetres():
    for card in CARDS:
        assert judge(pile_of(card.solutions[0])).margin_mm >= 3.0, card.id
        assert all(holds(layout) for layout in card.solutions), card.id


def test_one_hand_builds_every_card_that_is_not_marked_for_two():
    for card, raw in zip(CARDS, DATA["cards"], strict=True):
        order = building_order(card.solutions[0])
        assert (order is None) == raw["two_hands"], card.id
        for stage in range(1, len(order or ())):
            standing = tuple(card.solutions[0][i] for i in order[:stage])
            assert judge(pile_of(standing)).margin_mm >= 1.0, card.id


def places(layout, sign):
    """Poses and places from the left, the near and the ground; sign -1 turns left to right."""
    corners = [
        (b.pose, b.at.x if sign > 0 else -b.at.x - SIZES[b.pose][0], b.at.y, b.at.z) for b in layout
    ]
    left, near = min(c[1] for c in corners), min(c[2] for c in corners)
    return frozenset((pose, x - left, y - near, z) for pose, x, y, z in corners)


def test_no_two_cards_are_the_same_or_mirror_images():
    for one, other in combinations(CARDS, 2):
        shown = places(one.solutions[0], 1)
        assert shown not in (places(other.solutions[0], 1), places(other.solutions[0], -1))


VIEW = np.array([2.0, -4.0, 3.0])
RIGHT = np.array([4.0, 2.0, 0.0]) / np.hypot(4.0, 2.0)
UP = np.cross(VIEW, RIGHT) / np.linalg.norm(VIEW)


def image(layout, colours):
    """A ray per pixel against each cuboid: nearest depth, face, and where blocks part."""
    across, along = np.meshgrid(np.arange(-7, 9, 0.11), np.arange(-5, 14, 0.11))
    start = across[..., None] * RIGHT + along[..., None] * UP + 40 * VIEW
    best = np.full(across.shape, np.inf)
    owner, face = np.full(across.shape, -1), np.full(across.shape, -1)
    for number, b in enumerate(layout):
        low = np.array(b.at)
        ends = np.stack([(low - start) / -VIEW, (low + SIZES[b.pose] - start) / -VIEW])
        enter, leave = ends.min(0), ends.max(0)
        near = enter.max(-1)
        hit = (near < leave.min(-1)) & (near < best)
        best[hit], owner[hit], face[hit] = near[hit], number, enter.argmax(-1)[hit]
    lines = [owner[:, 1:] != owner[:, :-1], owner[1:] != owner[:-1]]
    shown = [np.round(best, 6), face, *lines]
    if colours:
        names = [b.colour for b in layout]
        shown.append(np.array([*names, ""])[owner])
    return shown


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def rearranged(layout):
    """Every building in which one block lies elsewhere, on something, and hangs together."""
    for number, taken in enumerate(layout):
        rest = layout[:number] + layout[number + 1 :]
        for pose, x, y, z in product(POSES, range(-3, 7), range(8), range(8)):
            b = Block(taken.colour, pose, Spot(x, y, z))
            if b != taken and touches_something(b, rest) and not impossible((*rest, b)):
                yield (*rest, b)


def touches_something(b, rest):
    return any(touching_axis(b, other) is not None for other in rest)


def hidden_arrangements_agree(card):
    listed = {frozenset(layout) for layout in card.solutions}
    drawn = image(card.solutions[0], card.coloured)
    for layout in card.solutions:
        assert same(image(layout, card.coloured), drawn), card.id
    depth, face = drawn[0], drawn[1]
    for layout in rearranged(card.solutions[0]):
        if frozenset(layout) in listed or not plausible(layout, depth, face):
            continue
        if same(image(layout, card.coloured), drawn):
            assert not holds(layout), (card.id, layout)


def plausible(layout, depth, face):
    """Cheap first: the block that moved hides nothing that the picture shows."""
    moved = image(layout[-1:], False)
    return not bool((moved[0] < depth - 1e-4).any())


@pytest.mark.rule("M-5")
@pytest.mark.parametrize("card", [c for c in DEEP if len(c.solutions) > 1][:2], ids=lambda c: c.id)
def test_no_hidden_arrangement_is_forgotten(card):
    hidden_arrangements_agree(card)


@pytest.mark.long
@pytest.mark.rule("M-5")
@pytest.mark.parametrize("card", DEEP, ids=lambda c: c.id)
def test_no_hidden_arrangement_of_any_card_is_forgotten(card):
    hidden_arrangements_agree(card)
