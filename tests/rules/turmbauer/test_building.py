"""Turmbauer, building: each rule kept and broken, side by side."""

import pytest

from rules.turmbauer.drawn import (
    broken,
    by,
    cells,
    cube,
    found,
    fresh,
    piece,
    pillar,
    position,
    swapped,
)
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.acts import Build, Discard, Done, Move, Ring, Roll
from turmwart.rules.turmbauer.state import Phase
from turmwart.rules.verdicts import Verdict, verdict

FLAT = piece("I2a", (0, 0, 1), (1, 0, 1))


@pytest.mark.rule("T-2")
def test_a_turn_is_roll_build_move_done():
    state = fresh()
    assert broken(state, Roll((2, 2))) == []
    assert broken(state, FLAT) == ["T-2"]
    assert broken(state, Done()) == ["T-2"]
    state = TURMBAUER.apply(state, Roll((2, 2)))
    assert broken(state, Roll((1, 1))) == ["T-2"]
    state = TURMBAUER.apply(state, FLAT)
    assert TURMBAUER.phase(state) == "move"
    assert broken(state, Done()) == []
    assert broken(state, Discard("L4")) == ["T-2"]
    state = TURMBAUER.apply(state, Done())
    assert (TURMBAUER.turn(state), TURMBAUER.phase(state)) == ("blue", "roll")


@pytest.mark.rule("T-2")
def test_a_piece_that_is_not_in_the_supply_is_neither_built_nor_boxed():
    state = position(dice=(1, 3), supply=("I1c", "I3"), later=False)
    assert broken(state, cube(0, 0, 1)) == ["T-2"]
    assert broken(state, FLAT) == ["T-2", "T-3"]
    assert broken(state, Discard("L4")) == ["T-2", "T-6"]
    assert found(state, FLAT)["T-2"].binding


