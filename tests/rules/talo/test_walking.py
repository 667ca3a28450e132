"""Where pawns go, and when they start anew."""

import pytest

from rules.talo.drawn import across, along, build, game, ids, rolled, standing
from turmwart.model.geometry import Cell
from turmwart.rules.talo import TALO, Move, Restart, Roll

STAIRS = (along(3, 2, 0, 1), standing(4, 2, 0, 2), standing(5, 2, 0, 3))
"""Levels 1, 2 and 3 beside the start field (2, 2)."""


def to(x, y, level):
    return Move(Cell(x, y, level))


def moves(state):
    return {act.to for act in TALO.legal(state) if isinstance(act, Move)}


def fenced(*heights, around=(5, 5)):
    """Uprights of these *heights* east, west, north and south of a field."""
    x, y = around
    sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return tuple(standing(*side, 0, height) for side, height in zip(sides, heights, strict=True))


MIDDLE = Cell(5, 5, 0)


def shut(*bricks, at=MIDDLE, **changes):
    return game(*bricks, pawns=(at, Cell(9, 9, 0)), **changes)


@pytest.mark.rule("L-10")
def test_from_the_board_a_pawn_only_climbs_onto_a_brick_right_beside_it():
    assert ids(rolled(3, *STAIRS), to(3, 2, 1)) == []
    assert ids(rolled(3, *STAIRS), to(1, 2, 0)) == ["L-10"]
    assert moves(rolled(3, along(2, 4, 0, 1))) == set()
    assert moves(rolled(3, standing(3, 2, 0, 2))) == set()


@pytest.mark.rule("L-10")
def test_the_way_back_to_the_board_is_an_option():
    up = {"pawns": (Cell(3, 2, 1), Cell(7, 7, 0))}
    assert ids(rolled(3, *STAIRS, **up), to(2, 2, 0)) == ["L-10"]
    back = rolled(3, *STAIRS, return_to_board="yes", **up)
    assert ids(back, to(2, 2, 0)) == []
    assert ids(back, to(1, 2, 0)) == ["L-10"]
    assert moves(back) == {
        Cell(4, 2, 2),
        Cell(5, 2, 3),
        Cell(2, 2, 0),
        Cell(3, 1, 0),
        Cell(3, 3, 0),
    }


@pytest.mark.rule("L-11")
def test_stairs_are_climbed_step_by_step():
    assert moves(rolled(3, *STAIRS)) == {Cell(3, 2, 1), Cell(4, 2, 2), Cell(5, 2, 3)}
    gap = (*STAIRS[:2], standing(5, 2, 0, 4))
    assert ids(rolled(3, *gap), to(5, 2, 4)) == ["L-11"]
    diagonal = (along(3, 2, 0, 1), along(4, 3, 0, 1))
    assert ids(rolled(3, *diagonal), to(4, 3, 1)) == ["L-11"]


@pytest.mark.rule("L-11")
def test_where_no_field_is_nobody_stands():
    state = rolled(3, *STAIRS)
    assert ids(state, to(3, 2, 2)) == ["L-11!"]
    assert ids(state, to(4, 2, 1)) == ["L-11!"]
    assert ids(state, to(3, 2, 0)) == ["L-11!"]
    for far in ([60, 60, 5], [1000, -1000, 5], [2, 2, 100_000]):
        assert ids(state, TALO.read(state, {"do": "move", "to": far})) == ["L-11!"]
    assert ids(state, to(2, 2, 0)) == ["L-11!"]


@pytest.mark.rule("L-12")
def test_neither_onto_nor_over_another_pawn():
    state = rolled(3, *STAIRS, pawns=(Cell(2, 2, 0), Cell(4, 2, 2)))
    assert ids(state, to(4, 2, 2)) == ["L-12!"]
    assert ids(state, to(5, 2, 3)) == ["L-11"]
    assert ids(state, to(3, 2, 1)) == []


@pytest.mark.rule("L-12")
def test_all_that_is_wrong_with_a_target_is_listed():
    roof = (standing(7, 5, 0, 1), across(7, 5, 1, 4), standing(7, 8, 0, 1))
    state = rolled(3, *roof, start_fields="2,2;7,7")
    assert ids(state, to(7, 7, 0)) == ["L-10", "L-12!", "L-13"]


@pytest.mark.rule("L-13")
def test_a_pawn_needs_two_free_cells():
    tunnel = (along(3, 2, 0, 3), standing(4, 1, 0, 3), across(4, 1, 3, 3), standing(4, 3, 0, 3))
    assert ids(rolled(3, *tunnel), to(5, 2, 1)) == []
    low = (along(3, 2, 0, 3), standing(4, 1, 0, 2), across(4, 1, 2, 3), standing(4, 3, 0, 2))
    assert ids(rolled(3, *low), to(4, 2, 1)) == ["L-13"]
    assert ids(rolled(3, *low), to(5, 2, 1)) == ["L-11"]


@pytest.mark.rule("L-14")
def test_moves_come_before_between_and_after_the_bricks():
    state = rolled(3, *STAIRS)
    between = TALO.apply(TALO.apply(state, to(3, 2, 1)), build(along(0, 0, 0, 1)))
    assert ids(between, to(4, 2, 2)) == []
    after = TALO.apply(between, build(along(0, 1, 0, 2)))
    assert TALO.phase(after) == "move"
    assert ids(after, to(4, 2, 2)) == []


