"""Every table of a hall as frozen values, made from what each table tells the broker.

Whoever listens to the broker keeps the newest `status`, `state` and `info` of each table, makes a
`HallTable` of them and shows all of them on the board. A payload that cannot be read is no table's
end: what is known of it without that payload is shown.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec

from turmwart.display.hub import Board, Parts
from turmwart.display.pictures import colours
from turmwart.display.telling import ending_words, seat_words
from turmwart.display.view import EMBLEMS, Countdown, Emblem
from turmwart.rules.ruleset import Outcome
from turmwart.rules.sheet import Words
from turmwart.rules.verdicts import RuleId


@dataclass(frozen=True, slots=True)
class HallSeat:
    """One seat of a table: who, in which colour and shape, and how it stands."""

    id: str
    name: Words
    colour: str
    emblem: Emblem
    standing: int


@dataclass(frozen=True, slots=True)
class HallWarning:
    """The newest warning of a table. *standing*: what it warned of is still there."""

    rules: tuple[str, ...]
    text: Words
    at_ms: int
    standing: bool


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table of the hall. *game* is empty until the table has told its state.

    *page* is the address of the table's own page, as far as others can reach it.
    """

    table: str
    online: bool
    game: str = ""
    seats: tuple[HallSeat, ...] = ()
    turn: str | None = None
    round: int = 0
    paused: bool = False
    asked: bool = False
    countdown: Countdown | None = None
    warning: HallWarning | None = None
    ending: Words | None = None
    page: str = ""
    seen_ms: int = 0


Hall = tuple[HallTable, ...]


def hall_board() -> Board[Hall]:
    """Where the tables are shown; each is told by its name, so that only what changed is sent."""
    board = Board(_parts)
    board.show(())
    return board


def _parts(hall: Hall) -> Parts:
    return {one.table: msgspec.Raw(msgspec.json.encode(one)) for one in hall}


class _Said(msgspec.Struct):
    de: str
    en: str


class _Warned(msgspec.Struct):
    ts: int
    rules: list[str]
    text: _Said


class _Won(msgspec.Struct):
    winners: list[str]
    rule: str


class _Violation(msgspec.Struct):
    rule: str
    text: _Said


class _State(msgspec.Struct):
    """The part of a table's `state` that a hall shows; all else is passed over."""

    game: str
    seats: list[str]
    turn: str
    round: int
    standing: dict[str, int]
    ts: int
    outcome: _Won | None = None
    paused: bool = False
    question: object = None
    violations: list[_Violation] = []
    last_warning: _Warned | None = None
    deadline: int | None = None
    left_ms: int | None = None
    total_ms: int | None = None


def hall_table(table: str, online: bool, state: bytes = b"", info: bytes = b"") -> HallTable:
    """One table from its newest payloads; pure, and never at a loss."""
    page = _page(info)
    try:
        told = msgspec.json.decode(state, type=_State)
    except msgspec.DecodeError:
        return HallTable(table, online, page=page)
    return HallTable(
        table,
        online,
        told.game,
        _seats(told),
        None if told.outcome else told.turn,
        told.round,
        told.paused,
        told.question is not None,
        _countdown(told),
        _warning(told),
        _ending(told.outcome),
        page,
        told.ts,
    )


def _seats(told: _State) -> tuple[HallSeat, ...]:
    paint = colours(told.seats)
    return tuple(
        HallSeat(
            seat,
            seat_words(seat),
            paint[seat],
            EMBLEMS[place % len(EMBLEMS)],
            told.standing.get(seat, 0),
        )
        for place, seat in enumerate(told.seats)
    )


def _countdown(told: _State) -> Countdown | None:
    if told.total_ms is None or (told.deadline is None) is (told.left_ms is None):
        return None
    return Countdown(told.total_ms, told.deadline, told.left_ms)


def _warning(told: _State) -> HallWarning | None:
    """What is wrong now, else what was wrong last."""
    if told.violations:
        rules = tuple(dict.fromkeys(found.rule for found in told.violations))
        return HallWarning(rules, _words(told.violations[0].text), told.ts, standing=True)
    last = told.last_warning
    if last is None:
        return None
    return HallWarning(tuple(last.rules), _words(last.text), last.ts, standing=False)


def _words(said: _Said) -> Words:
    return Words(said.de, said.en)


def _ending(won: _Won | None) -> Words | None:
    return (
        ending_words(Outcome(tuple(won.winners), RuleId(won.rule))) if won and won.winners else None
    )


def _page(info: bytes) -> str:
    """The page's address, if it is one that a browser may follow."""
    try:
        facts = msgspec.json.decode(info, type=dict[str, object])
    except msgspec.DecodeError:
        return ""
    page = facts.get("page")
    return page if isinstance(page, str) and urlsplit(page).scheme in ("http", "https") else ""
