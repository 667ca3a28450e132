"""The flashed image and the host's dialogue on one wire, in virtual time."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turmwart.link import messages as wire
from turmwart.link.dialogue import Dialogue
from turmwart.link.frames import Packet, frame, unframe
from turmwart.sim.board import CYCLES_PER_MS, IMAGE, Bench

MS = CYCLES_PER_MS
TICK = 64
"""Cycles of a 4 us tick."""


def framed(message: wire.Message, seq: int = 0) -> bytes:
    return frame(Packet(message.TYPE, seq, message.encode()))


@dataclass
class Table:
    """The image and the host's dialogue; a share *faults* of the bytes is damaged on the way."""

    seed: int = 1
    image: Path = IMAGE
    faults: float = 0.0
    bench: Bench = field(init=False)
    dialogue: Dialogue = field(init=False)
    entries: dict[int, wire.Entry] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    reused: int = 0
    packets: list[Packet] = field(default_factory=list)
    _rest: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.bench = Bench(self.seed, self.image)
        self.dialogue = Dialogue(0, session=7)
        self.dialogue.opened()
        self.random = random.Random(self.seed)
        self.bench.run_ms(20)

    def run(self, ms: float, step: float = 1.0, host: bool = True) -> None:
        end = self.bench.now + round(ms * MS)
        while self.bench.now < end:
            self.bench.run(min(end, self.bench.now + round(step * MS)))
            sent = self.bench.take()
            self.note(sent.data, sent.ends)
            if host:
                self._host(self._damaged(sent.data))

    def _host(self, data: bytes) -> None:
        now_ms = self.bench.now / MS
        for heard in self.dialogue.receive(data, now_ms):
            if heard.seq:
                self.order.append(heard.seq)
                self.dialogue.stored(heard.seq)
        self.dialogue.silence(now_ms)
        if out := self.dialogue.due(now_ms):
            self.bench.send(self._damaged(out))

    def _damaged(self, data: bytes) -> bytes:
        if not self.faults:
            return data
        return b"".join(
            self._fault(byte) if self.random.random() < self.faults else bytes((byte,))
            for byte in data
        )

    def _fault(self, byte: int) -> bytes:
        """Mostly another byte; sometimes none, sometimes one too many."""
        other = self.random.randrange(256)
        return self.random.choice((bytes((other,)), bytes((other,)), b"", bytes((byte, other))))

    def note(self, data: bytes, ends: Sequence[int]) -> None:
        """What the controller has said, before anything has damaged it."""
        for byte, end in zip(data, ends, strict=True):
            if byte:
                self._rest.append(byte)
                continue
            packet = unframe(bytes(self._rest)) if self._rest else None
            self._rest.clear()
            if packet is not None:
                self._packet(packet, end)

    def _packet(self, packet: Packet, end: int) -> None:
        self.packets.append(packet)
        if packet.type == wire.Evt.TYPE:
            for entry in wire.Evt.decode(packet.payload).parts:
                self.reused += self.entries.setdefault(entry.seq, entry) != entry
                self.ends.setdefault(entry.seq, end)

    def ask(self, message: wire.Message, ms: float = 20.0) -> list[Packet]:
        self.packets.clear()
        self.bench.send(framed(message))
        self.run(ms, host=False)
        return self.packets

    def diag(self) -> wire.DiagR:
        answers = [p for p in self.ask(wire.Diag()) if p.type == wire.DiagR.TYPE]
        return wire.DiagR.decode(answers[0].payload)

    def told(self, *kinds: wire.Kind) -> list[wire.Entry]:
        """What the host has taken, in its order."""
        return [self.entries[seq] for seq in self.order if self.entries[seq].kind in kinds]

    def press(self, key: int, at: int, held_ms: float = 20.0, bounces: int = 0) -> int:
        """Presses *key* at cycle *at*; returns the cycle of the last bounce of the press."""
        last = self._bounced(key, True, at, bounces)
        self._bounced(key, False, last + round(held_ms * MS), bounces)
        return last

    def _bounced(self, key: int, down: bool, at: int, bounces: int) -> int:
        self.bench.key(key, down, at)
        for _ in range(bounces):
            for level in (not down, down):
                at += self.random.randrange(200, 8000)
                self.bench.key(key, level, at)
        return at

    def off_us(self, entry: wire.Entry, edge: int) -> float:
        """How many microseconds an entry's stamp is after the cycle of what it tells."""
        return (ticks(entry) * TICK + self.bench.figures.clock_at - edge) / 16

    def close(self) -> None:
        self.bench.close()


def ticks(entry: wire.Entry) -> int:
    return entry.ms * wire.TICKS_PER_MS + entry.frac
