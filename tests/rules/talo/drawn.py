"""Positions of Talo as the tests draw them."""

from dataclasses import replace

from turmwart.model.geometry import Cell
from turmwart.rules.talo import TALO, Act, Build, State
from turmwart.rules.talo.material import Brick
from turmwart.rules.verdicts import Violation


def along(x: int, y: int, z: int, length: int) -> Brick:
    """A brick that lies along x, from its westernmost cell."""
    return tuple(Cell(x + n, y, z) for n in range(length))


def across(x: int, y: int, z: int, length: int) -> Brick:
    """A brick that lies along y, from its southernmost cell."""
    return tuple(Cell(x, y + n, z) for n in range(length))


def standing(x: int, y: int, z: int, length: int) -> Brick:
    """An upright brick, from its lowest cell."""
    return tuple(Cell(x, y, z + n) for n in range(length))


def game(*bricks: Brick, seats: int = 2, **changes: object) -> State:
    """A game in which *bricks* stand; the first of red, blue, green, black is on turn."""
    names = ("red", "blue", "green", "black")[:seats]
    options = {k: str(changes.pop(k)) for k in ("return_to_board", "start_fields") if k in changes}
    state = TALO.start(TALO.setup(names, options, {}))
    return replace(state, bricks=bricks, **changes)  # type: ignore[arg-type]


def rolled(number: int, *bricks: Brick, **changes: object) -> State:
    """The same with *number* on the die and the building still to do."""
    return game(*bricks, **{"phase": "build", "rolls": (number,), "rest": number, **changes})


def build(*bricks: Brick) -> Build:
    return Build(bricks)


def found(state: State, act: Act) -> tuple[Violation, ...]:
    return TALO.violations(state, act)


def ids(state: State, act: Act) -> list[str]:
    """The rules that *act* breaks, in order; a doubt carries a question mark, binding ones '!'."""
    return sorted(
        violation.rule + "?" * violation.disputed + "!" * violation.binding
        for violation in found(state, act)
    )
