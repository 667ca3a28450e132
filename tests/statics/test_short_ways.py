"""The short ways agree with the long ones."""

import pytest

from turmwart.statics.balance import balance
from turmwart.statics.growing import Growing
from turmwart.statics.judge import judge, stands
from turmwart.statics.vertical import GROUND, Balance, Contact


@pytest.mark.parametrize("seed", range(12))
def test_a_growing_pile_is_judged_like_a_whole_one(drop_boxes, seed):
    whole = drop_boxes(seed, 14)
    growing = Growing(whole.cell_mm, whole.friction)
    for name, body in zip(whole.names, whole.bodies, strict=True):
        growing.add(name, body)
        found, expected = growing.judge(), judge(growing.pile)
        assert found.margin_mm == pytest.approx(expected.margin_mm, abs=1e-4)
        assert found.standing is expected.standing is growing.standing() is stands(growing.pile)
        assert found.tips == expected.tips


def test_a_growing_pile_may_start_with_blocks(drop_boxes):
    whole = drop_boxes(3, 6)
    growing = Growing(whole.cell_mm, whole.friction, whole.names, whole.bodies)
    assert growing.judge() == judge(whole)


def test_a_block_that_ties_two_parts_together_is_judged_with_both(structure):
    """Two leaning halves that fall alone hold each other as soon as a heavy bar lies on both."""
    left = {"l0": (0, 0, 0, 1, 1, 1), "l1": (0.6, 0, 1, 1, 1, 1)}
    right = {"r0": (3, 0, 0, 1, 1, 1), "r1": (2.4, 0, 1, 1, 1, 1)}
    whole = structure(**left, **right, bar={"box": [0.6, 0, 2, 2.8, 1, 1], "mass_g": 100})
    growing = Growing(whole.cell_mm, whole.friction, whole.names[:-1], whole.bodies[:-1])
    assert growing.judge().tips == ("l1", "r1")
    growing.add("bar", whole.bodies[-1])
    assert growing.judge() == judge(whole)


def equations(bricks):
    owner = {cell: i for i, brick in enumerate(bricks) for cell in brick}
    touching = []
    for i, brick in enumerate(bricks):
        areas = {}
        for x, y, z in brick:
            lower = GROUND if z == 0 else owner.get((x, y, z - 1))
            if lower is not None and lower != i:
                areas.setdefault(lower, []).append((x, y))
        for lower, cells in areas.items():
            west, south = min(cells)
            east, north = max(cells)
            touching.append(Contact(i, lower, west, south, east + 1, north + 1))
    return Balance({i: sorted(brick) for i, brick in enumerate(bricks)}, touching)


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("seed", range(60))
def test_the_equations_of_few_bricks_agree_with_the_program_of_all(drop, seed):
    bricks = drop(seed, 3 + seed % 7)
    found, expected = equations(bricks), balance(bricks)
    assert found.holds() is expected.stands
    if expected.stands:
        wide = expected.margin_cells * 0.99
        assert all(found.holds(shift=way) for way in ((wide, 0.0), (-wide, 0.0), (0.0, wide)))
