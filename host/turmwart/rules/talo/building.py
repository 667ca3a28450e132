"""What may be built: a small question per rule, each answering with the offence."""

from collections import Counter
from collections.abc import Callable, Iterable

from turmwart.model.geometry import Cell
from turmwart.rules.talo.material import BOARD, SUPPLY, TOP, Build, State
from turmwart.rules.talo.poise import Stance, poise_of
from turmwart.rules.talo.site import site_of
from turmwart.rules.verdicts import RuleId, Violation, no_room

ALONG = (Cell(1, 0, 0), Cell(0, 1, 0), Cell(0, 0, 1))
PAIR = 2
Facts = tuple[tuple[str, object], ...]


def off_board(cell: Cell) -> bool:
    return cell.z == 0 and not (cell.x in BOARD and cell.y in BOARD)


def clash(state: State, act: Build) -> tuple[Violation, ...]:
    """No two bodies share a cell, and nothing lies below the ground (X-7)."""
    owner, times = site_of(state.bricks).owner, Counter(act.cells)
    sunk = tuple(sorted(cell for cell in times if cell.z < 0))
    return no_room(sunk, tuple(sorted(cell for cell in times if cell in owner or times[cell] > 1)))


def right_lengths(state: State, act: Build) -> Violation | None:
    """One brick of the rolled length, or two that add up to it, from what is left (L-3)."""
    facts: Facts = (("lengths", _listed(act.lengths)), ("rest", state.rest))
    missing = _missing(state, act.lengths)
    if missing:
        facts = (*facts, ("missing", missing))
        return Violation(RuleId("L-3"), act.cells, binding=True, case="missing", facts=facts)
    if state.set_now + len(act.bricks) > PAIR:
        return Violation(RuleId("L-3"), act.cells, case="too_many", facts=facts)
    if sum(act.lengths) == state.rest:
        return None
    if state.set_now or len(act.bricks) > 1 or act.lengths[0] > state.rest:
        return Violation(RuleId("L-3"), act.cells, case="length", facts=facts)
    partner = state.rest - act.lengths[0]
    if not _missing(state, (*act.lengths, partner)):
        return None
    facts = (*facts, ("partner", partner))
    return Violation(RuleId("L-3"), act.cells, case="partner", facts=facts)


def on_the_board(_state: State, act: Build) -> Violation | None:
    """On the board itself nothing sticks out over the edge (L-6)."""
    outside = tuple(cell for cell in act.cells if off_board(cell))
    return Violation(RuleId("L-6"), outside) if outside else None


def not_too_high(_state: State, act: Build) -> Violation | None:
    """Nothing is higher than level 10 (L-7)."""
    high = tuple(cell for cell in act.cells if cell.z >= TOP)
    facts = (("level", max(cell.z for cell in act.cells) + 1),)
    return Violation(RuleId("L-7"), high, facts=facts) if high else None


def in_balance(state: State, act: Build) -> Violation | None:
    """The building stays in balance (L-8); not asked beside the board."""
    if any(off_board(cell) for cell in act.cells):
        return None
    stance = poise_of(state.bricks).stance(act.bricks)
    if stance is Stance.STEADY:
        return None
    doubtful = stance is Stance.DOUBTFUL
    return Violation(
        RuleId("L-8"), act.cells, disputed=doubtful, case="doubtful" if doubtful else "tips"
    )


def headroom(state: State, act: Build) -> Violation | None:
    """Nothing is built into the two cells above a pawn's field, the lower of which it fills (L-13)."""
    pawns = set(state.pawns)
    heads = {Cell(pawn.x, pawn.y, pawn.z + 1) for pawn in pawns}
    wrong = tuple(cell for cell in act.cells if cell in pawns or cell in heads)
    if not wrong:
        return None
    return Violation(RuleId("L-13"), wrong, binding=not pawns.isdisjoint(wrong), case="built")


Judge = Callable[[State, Build], Violation | None]
PLACING: tuple[Judge, ...] = (
    right_lengths,
    on_the_board,
    not_too_high,
    in_balance,
    headroom,
)


def violations(state: State, act: Build) -> tuple[Violation, ...]:
    """All that is wrong with *act* in the phase of building; X-7 is listed alone."""
    found = clash(state, act)
    return found or tuple(broken for rule in PLACING if (broken := rule(state, act)))


def choices(state: State) -> tuple[int, ...]:
    """The lengths that a single brick may have now (L-3)."""
    lengths = [state.rest] if state.set_now else [*range(1, state.rest + 1)]
    return tuple(length for length in lengths if not _missing(state, _taken(state, length)))


def _taken(state: State, length: int) -> tuple[int, ...]:
    return (length,) if length == state.rest else (length, state.rest - length)


def _missing(state: State, lengths: Iterable[int]) -> str:
    """Which of *lengths* the supply does not have, as a text; empty if it has all."""
    wanted = Counter(lengths)
    short = [n for n in sorted(wanted) if wanted[n] > (state.supply[n] if n in SUPPLY else 0)]
    return _listed(short)


def _listed(numbers: Iterable[int]) -> str:
    return " + ".join(str(number) for number in numbers)
