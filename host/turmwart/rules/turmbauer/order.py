"""What comes when (T-1, T-2): the phases as a table, and what each act leaves behind."""

from collections.abc import Callable
from dataclasses import replace

from turmwart.rules.turmbauer.acts import (
    Act,
    Build,
    Discard,
    Done,
    Fallen,
    Move,
    Ring,
    Roll,
)
from turmwart.rules.turmbauer.scoring import collapsed, finished
from turmwart.rules.turmbauer.state import ROUNDS, Built, Hand, Phase, State
from turmwart.rules.verdicts import RuleId, Violation

COLLAPSE = 3
"""So many pieces at once are a collapse (T-21)."""

WHEN: dict[type[Act], frozenset[Phase]] = {
    Roll: frozenset({Phase.START, Phase.ROLL}),
    Build: frozenset({Phase.BUILD}),
    Discard: frozenset({Phase.BUILD}),
    Ring: frozenset({Phase.BUILD, Phase.MOVE}),
    Move: frozenset({Phase.MOVE}),
    Done: frozenset({Phase.MOVE, Phase.DONE}),
    Fallen: frozenset({Phase.ROLL, Phase.BUILD, Phase.MOVE, Phase.DONE}),
}

OUT_OF_PHASE: dict[type[Act], str] = {Move: "T-15", Ring: "T-18"}
"""The rule that an act out of phase breaks; T-2 for all others."""


def out_of_phase(state: State, act: Act) -> tuple[Violation, ...]:
    """The one violation of an act that is not due, whatever else is wrong with it."""
    if state.outcome is not None:
        return (Violation(state.outcome.rule, binding=True, case="over"),)
    due = state.phase in WHEN[type(act)]
    if act == Ring("a"):
        due = state.phase is Phase.BUILD
    if due:
        return ()
    rule = RuleId(OUT_OF_PHASE.get(type(act), "T-2"))
    return (Violation(rule, binding=True, case=f"phase_{state.phase}"),)


def rolled(state: State, roll: Roll) -> State:
    if state.phase is Phase.ROLL:
        return replace(state, phase=Phase.BUILD, dice=roll.dice)
    rolls = dict(state.start_rolls) | {state.turn: roll.dice[0]}
    state = replace(state, start_rolls=tuple(rolls.items()))
    if len(state.waiting) > 1:
        return replace(state, waiting=state.waiting[1:], turn=state.waiting[1])
    return _started(state)


def _started(state: State) -> State:
    """All who were to roll have rolled: the highest begins, the tied roll again (X-5)."""
    rolls = dict(state.start_rolls)
    in_play = state.in_play or tuple(player[0] for player in state.players)
    highest = max(rolls[seat] for seat in in_play)
    tied = tuple(seat for seat in in_play if rolls[seat] == highest)
    if len(tied) > 1:
        return replace(state, waiting=tied, in_play=tied, turn=tied[0])
    return replace(state, waiting=(), in_play=(), turn=tied[0], phase=Phase.ROLL)


def built(state: State, build: Build, broken: tuple[RuleId, ...]) -> State:
    piece = Built(state.turn, build.piece, build.cells, build.coloured, broken)
    return replace(
        state,
        phase=Phase.MOVE,
        site=state.site.with_piece(state.turn, build.cells, build.coloured),
        hands=state.hands_with(_without(state.hand, build.piece)),
        built=(*state.built, piece),
    )


def discarded(state: State, discard: Discard) -> State:
    hand = _without(state.hand, discard.piece)
    boxed = replace(hand, box=(*hand.box, discard.piece))
    return replace(state, phase=Phase.MOVE, hands=state.hands_with(boxed))


def _without(hand: Hand, piece: str) -> Hand:
    return replace(hand, supply=tuple(other for other in hand.supply if other != piece))


def ringed(state: State, ring: Ring) -> State:
    hand = replace(state.hand, rings=state.hand.rings - 1)
    return replace(state, ring=ring.effect, hands=state.hands_with(hand))


def moved(state: State, move: Move) -> State:
    hand = replace(state.hand, pawn=move.to)
    return replace(state, phase=Phase.DONE, hands=state.hands_with(hand))


def passed(state: State, _: Done) -> State:
    """The turn goes on to the next seat; after twelve rounds the game is over (T-22)."""
    state = replace(state, turns=state.turns + 1)
    if state.turns == ROUNDS * len(state.seats):
        return replace(state, phase=Phase.OVER, outcome=finished(state))
    following = state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]
    return replace(state, phase=Phase.ROLL, turn=following, dice=(), ring=None)


def fallen(state: State, act: Fallen) -> State:
    """One or two are put back as they were; more are a collapse (T-21)."""
    if act.pieces < COLLAPSE:
        return state
    return replace(state, phase=Phase.OVER, outcome=collapsed(state))


AFTER: dict[type[Act], Callable[..., State]] = {
    Roll: rolled,
    Discard: discarded,
    Ring: ringed,
    Move: moved,
    Done: passed,
    Fallen: fallen,
}
"""What each act leaves behind, except a build: that also keeps what it broke."""
