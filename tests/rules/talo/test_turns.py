"""The course of a game: setting up, rolling, taking turns, ending."""

import json

import pytest

from rules.talo.drawn import along, build, game, ids, rolled, standing
from turmwart.model.geometry import Cell
from turmwart.rules.ruleset import BadAct, BadSetup
from turmwart.rules.talo import TALO, Build, Collapse, Done, Move, Restart, Roll
from turmwart.rules.talo.material import SUPPLY

SPENT = tuple(
    along(0, 20 + length, number, length) for length in SUPPLY for number in range(SUPPLY[length])
)
"""All 55 bricks out of the way; where they lie does not matter here."""


def without(*lengths):
    """All bricks are used up but one of each of *lengths*."""
    used = list(SPENT)
    for length in lengths:
        used.remove(next(placed for placed in used if len(placed) == length))
    return tuple(used)


@pytest.mark.rule("L-1")
def test_pawns_begin_on_the_start_fields_in_seat_order():
    state = game(seats=4)
    assert state.pawns == (Cell(2, 2, 0), Cell(2, 7, 0), Cell(7, 2, 0), Cell(7, 7, 0))
    assert TALO.turn(state) == "red"


@pytest.mark.rule("L-1")
def test_a_start_field_cannot_be_shared():
    with pytest.raises(BadSetup, match="one per seat"):
        TALO.setup(None, {"start_fields": "2,2;2,2"}, {})
    assert TALO.setup(None, {"start_fields": "2,2;7,7"}, {}).options["start_fields"] == "2,2;7,7"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (("red",), {}),
        (("a", "b", "c", "d", "e"), {}),
        (("red", "red"), {}),
        (("red", "Blue!"), {}),
        (None, {"start": "green"}),
        (None, {"return_to_board": "maybe"}),
        (None, {"start_fields": "2,2"}),
        (None, {"start_fields": "2,2;10,7"}),
        (None, {"start_fields": "nonsense"}),
        (None, {"colour": "red"}),
    ],
)
def test_no_game_starts_like_this(seats, options):
    with pytest.raises(BadSetup):
        TALO.setup(seats, options, {})


def test_the_seat_that_starts_may_be_chosen_and_the_rounds_count_from_it():
    state = TALO.start(TALO.setup(("ann", "bo"), {"start": "bo"}, {}))
    assert TALO.turn(state) == "bo"
    for _ in range(2):
        assert TALO.show(state)["round"] == 1
        state = TALO.apply(TALO.apply(state, Roll(1)), next(TALO.legal(TALO.apply(state, Roll(1)))))
        state = TALO.apply(state, Done())
    assert TALO.show(state)["round"] == 2


@pytest.mark.rule("L-2")
def test_a_turn_is_a_roll_then_bricks_then_done():
    state = game()
    assert sum(isinstance(act, Roll) for act in TALO.legal(state)) == 10
    assert ids(state, Done()) == ["L-2!"]
    building = TALO.apply(state, Roll(4))
    assert (TALO.phase(building), building.rest) == ("build", 4)
    assert ids(building, Roll(4)) == ["L-2!"]
    assert ids(building, Done()) == ["L-2!"]
    after = TALO.apply(building, build(along(0, 0, 0, 4)))
    assert (TALO.phase(after), after.supply[4]) == ("move", 6)
    assert ids(after, Done()) == []
    assert TALO.turn(TALO.apply(after, Done())) == "blue"


@pytest.mark.rule("L-4")
def test_nothing_left_that_fits_means_rolling_again_up_to_three_times():
    state = game(*without(7))
    for thrown in (3, 10):
        state = TALO.apply(state, Roll(thrown))
        assert TALO.phase(state) == "roll"
    assert TALO.phase(TALO.apply(state, Roll(7))) == "build"
    failed = TALO.apply(state, Roll(8))
    assert (TALO.phase(failed), failed.rolls) == ("done", (3, 10, 8))
    assert list(TALO.legal(failed)) == [Done()]
    assert ids(failed, Roll(7)) == ["L-2!"]
    assert ids(failed, build(along(0, 0, 0, 7))) == ["L-3!"]


@pytest.mark.rule("L-4")
def test_two_that_add_up_fit_and_one_alone_is_no_pair():
    assert TALO.phase(TALO.apply(game(*without(3, 4)), Roll(7))) == "build"
    assert TALO.phase(TALO.apply(game(*without(3)), Roll(6))) == "roll"
    assert TALO.phase(TALO.apply(game(*without(3, 3)), Roll(6))) == "build"


@pytest.mark.rule("L-4")
def test_what_fits_but_has_no_place_does_not_help():
    walls = tuple(standing(x, y, 0, 10) for x in range(10) for y in range(10))
    full = game(*walls, pawns=(Cell(0, 0, 10), Cell(0, 1, 10)))
    assert TALO.phase(TALO.apply(full, Roll(1))) == "roll"
    assert TALO.phase(TALO.apply(game(*walls[:-1], pawns=full.pawns), Roll(1))) == "build"


