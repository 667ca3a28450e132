"""What can be done in Turmbauer, as values."""

from dataclasses import dataclass
from typing import Literal

from turmwart.model.geometry import Cell

Effect = Literal["a", "b", "c"]
Place = Cell | None
"""Where a pawn stands: a field as (x, y, level), or None for the table."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One die for the start, then two."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """A piece is set; cells in ascending order."""

    piece: str
    cells: tuple[Cell, ...]
    coloured: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """A piece goes back to the box unused (T-6)."""

    piece: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A building ring is spent (T-18)."""

    effect: Effect


@dataclass(frozen=True, slots=True)
class Move:
    """The pawn goes to another place."""

    to: Place


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is over (X-1)."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """So many pieces fell at once (T-21)."""

    pieces: int


Act = Roll | Build | Discard | Ring | Move | Done | Fallen
