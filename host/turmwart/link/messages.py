"""The messages of the wire. Generated from firmware/messages.toml; do not edit."""

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Self


class Fixed:
    """A message of fixed shape. A longer one is from a newer minor: its tail is ignored."""

    __slots__: tuple[str, ...] = ()
    SHAPE: ClassVar[struct.Struct]

    def encode(self) -> bytes:
        return self.SHAPE.pack(*(getattr(self, name) for name in self.__slots__))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        return cls(*cls.SHAPE.unpack_from(payload))


MAJOR = 1
MINOR = 0
BAUD = 250000
TICK_HZ = 250000
TICKS_PER_MS = 250
HEADER = 3
PAYLOAD_MAX = 40
WIRE_MAX = 50


class Kind(IntEnum):
    BOOT = 1
    PRESS = 2
    RELEASE = 3
    ROLL = 4
    TIMER_START = 5
    TIMER_STOP = 6
    TIMER_EXPIRE = 7
    KNOB = 8
    LOST = 9


class Key(IntEnum):
    START = 0
    STOP = 1
    DONE = 2
    DICE_A = 3
    DICE_B = 4
    DICE_C = 5
    DICE_D = 6


class Timer(IntEnum):
    IDLE = 0
    ARMED = 1
    RUNNING = 2
    STOPPED = 3
    EXPIRED = 4


class Status(IntEnum):
    DONE = 0
    REFUSED = 1
    UNKNOWN = 2


class Cause(IntEnum):
    POWER = 1
    RESET_PIN = 2
    BROWN_OUT = 4
    WATCHDOG = 8


@dataclass(frozen=True, slots=True)
class Entry(Fixed):
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<IIBBBBB")

    seq: int
    ms: int
    frac: int
    kind: int
    a: int
    b: int
    c: int


@dataclass(frozen=True, slots=True)
class Hello(Fixed):
    TYPE: ClassVar[int] = 0x01
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BBII")

    major: int
    minor: int
    session: int
    stored: int


@dataclass(frozen=True, slots=True)
class Ping(Fixed):
    TYPE: ClassVar[int] = 0x02
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<I")

    token: int


@dataclass(frozen=True, slots=True)
class Ack(Fixed):
    TYPE: ClassVar[int] = 0x03
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<I")

    stored: int


@dataclass(frozen=True, slots=True)
class TimerSet(Fixed):
    TYPE: ClassVar[int] = 0x10
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BI")

    state: int
    ms: int


@dataclass(frozen=True, slots=True)
class Lamps(Fixed):
    TYPE: ClassVar[int] = 0x11
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BB")

    on: int
    blink: int


@dataclass(frozen=True, slots=True)
class Text(Fixed):
    TYPE: ClassVar[int] = 0x12
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BI")

    show: int
    segments: int


@dataclass(frozen=True, slots=True)
class Buzz(Fixed):
    TYPE: ClassVar[int] = 0x13
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<HHB")

    hz: int
    ms: int
    times: int


@dataclass(frozen=True, slots=True)
class Config(Fixed):
    TYPE: ClassVar[int] = 0x14
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BBB")

    key: int
    sides: int
    dice: int


@dataclass(frozen=True, slots=True)
class Diag(Fixed):
    TYPE: ClassVar[int] = 0x20
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<")


@dataclass(frozen=True, slots=True)
class Rolls(Fixed):
    TYPE: ClassVar[int] = 0x21
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BB")

    sides: int
    count: int


@dataclass(frozen=True, slots=True)
class HelloR(Fixed):
    TYPE: ClassVar[int] = 0x81
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BBIBHIBHII")

    major: int
    minor: int
    firmware: int
    cause: int
    boot: int
    next: int
    fill: int
    lost: int
    tick_hz: int
    session: int


@dataclass(frozen=True, slots=True)
class Pong(Fixed):
    TYPE: ClassVar[int] = 0x82
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<IIBH")

    token: int
    ms: int
    frac: int
    boot: int


@dataclass(frozen=True, slots=True)
class Evt:
    TYPE: ClassVar[int] = 0x83
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<B")
    MOST: ClassVar[int] = 3

    older: int
    parts: tuple[Entry, ...]

    def encode(self) -> bytes:
        return self.SHAPE.pack(self.older) + b"".join(part.encode() for part in self.parts)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        rest = payload[cls.SHAPE.size :]
        older, *_ = cls.SHAPE.unpack_from(payload)
        parts = tuple(Entry(*row) for row in Entry.SHAPE.iter_unpack(rest))
        return cls(older, parts)


@dataclass(frozen=True, slots=True)
class State(Fixed):
    TYPE: ClassVar[int] = 0x84
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<IBBIBBBHHHI")

    ms: int
    frac: int
    timer: int
    left_ms: int
    keys: int
    knob: int
    fill: int
    lost: int
    damaged: int
    boot: int
    next: int


@dataclass(frozen=True, slots=True)
class Rsp(Fixed):
    TYPE: ClassVar[int] = 0x90
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<BB")

    command: int
    status: int


@dataclass(frozen=True, slots=True)
class DiagR(Fixed):
    TYPE: ClassVar[int] = 0xA0
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<HHHHHHHI")

    damaged: int
    unknown: int
    overruns: int
    dropped: int
    lost: int
    stack_free: int
    spilled: int
    passes: int


@dataclass(frozen=True, slots=True)
class RollsR:
    TYPE: ClassVar[int] = 0xA1
    SHAPE: ClassVar[struct.Struct] = struct.Struct("<B")
    MOST: ClassVar[int] = 39

    sides: int
    parts: tuple[int, ...]

    def encode(self) -> bytes:
        return self.SHAPE.pack(self.sides) + bytes(self.parts)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        rest = payload[cls.SHAPE.size :]
        sides, *_ = cls.SHAPE.unpack_from(payload)
        parts = tuple(rest)
        return cls(sides, parts)


Message = (
    Hello
    | Ping
    | Ack
    | TimerSet
    | Lamps
    | Text
    | Buzz
    | Config
    | Diag
    | Rolls
    | HelloR
    | Pong
    | Evt
    | State
    | Rsp
    | DiagR
    | RollsR
)

BY_TYPE: dict[int, type[Message]] = {
    Hello.TYPE: Hello,
    Ping.TYPE: Ping,
    Ack.TYPE: Ack,
    TimerSet.TYPE: TimerSet,
    Lamps.TYPE: Lamps,
    Text.TYPE: Text,
    Buzz.TYPE: Buzz,
    Config.TYPE: Config,
    Diag.TYPE: Diag,
    Rolls.TYPE: Rolls,
    HelloR.TYPE: HelloR,
    Pong.TYPE: Pong,
    Evt.TYPE: Evt,
    State.TYPE: State,
    Rsp.TYPE: Rsp,
    DiagR.TYPE: DiagR,
    RollsR.TYPE: RollsR,
}
