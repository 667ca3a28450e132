"""The virtual table in place of hardware: virtual time, real pictures, real bytes on a pty."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turmwart.app.inbox import Inbox
from turmwart.app.running import Running
from turmwart.model.events import Acted, Asked, Doubted, Entry, Event, TakenBack
from turmwart.model.signals import Answered, Declared
from turmwart.session.session import Session
from turmwart.sim.controller import OnPty
from turmwart.sim.steps import Deed, Dialled, KeyDown
from turmwart.sim.table import View, VirtualTable

PRESS_TRIES, PATIENT_TRIES = 400, 100
PRESS_WAIT_S = 0.005
Row = dict[str, object]


def page_of(session: Session) -> View:
    """What the virtual players see of the rig: what the page says."""
    question = session.question
    return View(
        state=session.state,
        past=[acted.act for _, acted in session.past],
        warned=isinstance(question, Asked) or session.refusal is not None,
        asked=question.readings if isinstance(question, Doubted) else None,
        over=session.over,
    )


def pending(entries: Sequence[Entry]) -> tuple[Event, ...]:
    """What the rig has answered since the last commit."""
    ends = [n for n, entry in enumerate(entries) if isinstance(entry.event, Acted | TakenBack)]
    return tuple(entry.event for entry in entries[(ends[-1] if ends else 0) + 1 :])


@dataclass(slots=True)
class Pace:
    """Virtual time against the wall: *speed* times as fast, or None for as fast as it goes.

    Virtual time only ever waits for the wall, never runs after it: a slow machine plays the same game.
    """

    speed: float | None
    start_ms: float
    _began: float = field(default_factory=time.monotonic)

    def wait_s(self, until_ms: float) -> float:
        if self.speed is None:
            return 0.0
        due = self._began + (until_ms - self.start_ms) / 1000.0 / self.speed
        return max(0.0, due - time.monotonic())


@dataclass(slots=True)
class TruthFile:
    """What the players really did; rewritten whole after every act, so that it is never torn."""

    path: Path
    earlier: list[Row]

    @classmethod
    def opened(cls, path: Path, until_ms: int) -> "TruthFile":
        """Goes on after a restart: what was not committed by then has not happened."""
        rows: list[Row] = []
        if until_ms > 0 and path.exists():
            rows = [json.loads(text) for text in path.read_text("utf-8").splitlines()]
        return cls(path, [row for row in rows if int(str(row["t_ms"])) <= until_ms])

    def write(self, rows: list[Row]) -> None:
        text = "".join(json.dumps(row) + "\n" for row in [*self.earlier, *rows])
        fresh = self.path.with_suffix(".new")
        fresh.write_text(text, "utf-8")
        fresh.replace(self.path)


@dataclass(slots=True)
class VirtualRig:
    """Plays until the players stop, or until *stopped* says so."""

    running: Running
    table: VirtualTable
    controller: OnPty
    inbox: Inbox
    pace: Pace
    truth: TruthFile | None
    stopped: Callable[[], bool]
    each: Callable[[], None]
    now_ms: int = 0

    @property
    def over(self) -> bool:
        return self.table.over

    def play(self) -> None:
        while not self.stopped():
            deeds = self.table.advance(self.now_ms, page_of(self.running.rig.session))
            for deed in deeds:
                self._give(deed)
            if self.table.over and not deeds:
                break
            if not deeds:
                self._exchange()
                self.running.see(self.table.frame(self.now_ms))
            self.each()
            self._wait(max(self.table.next_ms, self.now_ms + 1))
        self._write_truth()

    def _exchange(self) -> None:
        """There and back at one moment, so that a ping measures the wire and not the pace."""
        for wait_ms in (0, self.controller.answer_ms):
            self.now_ms += wait_ms
            self.controller.step(self.now_ms)
            self.running.listen(self.now_ms)

    def _wait(self, until_ms: int) -> None:
        """Until it is time for the next look, commands from page and broker are carried out."""
        rig, epoch = self.running.rig, self.running.epoch_ms
        while self.inbox.serve(rig, epoch + self.now_ms, self.pace.wait_s(until_ms)):
            pass
        self.now_ms = until_ms

    def _give(self, deed: Deed) -> None:
        self._write_truth()
        match deed:
            case Answered() | Declared():
                self.running.rig.hear(deed, self.running.epoch_ms + self.now_ms)
            case KeyDown(key):
                self._press(key)
            case Dialled(value):
                self.controller.step(self.now_ms)
                self.now_ms += self.controller.dial(value)
                self._exchange()

    def _press(self, key: str) -> None:
        """A key goes down; the wire is real, so its bytes take their time on the wall."""
        self.controller.step(self.now_ms)
        self.controller.shake(self.table.acts)
        self.now_ms += self.controller.press(key)
        for tries in range(PRESS_TRIES):
            self.controller.step(self.now_ms)
            self.running.link.wait(PRESS_WAIT_S)
            if self.running.listen(self.now_ms):
                return
            self.now_ms += tries > PATIENT_TRIES

    def _write_truth(self) -> None:
        if self.truth is not None:
            self.truth.write(self.table.truth)
