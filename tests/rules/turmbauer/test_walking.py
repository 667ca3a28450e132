"""Turmbauer, walking: fields, steps, pawns and rings, each rule kept and broken."""

import pytest

from rules.turmbauer.drawn import Spot, broken, by, cells, cube, found, piece, pillar, position
from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.acts import Build, Discard, Done, Move, Ring
from turmwart.rules.turmbauer.state import Phase, State

TABLE = Move(None)


def to(x: int, y: int, level: int) -> Move:
    return Move(Cell(x, y, level))


def walking(*standing: tuple[str, Build], red: Spot | None = None, **more: object) -> State:
    """Red has built and may walk; *red* is where its pawn stands, the table without it."""
    pawns = {**more.pop("pawns", {}), **({"red": red} if red else {})}
    return position(*standing, pawns=pawns, phase=Phase.MOVE, **more)


def targets(state: State) -> set[Move]:
    return {act for act in TURMBAUER.legal(state) if isinstance(act, Move)}


STEP = by("red", *pillar(0, 0, 1, 1), *pillar(1, 1, 1, 2))
"""
level above the cornerstone, y up:   1 3
                                     2 1
"""


@pytest.mark.rule("T-14")
def test_fields_are_tops_with_a_free_cell_above():
    roof = by("blue", *pillar(0, 0, 1, 2), piece("I2a", (0, 0, 3), (1, 0, 3)))
    assert broken(walking(*roof), to(1, 0, 1)) == []
    low = by("blue", *pillar(0, 0, 1, 1), piece("I2a", (0, 0, 2), (1, 0, 2)), cube(1, 0, 1))
    assert broken(walking(*low), to(1, 0, 1)) == ["T-14"]
    assert broken(walking(*low), to(1, 0, 2)) == ["T-14"]
    assert broken(walking(), to(7, 7, 1)) == ["T-14"]
    assert broken(walking(), to(100_000, 0, 9)) == ["T-14"]
    assert found(walking(), to(7, 7, 1))["T-14"].binding


@pytest.mark.rule("T-14")
def test_ground_that_is_closed_in_is_not_the_table():
    """From (1, 1) the only step leads down to the yard at (2, 1); one cube closes the yard."""
    shut = by("red", *pillar(0, 1, 1, 3), *pillar(1, 0, 1, 3), *pillar(1, 2, 0, 3))
    yard = (*shut, *by("red", cube(2, 0, 0), cube(2, 2, 0)))
    assert targets(walking(*yard, red=(1, 1, 1))) >= {TABLE, to(2, 0, 1)}
    closed = walking(*yard, *by("red", cube(3, 1, 0)), red=(1, 1, 1))
    assert broken(closed, TABLE) == ["T-16"]
    assert targets(closed) == set()


@pytest.mark.rule("T-15")
def test_a_pawn_walks_over_natural_dark_and_its_own_fields_only():
    assert targets(walking()) == {to(x, y, 1) for x in (0, 1) for y in (0, 1)}
    mine = by("red", piece("I2a", (2, 0, 0), (3, 0, 0)))
    theirs = by("blue", piece("I2a", (2, 0, 0), (3, 0, 0)))
    assert broken(walking(*mine), to(2, 0, 1)) == []
    assert broken(walking(*theirs), to(2, 0, 1)) == ["T-15"]
    assert broken(walking(*theirs), to(3, 0, 1)) == []
    assert not found(walking(*theirs), to(2, 0, 1))["T-15"].binding


@pytest.mark.rule("T-15")
def test_nobody_walks_across_another_colour():
    """From the south-west field both ways up to level 2 lead over the blue cube at (1, 0)."""
    fence = by("blue", *pillar(1, 0, 1, 1), *pillar(0, 1, 1, 1), *pillar(1, 1, 1, 1))
    assert broken(walking(*fence, red=(0, 0, 1)), to(1, 1, 2)) == ["T-16"]
    mine = by("red", *pillar(1, 0, 1, 1), *pillar(0, 1, 1, 1), *pillar(1, 1, 1, 1))
    assert broken(walking(*mine, red=(0, 0, 1)), to(1, 1, 2)) == []


