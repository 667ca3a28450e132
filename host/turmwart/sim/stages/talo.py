"""Talo: beech bricks on the board, pawns on fields, some of the supply beside the mat."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from turmwart.model.geometry import Cell, Place
from turmwart.model.scene import Box, Pawn, Scene, Solid
from turmwart.model.table import Grid, Table
from turmwart.rules.talo import State
from turmwart.rules.talo.material import Brick
from turmwart.sim.stages.loose import STRAIGHT, Slip, middle, slip, slipped

GAP_MM = 0.2
DYES = ("red", "blue", "green", "black")
SHELF_MM, SHELF_STEP_MM, SHELVES = 300.0, 48.0, 8


@dataclass(frozen=True, slots=True)
class Hitch:
    """What is not as the state says: fallen bricks by number, and slips of bricks by number."""

    fallen: frozenset[int] = frozenset()
    slips: Mapping[int, Slip] = field(default_factory=dict)


AS_IT_IS = Hitch()


@dataclass(frozen=True, slots=True)
class BrickStage:
    """Sets the scene for a state of Talo."""

    table: Table
    seed: int

    @property
    def grid(self) -> Grid:
        if self.table.mat.grid is None:
            raise ValueError("the mat has no grid: Talo needs [mat.grid].")
        return self.table.mat.grid

    def scene(self, state: State, hitch: Hitch = AS_IT_IS) -> Scene:
        solids: list[Solid] = []
        for number, brick in enumerate(state.bricks):
            if number in hitch.fallen:
                solids += self._rubble(number, brick)
            else:
                solids += self._brick(number, brick, hitch.slips.get(number, STRAIGHT))
        return Scene((*solids, *self._pawns(state, hitch), *self._shelf(state)))

    def _brick(self, number: int, brick: Brick, more: Slip) -> tuple[Solid, ...]:
        own = slip((self.seed, 51, number), 0.35, 1.0, 0.25)
        off = Slip(own.x + more.x, own.y + more.y, own.turn + more.turn)
        box = self._box(brick)
        return slipped((box,), off, middle((box,)))

    def _box(self, brick: Brick) -> Box:
        cell, (x, y) = self.grid.cell_mm, self.grid.origin
        low, high = brick[0], brick[-1]
        size = tuple((b - a + 1) * cell - GAP_MM for a, b in zip(low, high, strict=True))
        centre = Place(
            x + (low.x + high.x + 1) / 2 * cell,
            y + (low.y + high.y + 1) / 2 * cell,
            (low.z + high.z + 1) / 2 * cell,
        )
        return Box("beech", centre, (size[0], size[1], size[2] + GAP_MM))

    def _rubble(self, number: int, brick: Brick) -> tuple[Solid, ...]:
        """A fallen brick lies on the mat, turned any way."""
        cell = self.grid.cell_mm
        rng = np.random.default_rng([self.seed, 52, number])
        box = Box("beech", Place(0.0, 0.0, cell / 2), (len(brick) * cell, cell, cell))
        x, y = rng.uniform((-120.0, -80.0), (120.0, 80.0))
        return slipped((box,), Slip(float(x), float(y), float(rng.uniform(0, 180))), (0.0, 0.0))

    def _pawns(self, state: State, hitch: Hitch) -> list[Solid]:
        """A pawn whose brick fell lies in the rubble; here it stands on the mat."""
        down = {cell for number in hitch.fallen for cell in state.bricks[number]}
        found: list[Solid] = []
        for place, pawn in enumerate(state.pawns):
            below = Cell(pawn.x, pawn.y, pawn.z - 1)
            found.append(self._pawn(place, replace_level(pawn) if below in down else pawn, state))
        return found

    def _pawn(self, place: int, at: Cell, state: State) -> Pawn:
        cell, (x, y) = self.grid.cell_mm, self.grid.origin
        base, height = self.table.material.pawn_mm
        off = slip((self.seed, 53, place, *at), 0.7, 1.6)
        foot = Place(x + (at.x + 0.5) * cell + off.x, y + (at.y + 0.5) * cell + off.y, at.z * cell)
        return Pawn(dye(state.seats, place), foot, base, height)

    def _shelf(self, state: State) -> list[Solid]:
        """One brick of each of the shorter lengths that are left, right of the mat."""
        cell = self.grid.cell_mm
        found: list[Solid] = []
        for place, length in enumerate(n for n in range(1, SHELVES + 1) if state.supply[n]):
            at = Place(SHELF_MM, 175.0 - place * SHELF_STEP_MM, cell / 2)
            box = Box("beech", at, (length * cell, cell, cell))
            off = slip((self.seed, 54, length), 4.0, 8.0, 6.0)
            found += slipped((box,), off, (at.x, at.y))
        return found


def replace_level(pawn: Cell) -> Cell:
    return pawn._replace(z=0)


def dye(seats: tuple[str, ...], place: int) -> str:
    """A pawn has its seat's colour; a seat that is no colour takes the next free one."""
    if seats[place] in DYES:
        return seats[place]
    free = [colour for colour in DYES if colour not in seats]
    unnamed = [seat for seat in seats if seat not in DYES]
    return free[unnamed.index(seats[place])]
