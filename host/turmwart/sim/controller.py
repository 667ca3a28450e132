"""A controller made of Python: it speaks the true bytes, so the host cannot tell.

`StandIn` is the controller without I/O; `OnPty` puts any such controller on a pseudo terminal,
where pyserial finds it. Both are stepped with the time as an argument.
"""

import errno
import os
import random
import struct
import tty
from dataclasses import dataclass, field
from typing import Protocol

from turmwart.link import messages as wire
from turmwart.link.frames import Deframer, Packet, frame

KEYS = {key.name.lower(): key for key in wire.Key}
DICE = {wire.Key.DICE_A: (6, 2), wire.Key.DICE_B: (6, 1), wire.Key.DICE_C: (10, 1)} | {
    wire.Key.DICE_D: (3, 1)
}
CAPACITY = 31
STATE_MS = 500.0
FIRST_RETRY_MS = 60.0
LAST_RETRY_MS = 1000.0
HELD_MS = 80.0
FIRMWARE = 0x57A4D1


class Device(Protocol):
    """What the virtual table needs of a controller, simulated or made of Python.

    Nothing happens but in `step`. `press` and `dial` say how many milliseconds later the host can
    have been told: step so far on before you look for the signal.
    """

    answer_ms: int
    """How long a question of the host and its answer take on the wire."""

    def press(self, key: str) -> int:
        """Press and let go: start, stop, done, dice_a, dice_b, dice_c or dice_d."""

    def dial(self, value: int) -> int:
        """Turn the dial to 1, 2 or 3."""

    def step(self, data: bytes, now_ms: float) -> bytes:
        """Run until *now_ms*; *data* has arrived since the last step. Returns what was sent."""


