"""Where pawns stand and how far they get. A field is kept as the cell its pawn would fill."""

from collections.abc import Iterable

from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet, Lattice
from turmwart.rules.talo.material import TOP, State
from turmwart.rules.talo.site import Site, site_of


def fields(site: Site) -> CellSet:
    """The free upward faces of the bricks."""
    return site.lattice.above(site.filled) & ~site.filled


def open_board(site: Site) -> CellSet:
    """The fields of the board on which nothing lies."""
    return site.board & ~site.filled


def roomy(site: Site, places: CellSet) -> CellSet:
    """Those of *places* that have two free cells (L-13)."""
    return places & ~site.filled & ~site.lattice.below(site.filled)


def flooded(lattice: Lattice, start: CellSet, region: CellSet) -> CellSet:
    """What of *region* is reached from *start* by steps to the side, of one level at most."""
    reached, wave = 0, start
    while wave:
        level = lattice.beside(wave)
        wave = (level | lattice.above(level) | lattice.below(level)) & region & ~reached
        reached |= wave
    return reached


def _climbed(
    site: Site, start: CellSet, bricks: CellSet, board: CellSet, back_to_board: bool
) -> CellSet:
    """All that is reached from *start* over *bricks* and *board* (L-10, L-11).

    From the board the only way leads up to level 1, and back only where the table allows it.
    """
    lattice = site.lattice
    reached, wave = 0, start
    while wave:
        up = lattice.above(lattice.beside(wave & site.lattice.ground)) & bricks
        across = flooded(lattice, up | wave & ~lattice.ground, bricks) | up
        down = lattice.below(lattice.beside(across | wave)) & board if back_to_board else 0
        wave = (across | down) & ~reached
        reached |= wave
    return reached


def reachable(state: State) -> CellSet:
    """The fields that the pawn on turn may go to now, its own not among them."""
    site = site_of(state.bricks)
    lattice = site.lattice
    here = lattice.body([state.pawn])
    taken = lattice.body(state.others)
    if not roomy(site, here):
        return 0
    bricks = roomy(site, fields(site)) & ~lattice.ground & ~taken
    board = roomy(site, open_board(site)) & ~taken
    return _climbed(site, here, bricks, board, state.back_to_board) & ~here


def shut_in(state: State) -> bool:
    """True when the pawn on turn provably never reaches level 10 again (L-15).

    Every play of the game is a walk through places that no brick of today fills: bricks never
    leave, so a cell filled now is filled for ever, and a pawn needs its own cell and the one
    above it free on every field it passes (L-13). Let every empty cell be floor or air just as
    the walk needs it, from step to step, and let all other pawns be gone. That only adds walks.
    If even then no walk of the steps of L-10 and L-11 ends on level 10, none ever will. The floor
    of a field on level 1 is on the board (L-6) or stands already; over level 10 no floor is laid
    (L-7). Beyond one cell outside of everything nothing can stop a walk that would not be free to
    climb on the spot, so the lattice around the building is wide enough.
    """
    site = site_of(state.bricks)
    lattice = site.lattice
    here = lattice.body([state.pawn])
    if not roomy(site, here):
        return True
    unlimited = lattice.everywhere & ~lattice.ground
    first = lattice.above(site.filled | site.board) & lattice.above(lattice.ground)
    beyond = unlimited & ~lattice.above(lattice.ground) & _up_to(lattice, TOP)
    rim = _rim(lattice)
    bricks = roomy(site, (first | beyond) & ~rim)
    board = roomy(site, open_board(site))
    walked = _climbed(site, here, bricks, board, state.back_to_board) | here
    return not walked & ~_up_to(lattice, TOP - 1)


def _up_to(lattice: Lattice, level: int) -> CellSet:
    """All cells from the ground to *level*."""
    return (1 << lattice.plane * (level + 1)) - 1


def _rim(lattice: Lattice) -> CellSet:
    """The outermost cells of each level, which keep a walk from wrapping around."""
    row = (1 << lattice.columns) - 1
    side = 1 | 1 << lattice.columns - 1
    plane = row | row << lattice.columns * (lattice.rows - 1)
    for line in range(lattice.rows):
        plane |= side << lattice.columns * line
    return sum(plane << lattice.plane * level for level in range(lattice.levels))


def levels(pawns: Iterable[Cell]) -> tuple[int, ...]:
    return tuple(pawn.z for pawn in pawns)
