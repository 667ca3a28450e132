"""Tells the broker how the table stands, what happened, and how the rig is."""

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from turmwart import __version__
from turmwart.app.broker import ChildBroker
from turmwart.app.clerk import Clerk
from turmwart.app.results import Results
from turmwart.app.rig import Rig
from turmwart.app.showing import LastWarning, happenings, last_warning, snapshot
from turmwart.app.walltime import wall_ms
from turmwart.display.countdown import Stopwatch
from turmwart.display.view import Countdown
from turmwart.model.events import Entry
from turmwart.publish.connection import Connection
from turmwart.publish.homeassistant import USUAL_SEATS, discovery
from turmwart.publish.topics import Message, OnChange, Snapshot, Topics
from turmwart.session.session import Session

HEALTH_MS = 5_000
PICTURE_MS = 1_000


@dataclass(slots=True)
class Camera:
    """The annotated picture as JPEG, and whether the table lets everybody see it."""

    picture: Callable[[], bytes | None] = lambda: None
    shared: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class Announcer:
    """Tells every change, looks after the broker, and says every 5 s how the rig is."""

    topics: Topics
    connection: Connection
    clerk: Clerk
    results: Results
    child: ChildBroker | None = None
    camera: Camera = field(default_factory=Camera)
    instance: str = ""
    page: str | None = None
    _before: Session | None = None
    _stopwatch: Stopwatch = field(default_factory=Stopwatch)
    _ahead_ms: int = 0
    _warned: LastWarning | None = None
    _changed: OnChange = field(default_factory=OnChange)
    _seats: dict[str, None] = field(default_factory=lambda: dict.fromkeys(USUAL_SEATS))
    _said_ms: float = -HEALTH_MS
    _shown_ms: float = -PICTURE_MS

    def begin(self, rig: Rig) -> None:
        """All that is retained; a game that has just begun is told as an event as well."""
        entries = rig.journal.entries(rig.session.game_id)
        self._stopwatch, self._before = self._stopwatch.after(entries), rig.session
        self._ahead_ms = wall_ms() - entries[-1].at_ms
        self.connection.tell([self._info(), *self._earlier(), self._found(rig.session)])
        self.tell(rig, ())
        self.connection.enter(self.page)
        first = entries if len(entries) == 1 else []
        self.connection.tell(self.topics.event(each) for each in happenings(rig.session, first))

    def tell(self, rig: Rig, entries: tuple[Entry, ...]) -> None:
        before = self._before or rig.session
        self._before = rig.session
        self.clerk.now_at(rig.session.entries)
        told: list[Message] = []
        if entries:
            told = [self.topics.event(each) for each in happenings(before, entries)]
            told += self._ended(rig.session, entries)
            self._follow(entries)
        if rig.session.game_id != before.game_id:
            self._warned = None
            told.append(self._found(rig.session))
        now = self._snapshot(rig.session)
        if self._changed.is_new(now):
            told += self.topics.retained(now)
        self.connection.tell(told)

    def discover(self) -> None:
        """Home Assistant has started anew and asks who is there."""
        if self._before is not None:
            self.connection.tell([self._found(self._before)])

    def look_after(self, figures: dict[str, object]) -> None:
        if self.child is not None:
            self.child.look_after()
        now = time.monotonic() * 1000
        if now - self._said_ms >= HEALTH_MS:
            self._said_ms = now
            own = {"events_unsent": self.connection.unsent, "commands": self.clerk.figures}
            self.connection.tell((self.topics.health(wall_ms(), figures | own),))
        if now - self._shown_ms >= PICTURE_MS and self.camera.shared():
            self._shown_ms = now
            if jpeg := self.camera.picture():
                self.connection.tell((self.topics.picture(jpeg),))

    def _info(self) -> Message:
        facts = {
            "version": __version__,
            "versions": {"turmwart": __version__, "python": platform.python_version()},
            "page": self.page,
            "asyncapi": f"{self.page}asyncapi.json" if self.page else None,
            "instance": self.instance,
        }
        return self.topics.info(facts)

    def _earlier(self) -> list[Message]:
        return [self.topics.result(game, found) for game, found in self.results.known.items()]

    def _ended(self, session: Session, entries: tuple[Entry, ...]) -> list[Message]:
        found = self.results.after(session, entries)
        return [] if found is None else [self.topics.result(session.game_id, found)]

    def _found(self, session: Session) -> Message:
        """For Home Assistant; seats of an earlier game are taken away there."""
        self._seats |= dict.fromkeys(session.rules.standing(session.state))
        own = tuple(session.rules.standing(session.state))
        return discovery(self.topics, __version__, own, self.page, tuple(self._seats))

    def _follow(self, entries: tuple[Entry, ...]) -> None:
        """The journal's clock against the clock on the wall, taken when a countdown begins."""
        after = self._stopwatch.after(entries)
        if after != self._stopwatch:
            self._stopwatch, self._ahead_ms = after, wall_ms() - entries[-1].at_ms

    def _snapshot(self, session: Session) -> Snapshot:
        ts_ms = wall_ms()
        if found := last_warning(session, ts_ms):
            known = self._warned and self._warned["rules"] == found["rules"]
            self._warned = self._warned if known else found
        return snapshot(session, ts_ms, self._clock(session), self._warned)

    def _clock(self, session: Session) -> Countdown | None:
        clock = self._stopwatch.countdown(session)
        if clock is None or clock.deadline_ms is None:
            return clock
        return replace(clock, deadline_ms=clock.deadline_ms + self._ahead_ms)
