"""What may be built, and where."""

import pytest

from rules.talo.drawn import across, along, build, found, game, ids, rolled, standing
from turmwart.model.geometry import Cell
from turmwart.rules.ruleset import BadAct
from turmwart.rules.talo import TALO, Build, Done
from turmwart.rules.talo.material import SUPPLY

ALL_TENS = (along(0, 9, 0, 10),)
FAR_PAWNS = {"pawns": (Cell(9, 9, 0), Cell(9, 8, 0))}


@pytest.mark.rule("L-3")
def test_one_brick_of_the_rolled_length_or_the_first_of_a_pair():
    state = rolled(5)
    assert ids(state, build(along(4, 4, 0, 5))) == []
    assert ids(state, build(along(4, 4, 0, 2))) == []
    assert ids(state, build(along(4, 4, 0, 6))) == ["L-3"]


@pytest.mark.rule("L-3")
def test_two_bricks_at_once_add_up_to_the_roll():
    state = rolled(5)
    assert ids(state, build(along(4, 4, 0, 2), along(4, 5, 0, 3))) == []
    assert ids(state, build(along(4, 4, 0, 2), along(4, 5, 0, 2))) == ["L-3"]


@pytest.mark.rule("L-3")
def test_the_second_brick_is_the_partner_of_the_first():
    state = TALO.apply(rolled(5), build(along(4, 4, 0, 2)))
    assert (TALO.phase(state), state.rest) == ("build", 3)
    assert ids(state, build(along(4, 5, 0, 3))) == []
    assert ids(state, build(along(4, 5, 0, 2))) == ["L-3"]
    assert ids(state, build(along(4, 5, 0, 2), along(4, 6, 0, 1))) == ["L-3"]
    assert TALO.phase(TALO.apply(state, build(along(4, 5, 0, 3)))) == "move"


@pytest.mark.rule("L-3")
def test_never_more_than_two_bricks():
    three = build(along(4, 4, 0, 1), along(4, 5, 0, 1), along(4, 6, 0, 1))
    assert ids(rolled(3), three) == ["L-3"]


@pytest.mark.rule("L-3")
def test_a_brick_that_is_not_left_cannot_be_forced():
    state = rolled(10, *ALL_TENS)
    assert ids(state, build(along(0, 5, 0, 10))) == ["L-3!"]
    assert ids(rolled(10), build(along(0, 5, 0, 10))) == []


@pytest.mark.rule("L-3")
def test_the_first_of_a_pair_needs_its_partner_in_the_supply():
    nines = (along(0, 9, 0, 9), along(0, 8, 0, 9))
    assert ids(rolled(10, *nines), build(along(0, 0, 0, 1))) == ["L-3"]
    assert ids(rolled(10, *nines[:1]), build(along(0, 0, 0, 1))) == []


@pytest.mark.rule("L-3")
def test_two_alike_need_two_in_the_supply():
    fives = tuple(along(0, y, 0, 5) for y in range(5))
    assert ids(rolled(10, *fives), build(along(5, 0, 0, 5))) == ["L-3"]
    assert ids(rolled(10, *fives[:4]), build(along(5, 0, 0, 5))) == []


@pytest.mark.rule("L-3")
def test_building_has_its_time():
    assert ids(game(), build(along(0, 0, 0, 1))) == ["L-3!"]
    assert ids(game(phase="move"), build(along(0, 0, 0, 1))) == ["L-3!"]


@pytest.mark.rule("L-3")
def test_a_second_brick_without_a_place_goes_back():
    """Every place for the last brick, a 1, is taken away by walls up to level 10."""
    walls = tuple(standing(x, y, 0, 10) for x in range(10) for y in range(10))
    state = rolled(2, *walls[:-1], pawns=(Cell(0, 0, 10), Cell(0, 1, 10)))
    first = TALO.apply(state, build(standing(9, 9, 0, 1)))
    second = TALO.apply(first, build(standing(9, 9, 1, 9)))
    assert ids(first, Done()) == ["L-2!"]
    blocked = rolled(1, *walls, set_now=1, pawns=(Cell(0, 0, 10), Cell(0, 1, 10)))
    assert ids(blocked, Done()) == []
    assert Done() in list(TALO.legal(blocked))
    assert TALO.phase(second) == "move"


