"""The dialogue with the controller: bytes and times in, heard signals and bytes out. No I/O.

Nothing is lost: an event is acknowledged only after `stored(seq)`, and the controller repeats it
until then. Nothing is doubled: events come in the order of their numbers, each number once.
"""

import struct
from dataclasses import dataclass, field

from turmwart.link import messages as wire
from turmwart.link.clock import ClockMap, stamp_ms
from turmwart.link.frames import Deframer, Packet, frame
from turmwart.link.translate import Command, command_of, signal_of
from turmwart.model.cues import Clock, Countdown, Cue
from turmwart.model.signals import LinkFound, LinkLost, Signal

HELLO_MS = 100.0
PING_MS = 980.0
FIRST_PINGS_MS = 60.0
FIRST_PINGS = 16
COMMAND_MS = 50.0
ACK_MS = 20.0
SILENCE_MS = 1500.0
SHORTEST_MS = 20
"""No countdown is shorter: a key takes that long to settle."""
KEPT = (wire.Lamps, wire.Text, wire.Config)
"""Commands that say how things should be: sent again after every boot of the controller."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One event of the controller in host time, *error_ms* give or take.

    A *seq* of 0 is the link's own word and needs no storing. A *signal* of None tells the game
    nothing, but its number is to be stored like any other.
    """

    seq: int
    at_ms: float
    signal: Signal | None
    error_ms: float = 0.0


@dataclass(slots=True)
class Figures:
    """What has gone wrong, in numbers."""

    damaged: int = 0
    unknown: int = 0
    repeated: int = 0
    missing: int = 0
    dropped: int = 0
    refused: int = 0
    exchanged: int = 0


