"""Sets of cells as ints: cell number i is bit i, and geometry is a line of shifts.

The rim of a lattice stays empty: whoever makes one leaves a margin as wide as the longest block,
so that nothing that touches a body can wrap around into the next row or level.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NewType

from turmwart.model.geometry import Cell

CellSet = int
Offset = NewType("Offset", int)
"""The number of a cell: counted along x, then y, then z."""


def offsets(body: CellSet) -> Iterator[Offset]:
    """The numbers of the cells in *body*, lowest first."""
    while body:
        lowest = body & -body
        yield Offset(lowest.bit_length() - 1)
        body ^= lowest


def shifted(body: CellSet, by: int) -> CellSet:
    """*body* moved on by *by* numbers, or back if it is negative."""
    return body << by if by >= 0 else body >> -by


@dataclass(frozen=True, slots=True)
class Lattice:
    """A box of cells whose lowest corner is (*west*, *south*, 0)."""

    west: int
    south: int
    columns: int
    rows: int
    levels: int

    @classmethod
    def around(cls, cells: Iterable[Cell], margin: int) -> "Lattice":
        """The smallest box on z = 0 with *margin* empty cells beside and above *cells*."""
        xs, ys, zs = zip(*cells, strict=True)
        west, south = min(xs) - margin, min(ys) - margin
        columns, rows = max(xs) + margin + 1 - west, max(ys) + margin + 1 - south
        return cls(west, south, columns, rows, max(zs) + margin + 1)

    @property
    def plane(self) -> int:
        """How many cells a level has; a shift by it goes one level up."""
        return self.columns * self.rows

    def holds(self, cell: Cell, margin: int = 0) -> bool:
        """True if *cell* lies in the box, at least *margin* cells from its sides and its top."""
        return (
            margin <= cell.x - self.west < self.columns - margin
            and margin <= cell.y - self.south < self.rows - margin
            and 0 <= cell.z < self.levels - margin
        )

    def shift(self, step: Cell) -> int:
        """By how much a number grows when its cell moves by *step*."""
        return step.x + self.columns * (step.y + self.rows * step.z)

    def offset(self, cell: Cell) -> Offset:
        """The number of *cell*, which lies in the box."""
        return Offset(self.shift(Cell(cell.x - self.west, cell.y - self.south, cell.z)))

    def cell(self, offset: Offset) -> Cell:
        """The cell that has the number *offset*."""
        line, x = divmod(offset, self.columns)
        z, y = divmod(line, self.rows)
        return Cell(x + self.west, y + self.south, z)

    def body(self, cells: Iterable[Cell]) -> CellSet:
        """*cells*, which lie in the box, as a set."""
        body = 0
        for cell in cells:
            body |= 1 << self.offset(cell)
        return body

    def cells(self, body: CellSet) -> tuple[Cell, ...]:
        """The cells of *body*, level by level."""
        return tuple(self.cell(offset) for offset in offsets(body))

    @property
    def everywhere(self) -> CellSet:
        return (1 << self.plane * self.levels) - 1

    @property
    def ground(self) -> CellSet:
        """The lowest level."""
        return (1 << self.plane) - 1

    @property
    def even(self) -> CellSet:
        """The cells of a chessboard in space: those with x + y + z even."""
        line = (1 << self.columns) - 1
        white = _repeated(1, 2, self.columns // 2 + 1)
        lines = (
            (white >> (self.west + self.south + y + z) % 2 & line)
            << self.columns * (y + self.rows * z)
            for z in (0, 1)
            for y in range(self.rows)
        )
        return _repeated(sum(lines), 2 * self.plane, self.levels // 2 + 1) & self.everywhere

    def above(self, body: CellSet) -> CellSet:
        """*body* moved one level up."""
        return body << self.plane

    def below(self, body: CellSet) -> CellSet:
        """*body* moved one level down; what lay on the ground is gone."""
        return body >> self.plane

    def beside(self, body: CellSet) -> CellSet:
        """The cells one step north, south, east or west of *body*."""
        return body << 1 | body >> 1 | body << self.columns | body >> self.columns

    def touching(self, body: CellSet) -> CellSet:
        """The cells that share a face with *body*, without *body* itself."""
        return (self.beside(body) | self.above(body) | self.below(body)) & ~body

    def flooded(self, start: CellSet, region: CellSet) -> CellSet:
        """What of *region* is reached from *start* by steps to the side within one level."""
        reached, wave = 0, start & region
        while wave:
            reached |= wave
            wave = self.beside(wave) & region & ~reached
        return reached


def _repeated(pattern: int, width: int, times: int) -> int:
    """*pattern*, *width* bits wide, written *times* times in a row."""
    return sum(pattern << width * n for n in range(times))
