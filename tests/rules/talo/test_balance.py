"""L-8, drawn: what stands, what tips, what leans."""

import pytest

from rules.talo.drawn import across, along, build, found, ids, rolled, standing
from turmwart.model.geometry import Cell
from turmwart.rules.talo import TALO, Build

PILLAR = standing(4, 4, 0, 3)


def listed(state):
    return {act for act in TALO.legal(state) if isinstance(act, Build)}


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("length", [3, 5, 7, 9])
def test_odd_lengths_lie_centred_on_one_upright(length):
    centred = build(along(4 - length // 2, 4, 3, length))
    astray = build(along(5 - length // 2, 4, 3, length))
    state = rolled(length, PILLAR)
    assert ids(state, centred) == []
    assert ids(state, astray) == ["L-8"]
    assert centred in listed(state)
    assert astray not in listed(state)


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("length", [2, 4, 6, 8, 10])
def test_even_lengths_do_not_lie_on_one_upright(length):
    for west in range(5 - length, 5):
        assert ids(rolled(length, PILLAR), build(along(west, 4, 3, length))) == ["L-8"]
        assert ids(rolled(length, PILLAR), build(across(4, west, 3, length))) == ["L-8"]


@pytest.mark.rule("L-8")
def test_an_even_length_may_lean_on_a_higher_brick():
    higher = standing(3, 4, 0, 4)
    state = rolled(2, PILLAR, higher)
    leaning = build(along(4, 4, 3, 2))
    assert ids(state, leaning) == []
    assert leaning not in listed(state)


@pytest.mark.rule("L-8")
@pytest.mark.parametrize(
    "neighbour",
    [
        standing(3, 4, 0, 3),  # not as high as the brick's top
        along(2, 4, 3, 2),  # lies
        standing(3, 4, 3, 1),  # one cell high
        standing(3, 3, 0, 5),  # over the corner
    ],
)
def test_not_everything_can_be_leant_on(neighbour):
    below = (standing(3, 4, 0, 3), standing(2, 4, 0, 3)) if neighbour[0].z else ()
    state = rolled(2, PILLAR, *below, neighbour)
    act = build(along(4, 4, 3, 2)) if not below else build(across(4, 4, 3, 2))
    assert ids(state, act) == ["L-8"]


@pytest.mark.rule("L-8")
def test_leaning_does_not_help_beyond_the_edge():
    state = rolled(4, PILLAR, standing(3, 4, 0, 6))
    assert ids(state, build(along(4, 4, 3, 4))) == ["L-8"]


@pytest.mark.rule("L-8")
def test_four_and_one_on_a_one_balance_when_set_together():
    """The 1 sits on the short end: (0.5 * 4 beyond) against it, as the sheet draws it."""
    cube = along(4, 4, 0, 1)
    four, one = along(3, 4, 1, 4), along(3, 4, 2, 1)
    state = rolled(5, cube)
    assert ids(state, build(four)) == ["L-8"]
    assert ids(state, build(four, one)) == []


@pytest.mark.rule("L-8")
def test_a_floating_brick_and_one_held_from_the_side_only_fall():
    assert ids(rolled(2), build(along(5, 5, 4, 2))) == ["L-8"]
    assert ids(rolled(2, standing(4, 4, 0, 5)), build(along(5, 4, 4, 2))) == ["L-8"]


@pytest.mark.rule("L-8")
def test_a_bridge_stands_on_two_ends():
    piers = (standing(2, 4, 0, 2), standing(7, 4, 0, 2))
    assert ids(rolled(6, *piers), build(along(2, 4, 2, 6))) == []
    assert ids(rolled(6, *piers), build(along(2, 5, 2, 6))) == ["L-8"]


@pytest.mark.rule("L-8")
def test_a_load_on_the_end_of_a_beam_tips_it():
    beam = along(3, 4, 3, 3)
    state = rolled(1, PILLAR, beam)
    assert ids(state, build(along(4, 4, 4, 1))) == []
    assert ids(state, build(along(5, 4, 4, 1))) == []
    heavy = rolled(3, PILLAR, beam)
    assert ids(heavy, build(standing(5, 4, 4, 3))) == ["L-8"]


@pytest.mark.rule("L-8")
def test_exactly_on_the_edge_is_not_inside():
    """Beam of 3 centred on a pillar, 3 more on its end: 3 * 0.5 inside, 3 * 0.5 outside."""
    state = rolled(3, PILLAR, along(3, 4, 3, 3))
    assert [v.disputed for v in found(state, build(standing(5, 4, 4, 3)))] == [False]


@pytest.mark.rule("L-8")
@pytest.mark.parametrize(("load", "broken"), [(7, []), (8, ["L-8?"]), (9, ["L-7", "L-8"])])
def test_under_one_millimetre_is_disputed(load, broken):
    """A 9 centred on a cube, a load one cell off its middle: to the edge it is
    20 mm * (9 * 0.5 - load * 0.5) / (9 + load), which is 1.25, 0.59 and 0 mm."""
    state = rolled(load, along(4, 4, 0, 1), along(0, 4, 1, 9))
    act = build(standing(5, 4, 2, load))
    assert ids(state, act) == broken
    assert (act in listed(state)) == (not broken)


@pytest.mark.rule("L-8")
def test_what_was_doubtful_before_is_not_doubted_again():
    state = rolled(3, along(4, 4, 0, 1), along(0, 4, 1, 9), standing(5, 4, 2, 8))
    assert ids(state, build(along(0, 0, 0, 3))) == []
    assert ids(state, build(along(3, 4, 2, 1), along(0, 0, 0, 2))) == []


@pytest.mark.rule("L-8")
def test_only_what_is_newly_unbalanced_is_blamed():
    tipping = along(4, 4, 3, 2)
    state = rolled(3, PILLAR, tipping)
    assert ids(state, build(along(0, 0, 0, 3))) == []
    assert ids(state, build(standing(4, 4, 4, 3))) == []
    assert build(along(0, 0, 0, 3)) in listed(state)
    assert ids(state, build(along(0, 0, 5, 3))) == ["L-8"]


@pytest.mark.rule("L-8")
def test_a_pawns_weight_does_not_help():
    state = rolled(2, PILLAR, pawns=(Cell(4, 4, 3), Cell(9, 9, 0)))
    assert ids(state, build(along(4, 4, 3, 2))) == ["L-13!", "L-8"]


@pytest.mark.rule("L-9")
def test_two_bricks_set_together_are_one_step():
    state = rolled(5, along(4, 4, 0, 1))
    four, one = along(3, 4, 1, 4), along(3, 4, 2, 1)
    after = TALO.apply(state, build(four, one))
    assert TALO.phase(after) == "move"
    assert ids(TALO.apply(state, build(four)), build(one)) == []
    assert ids(state, build(four)) == ["L-8"]


@pytest.mark.rule("L-8")
def test_what_tips_elsewhere_is_no_excuse_for_tipping_what_leans():
    """Four cubes lean, their middle exactly on the edge; a cube far out is beyond it."""
    leaning = (standing(4, 4, 0, 3), standing(4, 3, 0, 4), along(3, 4, 3, 4))
    forced = (standing(8, 8, 0, 3), along(8, 8, 3, 4))
    for standing_there in (leaning, (*leaning, *forced), (*forced, *leaning)):
        state = rolled(1, *standing_there)
        assert ids(state, build(along(4, 4, 4, 1))) == []
        assert ids(state, build(along(6, 4, 4, 1))) == ["L-8"]