@dataclass(slots=True)
class Dialogue:
    """One host's side. *last_seq* is the highest number that is durably stored, 0 for none."""

    last_seq: int
    session: int
    figures: Figures = field(default_factory=Figures)
    clock: ClockMap = field(default_factory=ClockMap)
    hello: wire.HelloR | None = None
    state: wire.State | None = None
    mismatch: tuple[int, int] | None = None
    _heard: int = field(init=False)
    _stored: int = field(init=False)
    _frames: Deframer = field(default_factory=Deframer, repr=False)
    _lost_told: bool = field(default=True, repr=False)
    _greeted: bool = field(default=False, repr=False)
    _spoken_ms: float = field(default=float("-inf"), repr=False)
    _hello_ms: float = field(default=float("-inf"), repr=False)
    _ping_ms: float = field(default=float("-inf"), repr=False)
    _pings: dict[int, tuple[float, int]] = field(default_factory=dict, repr=False)
    _token: int = field(default=0, repr=False)
    _first_pings: int = field(default=FIRST_PINGS, repr=False)
    _ack_due: bool = field(default=False, repr=False)
    _kept: dict[tuple[int, int], Command] = field(default_factory=dict, repr=False)
    _queue: list[Command] = field(default_factory=list, repr=False)
    _flying_ms: float = field(default=float("-inf"), repr=False)
    _command: int = field(default=1, repr=False)
    _countdown: Countdown = field(default=Countdown(Clock.IDLE), repr=False)
    _rings_ms: float = field(default=0.0, repr=False)
    _set_in: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        self._heard = self._stored = self.last_seq

    @property
    def ready(self) -> bool:
        return self._greeted and self.mismatch is None

    def opened(self) -> None:
        """The port is there: greet at once."""
        self._frames = Deframer()
        self._greeted, self.mismatch = False, None
        self._hello_ms = float("-inf")
        self._pings.clear()

    def closed(self, now_ms: float) -> list[Heard]:
        self._greeted = False
        return self._lost(now_ms)

    def _lost(self, now_ms: float) -> list[Heard]:
        if self._lost_told:
            return []
        self._lost_told = True
        return [Heard(0, now_ms, LinkLost())]

    def stored(self, seq: int) -> None:
        """Everything up to *seq* is on disk."""
        if seq and seq <= self._heard:
            self._stored = seq
            self._ack_due = True

    def cue(self, cue: Cue) -> None:
        command = command_of(cue)
        if isinstance(cue, Countdown):
            self._countdown = cue
        if isinstance(command, KEPT):
            self._kept[_slot(command)] = command
            flying, waiting = self._queue[:1], self._queue[1:]
            self._queue = flying + [c for c in waiting if _slot(c) != _slot(command)]
        self._queue.append(command)

    def receive(self, data: bytes, now_ms: float) -> list[Heard]:
        packets = self._frames.feed(data)
        self.figures.damaged += self._frames.damaged
        self._frames.damaged = 0
        heard: list[Heard] = []
        for packet in packets:
            heard += self._take(packet, now_ms)
        return heard

    def silence(self, now_ms: float) -> list[Heard]:
        """LinkLost once, when three heartbeats are missing."""
        if self._greeted and now_ms - self._spoken_ms > SILENCE_MS:
            self._greeted = False
            return self._lost(now_ms)
        return []

    def _take(self, packet: Packet, now_ms: float) -> list[Heard]:
        if packet.type == wire.HelloR.TYPE and packet.major != wire.MAJOR:
            self.mismatch = (wire.MAJOR, packet.major)
            return []
        message = self._parse(packet)
        if isinstance(message, wire.HelloR):
            return self._greet(message, now_ms)
        if message is None or not self.ready:
            return []
        self._spoken_ms = now_ms
        match message:
            case wire.Evt():
                return self._events(message, now_ms)
            case wire.Pong():
                self._ponged(message, now_ms)
            case wire.State():
                self._mirror(message, now_ms)
            case wire.Rsp():
                self._answered(packet.seq, message)
        return []

    def _parse(self, packet: Packet) -> wire.Message | None:
        kind = wire.BY_TYPE.get(packet.type)
        if kind is None or packet.major != wire.MAJOR:
            self.figures.unknown += 1
            return None
        try:
            return kind.decode(packet.payload)
        except struct.error:
            self.figures.unknown += 1
            return None

    def _greet(self, message: wire.HelloR, now_ms: float) -> list[Heard]:
        if message.session != self.session:
            return []
        reboot = self.hello is None or self.hello.boot != message.boot
        self.mismatch, self.hello, self._greeted = None, message, True
        self._spoken_ms = now_ms
        if reboot:
            self._new_boot(message.boot)
        if message.next <= self._heard:
            self._heard = self._stored = 0
            self.figures.exchanged += 1
        if not self._lost_told:
            return []
        self._lost_told = False
        return [Heard(0, now_ms, LinkFound(self.figures.missing + self.figures.dropped))]

    def _new_boot(self, boot: int) -> None:
        self.clock.forget(boot)
        self._pings.clear()
        self._first_pings = FIRST_PINGS
        self._queue += [c for c in self._kept.values() if c not in self._queue]

    def _mirror(self, state: wire.State, now_ms: float) -> None:
        self.state = state
        self._expect_boot(state.boot)
        if state.boot == self.clock.boot:
            self.clock.passed(stamp_ms(state.ms, state.frac), now_ms, _wire_bytes(state))

    def _expect_boot(self, boot: int) -> None:
        """Greet again if the controller has been reset meanwhile."""
        if self.hello is not None and boot != self.hello.boot:
            self._greeted = False

    def _ponged(self, message: wire.Pong, now_ms: float) -> None:
        self._expect_boot(message.boot)
        sent = self._pings.pop(message.token, None)
        if sent is None or message.boot != self.clock.boot:
            return
        way = (sent[1], _wire_bytes(message))
        self.clock.ponged(stamp_ms(message.ms, message.frac), sent[0], now_ms, way)
        self._first_pings = max(0, self._first_pings - 1)

    def _answered(self, seq: int, message: wire.Rsp) -> None:
        flying = self._queue[0] if self._queue else None
        if flying is None or seq != self._command or message.command != flying.TYPE:
            return
        self.figures.refused += message.status != wire.Status.DONE
        if isinstance(flying, wire.TimerSet) and self.hello is not None:
            self._set_in = self.hello.boot
        del self._queue[0]
        self._command = self._command % 255 + 1
        self._flying_ms = float("-inf")

    def _events(self, message: wire.Evt, now_ms: float) -> list[Heard]:
        heard = []
        for place, entry in enumerate(message.parts):
            if entry.seq <= self._heard:
                self.figures.repeated += 1
                self._ack_due = True
            elif self._follows(entry, message.older + place):
                heard.append(self._hear(entry, now_ms))
            else:
                self._ack_due = True  # says what is missing: all after the last stored
        return heard

    def _follows(self, entry: wire.Entry, older: int) -> bool:
        """Whether *entry* is the next one: in number, or since nothing older is kept."""
        return entry.seq == self._heard + 1 or older == 0 or self._contiguous(entry)

    def _contiguous(self, entry: wire.Entry) -> bool:
        """A boot is the next one after the last count of the boot before."""
        if entry.kind != wire.Kind.BOOT or entry.seq & 0xFFFF != 1:
            return False
        return self._heard == _last_before(entry)

    def _hear(self, entry: wire.Entry, now_ms: float) -> Heard:
        self.figures.missing += self._skipped(entry)
        self._heard = entry.seq
        if entry.kind == wire.Kind.LOST:
            self.figures.dropped += entry.a | entry.b << 8
        at_ms, error_ms = self._host_ms(entry, now_ms)
        self._follow_countdown(entry, at_ms)
        return Heard(entry.seq, at_ms, signal_of(entry), error_ms)

    def _host_ms(self, entry: wire.Entry, now_ms: float) -> tuple[float, float]:
        same_boot = entry.seq >> 16 == self.clock.boot
        if same_boot and self.clock.known:
            at_ms = self.clock.host_ms(stamp_ms(entry.ms, entry.frac))
            return min(now_ms, at_ms), self.clock.error_ms
        return now_ms, float("inf")

    def _follow_countdown(self, entry: wire.Entry, at_ms: float) -> None:
        """A boot forgets the countdown; it is set again to what is left of it."""
        match entry.kind:
            case wire.Kind.TIMER_START:
                self._countdown = Countdown(Clock.RUNNING)
                self._rings_ms = at_ms + (entry.a | entry.b << 8 | entry.c << 16)
                self._set_in = entry.seq >> 16
            case wire.Kind.TIMER_STOP | wire.Kind.TIMER_EXPIRE:
                self._countdown = Countdown(Clock.IDLE)
            case wire.Kind.BOOT if 0 < self._set_in < entry.seq >> 16:
                self._set_again(at_ms)

    def _set_again(self, now_ms: float) -> None:
        if any(isinstance(command, wire.TimerSet) for command in self._queue):
            return
        if self._countdown.clock is Clock.RUNNING:
            left_ms = max(SHORTEST_MS, round(self._rings_ms - now_ms))
            self.cue(Countdown(Clock.RUNNING, left_ms))
        elif self._countdown.clock is Clock.ARMED:
            self.cue(self._countdown)

    def _skipped(self, entry: wire.Entry) -> int:
        """How many numbers are missing before *entry*, as far as can be known."""
        if self._heard == 0 or entry.seq == self._heard + 1:
            return 0
        if entry.seq >> 16 == self._heard >> 16:
            return entry.seq - self._heard - 1
        if entry.kind == wire.Kind.BOOT and entry.seq & 0xFFFF == 1:
            return self._unheard_before(entry) if entry.b | entry.c else 0
        return (entry.seq & 0xFFFF) - 1

    def _unheard_before(self, boot: wire.Entry) -> int:
        """How many numbers of the boot before *boot* were never heard."""
        last = _last_before(boot)
        if last >> 16 == self._heard >> 16:
            return max(0, last - self._heard)
        return last & 0xFFFF

    def due(self, now_ms: float) -> bytes:
        """The bytes to send now."""
        if not self._greeted:
            return self._due_hello(now_ms)
        if self.mismatch is not None:
            return b""
        return self._due_ack() + self._due_command(now_ms) + self._due_ping(now_ms)

    def _due_hello(self, now_ms: float) -> bytes:
        if now_ms - self._hello_ms < HELLO_MS:
            return b""
        self._hello_ms = now_ms
        hello = wire.Hello(wire.MAJOR, wire.MINOR, self.session, self._stored)
        return frame(Packet(hello.TYPE, 0, hello.encode()))

    def _due_ack(self) -> bytes:
        if not self._ack_due:
            return b""
        self._ack_due = False
        return frame(Packet(wire.Ack.TYPE, 0, wire.Ack(self._stored).encode()))

    def _due_command(self, now_ms: float) -> bytes:
        if not self._queue or now_ms - self._flying_ms < COMMAND_MS:
            return b""
        self._flying_ms = now_ms
        command = self._queue[0]
        return frame(Packet(command.TYPE, self._command, command.encode()))

    def _due_ping(self, now_ms: float) -> bytes:
        pause = FIRST_PINGS_MS if self._first_pings else PING_MS
        if now_ms - self._ping_ms < pause:
            return b""
        self._ping_ms = now_ms
        self._token = (self._token + 1) & 0xFFFFFFFF
        sent = frame(Packet(wire.Ping.TYPE, 0, wire.Ping(self._token).encode()))
        self._pings = {self._token: (now_ms, len(sent) - 1)}
        return sent


def _wire_bytes(message: wire.Message) -> int:
    return len(frame(Packet(message.TYPE, 0, message.encode())))


def _slot(command: Command) -> tuple[int, int]:
    """Commands with the same slot replace each other."""
    return command.TYPE, command.key if isinstance(command, wire.Config) else 0


def _last_before(boot: wire.Entry) -> int:
    """The last number of the boot before *boot*, as that entry tells it."""
    return ((boot.seq >> 16) - 1) << 16 | boot.b | boot.c << 8