@pytest.mark.rule("L-14")
def test_without_building_there_is_no_moving():
    assert ids(game(*STAIRS), to(3, 2, 1)) == ["L-14!"]
    assert ids(game(*STAIRS, phase="done", rolls=(1, 1, 1)), to(3, 2, 1)) == ["L-14!"]


@pytest.mark.rule("L-15")
@pytest.mark.parametrize(
    ("heights", "proven"),
    [
        ((2, 2, 2, 2), True),  # four walls no pawn on the board can climb
        ((3, 3, 3, 3), True),
        ((2, 2, 2, 1), False),  # a step of one: there is a way out
    ],
)
def test_a_pawn_between_walls_is_shut_in(heights, proven):
    state = shut(*fenced(*heights))
    assert ids(state, Restart(Cell(0, 0, 0))) == ([] if proven else ["L-15?"])
    assert (Restart(Cell(0, 0, 0)) in TALO.legal(state)) == proven


@pytest.mark.rule("L-15")
def test_three_walls_and_an_empty_cell_prove_nothing():
    assert ids(shut(*fenced(2, 2, 2, 2)[:3]), Restart(Cell(0, 0, 0))) == ["L-15?"]


@pytest.mark.rule("L-15")
def test_the_edge_of_the_board_is_a_wall_for_a_pawn_on_level_0():
    corner = (standing(1, 0, 0, 2), standing(0, 1, 0, 2))
    assert ids(shut(*corner, at=Cell(0, 0, 0)), Restart(Cell(5, 5, 0))) == []
    assert ids(shut(corner[0], at=Cell(0, 0, 0)), Restart(Cell(5, 5, 0))) == ["L-15?"]


@pytest.mark.rule("L-15")
def test_under_a_low_roof_the_neighbours_are_no_way_out():
    """Beams two cells over the board on all four sides: level 1 has no headroom there."""
    piers = tuple(standing(x, y, 0, 2) for x in (3, 7) for y in (4, 5, 6))
    beams = (along(3, 4, 2, 5), along(3, 6, 2, 5), *(along(3, 5, 2, 2), along(6, 5, 2, 2)))
    assert ids(shut(*piers, *beams), Restart(Cell(0, 0, 0))) == []
    high = tuple(tuple(Cell(c.x, c.y, c.z + 1) for c in beam) for beam in beams)
    taller = tuple(standing(x, y, 0, 3) for x in (3, 7) for y in (4, 5, 6))
    assert ids(shut(*taller, *high), Restart(Cell(0, 0, 0))) == ["L-15?"]


@pytest.mark.rule("L-15")
def test_a_pawn_on_a_brick_between_higher_walls_is_shut_in_only_as_far_as_stairs_fit():
    """On level 1 walls up to level 10 all around leave no way, walls up to 2 do."""
    cube, pawn = along(5, 5, 0, 1), Cell(5, 5, 1)
    assert ids(shut(cube, *fenced(10, 10, 10, 10), at=pawn), Restart(Cell(0, 0, 0))) == []
    assert ids(shut(cube, *fenced(2, 10, 10, 10), at=pawn), Restart(Cell(0, 0, 0))) == ["L-15?"]


@pytest.mark.rule("L-15")
def test_other_pawns_prove_nothing():
    state = game(
        *fenced(2, 2, 2, 2)[:3], pawns=(Cell(5, 5, 0), Cell(5, 4, 0)), start_fields="5,5;5,4"
    )
    assert ids(state, Restart(Cell(0, 0, 0))) == ["L-15?"]


@pytest.mark.rule("L-15")
def test_a_restart_needs_a_free_field_with_headroom():
    walls = fenced(2, 2, 2, 2)
    state = shut(*walls)
    assert ids(state, Restart(Cell(6, 5, 0))) == ["L-15!"]
    assert ids(state, Restart(Cell(9, 9, 0))) == ["L-15!"]
    assert ids(state, Restart(Cell(5, 5, 0))) == ["L-15!"]
    roof = (standing(0, 0, 0, 1), along(0, 0, 1, 3), standing(2, 0, 0, 1))
    assert ids(shut(*walls, *roof), Restart(Cell(1, 0, 0))) == ["L-13"]


@pytest.mark.rule("L-15")
def test_a_restart_comes_once_and_before_the_first_roll():
    state = shut(*fenced(2, 2, 2, 2))
    after = TALO.apply(state, Restart(Cell(0, 0, 0)))
    assert (TALO.phase(after), after.pawn) == ("roll", Cell(0, 0, 0))
    assert ids(after, Restart(Cell(0, 5, 0))) == ["L-15!"]
    assert ids(TALO.apply(state, Roll(3)), Restart(Cell(0, 0, 0))) == ["L-15!"]


@pytest.mark.rule("L-16")
def test_the_first_pawn_on_level_10_wins_at_once():
    stairs = (standing(4, 4, 0, 9), standing(5, 4, 0, 10))
    state = rolled(3, *stairs, pawns=(Cell(4, 4, 9), Cell(9, 9, 0)))
    won = TALO.apply(state, to(5, 4, 10))
    assert (TALO.phase(won), won.outcome.winners, won.outcome.rule) == ("over", ("red",), "L-16")
    assert ids(won, build(along(0, 0, 0, 3))) == ["L-16!"]
    assert list(TALO.legal(won)) == []
    low = rolled(3, standing(3, 2, 0, 1))
    assert TALO.apply(low, to(3, 2, 1)).outcome is None
