"""The facts of a game, in the past tense: what the journal holds."""

from collections.abc import Mapping
from dataclasses import dataclass

RawAct = Mapping[str, object]
"""An act as the referee protocol writes it."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Who plays what, by which options and with which material; all a replay needs."""

    game_id: str
    game: str
    seats: tuple[str, ...]
    options: Mapping[str, str]
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Acted:
    """One act, committed. *candidates* are what it was chosen from when the camera was unsure."""

    act: RawAct
    violations: tuple[str, ...] = ()
    certain: bool = True
    candidates: tuple[RawAct, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """DONE came on acts against the rules: the table was asked once (X-2).

    *candidates* are what the acts were chosen from when the camera was unsure.
    """

    acts: tuple[RawAct, ...]
    violations: tuple[str, ...]
    candidates: tuple[RawAct, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubted:
    """DONE came on a picture with several readings: the table was asked which."""

    readings: tuple[tuple[RawAct, ...], ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """DONE came, and nothing could be committed; *why* is a key of the texts."""

    why: str
    violations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last *acts* committed acts were taken back."""

    acts: int


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The rules that the act *number* was found to break, before a correction and after it."""

    number: int
    was: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """Acts read wrongly, by their numbers from 1, with the right ones; *changed*: later verdicts."""

    acts_by_number: tuple[tuple[int, RawAct], ...]
    changed: tuple[Verdicts, ...] = ()


@dataclass(frozen=True, slots=True)
class Paused:
    """The table stopped the game for a while."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game went on."""


Event = GameStarted | Acted | Asked | Doubted | Refused | TakenBack | Corrected | Paused | Resumed


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal. The time is data: nothing replayed reads a clock."""

    number: int
    at_ms: int
    event: Event
