"""Which piece is used, and which ring (T-2 to T-6, T-18)."""

from collections.abc import Iterator

from turmwart.rules.turmbauer.acts import Build, Discard, Effect, Ring
from turmwart.rules.turmbauer.placing import buildable
from turmwart.rules.turmbauer.state import Phase, State
from turmwart.rules.verdicts import RuleId, Violation

EFFECTS: dict[Phase, tuple[Effect, ...]] = {Phase.BUILD: ("a", "b", "c"), Phase.MOVE: ("b", "c")}


def choosing(state: State, build: Build) -> Iterator[Violation]:
    """What is wrong with the piece itself, wherever it is set."""
    yield from _at_hand(state, build.piece)
    size = state.pieces[build.piece].size
    if not state.free_choice() and size not in state.dice:
        first, second = state.dice
        facts = (("size", size), ("first", first), ("second", second))
        case = "single" if size == 1 else ""
        yield Violation(RuleId("T-3"), build.cells, case=case, facts=facts)


def boxing(state: State, discard: Discard) -> Iterator[Violation]:
    """A piece is boxed only if nothing that the dice allow has a legal place (T-6)."""
    yield from _at_hand(state, discard.piece)
    if build := next(fits(state), None):
        yield Violation(RuleId("T-6"), build.cells, facts=(("piece", build.piece),))


def _at_hand(state: State, piece: str) -> Iterator[Violation]:
    if piece not in state.hand.supply:
        yield Violation(RuleId("T-2"), binding=True, case="supply", facts=(("piece", piece),))


def fits(state: State) -> Iterator[Build]:
    """Every legal build."""
    for piece in state.fitting():
        yield from buildable(state, piece)


def using(state: State) -> Iterator[Build | Discard]:
    """Every legal way to use up a piece."""
    nothing = True
    for build in fits(state):
        nothing = False
        yield build
    if nothing:
        yield from map(Discard, state.hand.supply)


def ringing(state: State) -> tuple[Violation, ...]:
    """One ring per turn, while there are any; what is spent cannot be forced back."""
    if state.ring is not None:
        used = (("ring", state.ring),)
        return (Violation(RuleId("T-18"), binding=True, case="second", facts=used),)
    if not state.hand.rings:
        return (Violation(RuleId("T-18"), binding=True, case="none"),)
    return ()


def rings(state: State) -> Iterator[Ring]:
    """Every ring that may be spent now."""
    if not ringing(state):
        yield from map(Ring, EFFECTS[state.phase])
