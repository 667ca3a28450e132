"""Turmbauer and Talo for the eye: what could be set, and what a turn is called."""

import pytest

from rules.turmbauer.drawn import DATA
from turmwart.interpret.lattice import BROKEN, Placed, Shape, Turn
from turmwart.interpret.talo import TaloStaging
from turmwart.interpret.turmbauer import TurmbauerStaging
from turmwart.model.geometry import Cell
from turmwart.rules.talo.game import TALO
from turmwart.rules.talo.material import State as TaloState
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.state import State as TurmbauerState

TURMBAUER_EYE, TALO_EYE = TurmbauerStaging(), TaloStaging()


def rolled(*dice: int) -> TurmbauerState:
    setup = TURMBAUER.setup(("red", "blue", "green"), {"start": "red"}, DATA)
    state = TURMBAUER.start(setup)
    return TURMBAUER.apply(state, TURMBAUER.read(state, {"do": "roll", "dice": list(dice)}))


def thrown(number: int) -> TaloState:
    state = TALO.start(TALO.setup(("red", "blue"), {}, {}))
    return TALO.apply(state, TALO.read(state, {"do": "roll", "dice": [number]}))


def single(state: TurmbauerState, name: str) -> Shape:
    return next(shape for shape in TURMBAUER_EYE.shapes(state) if shape.name == name)


@pytest.mark.rule("T-3")
def test_a_wrong_size_is_possible_but_rare() -> None:
    state = rolled(1, 3)
    assert single(state, "I1n").prior > single(state, "I4").prior + 5.0


def test_pieces_that_look_alike_are_offered_once() -> None:
    names = {shape.name for shape in TURMBAUER_EYE.shapes(rolled(2, 2))}
    assert "I2a" in names
    assert "I2b" not in names


@pytest.mark.rule("T-10")
def test_a_cube_of_the_wrong_class_weighs_less() -> None:
    state = rolled(1, 3)
    turn = Turn((Placed(single(state, "I1n"), Cell(0, 2, 0)),))
    right = Turn((Placed(single(state, "I1n"), Cell(1, 1, 1)),))
    assert TURMBAUER_EYE.reading(state, turn)[1] == BROKEN
    assert TURMBAUER_EYE.reading(state, right)[1] == 0.0


def test_before_the_roll_nothing_is_set() -> None:
    state = TALO.start(TALO.setup(("red", "blue"), {}, {}))
    assert TALO_EYE.shapes(state) == ()


@pytest.mark.rule("L-3")
def test_two_bricks_set_together_are_one_build() -> None:
    state = thrown(3)
    long = next(s for s in TALO_EYE.shapes(state) if s.name == "2" and s.cells[1].x == 1)
    (short,) = (s for s in TALO_EYE.partners(state, long))
    turn = Turn((Placed(long, Cell(4, 4, 0)), Placed(short, Cell(0, 0, 0))))
    acts, prior = TALO_EYE.reading(state, turn)
    assert [act["do"] for act in acts] == ["build"]
    assert prior == 0.0


@pytest.mark.rule("L-14")
def test_a_move_is_put_where_it_was_allowed() -> None:
    state = thrown(1)
    (cube,) = (s for s in TALO_EYE.shapes(state) if s.name == "1")
    turn = Turn((Placed(cube, Cell(3, 2, 0)),), moved=True, to=Cell(3, 2, 1))
    acts, prior = TALO_EYE.reading(state, turn)
    assert [act["do"] for act in acts] == ["build", "move"]
    assert prior == 0.0


@pytest.mark.rule("L-17")
def test_one_brick_out_of_place_is_no_collapse() -> None:
    assert TALO_EYE.fall(thrown(1), 3) is None


def brick_at(length: int, way: Cell, corner: Cell) -> Placed:
    cells = tuple(Cell(way.x * n, way.y * n, way.z * n) for n in range(length))
    return Placed(Shape(str(length), cells, ("beech",) * length), corner)


def test_two_bricks_end_to_end_are_rarer_than_the_one_they_look_like() -> None:
    east = Cell(1, 0, 0)
    first, beyond = brick_at(2, east, Cell(0, 0, 0)), brick_at(1, east, Cell(2, 0, 0))
    beside = brick_at(1, east, Cell(0, 1, 0))
    state = thrown(3)
    ending, siding = Turn((first, beyond)), Turn((first, beside))
    assert TALO_EYE.reading(state, ending)[1] < TALO_EYE.reading(state, siding)[1] == 0.0
