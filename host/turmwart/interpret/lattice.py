"""Turmbauer and Talo for the eye: what stands in cells, what could be set, where pawns could go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from turmwart.interpret.reading import RawAct
from turmwart.model.geometry import Cell, Place
from turmwart.model.scene import Box, Colour, Pawn, Scene
from turmwart.model.table import Table
from turmwart.rules.verdicts import Violation

BROKEN, BARRED = -9.0, -30.0
State = TypeVar("State", contravariant=True)


@dataclass(frozen=True, slots=True)
class Body:
    """A block that stands: its cells, each with the colour that it shows."""

    cells: tuple[Cell, ...]
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A pawn on the cell that it fills, or beside the building."""

    colour: Colour
    at: Cell | None


@dataclass(frozen=True, slots=True)
class Standing:
    """All that stands. *mover* is the number of the pawn whose turn it is."""

    bodies: tuple[Body, ...]
    pawns: tuple[Figure, ...]
    mover: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A block turned one way, its lowest corner at (0, 0, 0); *prior* without its place."""

    name: str
    cells: tuple[Cell, ...]
    colours: tuple[Colour, ...]
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A shape with its lowest corner in a cell."""

    shape: Shape
    corner: Cell

    @property
    def body(self) -> Body:
        x, y, z = self.corner
        moved = tuple(Cell(c.x + x, c.y + y, c.z + z) for c in self.shape.cells)
        return Body(moved, self.shape.colours)


@dataclass(frozen=True, slots=True)
class Turn:
    """What could have been done since the last commit: blocks set, the pawn gone elsewhere.

    *to* is the cell that the pawn fills now, or None for beside the building; *moved* tells
    whether it has left its place at all.
    """

    placed: tuple[Placed, ...] = ()
    moved: bool = False
    to: Cell | None = None


def scene_of(standing: Standing, table: Table) -> Scene:
    """What stands, as solids on the printed grid."""
    cell, (x, y) = table.material.cell_mm, table.mat.grid.origin if table.mat.grid else (0.0, 0.0)
    cubes = tuple(
        Box(
            colour,
            Place(x + (at.x + 0.5) * cell, y + (at.y + 0.5) * cell, (at.z + 0.5) * cell),
            (cell, cell, cell),
        )
        for body in standing.bodies
        for at, colour in zip(body.cells, body.colours, strict=True)
    )
    base, height = table.material.pawn_mm
    pawns = tuple(
        Pawn(
            pawn.colour,
            Place(x + (pawn.at.x + 0.5) * cell, y + (pawn.at.y + 0.5) * cell, pawn.at.z * cell),
            base,
            height,
        )
        for pawn in standing.pawns
        if pawn.at is not None
    )
    return Scene((*cubes, *pawns))


class LatticeStaging(Protocol[State]):
    """One lattice game between its rules and the eye. Pure; it knows no pixels."""

    @property
    def crooked_rule(self) -> str: ...

    @property
    def ground(self) -> tuple[Cell, ...]:
        """Cells on the ground that belong to the site, whatever stands."""
        ...

    @property
    def drifts(self) -> bool:
        """Whether the building as a whole may stand off the printed grid."""
        ...

    @property
    def alike(self) -> bool:
        """Whether all blocks look alike, so that only grain and edges tell one from the next."""
        ...

    @property
    def apart(self) -> int:
        """How many cells off the building a block may be set down on the ground."""
        ...

    @property
    def levels(self) -> int:
        """Nothing is built higher than this."""
        ...

    @property
    def margin(self) -> float:
        """A lead below this is a doubt."""
        ...

    def standing(self, state: State) -> Standing: ...

    def shapes(self, state: State) -> Sequence[Shape]:
        """Every block that could be set, in every turn."""
        ...

    def partners(self, state: State, first: Shape) -> Sequence[Shape]:
        """What may be set together with *first*; none where one block is a turn's due."""
        ...

    def reading(self, state: State, turn: Turn) -> tuple[tuple[RawAct, ...], float]:
        """The acts that *turn* was, with the log of how likely people do that."""
        ...

    def fall(self, state: State, gone: int) -> RawAct | None:
        """The act that it is when *gone* blocks no longer stand where they stood."""
        ...


def weight(violations: Sequence[Violation]) -> float:
    """The log of how rarely people break so many rules at once."""
    if any(violation.binding for violation in violations):
        return BARRED
    return BROKEN * min(len(violations), 2)
