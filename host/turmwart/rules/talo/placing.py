"""Every place for a brick that nobody can object to, found by shifts of whole sets.

The questions of `building` decide the same for one brick; here they are asked for all starts of a
brick at once, and only where the forces must be worked out, one by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet, Offset, offsets
from turmwart.rules.talo.building import ALONG, choices
from turmwart.rules.talo.material import TOP, Brick, Build, State
from turmwart.rules.talo.poise import Poise, poise_of
from turmwart.rules.talo.site import Site

UPRIGHT = Cell(0, 0, 1)


@dataclass(frozen=True)
class Ground:
    """Where cubes may go now, and what would bear them."""

    site: Site
    poise: Poise
    pawns: tuple[Cell, ...]

    @cached_property
    def free(self) -> CellSet:
        """The cells that a brick may fill (L-6, L-7, L-13, X-7)."""
        site, lattice = self.site, self.site.lattice
        pawns = lattice.body(self.pawns)
        low = (1 << lattice.plane * TOP) - 1
        return (low & ~lattice.ground | site.board) & ~(site.filled | pawns | lattice.above(pawns))

    @cached_property
    def borne(self) -> CellSet:
        """The cells that would rest on something."""
        return self.site.lattice.above(self.site.filled) | self.site.board

    @cached_property
    def firmly(self) -> CellSet:
        """The cells that would rest on something that takes any load."""
        return self.site.lattice.above(self.site.firm) | self.site.board

    @cached_property
    def covered(self) -> CellSet:
        """The cells right below something."""
        return self.site.lattice.below(self.site.filled)

    def places(self, length: int) -> Iterator[Brick]:
        """Every place of a brick of *length* that stands by itself."""
        for way in ALONG[: 1 if length == 1 else 3]:
            step = self.site.lattice.shift(way)
            fitting = _all(self.free, length, step)
            feet = 1 if way == UPRIGHT else length
            firm = fitting & _poised(self.firmly, feet, step)
            for start in offsets(firm):
                yield self._brick(start, way, length)
            for start in offsets(fitting & self._unsure(feet, length, step) & ~firm):
                placed = self._brick(start, way, length)
                if self.poise.steady(placed):
                    yield placed

    def _unsure(self, feet: int, length: int, step: int) -> CellSet:
        """Starts where only the forces tell: poised on something, or borne and with a load above."""
        loaded = _any(self.covered, length, step) & _any(self.borne, feet, step)
        return _poised(self.borne, feet, step) | loaded

    def _brick(self, start: Offset, way: Cell, length: int) -> Brick:
        x, y, z = self.site.lattice.cell(start)
        return tuple(Cell(x + way.x * n, y + way.y * n, z + way.z * n) for n in range(length))


def _all(cells: CellSet, length: int, step: int) -> CellSet:
    """Starts of *length* cells that are all in *cells*."""
    found = cells
    for number in range(1, length):
        found &= cells >> number * step
    return found


def _any(cells: CellSet, length: int, step: int) -> CellSet:
    """Starts of *length* cells of which one at least is in *cells*."""
    found = 0
    for number in range(length):
        found |= cells >> number * step
    return found


def _poised(cells: CellSet, length: int, step: int) -> CellSet:
    """Starts of *length* cells whose middle lies strictly between some that are in *cells*."""
    west = _any(cells, (length + 1) // 2, step)
    east = _any(cells >> length // 2 * step, (length + 1) // 2, step)
    return west & east


def ground_of(state: State) -> Ground:
    poise = poise_of(state.bricks)
    return Ground(poise.site, poise, state.pawns)


def builds(state: State) -> Iterator[Build]:
    """Every single brick that may be set now, each place once."""
    ground = ground_of(state)
    for length in choices(state):
        for placed in ground.places(length):
            yield Build((placed,))


def buildable(state: State) -> bool:
    """True when `builds` has something to say."""
    return next(builds(state), None) is not None
