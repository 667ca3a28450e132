"""Piles small enough to work out on paper. A cell is 20 mm."""

from math import sqrt

import pytest

from turmwart.statics.judge import Standing, judge, stands


def row(first, length, z=0):
    return [[first + i, 0, z] for i in range(length)]


def check(pile, margin_mm, tips=()):
    found = judge(pile)
    if margin_mm is None:
        assert found.margin_mm is None
    else:
        assert found.margin_mm == pytest.approx(margin_mm, rel=0.01, abs=1e-6)
    assert found.tips == tuple(tips)
    assert found.standing is stands(pile)
    return found.standing


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("length", [1, 3, 5, 7, 9])
def test_odd_lengths_lie_centred_on_one_brick(structure, length):
    pile = structure(base=row(0, 1), bar=row(-(length // 2), length, 1))
    assert check(pile, 10.0) is Standing.STABLE


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("length", [2, 4, 6, 8, 10])
def test_even_lengths_are_on_the_edge_and_that_is_not_inside(structure, length):
    pile = structure(base=row(0, 1), bar=row(1 - length // 2, length, 1))
    assert check(pile, 0.0, ["bar"]) is Standing.UNSTABLE


@pytest.mark.rule("L-8")
@pytest.mark.parametrize(("first", "beyond_mm"), [(0, 10.0), (-2, 10.0)])
def test_a_three_off_centre_falls_by_what_is_missing(structure, first, beyond_mm):
    pile = structure(base=row(0, 1), bar=row(first, 3, 1))
    assert check(pile, -beyond_mm, ["bar"]) is Standing.UNSTABLE


@pytest.mark.rule("L-8")
def test_four_and_one_balance_each_other_on_a_one(structure):
    # (4 x 1.0 + 1 x -0.5) / 5 = 0.7, and the base ends at 1.0
    pile = structure(base=row(0, 1), four=row(-1, 4, 1), one=row(-1, 1, 2))
    assert check(pile, 6.0) is Standing.STABLE


def test_a_bar_on_the_edge_leans_on_a_wall_as_far_as_friction_goes(structure):
    # the wall pushes the top corner with 0.4 of the bar's weight, one cell above its edge
    leaning = {"base": row(0, 1), "bar": row(0, 2, 1), "wall": (2, 0, 0, 4, 1, 2)}
    assert check(structure(**leaning), 8.0) is Standing.STABLE
    slippery = structure(friction=0.0, **leaning)
    assert judge(slippery).standing is Standing.UNSTABLE


def test_two_that_lean_on_each_other_hold_as_far_as_friction_goes(structure):
    # each is 0.35 over its edge; the other pushes at the top, one cell up, with at most 0.4
    halves = {"p": (0.6, 0, 1, 1.5, 1, 1), "q": (2.1, 0, 1, 1.5, 1, 1)}
    feet = {"a": (0, 0, 0, 1, 1, 1), "b": (3.2, 0, 0, 1, 1, 1)}
    assert judge(structure(**feet, **halves)).margin_mm == pytest.approx(20 * (0.4 - 0.35))
    slippery = structure(friction=0.3, **feet, **halves)
    assert judge(slippery).tips == ("p", "q")


def test_a_hook_that_hangs_on_a_wall_only_pulls_it_over_with_itself(structure):
    # the leg pushes the wall below, friction holds above: 3 at 0.5 and 4 at 1.25, edge 1
    wall = [[0, 0, z] for z in range(3)]
    hook = [[0, 0, 3], [1, 0, 3], [1, 0, 2], [1, 0, 1]]
    assert check(structure(wall=wall, hook=hook), 20 * (1 - 6.5 / 7)) is Standing.STABLE
    # on ice it turns and its leg pushes the wall away
    assert check(structure(wall=wall, hook=hook, friction=0.0), -5.0, ["wall", "hook"])


def test_a_weight_that_is_too_light_shifts_with_the_bar_it_holds(structure):
    # 4 at 2.0 and 6 at 0.5 are 1.0 beyond the edge in all; a tenth of a cell each is enough
    weight = {"box": [0, 0, 2, 1, 1, 1], "mass_g": 6 * 650 * 8000e-6}
    pile = structure(base=row(0, 1), bar=row(0, 4, 1), weight=weight)
    assert check(pile, -2.0, ["bar", "weight"]) is Standing.UNSTABLE


def test_a_bridge_is_as_good_as_its_width(structure):
    assert check(structure(a=row(0, 1), b=row(4, 1), bar=row(0, 5, 1)), 10.0) is Standing.STABLE


def test_t_l_and_long_l_on_their_stems(structure):
    stem = [[0, 0, 0]]
    assert check(structure(t=stem + row(-1, 3, 1)), 10.0) is Standing.STABLE
    assert check(structure(l=stem + row(0, 2, 1)), 20 / 6) is Standing.STABLE
    assert check(structure(j=stem + row(0, 3, 1)), -5.0, ["j"]) is Standing.UNSTABLE


def test_the_worst_direction_may_be_a_diagonal(structure):
    # feet at three corners of a square, the centre at 6.5 / 7; the edge is x + y = 3
    feet, plate = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]]
    assert check(structure(table=feet + plate), 20 * (3 - 13 / 7) / sqrt(2)) is Standing.STABLE


def test_the_worst_direction_may_be_any(structure):
    # feet 2:1 apart: the edge runs from (4, 1) to (1, 3); 2 x + 3 y = 11
    feet = [[0, 0, 0], [3, 0, 0], [0, 2, 0]]
    plate = [[x, y, 1] for x in range(4) for y in range(3)]
    x, y = (0.5 + 3.5 + 0.5 + 24) / 15, (0.5 + 0.5 + 2.5 + 18) / 15
    expected = 20 * (11 - 2 * x - 3 * y) / sqrt(13)
    assert check(structure(table=feet + plate), expected) is Standing.STABLE


@pytest.mark.parametrize("blocks", range(1, 9))
@pytest.mark.parametrize("part", [1.0, 0.99, 0.95, 0.6])
def test_harmonic_overhang(structure, blocks, part):
    """Each block reaches *part* of its share 1/2k; the same rest is left at every level."""
    length, edge, pile = 4.0, 0.0, {"b0": (-4.0, 0.0, 0.0, 4.0, 1.0, 1.0)}
    for level, above in enumerate(range(blocks, 0, -1), 1):
        edge += part * length / (2 * above)
        pile[f"b{level}"] = (edge - length, 0.0, float(level), length, 1.0, 1.0)
    found = judge(structure(**pile))
    assert found.margin_mm == pytest.approx(min(20 * (1 - part) * length / 2, 10.0), abs=1e-3)
    assert found.standing is (Standing.UNSTABLE if part == 1.0 else Standing.MARGINAL
                              if found.margin_mm < 1 else Standing.STABLE)  # fmt: skip


def test_a_tower_of_forty_is_as_steady_as_one(structure):
    tower = structure(**{f"c{z}": [[0, 0, z]] for z in range(40)})
    assert check(tower, 10.0) is Standing.STABLE


def test_a_counterweight_by_mass(structure):
    grams = 650 * 8000e-6
    bar, base = (-0.5, 0, 1, 4, 1, 1), row(0, 1)
    weight = {"box": [-0.5, 0, 2, 1, 1, 1], "mass_g": 4 * grams}
    # (4 x 1.5 + 4 x 0.0) / 8 = 0.75
    assert check(structure(base=base, bar=bar, weight=weight), 5.0) is Standing.STABLE
    # (4 x 1.5 + 2 x 0.0) / 6 = 1.0, the edge
    lighter = weight | {"mass_g": 2 * grams}
    assert check(structure(base=base, bar=bar, weight=lighter), 0.0, ["bar", "weight"])


def test_a_pawn_helps_nobody_as_counterweight(structure):
    bar, grams = (-0.75, 0, 1, 4, 1, 1), 650 * 8000e-6
    weight = {"box": [-0.75, 0, 2, 1, 1, 1], "mass_g": 4 * grams}
    assert check(structure(base=row(0, 1), bar=bar, weight=weight), 10.0) is Standing.STABLE
    pawn = weight | {"pawn": True}
    assert check(structure(base=row(0, 1), bar=bar, pawn=pawn), -5.0, ["bar"]) is Standing.UNSTABLE


def test_a_pawn_that_tips_the_pile_counts_too(structure):
    pawn = {"cells": row(1, 1, 2), "pawn": True}
    # alone 1 - 0.5, with the pawn (3 x 0.5 + 1.5) / 4 = 0.75
    assert check(structure(base=row(0, 1), bar=row(-1, 3, 1), pawn=pawn), 5.0) is Standing.STABLE


def test_floating_and_held_from_the_side_cannot_be_cured_by_a_shift(structure):
    ground = row(0, 1)
    assert check(structure(a=ground, up=row(0, 1, 2)), None, ["up"]) is Standing.UNSTABLE
    between = structure(
        left=[[0, 0, 0], [0, 0, 1]], right=[[2, 0, 0], [2, 0, 1]], held=row(1, 1, 1)
    )
    assert check(between, None, ["held"]) is Standing.UNSTABLE


def test_edges_and_corners_alone_carry_nothing(structure):
    assert check(structure(a=row(0, 1), b=row(1, 1, 1)), None, ["b"]) is Standing.UNSTABLE
    assert check(structure(a=row(0, 1), b=[[1, 1, 1]]), None, ["b"]) is Standing.UNSTABLE


def test_only_what_falls_is_named(structure):
    pile = structure(
        base=row(0, 1), bar=row(0, 3, 1), rider=row(2, 1, 2), far=row(8, 1), hat=row(8, 1, 1)
    )
    assert judge(pile).tips == ("bar", "rider")


def test_two_that_are_equally_near_their_edges_are_both_named(structure):
    """One would go to the right, the other to the left: neither direction is the worst alone."""
    pile = structure(a=row(0, 1), right=row(0, 2, 1), b=row(9, 1), left=row(8, 2, 1), c=row(20, 1))
    assert check(pile, 0.0, ["right", "left"]) is Standing.UNSTABLE


def test_what_falls_is_not_on_the_edge_because_another_is(structure):
    """Only one shift would help: the S falls by half a cell, the bar beside it is on its edge."""
    base = [[1, 2, 0], [2, 1, 0], [2, 2, 0], [2, 3, 0]]
    s = [[2, 3, 1], [3, 3, 1], [3, 4, 1], [4, 4, 1]]
    pile = structure(base=base, b=[[3, 1, 0], [3, 2, 0]], bar=[[3, 0, 1], [3, 1, 1]], s=s)
    assert check(pile, -10.0, ["s"]) is Standing.UNSTABLE


def test_parts_that_do_not_touch_are_as_good_as_the_worst(structure):
    bad, worse = (0.9, 0, 1, 1, 1, 1), (9, 0, 1, 3, 1, 1)
    pile = structure(a=row(0, 1), bad=bad, b=row(9, 1), worse=worse)
    assert check(pile, -10.0, ["bad", "worse"]) is Standing.UNSTABLE


def test_a_marginal_pile_names_who_would_go(structure):
    pile = structure(base=row(0, 1), bar=(-0.02, 0, 1, 2, 1, 1), far=row(9, 1))
    assert check(pile, 0.4, ["bar"]) is Standing.MARGINAL


@pytest.mark.parametrize(
    ("over", "standing"),
    [(0.051, "stable"), (0.05, "stable"), (0.049, "marginal"), (0.0026, "marginal"),
     (0.0024, "unstable"), (0.0, "unstable"), (-0.1, "unstable")],
)  # fmt: skip
def test_the_limits_are_a_twentieth_and_one_millimetre(structure, over, standing):
    pile = structure(base=row(0, 1), bar=(-over, 0, 1, 2, 1, 1))
    assert judge(pile).standing == stands(pile) == standing


def test_each_body_may_choose_its_own_shift_so_two_overhangs_are_no_worse_than_the_larger(
    structure,
):
    pile = structure(base=row(0, 1), low=(0.6, 0, 1, 1, 1, 1), high=(1.2, 0, 2, 1, 1, 1))
    # high rests on low's edge at 1.6, its centre 1.7: 0.1; both together 1.4 beyond 1.0: 0.4
    assert check(pile, -8.0, ["low", "high"]) is Standing.UNSTABLE


@pytest.mark.parametrize(("first", "beyond_mm"), [(0.6, 2.0), (0.75, 5.0), (0.9, 8.0)])
def test_a_single_block_over_the_edge_lacks_what_its_centre_is_beyond(structure, first, beyond_mm):
    pile = structure(base=row(0, 1), block=(first, 0, 1, 1, 1, 1))
    assert check(pile, -beyond_mm, ["block"]) is Standing.UNSTABLE


def test_beyond_a_corner_the_larger_of_x_and_y_counts(structure):
    pile = structure(base=row(0, 1), block=(0.7, 0.9, 1, 1, 1, 1))
    assert check(pile, -8.0, ["block"]) is Standing.UNSTABLE


def test_a_twentieth_of_a_millimetre_is_still_the_edge(structure):
    pile = structure(base=row(0, 1), bar=(-0.0025, 0, 1, 2, 1, 1))
    assert check(pile, 0.05, ["bar"]) is Standing.UNSTABLE
