"""The flashed image behind a cable that is pulled, and behind hosts that are killed."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from link.hosts import GAME
from turmwart.app.journal import Journal
from turmwart.link import Link, serial_port
from turmwart.link.frames import Deframer
from turmwart.link.messages import Ack, Entry, Evt, Hello, HelloR, Key, Kind
from turmwart.model.signals import KeyPressed
from turmwart.sim.board import CYCLES_PER_MS, Board
from turmwart.sim.controller import OnPty

NAMES = {Key.START: "start", Key.STOP: "stop", Key.DONE: "done"}
HELD_MS = 15
PATIENCE_MS = 5000
ROOM = 24
"""Entries that may wait when a host is killed; the controller's journal takes 30."""


@dataclass
class Seen:
    """The keys pressed, the keys in the controller's journal and the keys told, in their order.

    *events* are the presses and releases in that journal, *lost* those that it counts as lost;
    *spared* hosts lived longer than they should. *ready* is how many milliseconds each host took
    that has lived to be ready; those in which a busy machine gave it no processor do not count.
    """

    made: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    events: int = 0
    lost: int = 0
    spared: int = 0
    ready: list[float] = field(default_factory=list)


@dataclass
class Tapped:
    """The board with an ear on both ways of its wire.

    *asked* is the session of the last HELLO, *greeted* when that one has been answered; *entries*
    are all that its journal has ever held.
    """

    board: Board
    asked: int | None = None
    greeted: bool = False
    entries: dict[int, Entry] = field(default_factory=dict)
    stored: int = 0
    _out: Deframer = field(default_factory=Deframer)
    _in: Deframer = field(default_factory=Deframer)

    @property
    def answer_ms(self) -> int:
        return self.board.answer_ms

    @property
    def waiting(self) -> int:
        """How many entries no host has acknowledged; each is sent as soon as it is there."""
        return sum(1 for _ in takewhile(lambda seq: seq > self.stored, reversed(self.entries)))

    def press(self, key: str) -> int:
        return self.board.press(key)

    def dial(self, value: int) -> int:
        return self.board.dial(value)

    def step(self, data: bytes, now_ms: float) -> bytes:
        for packet in self._in.feed(data):
            if packet.type == Hello.TYPE:
                hello = Hello.decode(packet.payload)
                self.asked, self.stored = hello.session, max(self.stored, hello.stored)
            elif packet.type == Ack.TYPE:
                self.stored = max(self.stored, Ack.decode(packet.payload).stored)
        out = self.board.step(data, now_ms)
        for packet in self._out.feed(out):
            if packet.type == HelloR.TYPE:
                self.greeted |= HelloR.decode(packet.payload).session == self.asked
            elif packet.type == Evt.TYPE:
                parts = Evt.decode(packet.payload).parts
                self.entries |= {entry.seq: entry for entry in parts}
        return out

    def account(self, seen: Seen) -> None:
        """What the journal has held and what it has counted as lost."""
        entries = [entry for _, entry in sorted(self.entries.items())]
        seen.kept = [NAMES[Key(entry.a)] for entry in entries if entry.kind == Kind.PRESS]
        seen.events = sum(entry.kind in (Kind.PRESS, Kind.RELEASE) for entry in entries)
        seen.lost = sum(entry.a | entry.b << 8 for entry in entries if entry.kind == Kind.LOST)


def tap(board: Board, seen: Seen) -> None:
    """One short press; the keys take turns."""
    key = Key(len(seen.made) % 3)
    seen.made.append(NAMES[key])
    now = board.bench.now
    board.bench.key(key, True, now + 1)
    board.bench.key(key, False, now + HELD_MS * CYCLES_PER_MS)


class Cable:
    """One host, one controller, and a cable that is plugged in or not; virtual time."""

    def __init__(self, where: Path, seen: Seen) -> None:
        self.board, self.seen = Board(seed=31), seen
        self.tapped = Tapped(self.board)
        self.port = where / "port"
        self.link = Link(serial_port(str(self.port)), 0, session=3)
        self.pty: OnPty | None = None
        self.now_ms = 0

    def plug(self) -> None:
        self.pty = OnPty(self.tapped)
        self.port.symlink_to(self.pty.path)

    def pull(self) -> None:
        assert self.pty is not None
        self.port.unlink()
        self.pty.close()
        self.pty = None

    def run(self, ms: int, until: Callable[[], bool] = lambda: False) -> int:
        """Runs at most *ms*; returns how many it took."""
        for passed in range(ms):
            if until():
                return passed
            self.now_ms += 1
            if self.pty is None:
                self.tapped.step(b"", self.now_ms)
            else:
                self.pty.step(self.now_ms)
            self._listen()
        return ms

    def _listen(self) -> None:
        for heard in self.link.poll(self.now_ms):
            if isinstance(heard.signal, KeyPressed):
                self.seen.told.append(str(heard.signal.key))
            self.link.stored(heard.seq)

    def close(self) -> None:
        self.tapped.account(self.seen)
        self.link.close()
        if self.pty is not None:
            self.pull()
        self.board.bench.close()


