"""What reaches the session from keys, dice, dial and timer: facts, in the past tense."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Key(StrEnum):
    """A key of the controller, or its twin on a phone."""

    DONE = "done"
    START = "start"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key went down."""

    key: Key


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice of one roll, in the order they fell."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DialTurned:
    """The timer's dial stands at 1, 2 or 3."""

    value: int


@dataclass(frozen=True, slots=True)
class TimerExpired:
    """The bell rang."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The table's answer to a doubt: the act as the referee protocol writes it.

    *reading* is the whole of the reading that was chosen, where one act alone might name several.
    """

    act: Mapping[str, object]
    reading: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """What no camera sees, said on the page: a ring spent, a piece boxed."""

    act: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The controller is out of reach."""


@dataclass(frozen=True, slots=True)
class LinkFound:
    """The controller speaks; *lost* of its events are known to be missing."""

    lost: int = 0


Signal = (
    KeyPressed | DiceRolled | DialTurned | TimerExpired | Answered | Declared | LinkLost | LinkFound
)