@pytest.mark.rule("T-15")
def test_a_pawn_moves_once_and_only_after_building_or_boxing():
    assert broken(position(), to(0, 0, 1)) == ["T-15"]
    assert broken(position(phase=Phase.ROLL), TABLE) == ["T-15"]
    walked = TURMBAUER.apply(walking(), to(0, 0, 1))
    assert broken(walked, to(1, 0, 1)) == ["T-15"]
    boxed = TURMBAUER.apply(position(dice=(1, 2), supply=("I3",), later=False), Discard("I3"))
    assert broken(boxed, to(0, 0, 1)) == []
    assert broken(boxed, Done()) == []


@pytest.mark.rule("T-16")
def test_a_step_climbs_or_descends_one_level_at_most():
    assert broken(walking(*STEP, red=(1, 0, 1)), to(0, 0, 2)) == []
    assert broken(walking(*STEP, red=(0, 0, 2)), to(1, 0, 1)) == []
    assert broken(walking(*STEP, red=(1, 0, 1)), to(1, 1, 3)) == ["T-16"]
    assert broken(walking(*STEP, red=(1, 1, 3)), to(1, 0, 1)) == ["T-16"]
    climb = found(walking(*STEP, red=(1, 0, 1)), to(1, 1, 3))["T-16"]
    assert (dict(climb.facts), climb.binding) == ({"level": 1, "target": 3}, False)


@pytest.mark.rule("T-16")
def test_steps_are_never_diagonal():
    pair = by("red", *pillar(0, 0, 1, 1), *pillar(1, 1, 1, 1), *pillar(0, 1, 1, 4))
    split = (*pair, *by("red", *pillar(1, 0, 1, 4)))
    assert broken(walking(*pair, red=(0, 0, 2)), to(1, 1, 2)) == []
    assert broken(walking(*split, red=(0, 0, 2)), to(1, 1, 2)) == ["T-16"]


@pytest.mark.rule("T-16")
def test_the_way_may_lead_across_the_table():
    apart = by("blue", *pillar(1, 0, 1, 3), *pillar(0, 1, 1, 3))
    assert broken(walking(*apart, red=(0, 0, 1)), to(1, 1, 1)) == []
    assert broken(walking(*apart, red=(0, 0, 1)), TABLE) == []
    assert broken(walking(*apart), TABLE) == ["T-16"]


@pytest.mark.rule("T-16")
def test_above_the_lower_field_all_is_free_up_to_the_head_on_the_higher_one():
    """A roof over (1, 0) on z = 2 leaves room to stand there on level 1, not to climb from it."""
    ends = by("red", *pillar(0, 0, 1, 1), *pillar(1, 1, 1, 1), *pillar(0, 1, 1, 1))
    assert broken(walking(*ends, red=(1, 0, 1)), to(0, 0, 2)) == []
    roof = by("red", Build("I1n", cells((1, 0, 2)), ()))
    covered = walking(*ends, *roof, red=(1, 0, 1))
    assert targets(covered) == {TABLE}
    assert broken(covered, to(0, 0, 2)) == ["T-16"]
    assert broken(walking(*ends, *roof, red=(0, 0, 2)), to(1, 0, 1)) == ["T-16"]


@pytest.mark.rule("T-16")
def test_the_own_place_is_no_move_and_cannot_be_forced():
    for state, there in ((walking(), TABLE), (walking(red=(0, 0, 1)), to(0, 0, 1))):
        assert broken(state, there) == ["T-16"]
        assert found(state, there)["T-16"].binding
    assert broken(walking(red=(0, 0, 1)), to(1, 0, 1)) == []
    on_blue = walking(*by("blue", *pillar(0, 0, 1, 2)), red=(0, 0, 3))
    assert broken(on_blue, to(0, 0, 3)) == ["T-16"]


