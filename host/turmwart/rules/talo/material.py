"""What lies on the table before the first roll, and what a player can do with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from turmwart.model.geometry import Cell
from turmwart.rules.ruleset import Outcome, Seat, Setup

BOARD = range(10)
TOP = 10
"""The highest level of a building, and the level that wins."""
SIDES = 10
ROLLS = 3
LONGEST = 10
SUPPLY: Mapping[int, int] = MappingProxyType({length: 11 - length for length in range(1, 11)})
START_FIELDS = ((2, 2), (2, 7), (7, 2), (7, 7))

Brick = tuple[Cell, ...]
"""Its cells, sorted, so that equal bricks are equal values."""


def brick(cells: Iterable[Cell]) -> Brick:
    return tuple(sorted(cells))


@dataclass(frozen=True, slots=True)
class Roll:
    """The die shows *number*."""

    number: int


@dataclass(frozen=True, slots=True)
class Build:
    """One brick, or several set at the same time."""

    bricks: tuple[Brick, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for placed in self.bricks for cell in placed)

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(len(placed) for placed in self.bricks)


@dataclass(frozen=True, slots=True)
class Move:
    """The pawn goes to a field; its z is the level."""

    to: Cell


@dataclass(frozen=True, slots=True)
class Restart:
    """The pawn starts anew on the board."""

    to: Cell


@dataclass(frozen=True, slots=True)
class Collapse:
    """The building fell; *rebuilt* as it was, or lost."""

    rebuilt: bool


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is over."""


Act = Roll | Build | Move | Restart | Collapse | Done


@dataclass(frozen=True)
class State:
    """A game of Talo after any number of acts.

    *rest* is what is still to be built of the roll, *set_now* how many bricks this turn has set,
    *idle* how many turns in a row nobody could build, *turns* how many are over.
    """

    setup: Setup
    pawns: tuple[Cell, ...]
    seat: int
    phase: str = "roll"
    turns: int = 0
    rolls: tuple[int, ...] = ()
    rest: int = 0
    set_now: int = 0
    restarted: bool = False
    idle: int = 0
    bricks: tuple[Brick, ...] = ()
    outcome: Outcome | None = field(default=None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setup.seats

    @property
    def pawn(self) -> Cell:
        """Where the pawn of the seat on turn stands."""
        return self.pawns[self.seat]

    @property
    def others(self) -> tuple[Cell, ...]:
        return self.pawns[: self.seat] + self.pawns[self.seat + 1 :]

    @property
    def back_to_board(self) -> bool:
        return self.setup.options["return_to_board"] == "yes"

    @cached_property
    def supply(self) -> Mapping[int, int]:
        """How many bricks of each length are left."""
        used = [len(placed) for placed in self.bricks]
        return {length: number - used.count(length) for length, number in SUPPLY.items()}
