"""The one place where everything is put together and started."""

import asyncio
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from turmwart import __version__
from turmwart.app.address import opened_place
from turmwart.app.announcer import Announcer, Camera
from turmwart.app.announcing import BrokerWish, Line, announcer, opened_line
from turmwart.app.archive import JournalArchive
from turmwart.app.camera import Peephole
from turmwart.app.clockwork import Clockwork
from turmwart.app.codes import seat_codes
from turmwart.app.eyes import watcher_of
from turmwart.app.hall import overheard
from turmwart.app.heartbeat import Heartbeat
from turmwart.app.inbox import Inbox
from turmwart.app.journal import Journal
from turmwart.app.lamps import lamps
from turmwart.app.lines import final
from turmwart.app.moments import Moments
from turmwart.app.newest import Eye
from turmwart.app.outlets import Gauge, PageTeller, Printer
from turmwart.app.pin import changed_pin, kept_pin
from turmwart.app.real import Hardware, RealRig, clock_from
from turmwart.app.recorder import RecordedEye, RecordedRig, Recorder
from turmwart.app.rig import Begin, Rig, Told, opened
from turmwart.app.running import Running
from turmwart.app.showing import Showing
from turmwart.app.virtual import Pace, TruthFile, VirtualRig, pending
from turmwart.app.voice import Voice
from turmwart.display.correcting import corrections
from turmwart.display.doors import Doors
from turmwart.display.hall import hall_board
from turmwart.display.hub import Hub, Reply
from turmwart.display.roles import Role
from turmwart.display.server import make_app, serve
from turmwart.display.sources import Sources
from turmwart.display.view import View
from turmwart.link.line import Link
from turmwart.link.port import Port, serial_port
from turmwart.model.events import Entry
from turmwart.model.mats import MATS
from turmwart.model.table import Table
from turmwart.publish.broker import Address
from turmwart.publish.contract import documents
from turmwart.rules.sheet import Words
from turmwart.session.session import Session
from turmwart.sim.board import controller
from turmwart.sim.table import VirtualTable
from turmwart.sim.tables import TABLES
from turmwart.vision.watch import Watcher

