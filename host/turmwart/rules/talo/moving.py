"""Where the pawn may go, and when it may start anew."""

from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet
from turmwart.rules.talo.material import Move, Restart, State
from turmwart.rules.talo.site import Site, site_of
from turmwart.rules.talo.walking import fields, open_board, reachable, roomy, shut_in
from turmwart.rules.verdicts import RuleId, Violation


def violations(state: State, act: Move) -> tuple[Violation, ...]:
    """All that is wrong with a target; what is wrong follows from the target alone."""
    site = site_of(state.bricks)
    if act.to == state.pawn:
        return (_unreachable(act.to, "own_place", binding=True),)
    if not _held(site, act.to) or not _at(site, act.to) & (fields(site) | open_board(site)):
        return (_unreachable(act.to, "no_field", binding=True),)
    if _at(site, act.to) & reachable(state):
        return ()
    faults = tuple(_faults(state, site, act.to))
    return faults or (_unreachable(act.to, "too_far"),)


def _faults(state: State, site: Site, to: Cell) -> list[Violation]:
    found = []
    if to.z == 0:
        found.append(Violation(RuleId("L-10"), (to,)))
    if to in state.others:
        found.append(Violation(RuleId("L-12"), (to,), binding=True))
    if not roomy(site, _at(site, to)):
        found.append(Violation(RuleId("L-13"), (to,), case="low"))
    return found


def restart_violations(state: State, act: Restart) -> tuple[Violation, ...]:
    """L-15: on a free cell of the board, when the pawn is shut in for certain."""
    site = site_of(state.bricks)
    if act.to in site.owner:
        return (Violation(RuleId("L-15"), (act.to,), binding=True, case="taken"),)
    found = []
    if act.to in state.pawns:
        found.append(Violation(RuleId("L-15"), (act.to,), binding=True, case="taken"))
    elif not shut_in(state):
        found.append(Violation(RuleId("L-15"), (state.pawn,), disputed=True, case="agreed"))
    if not roomy(site, _at(site, act.to)):
        found.append(Violation(RuleId("L-13"), (act.to,), case="low"))
    return tuple(found)


def restarts(state: State) -> tuple[Restart, ...]:
    """Every field of the board that a pawn may start anew on."""
    if not shut_in(state):
        return ()
    site = site_of(state.bricks)
    places = roomy(site, open_board(site)) & ~site.lattice.body(state.pawns)
    return tuple(Restart(cell) for cell in site.lattice.cells(places))


def moves(state: State) -> tuple[Move, ...]:
    return tuple(Move(cell) for cell in site_of(state.bricks).lattice.cells(reachable(state)))


def _unreachable(to: Cell, case: str, binding: bool = False) -> Violation:
    facts = (("level", to.z),)
    return Violation(RuleId("L-11"), (to,), binding=binding, case=case, facts=facts)


def _held(site: Site, cell: Cell) -> bool:
    return site.lattice.holds(cell)


def _at(site: Site, cell: Cell) -> CellSet:
    return site.lattice.body([cell])