def unplugged(times: int, where: Path) -> Seen:
    """Pulls the cable and plugs it in *times* times, with a press before and after each."""
    draw, seen = random.Random(times), Seen()
    cable = Cable(where, seen)
    for _ in range(times):
        cable.plug()
        waited = cable.run(PATIENCE_MS, until=lambda: cable.link.health.ready)
        seen.ready.append(waited)
        tap(cable.board, seen)
        cable.run(draw.randrange(HELD_MS + 5, 60))
        cable.pull()
        tap(cable.board, seen)
        cable.run(draw.randrange(HELD_MS + 5, 120))
    cable.plug()
    cable.run(PATIENCE_MS, until=lambda: len(seen.told) >= len(seen.made))
    cable.run(2000)
    cable.close()
    return seen


def forgotten(presses: int, where: Path) -> Seen:
    """Presses keys with the cable pulled, plugs it in, and presses once more."""
    seen = Seen()
    cable = Cable(where, seen)
    for _ in range(presses):
        tap(cable.board, seen)
        cable.run(HELD_MS + 5)
    cable.plug()
    cable.run(PATIENCE_MS, until=lambda: len(seen.told) > 0 and not cable.tapped.waiting)
    tap(cable.board, seen)
    cable.run(HELD_MS + 50)
    cable.close()
    return seen


class Nursery:
    """A process that forks hosts; one lives at a time."""

    def __init__(self, port: str, data: Path) -> None:
        program = Path(__file__).with_name("hosts.py")
        self._process = subprocess.Popen(
            [sys.executable, program, port, data],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip

    def born(self) -> int:
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        return int(self._said())

    def killed(self, host: int) -> None:
        os.kill(host, signal.SIGKILL)
        assert self._said() == "gone"

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate()


def killed(times: int, where: Path) -> Seen:
    """Kills the host *times* times at random moments; the wall's time is the only one here.

    Every tenth is killed only when it is ready, so that slow ones are seen too.
    """
    draw, seen = random.Random(times), Seen()
    tapped = Tapped(Board(seed=32))
    pty = OnPty(tapped)
    nursery = Nursery(pty.path, where)
    for number in range(times):
        host = _lives(nursery, tapped, pty, seen, draw.uniform(5, 120), number % 10 == 0)
        nursery.killed(host)
    host = _lives(nursery, tapped, pty, seen, 3000, True)
    nursery.killed(host)
    nursery.close()
    pty.close()
    tapped.board.bench.close()
    tapped.account(seen)
    journal = Journal(where)
    seen.told = [str(entry.event.act["do"]) for entry in journal.entries(GAME)]
    journal.close()
    return seen


def _starved_ms(process: int) -> float:
    """How long a process has waited for a processor since it began; 0 where nobody counts that."""
    counted = Path(f"/proc/{process}/schedstat")
    return int(counted.read_text().split()[1]) / 1e6 if counted.exists() else 0.0


def _lives(nursery: Nursery, tapped: Tapped, pty: OnPty, seen: Seen, ms: float, ready: bool) -> int:
    """A host is born and hears a press; returns its process number.

    However the wall's time stumbles, the finger is off one key before the next goes down. A press
    comes with every host, so one lives on while the journal has no room for those of the next few.
    """
    pty.step(time.monotonic() * 1000)  # takes what the host before has left on the wire
    tapped.asked, tapped.greeted = None, False
    began, starved = time.monotonic(), _starved_ms(os.getpid())
    host = nursery.born()
    tap(tapped.board, seen)
    rested = tapped.board.bench.now + (HELD_MS + 5) * CYCLES_PER_MS
    late = False
    while (
        (lived := (time.monotonic() - began) * 1000) < ms
        or tapped.board.bench.now < rested
        or (ready and not tapped.greeted and lived < PATIENCE_MS)
        or tapped.waiting > ROOM
    ):
        late |= lived > ms and tapped.waiting > ROOM
        waited = not tapped.greeted
        pty.step(time.monotonic() * 1000)
        if waited and tapped.greeted:
            lost = max(_starved_ms(host), _starved_ms(os.getpid()) - starved)
            seen.ready.append(max(0.0, (time.monotonic() - began) * 1000 - lost))
        time.sleep(0.001)
    seen.spared += late
    return host
