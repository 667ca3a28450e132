"""The building site: what stands on the lattice, in cell sets that grow with the tower."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet, Lattice
from turmwart.rules.ruleset import Seat

CORNERSTONE = (Cell(0, 0, 0), Cell(1, 0, 0), Cell(0, 1, 0), Cell(1, 1, 0))
MARGIN = 7
"""Longest piece plus one: what touches the building never reaches the rim."""


@dataclass(frozen=True, slots=True)
class Site:
    """What stands: all of it, the cornerstone, and per seat the cubes that show its colour.

    *even* are the cells of the coloured class (T-10). It depends on the lattice alone.
    """

    lattice: Lattice
    standing: CellSet
    cornerstone: CellSet
    even: CellSet
    colours: tuple[tuple[Seat, CellSet], ...]

    @property
    def free(self) -> CellSet:
        return self.lattice.everywhere & ~self.standing

    @property
    def fields(self) -> CellSet:
        """The cells that a pawn would fill when it stands on a field (T-14)."""
        return self.lattice.above(self.standing) & self.free

    @property
    def table(self) -> CellSet:
        """The ground cells that are not closed in by pieces (T-14)."""
        rim = self.lattice.body([Cell(self.lattice.west, self.lattice.south, 0)])
        return self.lattice.flooded(rim, self.lattice.ground & ~self.standing)

    @property
    def bearing(self) -> CellSet:
        """The cells in which a cube would rest on something (T-13)."""
        return self.lattice.above(self.standing) | self.lattice.ground

    def foreign(self, seat: Seat) -> CellSet:
        """The cubes in other seats' colours."""
        cubes = 0
        for owner, coloured in self.colours:
            if owner != seat:
                cubes |= coloured
        return cubes

    def has(self, cell: Cell, region: CellSet) -> bool:
        """True if *cell* is in *region*; outside the lattice nothing is."""
        return self.lattice.holds(cell) and bool(region >> self.lattice.offset(cell) & 1)

    def covering(self, cells: Iterable[Cell]) -> "Site":
        """The same site on a lattice that has room around *cells* too."""
        cells = tuple(cells)
        if all(self.lattice.holds(cell, MARGIN) for cell in cells):
            return self
        lattice = Lattice.around(self.lattice.cells(self.standing) + cells, MARGIN)
        return Site(
            lattice,
            self._carried(self.standing, lattice),
            self._carried(self.cornerstone, lattice),
            lattice.even,
            tuple((seat, self._carried(body, lattice)) for seat, body in self.colours),
        )

    def _carried(self, body: CellSet, lattice: Lattice) -> CellSet:
        return lattice.body(self.lattice.cells(body))

    def with_piece(self, seat: Seat, cells: tuple[Cell, ...], coloured: tuple[Cell, ...]) -> "Site":
        """The site after *seat* has set a piece on *cells*."""
        wide = self.covering(cells)
        shown = wide.lattice.body(coloured)
        return replace(
            wide,
            standing=wide.standing | wide.lattice.body(cells),
            colours=tuple((s, body | shown if s == seat else body) for s, body in wide.colours),
        )


def bare_site(seats: Iterable[Seat]) -> Site:
    """The cornerstone alone."""
    lattice = Lattice.around(CORNERSTONE, MARGIN)
    stone = lattice.body(CORNERSTONE)
    return Site(lattice, stone, stone, lattice.even, tuple((seat, 0) for seat in seats))
