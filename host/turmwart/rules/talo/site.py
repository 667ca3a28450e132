"""The building as sets of cells: what is filled, what is free, what bears."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet, Lattice
from turmwart.rules.talo.material import BOARD, LONGEST, TOP, Brick

CORNERS = (Cell(BOARD[0], BOARD[0], 0), Cell(BOARD[-1], BOARD[-1], TOP))
MARGIN = LONGEST + 2


def upright(placed: Brick) -> bool:
    """True for a brick that stands; a single cube does neither stand nor lie."""
    return placed[0].z != placed[-1].z


def footing(placed: Brick) -> Brick:
    """The cells that may rest on something."""
    return placed[:1] if upright(placed) else placed


def below(cell: Cell) -> Cell:
    return Cell(cell.x, cell.y, cell.z - 1)


@dataclass(frozen=True)
class Site:
    """All bricks that stand, on a lattice wide enough for one more anywhere."""

    bricks: tuple[Brick, ...]

    @cached_property
    def lattice(self) -> Lattice:
        cells = (cell for placed in self.bricks for cell in placed)
        return Lattice.around((*CORNERS, *cells), MARGIN)

    @cached_property
    def owner(self) -> dict[Cell, int]:
        """Which brick fills a cell."""
        return {cell: index for index, placed in enumerate(self.bricks) for cell in placed}

    @cached_property
    def filled(self) -> CellSet:
        return self.lattice.body(self.owner)

    @cached_property
    def board(self) -> CellSet:
        """The lowest cells over the board."""
        return self.lattice.body(Cell(x, y, 0) for x in BOARD for y in BOARD)

    @cached_property
    def firm(self) -> CellSet:
        """Filled cells that take any load, whatever else happens.

        A brick on the ground is firm. Any other is firm from its first to its last cell that
        rests on something firm: a load between the two is shared by them and goes straight down,
        so the forces elsewhere stay as they were.
        """
        firm: set[Cell] = set()
        for placed in sorted(self.bricks, key=lambda cells: cells[0].z):
            firm.update(_firm_part(placed, firm))
        return self.lattice.body(firm)

    @cached_property
    def safe(self) -> frozenset[int]:
        """The bricks that are as good as the ground: they never tip and press on no other.

        Such a brick rests on the ground, or on nothing but safe bricks and on those with both ends.
        """
        safe: set[int] = set()
        for index in sorted(range(len(self.bricks)), key=lambda i: self.bricks[i][0].z):
            feet = footing(self.bricks[index])
            under = [self.owner.get(below(cell)) for cell in feet]
            ends = under[0] in safe and under[-1] in safe
            if feet[0].z == 0 or (ends and safe.issuperset(i for i in under if i is not None)):
                safe.add(index)
        return frozenset(safe)


def _firm_part(placed: Brick, firm: set[Cell]) -> Brick:
    feet = footing(placed)
    if feet[0].z == 0:
        return placed
    borne = [number for number, cell in enumerate(feet) if below(cell) in firm]
    if not borne:
        return ()
    return placed if upright(placed) else placed[borne[0] : borne[-1] + 1]


@lru_cache(maxsize=512)
def site_of(bricks: tuple[Brick, ...]) -> Site:
    """The site of *bricks*; asked again, the same value."""
    return Site(bricks)
