"""Turmbauer: the tower of cubes, pawns on it and beside it, two supplies beside the mat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from turmwart.model.geometry import Cell, Place, Point
from turmwart.model.scene import Box, Colour, Pawn, Scene, Solid
from turmwart.model.table import Grid, Table
from turmwart.rules.turmbauer.site import CORNERSTONE
from turmwart.rules.turmbauer.state import Built, State
from turmwart.sim.stages.loose import STRAIGHT, Slip, middle, slip, slipped

TOWER_MM, TOWER_DEG = 3.0, 2.0
"""How far the whole tower may stand off."""
GAP_MM = 0.15
SUPPLY_X = (250.0, 340.0)
SUPPLY_Y = (165.0, 100.0, 36.0, -30.0, -95.0, -160.0)
PAWN_X, PAWN_Y = (-150.0, 150.0, -150.0, 150.0), (-70.0, -70.0, 70.0, 70.0)
RUBBLE = (
    (-95.0, 82.0),
    (100.0, 78.0),
    (-105.0, -80.0),
    (110.0, -72.0),
    (-20.0, 98.0),
    (30.0, -98.0),
)


@dataclass(frozen=True, slots=True)
class Hitch:
    """What is not as the state says: fallen pieces by number, and slips of pieces by number."""

    fallen: frozenset[int] = frozenset()
    slips: Mapping[int, Slip] = field(default_factory=dict)


AS_IT_IS = Hitch()


@dataclass(frozen=True, slots=True)
class TowerStage:
    """Sets the scene for a state of Turmbauer."""

    table: Table
    seed: int

    @property
    def grid(self) -> Grid:
        if self.table.mat.grid is None:
            raise ValueError("the mat has no grid: Turmbauer needs [mat.grid].")
        return self.table.mat.grid

    def scene(self, state: State, hitch: Hitch = AS_IT_IS) -> Scene:
        tower = list(self._cornerstone())
        for number, built in enumerate(state.built):
            if number not in hitch.fallen:
                tower += self._piece(number, built, hitch.slips.get(number, STRAIGHT))
        tower += self._pawns(state)
        standing = slipped(tower, self._lean(), self._corner())
        rubble = [
            solid
            for place, number in enumerate(sorted(hitch.fallen))
            for solid in self._rubble(place, state.built[number])
        ]
        waiting = self._beside(state)
        return Scene((*standing, *rubble, *waiting, *self._supplies(state)))

    def _lean(self) -> Slip:
        rng = np.random.default_rng([self.seed, 41])
        x, y = rng.uniform(-TOWER_MM, TOWER_MM, 2) * 0.7
        return Slip(float(x), float(y), float(rng.uniform(-TOWER_DEG, TOWER_DEG)))

    def _corner(self) -> tuple[float, float]:
        cell = self.grid.cell_mm
        return self.grid.origin.x + cell, self.grid.origin.y + cell

    def _cube(self, cell: Cell, colour: Colour) -> Box:
        size, (x, y) = self.grid.cell_mm, self.grid.origin
        centre = Place(x + (cell.x + 0.5) * size, y + (cell.y + 0.5) * size, (cell.z + 0.5) * size)
        return Box(colour, centre, (size - GAP_MM, size - GAP_MM, size))

    def _cubes(
        self, cells: Iterable[Cell], coloured: Iterable[Cell], colour: Colour
    ) -> list[Solid]:
        dyed = set(coloured)
        return [self._cube(cell, colour if cell in dyed else "natural") for cell in cells]

    def _cornerstone(self) -> list[Solid]:
        dark = [cell for cell in CORNERSTONE if (cell.x + cell.y) % 2 == 0]
        return self._cubes(CORNERSTONE, dark, "dark_brown")

    def _piece(self, number: int, built: Built, more: Slip) -> tuple[Solid, ...]:
        cubes = self._cubes(built.cells, built.coloured, built.seat)
        own = slip((self.seed, 42, number), 0.35, 1.0, 0.35)
        off = Slip(own.x + more.x, own.y + more.y, own.turn + more.turn)
        return slipped(cubes, off, middle(cubes))

    def _pawns(self, state: State) -> list[Solid]:
        return [self._pawn(seat, self._top(at), at) for seat, at in state.pawns().items()]

    def _top(self, at: Cell) -> Place:
        size, (x, y) = self.grid.cell_mm, self.grid.origin
        return Place(x + (at.x + 0.5) * size, y + (at.y + 0.5) * size, at.z * size)

    def _pawn(self, seat: str, foot: Place, at: Cell) -> Pawn:
        base, height = self.table.material.pawn_mm
        off = slip((self.seed, 43, *at), 0.8, 2.0)
        return Pawn(seat, Place(foot.x + off.x, foot.y + off.y, foot.z), base, height)

    def _beside(self, state: State) -> list[Solid]:
        """The pawns on the table stand beside the tower."""
        found: list[Solid] = []
        for place, (seat, hand) in enumerate(zip(state.seats, state.hands, strict=True)):
            if hand.pawn is None:
                off = slip((self.seed, 44, place), 8.0, 14.0)
                foot = Place(PAWN_X[place] + off.x, PAWN_Y[place] + off.y, 0.0)
                found.append(self._pawn(seat, foot, Cell(place, 0, 0)))
        return found

    def _supplies(self, state: State) -> list[Solid]:
        """The first seat's pieces lie left of the mat, the second's right of it."""
        return [
            solid
            for side, place in ((-1, 0), (1, 1))
            for slot, piece in enumerate(state.pieces)
            if piece in state.hands[place].supply
            for solid in self._lying(state, state.seats[place], piece, _slot(side, slot))
        ]

    def _lying(self, state: State, seat: str, piece: str, at: Point) -> tuple[Solid, ...]:
        block = state.pieces[piece].block
        return self._laid(block.cells, block.coloured, seat, at, (45, sum(map(ord, seat + piece))))

    def _rubble(self, place: int, built: Built) -> tuple[Solid, ...]:
        """A fallen piece lies beside the tower, turned as no hand would set it."""
        x, y = RUBBLE[place % len(RUBBLE)]
        low = min(cell.z for cell in built.cells)
        cells = [Cell(cell.x, cell.y, cell.z - low) for cell in built.cells]
        dyed = [Cell(cell.x, cell.y, cell.z - low) for cell in built.coloured]
        at = Point(x + 14.0 * (place // len(RUBBLE)), y)
        lying = self._laid(cells, dyed, built.seat, at, (46, place))
        turn = np.random.default_rng([self.seed, 47, place]).uniform(20.0, 70.0)
        return slipped(lying, Slip(turn=float(turn)), at)

    def _laid(
        self,
        cells: Iterable[Cell],
        dyed: Iterable[Cell],
        seat: str,
        at: Point,
        key: tuple[int, int],
    ) -> tuple[Solid, ...]:
        cubes = self._cubes(cells, dyed, seat)
        x, y = middle(cubes)
        off = slip((self.seed, *key), 4.0, 8.0, 9.0)
        there = Slip(at.x - x + off.x, at.y - y + off.y, off.turn)
        return slipped(cubes, there, (x, y))


def _slot(side: int, slot: int) -> Point:
    return Point(side * SUPPLY_X[slot % 2], SUPPLY_Y[slot // 2])
