"""What every game offers. A game is a value without state: all state is passed in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from turmwart.rules.sheet import Rule
from turmwart.rules.verdicts import RuleId, Violation

Seat = str
Raw = Mapping[str, object]
"""An act or a state as the referee protocol writes it in JSON."""


@dataclass(frozen=True, slots=True)
class Option:
    """A ruling that a table may switch. *allowed* is for people: 'ask|extent|count', 'FILE' ..."""

    name: str
    default: str
    allowed: str


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, by which options, with which material.

    *data* holds parsed data files by name (Turmbauer: "pieces"; Make 'n' Break: "deck"),
    read outside the core; a game that needs one checks it in `setup`.
    """

    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and by which rule; several winners share the win or draw."""

    winners: tuple[Seat, ...]
    rule: RuleId


class BadSetup(Exception):
    """Seats, options or data that no game can start with; the text is one sentence for people."""


class BadAct(Exception):
    """A line that is no act of this game at all (nothing to do with legality)."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


State = TypeVar("State")
Act = TypeVar("Act")


class Ruleset(Protocol[State, Act]):
    """One game's rules. Everything is a pure function of its arguments."""

    @property
    def name(self) -> str:
        """The protocol's name: turmbauer, talo, twentyseven, make_n_break."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def sheet(self) -> tuple[Rule, ...]:
        """Every rule of the game with its words."""
        ...

    def setup(
        self, seats: tuple[Seat, ...] | None, options: Mapping[str, str], data: Mapping[str, object]
    ) -> Setup:
        """Checks everything and fills in the defaults; raises BadSetup."""
        ...

    def start(self, setup: Setup) -> State: ...

    def read(self, state: State, raw: Raw) -> Act:
        """The act that *raw* writes; raises BadAct. Unknown fields are ignored."""
        ...

    def write(self, act: Act) -> dict[str, object]:
        """The act as JSON, such that read(write(act)) == act."""
        ...

    def violations(self, state: State, act: Act) -> tuple[Violation, ...]:
        """All that is wrong with *act* now, not the first only."""
        ...

    def apply(self, state: State, act: Act) -> State:
        """The state after *act*, legal or forced; its violations are not binding."""
        ...

    def legal(self, state: State) -> Iterator[Act]:
        """Every act without a violation that INTERFACES lists, each once."""
        ...

    def show(self, state: State) -> dict[str, object]:
        """The state as the referee protocol writes it."""
        ...

    def turn(self, state: State) -> Seat: ...

    def phase(self, state: State) -> str: ...

    def standing(self, state: State) -> Mapping[Seat, int]: ...

    def outcome(self, state: State) -> Outcome | None: ...