@pytest.mark.rule("T-3")
def test_the_size_is_one_of_the_two_numbers_and_never_their_sum():
    state = position(dice=(2, 3), later=False)
    five = piece("L5", (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (2, 1, 0))
    assert broken(state, FLAT) == []
    assert broken(state, five) == ["T-3"]
    wrong = found(state, five)["T-3"]
    assert dict(wrong.facts) == {"size": 5, "first": 2, "second": 3}
    assert not wrong.binding


@pytest.mark.rule("T-4")
def test_doubles_leave_the_choice_free():
    assert broken(position(dice=(5, 5), later=False), FLAT) == []
    assert broken(position(dice=(5, 4), later=False), FLAT) == ["T-3"]


@pytest.mark.rule("T-5")
def test_the_only_size_that_is_left_must_be_built():
    state = position(dice=(1, 2), supply=("I2a", "I3", "L3"), later=False)
    assert {act.piece for act in TURMBAUER.legal(state) if isinstance(act, Build)} == {"I2a"}
    assert broken(state, Discard("I3")) == ["T-6"]
    assert broken(state, piece("I3", (2, 0, 0), (3, 0, 0), (4, 0, 0))) == ["T-3"]


@pytest.mark.rule("T-6")
def test_a_piece_is_boxed_only_if_nothing_fits():
    state = position(dice=(1, 2), supply=("I3", "L3"), later=False)
    assert broken(state, Discard("I3")) == []
    assert {a for a in TURMBAUER.legal(state) if isinstance(a, Discard)} == {
        Discard("I3"),
        Discard("L3"),
    }
    after = TURMBAUER.apply(state, Discard("I3"))
    assert (after.phase, after.hand.supply, after.hand.box) == (Phase.MOVE, ("L3",), ("I3",))
    assert broken(position(dice=(1, 3), supply=("I3", "L3"), later=False), Discard("I3")) == ["T-6"]


@pytest.mark.rule("T-6")
def test_a_size_without_a_legal_place_counts_as_not_in_the_supply():
    """Only a coloured single cube is left, and pawns stand in all the cells it could fill."""
    pawns = {"red": (1, 0, 1), "blue": (0, 1, 1)}
    state = position(dice=(1, 2), supply=("I1c",), pawns=pawns)
    assert broken(state, Discard("I1c")) == []
    assert broken(position(dice=(1, 2), supply=("I1c",)), Discard("I1c")) == ["T-6"]


@pytest.mark.rule("T-6")
def test_a_disputed_place_is_no_place():
    """Next to the tower a flat six juts out by two cubes at best: the readings differ."""
    walls = by("blue", *pillar(0, 0, 1, 1), *pillar(1, 1, 1, 1))
    options = {"dice": (6, 5), "supply": ("R6",)}
    ask = position(*walls, overhang="ask", **options)
    wide = piece("R6", (0, 0, 2), (1, 0, 2), (2, 0, 2), (0, 1, 2), (1, 1, 2), (2, 1, 2))
    verdicts = {verdict(TURMBAUER.violations(ask, wide))}
    assert verdicts == {Verdict.DISPUTED}
    assert wide not in set(TURMBAUER.legal(ask))


@pytest.mark.rule("T-6")
def test_ring_a_avoids_the_box():
    state = position(dice=(1, 2), supply=("I3",), later=False, ring="a")
    assert broken(state, Discard("I3")) == ["T-6"]
    astray = swapped(piece("I3", (0, -1, 0), (0, -2, 0), (0, -3, 0)))
    assert broken(state, astray) == ["T-10"]
    assert broken(state, piece("I3", (2, 0, 0), (3, 0, 0), (4, 0, 0))) == []


@pytest.mark.rule("T-7")
def test_the_first_piece_touches_the_cornerstone_itself():
    there = by("blue", piece("I2a", (2, 0, 0), (3, 0, 0)))
    beside, off = cube(1, 2, 0), cube(4, 0, 0)
    assert broken(position(*there, later=False), beside) == []
    assert broken(position(*there, later=False), cube(0, 0, 1)) == []
    assert broken(position(*there, later=False), off) == ["T-7"]
    assert broken(position(later=False), off) == ["T-7", "T-9"]


@pytest.mark.rule("T-8")
def test_from_the_second_turn_on_nothing_touches_the_table():
    upright = piece("I2a", (2, 0, 0), (2, 0, 1))
    assert broken(position(later=False), upright) == []
    assert broken(position(), upright) == ["T-8"]
    assert found(position(), upright)["T-8"].cells == cells((2, 0, 0))


@pytest.mark.rule("T-9")
def test_a_whole_face_touches_what_stands():
    tower = by("blue", *pillar(0, 0, 1, 2))
    assert broken(position(*tower), cube(0, 0, 3)) == []
    assert broken(position(*tower), cube(0, 0, 4)) == ["T-9", "T-13"]
    diagonal = cube(2, 2, 0)
    assert broken(position(later=False), diagonal) == ["T-7", "T-9"]


@pytest.mark.rule("T-10")
def test_colour_and_natural_wood_take_turns_in_space():
    assert broken(position(), FLAT) == []
    assert broken(position(), swapped(FLAT)) == ["T-10"]
    assert found(position(), swapped(FLAT))["T-10"].cells == cells((0, 0, 1), (1, 0, 1))


@pytest.mark.rule("T-10")
def test_a_misplaced_piece_bears_and_touches_but_changes_no_pattern():
    astray = position(*by("blue", Build("I1c", cells((0, 0, 1)), cells((0, 0, 1)))))
    assert broken(astray, cube(0, 0, 2)) == []
    assert broken(astray, Build("I1n", cells((0, 0, 2)), ())) == ["T-10"]


@pytest.mark.rule("T-12")
def test_a_gap_may_stay_and_be_filled_later():
    bridge = by("blue", *pillar(0, 0, 1, 1), *pillar(0, 1, 1, 1))
    over = piece("I2a", (0, 0, 2), (1, 0, 2))
    assert broken(position(*bridge), over) == []
    assert broken(position(*bridge, *by("blue", over)), cube(1, 0, 1)) == []
    assert broken(position(*bridge, *by("blue", over)), cube(0, 0, 1)) == ["X-7"]


PILLAR = by("blue", *pillar(0, 0, 1, 1))


@pytest.mark.rule("T-13")
@pytest.mark.parametrize(
    ("build", "extent", "count", "ask"),
    [
        (piece("I2a", (0, 0, 2), (-1, 0, 2)), [], [], "legal"),
        (swapped(piece("I3", (-1, 0, 2), (0, 0, 2), (1, 0, 2))), ["T-10"], ["T-10"], "illegal"),
        (piece("I4", (0, 0, 2), (-1, 0, 2), (-2, 0, 2), (-3, 0, 2)), ["T-13"], ["T-13"], "illegal"),
        (piece("I4", (0, 0, 2), (0, 0, 3), (0, 0, 4), (0, 0, 5)), [], [], "legal"),
        (swapped(piece("L3", (0, 0, 2), (-1, 0, 2), (-1, 0, 3))), ["T-10"], ["T-10", "T-13"], "x"),
        (piece("L4", (1, 1, 1), (2, 1, 1), (2, 1, 2), (2, 1, 3)), [], ["T-13"], "disputed"),
        (piece("I2a", (-1, 0, 1), (-1, 0, 2)), ["T-13"], ["T-13"], "illegal"),
    ],
)
def test_overhang_by_both_readings(build, extent, count, ask):
    options = {"dice": (1, 1)}
    assert broken(position(*PILLAR, overhang="extent", **options), build) == extent
    assert broken(position(*PILLAR, overhang="count", **options), build) == count
    if ask != "x":
        state = position(*PILLAR, overhang="ask", **options)
        assert verdict(TURMBAUER.violations(state, build)) == ask


@pytest.mark.rule("T-13")
def test_a_bridge_between_two_supports_hangs_over_nowhere():
    far = by("blue", *pillar(0, 0, 1, 1), *pillar(3, 0, 1, 1))
    bridge = piece("I4", (0, 0, 2), (1, 0, 2), (2, 0, 2), (3, 0, 2))
    assert broken(position(*far, overhang="count"), bridge) == []
    assert broken(position(*PILLAR, overhang="extent"), bridge) == ["T-13"]


@pytest.mark.rule("T-13")
def test_a_piece_held_from_the_side_only_is_illegal():
    held = found(position(*PILLAR), cube(-1, 0, 1))["T-13"]
    assert (held.case, held.disputed, held.binding) == ("held", False, False)


@pytest.mark.rule("X-7")
def test_two_bodies_in_one_cell_are_named_alone_and_cannot_be_forced():
    state = position(*PILLAR, dice=(3, 4))
    for impossible in (swapped(FLAT), piece("I2a", (2, 0, 0), (2, 0, -1))):
        (alone,) = TURMBAUER.violations(state, impossible)
        assert (alone.rule, alone.binding) == ("X-7", True)


@pytest.mark.rule("T-18")
def test_ring_a_frees_the_choice_before_building_only():
    state = position(dice=(3, 4))
    assert broken(state, FLAT) == ["T-3"]
    assert broken(state, Ring("a")) == []
    ringed = TURMBAUER.apply(state, Ring("a"))
    assert (broken(ringed, FLAT), ringed.hand.rings) == ([], 1)
    assert broken(position(phase=Phase.MOVE), Ring("a")) == ["T-18"]
    assert broken(position(phase=Phase.MOVE), Ring("b")) == []


@pytest.mark.rule("T-18")
def test_one_ring_per_turn_after_the_roll_until_the_pawn_has_moved():
    assert broken(position(ring="b"), Ring("c")) == ["T-18"]
    assert found(position(ring="b"), Ring("c"))["T-18"].binding
    for phase in (Phase.START, Phase.ROLL, Phase.DONE):
        assert broken(position(phase=phase), Ring("b")) == ["T-18"]


@pytest.mark.rule("T-20")
def test_a_pawn_is_built_over_but_its_own_cell_stays_free():
    state = position(pawns={"blue": (1, 0, 1)})
    (crushed,) = TURMBAUER.violations(state, cube(1, 0, 1))
    assert (crushed.rule, crushed.binding) == ("T-20", True)
    roof = by("blue", *pillar(0, 0, 1, 2))
    over = piece("I2a", (0, 0, 3), (1, 0, 3))
    assert broken(position(*roof, pawns={"blue": (1, 0, 1)}), over) == []


@pytest.mark.rule("T-20")
def test_a_pawns_last_way_out_stays_open():
    """A pawn at the foot of three high pillars; the fourth side leads down to the table."""
    pit = (*pillar(0, 0, 1, 2), *pillar(1, 1, 1, 2), *pillar(1, -1, 0, 2))
    state = position(*by("blue", *pit), pawns={"green": (1, 0, 1)}, dice=(3, 3))
    wall = piece("I3", (2, 0, 0), (2, 0, 1), (2, 0, 2))
    assert broken(state, wall) == ["T-8", "T-20"]
    assert broken(state, piece("I2a", (2, 0, 0), (3, 0, 0))) == ["T-8"]
    (taken,) = [v for v in TURMBAUER.violations(state, wall) if v.rule == "T-20"]
    assert (taken.cells, taken.binding) == (cells((1, 0, 1)), False)


@pytest.mark.rule("T-20")
def test_who_had_no_way_out_before_loses_none():
    pit = (*pillar(0, 0, 1, 2), *pillar(1, 1, 1, 2), *pillar(1, -1, 0, 2), *pillar(2, 0, 0, 2))
    state = position(*by("blue", *pit), pawns={"green": (1, 0, 1)})
    assert broken(state, cube(2, 0, 3)) == []


def test_out_of_phase_is_named_alone():
    assert broken(position(phase=Phase.MOVE, dice=(3, 4)), swapped(FLAT)) == ["T-2"]
    assert broken(position(phase=Phase.BUILD), Move(None)) == ["T-15"]
