"""Thousands of buildings, shaken within and beyond what M-4 allows, judged as they were made."""

import json
from random import Random

import pytest

from turmwart.app.setup import SHIPPED
from turmwart.rules.make_n_break.blocks import COLOURS, Block, Spot, mirrored
from turmwart.rules.make_n_break.deck import painted, read_deck
from turmwart.rules.make_n_break.game import card_violations
from turmwart.rules.make_n_break.matcher import Fit, judged

CARDS = read_deck(json.loads((SHIPPED / "deck.json").read_text("utf-8")))


def right(draw, card):
    """Elsewhere on the table, each block a little off: too little to change any contact."""
    x, y = draw.uniform(-9, 9), draw.uniform(-9, 9)
    return tuple(
        Block(
            b.colour,
            b.pose,
            Spot(
                b.at.x + x + draw.uniform(-0.04, 0.04),
                b.at.y + y + draw.uniform(-0.04, 0.04),
                b.at.z + draw.uniform(-0.04, 0.04),
            ),
        )
        for b in painted(draw.choice(card.solutions))
    )


def misplaced(draw, card):
    """The block that was set last stands two block lengths away, or hangs in the air."""
    *rest, last = right(draw, card)
    aside = last.at._replace(x=last.at.x + 40, z=0.0)
    return (*rest, Block(last.colour, last.pose, aside))


def missing(draw, card):
    blocks = list(right(draw, card))
    blocks.pop(draw.randrange(len(blocks)))
    return tuple(blocks)


def mirror(draw, card):
    return mirrored(right(draw, card))


def swapped(draw, card):
    blocks = list(right(draw, card))
    one, other = draw.sample(range(len(blocks)), 2)
    a, b = blocks[one], blocks[other]
    blocks[one] = Block(b.colour, a.pose, a.at)
    blocks[other] = Block(a.colour, b.pose, b.at)
    return tuple(blocks)


def crowded(draw, card):
    """A spare block stands on the ground, with its face on the rightmost block of the floor."""
    return _with_spare(draw, card, 0.05)


def tidy(draw, card):
    return _with_spare(draw, card, 0.15)


def _with_spare(draw, card, gap):
    blocks = right(draw, card)
    edge = max((b for b in blocks), key=lambda b: b.at.x + b.size[0])
    free = next(colour for colour in COLOURS if colour not in {b.colour for b in blocks})
    at = Spot(edge.at.x + edge.size[0] + gap, edge.at.y, max(edge.at.z, 0.0))
    return (*blocks, Block(free, "along", at))


def wrong(card):
    return {"M-4" if card.view == "flat" else "M-5"}


def symmetric(card):
    return any(
        {(b.pose, b.at.x - left(one), b.at.y, b.at.z) for b in one}
        == {(b.pose, b.at.x - left(mirrored(other)), b.at.y, b.at.z) for b in mirrored(other)}
        for one in card.solutions
        for other in card.solutions
    )


def left(layout):
    return min(b.at.x for b in layout)


CASES = {
    right: lambda card: set(),
    tidy: lambda card: set(),
    missing: wrong,
    misplaced: wrong,
    mirror: wrong,
    swapped: lambda card: {"M-3"} if card.coloured else set(),
    crowded: lambda card: {"M-4"},
}
FREE = {
    mirror: lambda card: symmetric(card),
    crowded: lambda card: len(card.solutions[0]) == 10,
    tidy: lambda card: len(card.solutions[0]) == 10,
}


def slid_towers(times):
    """Blocks on each other, each slid along: contacts and order stay, only the distance decides.

    How far the nearest building on either side was from the tolerance, in sections.
    """
    draw, nearest = Random(12), [1.0, 1.0]
    for _ in range(times):
        tall = draw.randint(2, 10)
        tower = tuple(Block(None, "along", Spot(0.0, 0.0, float(z))) for z in range(tall))
        slides = [draw.uniform(-0.75, 0.75) * draw.choice((0.9, 1.0, 1.1, 1.6)) for _ in tower]
        built = tuple(
            Block(colour, "along", b.at._replace(x=b.at.x + slide))
            for colour, b, slide in zip(COLOURS, tower, slides, strict=False)
        )
        reserve = 0.75 - (max(slides) - min(slides)) / 2
        found = judged(built, (tower,))
        assert isinstance(found, Fit) is (reserve > 0), slides
        if isinstance(found, Fit):
            assert found.reserve == pytest.approx(reserve)
        nearest[reserve > 0] = min(nearest[reserve > 0], abs(reserve))
    return nearest


def shaken(times):
    """How many buildings were judged."""
    draw, judged_so_far = Random(11), 0
    for number in range(times):
        card = CARDS[number % len(CARDS)]
        for make, expected in CASES.items():
            if not FREE.get(make, lambda card: False)(card):
                found = {v.rule for v in card_violations(card, make(draw, card))}
                assert found == expected(card), (card.id, make.__name__)
                judged_so_far += 1
    return judged_so_far


@pytest.mark.rule("M-4")
def test_shaken_buildings_are_judged_as_they_were_made():
    assert shaken(130) > 700


@pytest.mark.rule("M-4")
def test_only_the_distance_decides_about_slid_towers():
    outside, inside = slid_towers(300)
    assert max(outside, inside) < 0.02


@pytest.mark.long
@pytest.mark.rule("M-4")
def test_ten_thousand_buildings_are_judged_as_they_were_made():
    judged_buildings = shaken(1300) + 2500
    outside, inside = slid_towers(2500)
    print(f"{judged_buildings} buildings; nearest to the tolerance: {inside:.5f} sections inside, "
          f"{outside:.5f} outside")  # fmt: skip
    assert judged_buildings >= 10_000
