"""Where a pawn can go (T-14 to T-18, T-20): floods over the cells that a pawn would fill."""

from collections.abc import Iterable

from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet
from turmwart.rules.turmbauer.acts import Move, Place
from turmwart.rules.turmbauer.site import Site
from turmwart.rules.turmbauer.state import State
from turmwart.rules.verdicts import RuleId, Violation


def stepped(site: Site, wave: CellSet) -> CellSet:
    """One step to the side, level, up or down, with the clearance of T-16."""
    lattice, free = site.lattice, site.free
    level_or_up = lattice.beside(wave | lattice.above(wave) & free)
    return level_or_up | lattice.below(lattice.beside(wave) & free)


def leapt(site: Site, wave: CellSet) -> CellSet:
    """One step of exactly two levels up or down (T-18 c)."""
    lattice, free = site.lattice, site.free
    up = lattice.beside(lattice.above(lattice.above(wave) & free) & free)
    return up | lattice.below(lattice.below(lattice.beside(wave) & free) & free)


def way_out(site: Site, pawn: Cell) -> bool:
    """True if a neighbour field or the table is one step away, whoever's it is (T-20)."""
    places = site.fields | (site.table if pawn.z == 1 else 0)
    return bool(stepped(site, site.lattice.body([pawn])) & places)


def reach(state: State) -> CellSet:
    """Where the pawn on turn may end: cells of fields, and of the table if it gets there."""
    site, seat = state.site, state.turn
    table = site.table
    others = site.lattice.body(at for owner, at in state.pawns().items() if owner != seat)
    start = site.lattice.body([state.hand.pawn]) if state.hand.pawn else table
    if state.ring == "b":
        return _walked(site, start, site.fields, table) & ~others & ~start
    allowed = site.fields & ~site.lattice.above(site.foreign(seat)) & ~others
    reached = _walked(site, start, allowed, table)
    if state.ring == "c":
        landing = leapt(site, reached) & (allowed | table)
        reached |= _walked(site, landing, allowed, table)
    return reached & ~start


def _walked(site: Site, start: CellSet, allowed: CellSet, table: CellSet) -> CellSet:
    """*start* and all that steps lead to; the table is one place, however far around."""
    reached, wave = 0, start
    while wave:
        if wave & table:
            wave |= table
        reached |= wave
        wave = stepped(site, wave) & (allowed | table) & ~reached
    return reached


def walks(state: State) -> Iterable[Move]:
    """Every move that nobody can object to."""
    reached, table = reach(state), state.site.table
    if reached & table:
        yield Move(None)
    for cell in state.site.lattice.cells(reached & ~table):
        yield Move(cell)


def moving(state: State, move: Move) -> tuple[Violation, ...]:
    """All that is wrong with the target; what the way lacks is T-16, if nothing else is wrong."""
    if move.to == state.hand.pawn:
        cells = (move.to,) if move.to else ()
        return (Violation(RuleId("T-16"), cells, binding=True, case="own_place"),)
    if move.to is None:
        return _to_table(state)
    if not state.site.has(move.to, state.site.fields):
        return (Violation(RuleId("T-14"), (move.to,), binding=True, facts=_level(move.to)),)
    faults = _faults(state, move.to)
    if faults or state.site.has(move.to, reach(state)):
        return faults
    return (_unreachable(state.hand.pawn, move.to),)


def _to_table(state: State) -> tuple[Violation, ...]:
    if reach(state) & state.site.table:
        return ()
    cells = (state.hand.pawn,) if state.hand.pawn else ()
    return (Violation(RuleId("T-16"), cells, case="table"),)


def _faults(state: State, to: Cell) -> tuple[Violation, ...]:
    below = Cell(to.x, to.y, to.z - 1)
    others = [at for seat, at in state.pawns().items() if seat != state.turn]
    faults = []
    if state.ring != "b" and state.site.has(below, state.site.foreign(state.turn)):
        faults.append(Violation(RuleId("T-15"), (to,), case="foreign", facts=_level(to)))
    if to in others:
        faults.append(Violation(RuleId("T-17"), (to,), binding=True, facts=_level(to)))
    return tuple(faults)


def _level(to: Cell) -> tuple[tuple[str, object], ...]:
    return (("level", to.z),)


def _unreachable(pawn: Place, to: Cell) -> Violation:
    level = pawn.z if pawn else 0
    return Violation(RuleId("T-16"), (to,), facts=(("level", level), ("target", to.z)))