LINGER_S = 3.0
NOTICE = Words(
    "Virtueller Tisch: alles Gerät ist simuliert.", "Virtual table: all hardware is simulated."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What `run --virtual` was asked for."""

    begin: Begin
    table: Table
    name: str
    seed: int
    speed: float | None
    clumsy: float
    turns: int | None
    headless: bool
    json: bool
    truth: Path | None
    data: Path
    page_port: int | None
    broker: str
    page_lan: bool = False
    hardware: Hardware | None = None
    controller: str | None = None
    record: Path | None = None
    mend: bool = False
    login: Path | None = None
    hall: Address | None = None
    lan: Path | None = None
    box: Path | None = None


class Wired:
    """Everything of one rig, real or virtual, in its place; `play` is the loop."""

    def __init__(self, wish: Wish, journal: Journal, stack: ExitStack) -> None:
        self.wish, self.stop = wish, threading.Event()
        began_ms = time.time_ns() // 1_000_000
        session, self.goes_on = opened(journal, wish.begin, began_ms)
        entries = journal.entries(session.game_id)
        self.moments = Moments(wish.data)
        alive_ms = self.moments.last(session.game_id) if wish.hardware else 0
        epoch_ms, last_ms = entries[0].at_ms, max(entries[-1].at_ms, alive_ms)
        start_ms = last_ms - epoch_ms
        port = wish.hardware.port if wish.hardware else self._stand_in(journal, start_ms, stack)
        self.link = Link(port, journal.heard, began_ms)
        stack.callback(self.link.close)
        home_mm = wish.hardware.home_mm if wish.hardware else None
        self.gauge, self.inbox = Gauge(home_mm=home_mm), Inbox(box=wish.box)
        self.heart = Heartbeat.of_this_process()
        self.printer = Printer(session, epoch_ms, partial(print, flush=True))
        self.announcer: Announcer | None = None
        self.tellers: list[Told] = [self.printer.tell] if wish.json else []
        self.rig = RecordedRig(journal, session, self._tell)
        self.tellers.append(Clockwork(self.link.cue, entries, last_ms).tell)
        self.eye = watcher_of(session.rules.name, wish.table)
        watcher: Watcher[Any] | RecordedEye = self.eye
        if wish.record is not None:
            past = [acted.act for _, acted in session.past]
            kept = Recorder.opened(wish.record, wish.table, wish.begin, past, epoch_ms)
            stack.callback(kept.close)
            self.rig.recorder, watcher = kept, RecordedEye(self.eye, kept)
        self.running = Running(self.rig, watcher, self.link, epoch_ms, self.gauge.notice)
        self.loop: RealRig | VirtualRig = (
            self._real(wish.hardware, start_ms)
            if wish.hardware
            else self._virtual(_players(wish, session, entries), start_ms)
        )

    def _stand_in(self, journal: Journal, start_ms: int, stack: ExitStack) -> Callable[[], Port]:
        """The simulated controller, or the one made of Python, behind a pseudo terminal."""
        boot = (journal.heard >> 16) + 1
        wish = self.wish
        self.controller = controller(wish.controller, wish.seed, boot, float(start_ms))
        stack.callback(self.controller.close)
        return serial_port(self.controller.path)

    def _virtual(self, table: VirtualTable, start_ms: int) -> VirtualRig:
        truth = self.wish.truth
        return VirtualRig(
            self.running,
            table,
            self.controller,
            self.inbox,
            Pace(self.wish.speed, start_ms),
            TruthFile.opened(truth, start_ms) if truth else None,
            self.stop.is_set,
            self._each,
            start_ms,
        )

    def _real(self, hardware: Hardware, start_ms: int) -> RealRig:
        clock = clock_from(start_ms)
        eye = Eye(partial(hardware.camera, clock))
        stopped, each, turns = self.stop.is_set, self._each, self.wish.turns
        return RealRig(self.running, eye, self.inbox, self.gauge, clock, stopped, each, turns)

    def play(self) -> None:
        self.heart.ready()
        for teller in self.tellers:
            teller(self.rig, ())
        self.loop.play()
        if self.wish.json and (self.rig.session.over or self.loop.over):
            self.printer.say(final(self.rig.session))

    def announce(self, line: Line | None, page: str | None) -> None:
        """From now on the broker is told, if there is one."""
        if line is None:
            return
        camera = Camera(Peephole(lambda: self.eye).picture, lambda: self.inbox.choices.camera)
        made = announcer(line, self.rig.journal, self.inbox, self.wish.data, camera)
        made.page = page
        self.announcer = made
        made.begin(self.rig)
        self.tellers.append(made.tell)

    def show_on(self, show: Callable[[View], None]) -> None:
        showing = Showing(None if self.wish.hardware else NOTICE, self.inbox.choices)
        showing.note(self.rig.journal.entries(self.rig.session.game_id))
        connection = self.announcer.connection if self.announcer else None
        health = partial(lamps, self.gauge, self.link, connection, self.wish.data)
        speak = Voice(self.inbox.choices).show
        self.tellers.append(PageTeller(showing, show, health, speak).tell)

    def begin(self, doors: Doors, wanted: Begin, at_ms: int) -> None:
        """Another game at this table; the phones of the seats get new codes."""
        table = self._table(wanted.rules.name)
        eye = watcher_of(wanted.rules.name, table)
        self.wish = replace(self.wish, begin=wanted, table=table)
        self.running.watcher = self.eye = eye
        self.rig.begin(wanted, at_ms)
        session = self.rig.session
        if isinstance(self.loop, VirtualRig):
            self.loop.table = _players(self.wish, session, ())
        doors.change_codes(seat_codes(self.wish.data, session.game_id, session.setup.seats))

    def _table(self, game: str) -> Table:
        """The same camera and wood on the mat of another game."""
        same = game == self.rig.session.rules.name
        if self.wish.hardware is None:
            return TABLES[game]
        return self.wish.table if same else replace(self.wish.table, mat=MATS[game])

    def _tell(self, rig: Rig, entries: tuple[Entry, ...]) -> None:
        for teller in self.tellers:
            teller(rig, entries)

    def _each(self) -> None:
        if isinstance(self.loop, RealRig):
            now_ms = self.running.epoch_ms + self.loop.clock()
            self.moments.pass_by(self.rig.session, now_ms)
        self.heart.beat(time.monotonic() * 1000)
        if self.announcer is not None:
            self.announcer.look_after(_figures(self.gauge, self.link))


def run_rig(wish: Wish) -> int:
    """Follows one game, from the journal's last entry on."""
    with ExitStack() as stack:
        journal = Journal(wish.data)
        stack.callback(journal.close)
        if mended := journal.mend(wish.mend):
            _say(mended)
        asked = BrokerWish(wish.name, wish.broker, wish.login, wish.hall, wish.lan)
        line = opened_line(asked, wish.data, stack)
        wired = Wired(wish, journal, stack)
        stack.callback(wired.inbox.close)
        _greet(wish, wired)
        if line is not None:
            _say(f"broker: {line.said}")
        with _ending(wired.stop):
            if wish.headless:
                wired.inbox.begin = partial(wired.begin, Doors())
                wired.announce(line, None)
                wired.play()
            else:
                asyncio.run(_with_page(wired, line))
    return 0


async def _with_page(wired: Wired, line: Line | None) -> None:
    place = opened_place(wired.wish.page_port, wired.wish.page_lan)
    wired.announce(line, place.home or place.address)
    loop = asyncio.get_running_loop()

    async def on_command(role: Role, verb: str, args: Mapping[str, object]) -> Reply:
        if verb == "change_pin":
            return await asyncio.to_thread(changed_pin, data, doors, args)
        return await asyncio.wrap_future(wired.inbox.put(verb, args, role))

    hub = Hub(on_command)
    wired.show_on(partial(_show_soon, loop, hub))
    session, data = wired.rig.session, wired.wish.data
    doors = Doors(kept_pin(data, _say), seat_codes(data, session.game_id, session.setup.seats))
    wired.inbox.begin = partial(wired.begin, doors)
    hall = hall_board()
    app = make_app(
        hub, doors, place.hosts, sources=_sources(wired, hub), hall=hall, home=place.home
    )
    serving = asyncio.create_task(serve(app, place.sock))
    _say(f"page: {place.address}")
    if place.home:
        _say(f"page for phones: {place.home}")
    async with overheard(hall, line.address if line else None):
        try:
            await asyncio.to_thread(wired.play)
            if not wired.stop.is_set():
                await asyncio.sleep(LINGER_S)
        finally:
            wired.stop.set()
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving


def _sources(wired: Wired, hub: Hub) -> Sources:
    """What the page shows besides the view."""
    shown = lambda: hub.latest.view.picture if hub.latest else None  # noqa: E731
    return Sources(
        JournalArchive(wired.rig.journal),
        Peephole(lambda: wired.eye, shown).picture,
        lambda number: corrections(wired.rig.session, number),
        documents(__version__),
    )


def _show_soon(loop: asyncio.AbstractEventLoop, hub: Hub, view: View) -> None:
    loop.call_soon_threadsafe(hub.show, view)


def _players(wish: Wish, session: Session, entries: Sequence[Entry]) -> VirtualTable:
    return VirtualTable(
        session.rules,
        session.setup,
        wish.seed,
        wish.clumsy,
        wish.table,
        wish.turns,
        resume=session.state,
        plies=len(session.past),
        pending=pending(entries),
    )


def _figures(gauge: Gauge, link: Link) -> dict[str, object]:
    health = link.health
    return {
        "fps": round(gauge.fps, 2),
        "residual_px": gauge.residual_px,
        "controller": "ready" if health.ready else str(health.fault),
    }


def _greet(wish: Wish, wired: Wired) -> None:
    session = wired.rig.session
    how = f"goes on after {len(session.past)} acts" if wired.goes_on else "begins"
    if wish.hardware:
        _say(f"{wish.hardware.said}: {session.rules.name} {how}")
    else:
        _say(f"virtual table, no hardware: {session.rules.name} {how}, seed {wish.seed}")


def _say(text: str) -> None:
    """For people; standard output belongs to `--json`."""
    print(f"turmwart: {text}", file=sys.stderr, flush=True)


@contextmanager
def _ending(stop: threading.Event) -> Iterator[None]:
    """SIGTERM and Ctrl-C end the game between two looks, with everything put away."""
    before = {
        number: signal.signal(number, lambda *_: stop.set())
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
