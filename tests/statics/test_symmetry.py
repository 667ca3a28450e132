"""What must not matter does not, and what scales does."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.model.geometry import Cell
from turmwart.statics.bodies import of_cells
from turmwart.statics.judge import judge
from turmwart.statics.structures import Pile

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@st.composite
def buildings(draw):
    """Small polycubes dropped on each other."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    tops, bodies = {}, []
    for _ in range(draw(st.integers(2, 9))):
        flat = [(rng.randrange(4), rng.randrange(4))]
        for _ in range(rng.randrange(4)):
            x, y = rng.choice(flat)
            dx, dy = rng.choice(STEPS)
            flat.append((x + dx, y + dy))
        z = max(tops.get(at, 0) for at in flat)
        tops.update(dict.fromkeys(flat, z + 1))
        bodies.append(frozenset(Cell(x, y, z) for x, y in flat))
    return tuple(bodies)


def piled(bricks, cell_mm=20.0, density=1.0):
    bodies = tuple(of_cells(brick, density * len(brick)) for brick in bricks)
    return Pile(cell_mm, 0.4, tuple(range(len(bricks))), bodies)


def moved(bricks, how):
    return tuple(frozenset(Cell(*how(cell)) for cell in brick) for brick in bricks)


WAYS = {
    "mirrored": lambda c: (-1 - c.x, c.y, c.z),
    "turned": lambda c: (-1 - c.y, c.x, c.z),
    "upside": lambda c: (c.y, c.x, c.z),
    "shifted": lambda c: (c.x - 37, c.y + 5, c.z),
}


def same(found, expected, scale=1.0):
    if expected.margin_mm is None:
        assert found.margin_mm is None
    else:
        assert found.margin_mm == pytest.approx(expected.margin_mm * scale, abs=1e-4)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@settings(max_examples=25, deadline=None)
@given(bricks=buildings())
def test_mirror_turn_and_shift(way, bricks):
    found, expected = judge(piled(moved(bricks, way))), judge(piled(bricks))
    same(found, expected)
    assert found.standing is expected.standing
    assert found.tips == expected.tips


@settings(max_examples=25, deadline=None)
@given(bricks=buildings(), scale=st.sampled_from([0.25, 1.5, 4.0]))
def test_cell_size_scales_the_margin(bricks, scale):
    same(judge(piled(bricks, cell_mm=20.0 * scale)), judge(piled(bricks)), scale)


@settings(max_examples=25, deadline=None)
@given(bricks=buildings(), density=st.sampled_from([0.01, 650.0]))
def test_density_does_not_matter(bricks, density):
    found, expected = judge(piled(bricks, density=density)), judge(piled(bricks))
    same(found, expected)
    assert found.standing is expected.standing


@settings(max_examples=25, deadline=None)
@given(bricks=buildings(), seed=st.integers(0, 99))
def test_the_order_of_bodies_does_not_matter(bricks, seed):
    pile = piled(bricks)
    order = list(range(len(bricks)))
    random.Random(seed).shuffle(order)
    names = tuple(pile.names[i] for i in order)
    other = replace(pile, names=names, bodies=tuple(pile.bodies[i] for i in order))
    found, expected = judge(other), judge(pile)
    same(found, expected)
    assert sorted(found.tips) == sorted(expected.tips)
