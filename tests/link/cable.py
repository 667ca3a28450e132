"""How long bytes take between the controller and a host program, as a model in virtual time."""

import math
import random
from collections import deque
from dataclasses import dataclass, field

from firmware.table import MS, Table
from turmwart.link import messages as wire

STEP_MS = 0.5
POLL_MS = 5.0
BATCH = 62
"""Bytes after which an FTDI sends without waiting for its timer."""


@dataclass(frozen=True)
class Way:
    """USB frames, a serial chip's latency timer towards the host, and a host with other work."""

    frame_ms: float
    latency_ms: float
    busy_ms: float


USB = Way(frame_ms=1.0, latency_ms=0.0, busy_ms=1.0)
FTDI = Way(frame_ms=1.0, latency_ms=16.0, busy_ms=1.0)


@dataclass
class Cable:
    """One controller and one host's dialogue with a *way* between them; host time runs *ppm* faster."""

    table: Table
    way: Way
    ppm: float
    draw: random.Random
    heard_ms: dict[int, float] = field(default_factory=dict)
    _chip: bytes = b""
    _flush_ms: float = 0.0
    _coming: deque[tuple[float, bytes]] = field(default_factory=deque)
    _polled_ms: float = 0.0

    def host_ms(self, cycle: float) -> float:
        return cycle / MS * (1 + self.ppm * 1e-6)

    def run(self, ms: float) -> None:
        bench = self.table.bench
        end = bench.now + round(ms * MS)
        while bench.now < end:
            bench.run_ms(STEP_MS)
            sent = bench.take()
            self.table.note(sent.data, sent.ends)
            self._collect(sent.data, bench.now / MS)
            self._host(bench.now / MS)

    def _collect(self, data: bytes, now_ms: float) -> None:
        self._chip += data
        due = now_ms - self._flush_ms >= self.way.latency_ms or len(self._chip) >= BATCH
        if due:
            self._flush_ms = now_ms
        if due and self._chip:
            arrives = self._frame_after(now_ms) + self._busy()
            latest = self._coming[-1][0] if self._coming else 0.0
            self._coming.append((max(latest, arrives), self._chip))
            self._chip = b""

    def _frame_after(self, ms: float) -> float:
        return math.ceil(ms / self.way.frame_ms) * self.way.frame_ms

    def _busy(self) -> float:
        return self.draw.expovariate(1 / self.way.busy_ms)

    def _host(self, now_ms: float) -> None:
        while self._coming and self._coming[0][0] <= now_ms:
            at_ms, data = self._coming.popleft()
            self._take(data, at_ms)
        if now_ms - self._polled_ms >= POLL_MS:
            self._take(b"", now_ms)

    def _take(self, data: bytes, at_ms: float) -> None:
        self._polled_ms = at_ms
        host_ms = self.host_ms(at_ms * MS)
        dialogue = self.table.dialogue
        for heard in dialogue.receive(data, host_ms):
            if heard.seq:
                self.heard_ms[heard.seq] = heard.at_ms
                self.table.order.append(heard.seq)
                dialogue.stored(heard.seq)
        if out := dialogue.due(host_ms):
            leaves = self._frame_after(at_ms + self._busy())
            self.table.bench.send(out, round(leaves * MS))


def mapped(way: Way, seconds: int, ppm: float = 50.0, seed: int = 21) -> list[float]:
    """By how many milliseconds each press of that time is off in host time, the worst last."""
    table = Table(seed)
    cable = Cable(table, way, ppm, random.Random(seed))
    cable.run(2000)
    edges = []
    while table.bench.now < seconds * 1000 * MS:
        edges.append(table.bench.now + table.random.randrange(100 * MS))
        table.press(wire.Key.DONE, edges[-1])
        cable.run(250)
    cable.run(200)
    pressed = table.told(wire.Kind.PRESS)
    off = [
        abs(cable.heard_ms[entry.seq] - cable.host_ms(edge))
        for entry, edge in zip(pressed, edges, strict=True)
    ]
    table.close()
    return sorted(off)