@pytest.mark.rule("T-17")
def test_one_pawn_per_field_and_nobody_passes_one():
    blue = {"blue": (1, 0, 1)}
    assert broken(walking(pawns=blue), to(1, 0, 1)) == ["T-17"]
    assert found(walking(pawns=blue), to(1, 0, 1))["T-17"].binding
    assert broken(walking(pawns=blue), to(0, 0, 1)) == []
    corner = by("blue", *pillar(0, 0, 1, 1), *pillar(0, 1, 1, 3), *pillar(-1, 0, 0, 3))
    dead_end = (*corner, *by("blue", *pillar(0, -1, 0, 3)))
    natural = walking(*by("red", *pillar(0, 0, 1, 1)), *dead_end[1:])
    assert broken(natural, to(0, 0, 2)) == []
    guarded = walking(*by("red", *pillar(0, 0, 1, 1)), *dead_end[1:], pawns=blue)
    assert broken(guarded, to(0, 0, 2)) == ["T-16"]


@pytest.mark.rule("T-17")
def test_the_table_holds_any_number():
    assert broken(walking(red=(0, 0, 1)), TABLE) == []


@pytest.mark.rule("T-17")
def test_all_that_is_wrong_with_a_target_is_named():
    theirs = by("blue", piece("I2a", (2, 0, 0), (3, 0, 0)))
    taken = walking(*theirs, pawns={"green": (2, 0, 1)})
    assert broken(taken, to(2, 0, 1)) == ["T-15", "T-17"]


@pytest.mark.rule("T-18")
def test_ring_b_opens_other_colours_and_passes_pawns_but_ends_on_none():
    theirs = by("blue", piece("I2a", (2, 0, 0), (3, 0, 0)))
    assert broken(walking(*theirs), to(2, 0, 1)) == ["T-15"]
    assert broken(walking(*theirs, ring="b"), to(2, 0, 1)) == []
    crowd = {"blue": (1, 0, 1), "green": (0, 1, 1), "black": (2, 0, 1)}
    sides = by("blue", *pillar(-1, 0, 0, 3), *pillar(0, -1, 0, 3))
    held = {"red": (0, 0, 1), "pawns": crowd}
    assert broken(walking(*theirs, *sides, **held), to(3, 0, 1)) == ["T-16"]
    assert broken(walking(*theirs, *sides, **held, ring="b"), to(3, 0, 1)) == []
    assert broken(walking(*theirs, *sides, **held, ring="b"), to(2, 0, 1)) == ["T-17"]


@pytest.mark.rule("T-18")
def test_ring_c_takes_one_single_step_of_exactly_two_levels():
    stairs = by("red", *pillar(0, 0, 1, 2), *pillar(0, 1, 1, 4))
    assert broken(walking(*stairs), to(0, 0, 3)) == ["T-16"]
    assert broken(walking(*stairs, ring="c"), to(0, 0, 3)) == []
    assert broken(walking(*stairs, ring="c"), to(0, 1, 5)) == ["T-16"]
    assert broken(walking(*stairs, red=(0, 0, 3), ring="c"), to(0, 1, 5)) == []
    assert broken(walking(*stairs, red=(0, 0, 3), ring="c"), to(1, 0, 1)) == []
    assert broken(walking(*stairs, red=(0, 1, 5), ring="c"), to(1, 1, 1)) == ["T-16"]


@pytest.mark.rule("T-18")
def test_ring_c_lands_where_the_colour_allows_and_walks_on():
    natural, coloured = by("blue", *pillar(1, 0, 1, 2)), by("blue", *pillar(0, 0, 1, 2))
    assert broken(walking(*natural, ring="c"), to(1, 0, 3)) == []
    assert broken(walking(*coloured, ring="c"), to(0, 0, 3)) == ["T-15"]
    further = (*natural, *by("blue", *pillar(1, 1, 1, 3)))
    assert broken(walking(*further, ring="c"), to(1, 1, 4)) == []
    assert broken(walking(*further), to(1, 1, 4)) == ["T-16"]


@pytest.mark.rule("T-18")
def test_a_colour_without_rings_uses_none_not_even_by_force():
    state = walking()
    for _ in range(2):
        state = TURMBAUER.apply(state, Ring("b"))
    spent = found(state, Ring("b"))["T-18"]
    assert spent.binding
    assert broken(walking(), Ring("c")) == []
    assert {act for act in TURMBAUER.legal(walking()) if isinstance(act, Ring)} == {
        Ring("b"),
        Ring("c"),
    }
