"""Who has won (T-22 to T-25)."""

from collections.abc import Callable

from turmwart.rules.ruleset import Outcome, Seat
from turmwart.rules.turmbauer.state import Hand, State
from turmwart.rules.verdicts import RuleId

Player = tuple[Seat, ...]
"""A player's colours; the first one is the player's name."""


def finished(state: State) -> Outcome:
    """Everybody has used all pieces: height, parts in the box, rings (T-22, T-24)."""
    rule = RuleId("T-24" if _pairs(state) else "T-22")
    return Outcome(_best(state, state.players, lambda hand: hand.box), rule)


def collapsed(state: State) -> Outcome:
    """The player on turn has lost; among the others supply counts like box (T-23, T-24)."""
    others = tuple(player for player in state.players if state.turn not in player)
    if _pairs(state):
        return Outcome((others[0][0],), RuleId("T-24"))
    winners = _best(state, others, lambda hand: hand.supply + hand.box)
    return Outcome(winners, RuleId("T-23"))


def _pairs(state: State) -> bool:
    return len(state.players[0]) == 2


def _best(
    state: State, players: tuple[Player, ...], unused: Callable[[Hand], tuple[str, ...]]
) -> tuple[Seat, ...]:
    def merit(player: Player) -> tuple[int, int, int]:
        hands = [state.hand_of(seat) for seat in player]
        parts = sum(state.pieces[piece].size for hand in hands for piece in unused(hand))
        return sum(hand.level for hand in hands), -parts, sum(hand.rings for hand in hands)

    best = max(map(merit, players))
    return tuple(player[0] for player in players if merit(player) == best)