@pytest.mark.rule("L-5")
def test_bricks_lie_along_or_across_or_stand():
    for straight in (along(4, 4, 0, 3), across(4, 4, 0, 3), standing(4, 4, 0, 3)):
        assert ids(rolled(3), build(straight)) == []
    diagonal = ((4, 4, 0), (5, 5, 0), (6, 6, 0))
    bent = ((4, 4, 0), (4, 5, 0), (5, 5, 0))
    torn = ((4, 4, 0), (5, 4, 0), (7, 4, 0))
    tilted = ((4, 4, 0), (5, 4, 1), (6, 4, 2))
    eleven = along(-1, 4, 1, 11)
    for crooked in (diagonal, bent, torn, tilted, eleven):
        raw = {"do": "build", "bricks": [{"cells": [list(cell) for cell in crooked]}]}
        with pytest.raises(BadAct, match="one straight line"):
            TALO.read(rolled(3), raw)


@pytest.mark.rule("L-6")
def test_only_from_the_second_layer_on_a_brick_sticks_out():
    assert ids(rolled(3), build(along(8, 4, 0, 3))) == ["L-6"]
    assert found(rolled(3), build(along(8, 4, 0, 3)))[0].cells == (Cell(10, 4, 0),)
    assert ids(rolled(3, along(8, 4, 0, 2)), build(along(8, 4, 1, 3))) == []


@pytest.mark.rule("L-6")
def test_beside_the_board_balance_is_not_asked_but_length_is():
    assert ids(rolled(3), build(along(12, 4, 0, 3))) == ["L-6"]
    assert ids(rolled(3), build(along(12, 4, 0, 4))) == ["L-3", "L-6"]


@pytest.mark.rule("L-7")
def test_nothing_is_higher_than_level_10():
    pillar = standing(4, 4, 0, 8)
    assert ids(rolled(2, pillar), build(standing(4, 4, 8, 2))) == []
    assert ids(rolled(3, pillar), build(standing(4, 4, 8, 3))) == ["L-7"]


@pytest.mark.rule("L-13")
def test_two_cells_above_a_pawn_stay_free():
    state = rolled(3, standing(1, 2, 0, 2), pawns=(Cell(2, 2, 0), Cell(9, 9, 0)))
    assert ids(state, build(along(1, 2, 2, 3))) == ["L-8"]
    high = rolled(3, standing(2, 3, 0, 2), pawns=(Cell(3, 3, 0), Cell(9, 9, 0)))
    assert ids(high, build(along(1, 3, 2, 3))) == []
    low = rolled(3, standing(2, 3, 0, 1), pawns=(Cell(3, 3, 0), Cell(9, 9, 0)))
    assert ids(low, build(along(1, 3, 1, 3))) == ["L-13"]


@pytest.mark.rule("L-13")
def test_a_pawns_own_cell_is_taken_for_good():
    assert ids(rolled(3), build(along(1, 2, 0, 3))) == ["L-13!"]
    assert ids(rolled(3), build(along(1, 3, 0, 3))) == []


@pytest.mark.rule("X-7")
def test_no_two_bricks_share_a_cell_and_nothing_lies_below_the_ground():
    state = rolled(3, along(4, 4, 0, 3))
    assert ids(state, build(along(6, 4, 0, 3))) == ["X-7!"]
    assert ids(state, build(standing(0, 0, -1, 3))) == ["X-7!"]
    assert ids(state, build(along(4, 5, 0, 2), across(5, 5, 0, 1))) == ["X-7!"]
    assert ids(state, build(along(6, 5, 0, 3))) == []


def test_what_is_broken_is_listed_completely():
    state = rolled(5, standing(2, 3, 0, 9), **FAR_PAWNS)
    assert ids(state, build(standing(2, 4, 9, 2))) == ["L-7", "L-8"]
    assert ids(state, build(standing(2, 4, 9, 6))) == ["L-3", "L-7", "L-8"]


@pytest.mark.parametrize(
    ("number", "places"),
    [
        (1, 98),
        (2, 98 + 2 * (90 - 4) + 98),
    ],
)
def test_the_empty_board_has_a_place_for_everything(number, places):
    """By hand: 98 single cells, 90 lying pairs each way less two per pawn, 98 upright."""
    listed = [act for act in TALO.legal(rolled(number)) if isinstance(act, Build)]
    assert len(set(listed)) == len(listed)
    assert len(listed) == places


def test_legal_lists_what_judge_finds_nothing_against_and_no_more():
    """Every straight brick in a box around a small building, one by one."""
    standing_now = (standing(4, 4, 0, 2), along(3, 4, 2, 3), along(7, 7, 0, 2), along(0, 1, 0, 4))
    state = rolled(4, *standing_now)
    listed = {act for act in TALO.legal(state) if isinstance(act, Build)}
    for length in SUPPLY:
        for x in range(-4, 12):
            for y in range(-4, 12):
                for z in range(11):
                    for turned in (along, across, standing)[: 1 if length == 1 else 3]:
                        if length > 5 or (x + y + z + length) % 3:
                            continue
                        act = build(turned(x, y, z, length))
                        assert (not found(state, act)) == (act in listed), act
