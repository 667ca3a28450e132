"""What the flashed image does, measured from outside: one function for each figure."""

import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

from firmware.table import MS, Table, framed, ticks
from turmwart.link import messages as wire
from turmwart.model.cues import Clock, Countdown
from turmwart.sim.board import FIRMWARE, IMAGE, build

DONE = wire.Key.DONE
PING = framed(wire.Ping(77))
BYTES_PER_MS = wire.BAUD // 10_000
ANSWERS = (wire.Rsp.TYPE, wire.RollsR.TYPE, wire.Pong.TYPE, wire.HelloR.TYPE)


def image_at(baud: int) -> Path:
    """The image for another speed of the wire, and nothing else changed."""
    build(f"build/{baud}/turmwart.elf", BUILD=f"build/{baud}", BAUD=str(baud))
    return FIRMWARE / "build" / str(baud) / "turmwart.elf"


def chatter(table: Table, at: int, ms: int) -> None:
    """Keeps the wire busy with pings from cycle *at* on."""
    table.bench.send(PING * (ms * BYTES_PER_MS // len(PING)), at)


def countdown(seconds: int, seed: int) -> tuple[int, int]:
    """Cycles the bell is late after the START key's edge, and the journal's error in ticks.

    The wire is busy without a pause when the key goes down and when the bell is due.
    """
    table = Table(seed)
    table.run(100)
    table.dialogue.cue(Countdown(Clock.ARMED, seconds * 1000))
    table.run(60)
    edge = table.bench.now + 10 * MS + table.random.randrange(16 * MS)
    table.press(wire.Key.START, edge)
    chatter(table, table.bench.now, 40)
    table.run(seconds * 1000 - 500, step=5.0)
    bells = table.bench.figures.bells
    chatter(table, edge + (seconds * 1000 - 20) * MS, 40)
    table.run(600)
    late = table.bench.figures.bell_at - edge - seconds * 1000 * MS
    began, expired = table.told(wire.Kind.TIMER_START, wire.Kind.TIMER_EXPIRE)
    assert table.bench.figures.bells > bells
    table.close()
    return late, ticks(expired) - ticks(began) - seconds * wire.TICK_HZ


@dataclass(frozen=True)
class Latency:
    """Milliseconds from the last edge of a press to the last bit of its frame; stamps in us."""

    median: float
    most: float
    stamps_us: tuple[float, float]
    told: tuple[int, int]
    worst: int


def latency(presses: int, bounces: int = 0, image: Path = IMAGE, seed: int = 3) -> Latency:
    table = Table(seed, image)
    table.run(200)
    edges, lasts = [], []
    for _ in range(presses):
        edge = table.bench.now + MS + table.random.randrange(4 * MS)
        edges.append(edge)
        lasts.append(table.press(DONE, edge, bounces=table.random.randrange(bounces + 1)))
        table.run((lasts[-1] - edge) / MS + 40 + bounces)
    pressed = table.told(wire.Kind.PRESS)
    ends = [table.ends[entry.seq] for entry in pressed]
    waits = [(end - last) / MS for end, last in zip(ends, lasts, strict=True)]
    off = [table.off_us(entry, edge) for entry, edge in zip(pressed, edges, strict=True)]
    told = (len(pressed), len(table.told(wire.Kind.RELEASE)))
    worst = max(table.bench.figures.worst)
    table.close()
    return Latency(statistics.median(waits), max(waits), (min(off), max(off)), told, worst)


@dataclass(frozen=True)
class Flood:
    """What a wire without a pause has cost."""

    bytes_lost: int
    rolls_lost: int
    stack_free: int
    worst: int


def flood(size: int = 28_000) -> Flood:
    """Valid frames back to back with bouncing presses of the dice keys."""
    table = Table(5)
    table.run(200)
    some = (framed(wire.Lamps(5, 1)) + PING) * 10 + framed(wire.Rolls(6, 30))
    table.bench.send(some * (size // len(some)))
    wanted = 0
    while table.bench.sending:
        key = wire.Key.DICE_A + wanted % 4
        table.press(key, table.bench.now + table.random.randrange(MS), 12, bounces=3)
        wanted += 1
        table.run(90, host=False)
    table.run(2500)
    rolls = len(table.told(wire.Kind.ROLL))
    diag, figures = table.diag(), table.bench.figures
    lost = figures.overruns + diag.dropped + diag.overruns + diag.damaged
    worst = max(figures.worst)
    table.close()
    return Flood(lost, wanted - rolls, diag.stack_free, worst)


def noise(table: Table, kind: int, size: int) -> bytes:
    """Uniform bytes, bytes with many zeros, or good frames with a few wrong bytes each."""
    draw = table.random
    if kind == 0:
        return draw.randbytes(size)
    if kind == 1:
        return bytes(byte if byte & 0x70 else 0 for byte in draw.randbytes(size))
    spoilt = bytearray()
    while len(spoilt) < size:
        good = framed(wire.Buzz(2000, draw.randrange(900), 1), draw.randrange(1, 256))
        bad = bytearray(good)
        for place in draw.sample(range(1, len(good) - 1), draw.randrange(1, 4)):
            bad[place] ^= draw.randrange(1, 256)
        spoilt += bad
    return bytes(spoilt)


def garbage(size: int, image: Path = IMAGE) -> tuple[wire.DiagR, int, int]:
    """Noise on the wire: the counters, answers to it, presses told afterwards."""
    table = Table(6, image)
    table.run(200)
    table.packets.clear()
    sent = 0
    while sent < size:
        chunk = noise(table, sent // 20_000 % 3, 20_000)
        table.bench.send(chunk)
        sent += len(chunk)
        table.run(len(chunk) / BYTES_PER_MS + 5, step=20, host=False)
    answers = sum(packet.type in ANSWERS for packet in table.packets)
    diag = table.diag()
    table.press(DONE, table.bench.now + MS)
    table.run(1500)
    told = len(table.told(wire.Kind.PRESS))
    table.close()
    return diag, answers, told


def faulty(presses: int, rate: float, image: Path = IMAGE) -> tuple[list[int], Table]:
    """The keys told when bytes are damaged both ways; key n mod 3 is pressed as the n-th."""
    table = Table(8, image)
    table.run(200)
    table.faults = rate
    for number in range(presses):
        table.press(number % 3, table.bench.now + table.random.randrange(MS))
        table.run(100)
    table.faults = 0.0
    table.run(5000)
    return [entry.a for entry in table.told(wire.Kind.PRESS)], table


def resets(offsets: list[int], image: Path = IMAGE) -> tuple[list[int], Table]:
    """The keys told when the reset pin is pulled *offset* cycles after each press's edge."""
    table = Table(9, image)
    table.run(200)
    for number, offset in enumerate(offsets):
        edge = table.bench.now + MS
        table.press(number % 3, edge, held_ms=45)
        table.bench.run(edge + offset)
        table.bench.reset()
        table.run(70)
    table.run(3000)
    keys = [entry.a for entry in table.told(wire.Kind.PRESS)]
    table.close()
    return keys, table


@dataclass(frozen=True)
class Cut:
    """What was whole in the EEPROM when the power went, and what the host was told of it."""

    whole: list[int]
    told: list[int]
    doubled: int
    reused: int


def power_cut(writes: int, seed: int, again: int | None = None, places: int = 0) -> Cut:
    """Five presses without a host, power cut in the *writes*-th EEPROM byte after them.

    With *again* the power goes a second time, in that byte after it has come back. The first
    *places* records of the ring were written in an earlier life.
    """
    table = Table(seed)
    if places:
        table.bench.eeprom = worn(places)
        table.bench.cut()
    table.run(400)
    for number in range(5):
        table.press(number % 3, table.bench.now + MS)
        table.run(40, host=False)
    _cut_at(table, writes)
    whole = spilled(table.bench.eeprom, after=table.order[-1])
    if again is not None:
        _cut_at(table, again)
    table.run(3000)
    told = [seq for seq in table.order if seq in whole]
    doubled = len(table.order) - len(set(table.order))
    table.close()
    return Cut(whole, told, doubled, table.reused)


def _cut_at(table: Table, writes: int) -> None:
    cuts = table.bench.figures.cuts
    table.bench.cut_in_write(writes)
    for _ in range(200):
        table.run(10, host=False)
        if table.bench.figures.cuts > cuts:
            break


def spilled(eeprom: bytes, after: int) -> list[int]:
    """The numbers of the whole records in an EEPROM, read by the document, not by the core."""
    found = []
    for place in range(56):
        record = eeprom[place * 16 : place * 16 + 16]
        number = int.from_bytes(record[:4], "little")
        if crc_ccitt(record[:14]) == int.from_bytes(record[14:], "little"):
            found += [number] if after < number and record[9] != 0xFF else []
    return sorted(found)


def worn(places: int) -> bytes:
    """An EEPROM whose first records say, one after the other, what was acknowledged in boot 1."""
    ring = b""
    for count in range(1, places + 1):
        record = (1 << 16 | count).to_bytes(4, "little") + bytes(5) + b"\xff" + bytes(4)
        ring += record + crc_ccitt(record).to_bytes(2, "little")
    boots = (1).to_bytes(2, "little") + (1 ^ 0xFFFF).to_bytes(2, "little")
    return (ring.ljust(56 * 16, b"\xff") + boots).ljust(1024, b"\xff")


def crc_ccitt(data: bytes) -> int:
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


def hung() -> tuple[float, int, list[int]]:
    """Milliseconds until a hung controller speaks again, the cause it names, the keys kept."""
    table = Table(10)
    table.run(200)
    table.press(DONE, table.bench.now + MS)
    table.run(40, host=False)
    began = table.bench.now
    table.bench.hang()
    known = set(table.entries)
    while not set(table.entries) - known:
        table.run(1, host=False)
    back = (min(table.ends[s] for s in set(table.entries) - known) - began) / MS
    table.run(2000)
    cause = table.told(wire.Kind.BOOT)[-1].a
    keys = [entry.a for entry in table.told(wire.Kind.PRESS)]
    table.close()
    return back, cause, keys


def all_keys(times: int) -> tuple[int, Table]:
    """All seven keys at once, again and again: how many went down as the host was told.

    Then the power is cut, and one key is pressed.
    """
    table = Table(16)
    table.run(200)
    for _ in range(times):
        for key in wire.Key:
            table.press(key, table.bench.now + table.random.randrange(MS), held_ms=10)
        table.run(30, step=2)
    table.run(500)
    table.bench.cut()
    table.run(1000)
    table.press(DONE, table.bench.now + MS)
    table.run(500)
    table.close()
    return len(table.told(wire.Kind.PRESS, wire.Kind.ROLL)), table


def pressed_rolls(presses: int) -> list[int]:
    """What the dice of two really show when their key is pressed that often."""
    table = Table(12)
    table.run(200)
    for _ in range(presses):
        table.press(wire.Key.DICE_A, table.bench.now + table.random.randrange(MS), held_ms=8)
        table.run(24, step=2)
    faces = [face for roll in table.told(wire.Kind.ROLL) for face in (roll.b, roll.c)]
    table.close()
    return faces


def sizes() -> tuple[int, int]:
    """Bytes of flash and of static memory."""
    out = subprocess.run(["avr-size", IMAGE], capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, out.splitlines()[1].split()[:3])
    return text + data, data + bss


def powered_up(times: int) -> tuple[list[int], Table]:
    """Three presses with no host, *times* power-ups with no host, one press more; the keys told."""
    table = Table(18)
    table.run(400)
    for key in range(3):
        table.press(key, table.bench.now + MS)
        table.run(40, host=False)
    table.run(1500, host=False)
    for _ in range(times):
        table.bench.cut()
        table.run(700, host=False)
    table.press(DONE, table.bench.now + MS)
    table.run(100, host=False)
    table.run(4000)
    table.close()
    return [entry.a for entry in table.told(wire.Kind.PRESS)], table


def overflowed_and_cut(presses: int) -> Table:
    """*presses* with no host, the power cut when they are spilled, and then a host."""
    table = Table(19)
    table.run(400)
    for number in range(presses):
        table.press(number % 3, table.bench.now + MS)
        table.run(30, host=False)
    table.run(3000, host=False)
    table.bench.cut()
    table.run(4000)
    table.close()
    return table
