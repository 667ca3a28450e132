"""A recording on disk: its files are read strictly, and played through the real pipeline."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from turmwart.app.eyes import watcher_of
from turmwart.app.journal import Journal
from turmwart.app.lines import Line, final, line
from turmwart.app.profile import read_game, read_table
from turmwart.app.rig import Begin, Rig, started
from turmwart.app.setup import asked_setup
from turmwart.app.trouble import Trouble
from turmwart.model.events import Acted, Doubted, Entry, Event, RawAct
from turmwart.model.notation import BadEvent, thawed
from turmwart.model.signals import (
    Answered,
    Declared,
    DialTurned,
    DiceRolled,
    Key,
    KeyPressed,
    Signal,
    TimerExpired,
)
from turmwart.model.table import Table
from turmwart.rules.ruleset import BadAct
from turmwart.session.session import Session, apply, judge
from turmwart.vision.cameras import CameraLost, read_picture
from turmwart.vision.frame import Frame
from turmwart.vision.watch import Watcher

Raw = Mapping[str, Any]
SIGNALS: Mapping[str, Callable[[Raw], Signal]] = {
    "dice_rolled": lambda raw: DiceRolled(tuple(int(die) for die in raw["dice"])),
    "key": lambda raw: KeyPressed(Key(raw["key"])),
    "dial": lambda raw: DialTurned(int(raw["value"])),
    "timer_expired": lambda _: TimerExpired(),
    "answer": lambda raw: Answered(dict(raw["act"])),
    "declared": lambda raw: Declared(dict(raw["act"])),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the index: a picture's file, a signal, or what the operator did."""

    t_ms: int
    frame: Path | None = None
    signal: Signal | None = None
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording, read and checked before its first picture is looked at."""

    table: Table
    begin: Begin
    start: tuple[RawAct, ...]
    moments: tuple[Moment, ...]


Judged = Callable[[int, "Watcher[Any]"], None]
"""Called after each picture that was judged, with its time."""


def read_recording(directory: Path) -> Recording:
    game = read_game(directory / "game.toml")
    table = read_table(directory / "rig.toml", game.material)
    rules, setup = asked_setup(game.game, game.seats, game.options, directory)
    start = directory / "start.jsonl"
    acts = tuple(_act(*at) for at in _lines(start)) if start.exists() else ()
    moments = tuple(_moment(directory, *at) for at in _lines(directory / "index.jsonl"))
    return Recording(table, Begin(rules, setup), acts, moments)


def replayed(recording: Recording, data: Path, judged: Judged | None = None) -> Iterator[Line]:
    """The lines of `replay --json`, each as soon as it is known."""
    journal = Journal(data)
    said: list[Line] = []
    before = started(journal, recording.begin, 0)

    def tell(rig: Rig, entries: tuple[Entry, ...]) -> None:
        nonlocal before
        for entry in entries:
            if found := line(before, entry, 0):
                said.append(found)
            before = apply(before, entry.event)
        before = rig.session

    rig = Rig(journal, before, tell)
    try:
        _catch_up(rig, recording.start)
        said.clear()
        watcher = watcher_of(recording.begin.rules.name, recording.table)
        for place, moment in enumerate(recording.moments):
            _live(rig, watcher, moment, recording.moments[place + 1 :], judged)
            yield from said
            said.clear()
        yield final(rig.session)
    finally:
        journal.close()


def _live(
    rig: Rig,
    watcher: Watcher[Any],
    moment: Moment,
    later: tuple[Moment, ...],
    judged: Judged | None,
) -> None:
    if moment.frame is not None:
        sight = watcher.see(Frame(moment.t_ms, _picture(moment.frame)), rig.session.state)
        if sight.reading is not None:
            rig.read(sight.reading, moment.t_ms)
            if judged is not None:
                judged(moment.t_ms, watcher)
        elif sight.hand:
            rig.look_away()
    if moment.event is not None:
        rig.add((moment.event,), moment.t_ms)
    if moment.signal is not None:
        rig.hear(moment.signal, moment.t_ms)
        _settle(rig, moment.t_ms, later)


def _settle(rig: Rig, t_ms: int, later: tuple[Moment, ...]) -> None:
    """A doubt that nobody is going to answer is settled for its first reading."""
    if not isinstance(rig.session.question, Doubted):
        return
    following = next((moment.signal for moment in later if moment.signal is not None), None)
    if isinstance(following, Answered):
        return
    acts = next((acts for acts in rig.session.question.readings if acts), None)
    if acts is not None:
        rig.hear(Answered(acts[0]), t_ms)


def _catch_up(rig: Rig, acts: tuple[RawAct, ...]) -> None:
    for place, act in enumerate(acts, 1):
        try:
            rig.add((Acted(act, _broken(rig.session, act)),), 0)
        except BadAct as wrong:
            raise Trouble(f"start.jsonl, act {place}: {wrong}; mend it there.") from wrong


def _broken(session: Session, act: RawAct) -> tuple[str, ...]:
    return tuple(str(rule) for rule in judge(session, (act,)).rules)


def _lines(file: Path) -> Iterator[tuple[Path, int, Raw]]:
    try:
        texts = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise Trouble(f"{file} cannot be read ({wrong}); check the recording.") from wrong
    for number, text in enumerate(texts, 1):
        if text.strip():
            yield file, number, _object(file, number, text)


def _object(file: Path, number: int, text: str) -> Raw:
    try:
        raw = json.loads(text)
    except ValueError as wrong:
        raise Trouble(f"{file}, line {number}: no JSON ({wrong}); mend it there.") from wrong
    if not isinstance(raw, dict):
        raise Trouble(f"{file}, line {number}: no JSON object; mend it there.")
    return raw


def _act(file: Path, number: int, raw: Raw) -> RawAct:
    if not isinstance(raw.get("act"), dict):
        raise Trouble(f'{file}, line {number}: no "act" object; mend it there.')
    return cast(RawAct, raw["act"])


def _moment(directory: Path, file: Path, number: int, raw: Raw) -> Moment:
    try:
        if "frame" in raw:
            return Moment(int(raw["t_ms"]), frame=directory / str(raw["frame"]))
        if "event" in raw:
            return Moment(int(raw["t_ms"]), event=thawed(raw["event"]))
        signal = raw["signal"]
        return Moment(int(raw["t_ms"]), signal=SIGNALS[signal["kind"]](signal))
    except (KeyError, TypeError, ValueError, BadEvent) as wrong:
        raise Trouble(
            f"{file}, line {number}: {wrong!r} is missing or unknown; write t_ms with frame or signal."
        ) from wrong


def _picture(file: Path) -> Any:
    try:
        return read_picture(file)
    except CameraLost as wrong:
        raise Trouble(f"picture {file} cannot be read; check the recording.") from wrong