@dataclass(slots=True)
class StandIn:
    """The firmware's behaviour without its processor: at once, and without a debounce.

    Dice come from *seed*.
    """

    seed: int
    boot: int = 1
    now_ms: float = 0.0
    knob: int = 1
    timer: wire.Timer = wire.Timer.IDLE
    left_ms: float = 0.0
    lamps: wire.Lamps | None = None
    text: wire.Text | None = None
    tones: list[wire.Buzz] = field(default_factory=list)
    journal: list[wire.Entry] = field(default_factory=list)
    lost: int = 0
    answer_ms: int = 0
    major: int = wire.MAJOR
    _dice: random.Random = field(init=False, repr=False)
    _count: int = 0
    _unsent: int = 0
    _retry: tuple[float, float] = (0.0, FIRST_RETRY_MS)
    _state_ms: float = 0.0
    _keys: int = 0
    _releases: list[tuple[float, wire.Key]] = field(default_factory=list)
    _rules: dict[wire.Key, tuple[int, int]] = field(default_factory=lambda: dict(DICE))
    _session: int = 0
    _answered: tuple[int, bytes] = (0, b"")
    _frames: Deframer = field(default_factory=Deframer, repr=False)
    _out: list[bytes] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        self._note(wire.Kind.BOOT, wire.Cause.POWER)

    def press(self, key: str) -> int:
        pressed = KEYS[key]
        self._keys |= 1 << pressed
        self._releases.append((self.now_ms + HELD_MS, pressed))
        if pressed in self._rules:
            sides, dice = self._rules[pressed]
            values = [self._dice.randint(1, sides) for _ in range(dice)]
            self._note(wire.Kind.ROLL, sides, *values)
        else:
            self._press(pressed)
        return 0

    def _press(self, pressed: wire.Key) -> None:
        self._note(wire.Kind.PRESS, pressed)
        if pressed is wire.Key.START and self.timer is wire.Timer.ARMED:
            self._set_timer(wire.Timer.RUNNING, self.left_ms)
        elif pressed is wire.Key.STOP and self.timer is wire.Timer.RUNNING:
            self._set_timer(wire.Timer.STOPPED, self.left_ms)

    def shake(self, moment: int) -> None:
        """The next rolls follow from the seed and *moment* alone: cut off, a game rolls the same."""
        self._dice = random.Random(self.seed << 32 | moment)

    def dial(self, value: int) -> int:
        if value != self.knob:
            self.knob = value
            self._note(wire.Kind.KNOB, value)
        return 0

    def step(self, data: bytes, now_ms: float) -> bytes:
        self._pass_time(now_ms)
        for packet in self._frames.feed(data):
            self._take(packet)
        self._send_events()
        if self._session and now_ms - self._state_ms >= STATE_MS:
            self._state_ms = now_ms
            self._say(self._state())
        out, self._out = b"".join(self._out), []
        return out

    def _pass_time(self, now_ms: float) -> None:
        if self.timer is wire.Timer.RUNNING:
            end_ms = self.now_ms + self.left_ms
            self.left_ms = max(0.0, end_ms - now_ms)
            if end_ms <= now_ms:
                self.now_ms = end_ms
                self.timer = wire.Timer.EXPIRED
                self._note(wire.Kind.TIMER_EXPIRE)
        self.now_ms = now_ms
        for at_ms, key in [due for due in self._releases if due[0] <= now_ms]:
            self._releases.remove((at_ms, key))
            self._keys &= ~(1 << key)
            self._note(wire.Kind.RELEASE, key)

    def _stamp(self) -> tuple[int, int]:
        ticks = int(self.now_ms * wire.TICKS_PER_MS)
        ms, frac = divmod(ticks, wire.TICKS_PER_MS)
        return ms & 0xFFFFFFFF, frac

    def _note(self, kind: wire.Kind, a: int = 0, b: int = 0, c: int = 0) -> None:
        if len(self.journal) >= CAPACITY - 1:
            self.lost += 1
            return
        self._count += 1
        seq = self.boot << 16 | self._count
        self.journal.append(wire.Entry(seq, *self._stamp(), kind, a, b, c))
        self._unsent += 1

    def _say(self, message: wire.Message, seq: int = 0) -> bytes:
        said = frame(Packet(message.TYPE, seq, message.encode(), self.major))
        self._out.append(said)
        return said

    def _send_events(self) -> None:
        if not self._session or not self.journal:
            return
        at_ms, pause = self._retry
        if self._unsent:
            pause = FIRST_RETRY_MS
        elif self.now_ms >= at_ms:
            self._unsent, pause = len(self.journal), min(2 * pause, LAST_RETRY_MS)
        else:
            return
        while self._unsent:
            first = len(self.journal) - self._unsent
            parts = tuple(self.journal[first : first + wire.Evt.MOST])
            self._say(wire.Evt(first, parts))
            self._unsent -= len(parts)
        self._retry = (self.now_ms + pause, pause)

    def _take(self, packet: Packet) -> None:
        kind = wire.BY_TYPE.get(packet.type)
        if kind is None or (packet.major != self.major and kind is not wire.Hello):
            return
        try:
            message = kind.decode(packet.payload)
        except struct.error:
            return
        match message:
            case wire.Hello():
                self._greet(message)
            case wire.Ack():
                self._forget(message.stored)
            case wire.Ping():
                self._say(wire.Pong(message.token, *self._stamp(), self.boot))
            case wire.TimerSet() | wire.Lamps() | wire.Text() | wire.Buzz() | wire.Config():
                self._obey(packet.seq, message)

    def _greet(self, message: wire.Hello) -> None:
        if message.session != self._session:
            self._answered = (0, b"")
        self._session = message.session
        if message.major == self.major:
            self._forget(message.stored)
            self._unsent = len(self.journal)
        following = self.boot << 16 | self._count + 1
        self._say(
            wire.HelloR(
                self.major,
                wire.MINOR,
                FIRMWARE,
                wire.Cause.POWER,
                self.boot,
                following,
                len(self.journal),
                self.lost,
                wire.TICK_HZ,
                self._session,
            )
        )

    def _forget(self, stored: int) -> None:
        kept = [entry for entry in self.journal if entry.seq > stored]
        self._unsent = min(self._unsent, len(kept))
        self.journal = kept
        if self.lost and len(kept) < CAPACITY - 1:
            lost, self.lost = self.lost, 0
            self._note(wire.Kind.LOST, lost & 0xFF, lost >> 8)

    def _obey(self, seq: int, command: wire.Message) -> None:
        if seq == self._answered[0]:
            self._out.append(self._answered[1])
            return
        match command:
            case wire.TimerSet():
                self._set_timer(wire.Timer(command.state), float(command.ms))
            case wire.Lamps():
                self.lamps = command
            case wire.Text():
                self.text = command
            case wire.Buzz():
                self.tones.append(command)
            case wire.Config():
                self._rules[wire.Key(command.key)] = (command.sides, command.dice)
        self._answered = (seq, self._say(wire.Rsp(command.TYPE, wire.Status.DONE), seq))

    def _set_timer(self, state: wire.Timer, ms: float) -> None:
        was = self.timer
        if was is state is wire.Timer.RUNNING:
            return
        self.timer, self.left_ms = state, ms
        if state is wire.Timer.RUNNING:
            self._note(wire.Kind.TIMER_START, *_bytes_of(ms))
        elif was is wire.Timer.RUNNING:
            self._note(wire.Kind.TIMER_STOP, *_bytes_of(ms))

    def _state(self) -> wire.State:
        return wire.State(
            *self._stamp(),
            self.timer,
            int(self.left_ms),
            self._keys,
            self.knob,
            len(self.journal),
            self.lost,
            min(self._frames.damaged, 0xFFFF),
            self.boot,
            self.boot << 16 | self._count + 1,
        )


def _bytes_of(ms: float) -> tuple[int, int, int]:
    low, middle, high = int(ms).to_bytes(3, "little")
    return low, middle, high


class OnPty:
    """A controller behind a pseudo terminal: `path` is what the host opens."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)

    @property
    def answer_ms(self) -> int:
        return self.device.answer_ms

    def press(self, key: str) -> int:
        return self.device.press(key)

    def shake(self, moment: int) -> None:
        """Made of Python, the dice can be told what to follow from; real ones cannot."""
        if isinstance(self.device, StandIn):
            self.device.shake(moment)

    def dial(self, value: int) -> int:
        return self.device.dial(value)

    def step(self, now_ms: float) -> None:
        """Take what the host has written, run until *now_ms*, write what the controller says."""
        out = self.device.step(self._read(), now_ms)
        if out:
            self._write(out)

    def _read(self) -> bytes:
        try:
            return os.read(self._ours, 4096)
        except BlockingIOError:
            return b""
        except OSError as fault:
            if fault.errno == errno.EIO:
                return b""
            raise

    def _write(self, data: bytes) -> None:
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return  # nobody reads: a real wire would lose these bytes too

    def close(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)
