"""What happens at the table (acts), and what it adds up to (the state)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from turmwart.rules.make_n_break.blocks import Layout
from turmwart.rules.make_n_break.deck import Card, shuffled
from turmwart.rules.ruleset import Seat

ROUNDS: Mapping[str, int] = {"base": 4, "no_die": 3, "young": 4}  # M-11, M-12
FEW = 10
"""With fewer cards than this at a turn's start the discards go under the deck (M-8)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The builder's die."""

    die: int


@dataclass(frozen=True, slots=True)
class Start:
    """'Alles klar!': the clock runs."""


@dataclass(frozen=True, slots=True)
class Built:
    """All blocks that stand or touch the building."""

    blocks: Layout


@dataclass(frozen=True, slots=True)
class Expired:
    """The bell."""


Act = Roll | Start | Built | Expired


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all through a game."""

    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    cards: Mapping[str, Card]

    @property
    def variant(self) -> str:
        return self.options["variant"]

    @property
    def turns(self) -> int:
        return ROUNDS[self.variant] * len(self.seats)

    def pile_of(self, seat: Seat) -> str:
        """The numeral of the cards a seat builds, or "" where all share one deck (M-13)."""
        if self.variant != "young":
            return ""
        return "blue" if seat in self.options["young"].split(",") else "red"

    def worth(self, card: str) -> int:
        return 1 if self.variant == "young" else self.cards[card].points  # M-13


@dataclass(frozen=True, slots=True)
class Pile:
    """A deck, top card first, with its discards in the order they were laid down."""

    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    shuffles: int = 0

    def refilled(self, shuffle: str) -> "Pile":
        """The discards go under the deck, shuffled or as they lie."""
        if not self.discards:
            return self
        under = reordered(self.discards, shuffle, self.shuffles)
        return Pile(self.deck + under, (), self.shuffles + 1)


def reordered(cards: tuple[str, ...], shuffle: str, times: int) -> tuple[str, ...]:
    """The cards in the order of the seed; *times* makes each shuffle of a game another one."""
    return cards if shuffle == "none" else shuffled(cards, (int(shuffle) << 16) + times)


@dataclass(frozen=True, slots=True)
class State:
    """Whose turn it is, what is built, and what was scored."""

    table: Table
    turn: int
    phase: str
    piles: Mapping[str, Pile]
    points: tuple[int, ...]
    dial: int | None = None
    card: str | None = None
    finished: tuple[str, ...] = ()

    @property
    def place(self) -> int:
        """The builder's place among the seats."""
        seats = self.table.seats
        return (seats.index(self.table.options["start"]) + self.turn) % len(seats)

    @property
    def builder(self) -> Seat:
        return self.table.seats[self.place]

    @property
    def round(self) -> int:
        return self.turn // len(self.table.seats) + 1

    @property
    def pile(self) -> Pile:
        return self.piles[self.table.pile_of(self.builder)]


def first_state(table: Table) -> State:
    shuffle = table.options["shuffle"]
    names = ("blue", "red") if table.variant == "young" else ("",)
    piles = {
        name: Pile(
            reordered(
                tuple(card.id for card in table.cards.values() if name in ("", card.numeral)),
                shuffle,
                0,
            ),
            shuffles=1,
        )
        for name in names
    }
    return _turn_begun(State(table, 0, "roll", piles, (0,) * len(table.seats)))


def rolled(state: State, die: int) -> State:
    return replace(state, phase="start", dial=die)  # M-2


def started(state: State) -> State:
    return _card_turned(replace(state, phase="build"))  # M-2


def built(state: State) -> State:
    """The card is laid aside and the next one turned (M-7)."""
    assert state.card is not None
    return _card_turned(replace(state, finished=(*state.finished, state.card), card=None))


def expired(state: State) -> State:
    """The bell: the finished cards score, all used cards are discarded (M-9, M-10)."""
    used = state.finished if state.card is None else (*state.finished, state.card)
    points = list(state.points)
    points[state.place] += sum(state.table.worth(card) for card in state.finished)
    after = _with_pile(state, replace(state.pile, discards=state.pile.discards + used))
    after = replace(after, points=tuple(points), dial=None, card=None, finished=())
    if state.turn + 1 == state.table.turns:
        return replace(after, phase="over")  # M-11
    return _turn_begun(replace(after, turn=state.turn + 1))


def _turn_begun(state: State) -> State:
    if len(state.pile.deck) < FEW:
        state = _with_pile(state, state.pile.refilled(state.table.options["shuffle"]))  # M-8
    if state.table.variant == "no_die":
        return replace(state, phase="start", dial=state.round)  # M-12
    return replace(state, phase="roll")


def _card_turned(state: State) -> State:
    """The top card is turned; an empty deck takes up its discards first (M-8)."""
    pile = state.pile if state.pile.deck else state.pile.refilled(state.table.options["shuffle"])
    if not pile.deck:
        return replace(state, card=None)
    return replace(_with_pile(state, replace(pile, deck=pile.deck[1:])), card=pile.deck[0])


def _with_pile(state: State, pile: Pile) -> State:
    return replace(state, piles={**state.piles, state.table.pile_of(state.builder): pile})
