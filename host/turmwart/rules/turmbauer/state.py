"""The state of a game of Turmbauer. All values: taking back is keeping the old one."""

from dataclasses import dataclass
from enum import StrEnum

from turmwart.model.geometry import Cell
from turmwart.rules.ruleset import Outcome, Seat, Setup
from turmwart.rules.turmbauer.acts import Effect, Place
from turmwart.rules.turmbauer.pieces import PieceSet
from turmwart.rules.turmbauer.site import Site
from turmwart.rules.verdicts import RuleId

ROUNDS = 12


class Phase(StrEnum):
    """What the seat on turn owes."""

    START = "start"
    ROLL = "roll"
    BUILD = "build"
    MOVE = "move"
    DONE = "done"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hand:
    """What belongs to one colour."""

    supply: tuple[str, ...]
    box: tuple[str, ...] = ()
    rings: int = 2
    pawn: Place = None

    @property
    def level(self) -> int:
        return self.pawn.z if self.pawn else 0


@dataclass(frozen=True, slots=True)
class Built:
    """A piece that stands, with the rules it broke when it was set."""

    seat: Seat
    piece: str
    cells: tuple[Cell, ...]
    coloured: tuple[Cell, ...]
    violations: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the next act depends on.

    *seats* are all colours in playing order (with two players four, unlike in *setup*), *players*
    holds each player's colours, *hands* what belongs to each of *seats*. *turns*
    counts the turns that are over. *waiting* are those who still roll for the start; *in_play* are
    the tied who roll again, none while it is everybody's first roll.
    """

    setup: Setup
    pieces: PieceSet
    seats: tuple[Seat, ...]
    players: tuple[tuple[Seat, ...], ...]
    hands: tuple[Hand, ...]
    site: Site
    phase: Phase
    turn: Seat
    turns: int = 0
    waiting: tuple[Seat, ...] = ()
    in_play: tuple[Seat, ...] = ()
    start_rolls: tuple[tuple[Seat, int], ...] = ()
    dice: tuple[int, ...] = ()
    ring: Effect | None = None
    built: tuple[Built, ...] = ()
    outcome: Outcome | None = None

    @property
    def round(self) -> int:
        """Counted from 1; the last stays when the game is over."""
        return min(self.turns // len(self.seats) + 1, ROUNDS)

    @property
    def hand(self) -> Hand:
        """What belongs to the colour on turn."""
        return self.hand_of(self.turn)

    def hand_of(self, seat: Seat) -> Hand:
        return self.hands[self.seats.index(seat)]

    def hands_with(self, hand: Hand) -> tuple[Hand, ...]:
        """All hands, with *hand* as the one of the colour on turn."""
        at = self.seats.index(self.turn)
        return (*self.hands[:at], hand, *self.hands[at + 1 :])

    def pawns(self) -> dict[Seat, Cell]:
        """The fields of the pawns that stand on the tower."""
        return {
            seat: hand.pawn
            for seat, hand in zip(self.seats, self.hands, strict=True)
            if hand.pawn is not None
        }

    def free_choice(self) -> bool:
        """True if the dice bind nothing: doubles (T-4) or ring a (T-18)."""
        return self.ring == "a" or len(set(self.dice)) == 1

    def fitting(self) -> tuple[str, ...]:
        """The pieces of the supply that the dice allow (T-3, T-4, T-18 a)."""
        free = self.free_choice()
        return tuple(p for p in self.hand.supply if free or self.pieces[p].size in self.dice)