@pytest.mark.rule("L-17")
def test_a_building_that_can_be_rebuilt_is_rebuilt():
    state = rolled(3, along(0, 0, 0, 5))
    assert ids(state, Collapse(True)) == []
    assert TALO.apply(state, Collapse(True)) == state


@pytest.mark.rule("L-17")
def test_who_brings_it_down_for_good_has_lost():
    over = TALO.apply(rolled(3, along(0, 0, 0, 5), seats=3), Collapse(False))
    assert (over.outcome.winners, over.outcome.rule) == (("blue", "green"), "L-17")
    assert ids(over, Done()) == ["L-17!"]
    assert ids(over, Collapse(True)) == ["L-17!"]


@pytest.mark.rule("L-18")
def test_a_whole_round_without_building_ends_the_game():
    state = game(*SPENT, pawns=(Cell(0, 22, 9), Cell(1, 22, 9), Cell(5, 5, 0)), seats=3)
    for turn in range(3):
        assert state.outcome is None, turn
        for _ in range(3):
            state = TALO.apply(state, Roll(5))
        state = TALO.apply(state, Done())
    assert (state.outcome.winners, state.outcome.rule) == (("red", "blue"), "L-18")
    assert ids(state, Roll(1)) == ["L-18!"]


@pytest.mark.rule("L-18")
def test_one_who_builds_keeps_the_game_going():
    state = game(*without(1), seats=2, idle=1)
    built = TALO.apply(TALO.apply(state, Roll(1)), build(along(0, 0, 0, 1)))
    after = TALO.apply(built, Done())
    assert (after.outcome, after.idle) == (None, 0)


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "fly"},
        {"do": ["roll"]},
        {"do": "roll"},
        {"do": "roll", "dice": [0]},
        {"do": "roll", "dice": [11]},
        {"do": "roll", "dice": [2, 3]},
        {"do": "roll", "dice": [True]},
        {"do": "build"},
        {"do": "build", "bricks": []},
        {"do": "build", "bricks": [[[0, 0, 0]]]},
        {"do": "build", "bricks": [{"cells": []}]},
        {"do": "build", "bricks": [{"cells": [[0, 0]]}]},
        {"do": "build", "bricks": [{"cells": [[0, 0, 0.5]]}]},
        {"do": "build", "bricks": [{"cells": [[0, 0, 0], [0, 0, 0]]}]},
        {"do": "move"},
        {"do": "move", "to": "table"},
        {"do": "move", "to": [10, 0, 0]},
        {"do": "move", "to": [1, 1, -1]},
        {"do": "restart", "to": [3, 10]},
        {"do": "restart", "to": [3, 3, 0]},
        {"do": "collapse", "rebuilt": "yes"},
        {"do": "collapse", "rebuilt": True},
    ],
)
def test_what_is_no_act_of_talo_is_an_error(raw):
    with pytest.raises(BadAct):
        TALO.read(game(), raw)


@pytest.mark.parametrize(
    ("act", "raw"),
    [
        (Roll(7), {"do": "roll", "dice": [7]}),
        (
            Build((along(0, 1, 2, 2), standing(5, 5, 0, 1))),
            {"do": "build", "bricks": [{"cells": [[0, 1, 2], [1, 1, 2]]}, {"cells": [[5, 5, 0]]}]},
        ),
        (Move(Cell(-1, 3, 4)), {"do": "move", "to": [-1, 3, 4]}),
        (Restart(Cell(4, 5, 0)), {"do": "restart", "to": [4, 5]}),
        (Collapse(False), {"do": "collapse", "rebuilt": False}),
        (Done(), {"do": "done"}),
    ],
)
def test_acts_are_written_and_read(act, raw):
    state = game(along(0, 0, 0, 1))
    assert TALO.write(act) == raw
    assert TALO.read(state, raw | {"by": "somebody"}) == act


def test_the_order_of_a_bricks_cells_does_not_matter():
    raw = {"do": "build", "bricks": [{"cells": [[2, 0, 0], [0, 0, 0], [1, 0, 0]]}]}
    assert TALO.read(game(), raw) == build(along(0, 0, 0, 3))


def test_the_state_is_shown_as_the_protocol_says():
    state = rolled(4, along(0, 0, 0, 2))
    shown = TALO.show(state)
    assert json.loads(json.dumps(shown)) == {
        "game": "talo",
        "seats": ["red", "blue"],
        "turn": "red",
        "phase": "build",
        "round": 1,
        "standing": {"red": 0, "blue": 0},
        "options": {"return_to_board": "no", "start_fields": "2,2;2,7", "start": "red"},
        "outcome": None,
        "rolls": [4],
        "rest": 4,
        "supply": {str(n): 11 - n - (n == 2) for n in range(1, 11)},
        "bricks": [[[0, 0, 0], [1, 0, 0]]],
        "pawns": {"red": [2, 2, 0], "blue": [2, 7, 0]},
    }
