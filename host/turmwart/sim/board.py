"""The controller's own image in a simulated microcontroller, behind the stand-in's face.

`Bench` is the flashed ELF in simavr: bytes on a wire, keys, a dial, power. `Board` steps it like
`StandIn`, and `OnBoard` puts it on a pseudo terminal like `OnPty`:

    on_pty = controller("firmware", seed, boot, now_ms)
    link = Link(serial_port(on_pty.path), last_seq)
    now_ms += on_pty.press("done")            # so long until the host can know
    on_pty.step(now_ms)
"""

import ctypes
import random
import shutil
import struct
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from turmwart.sim.controller import HELD_MS, KEYS, OnPty, StandIn

FIRMWARE = Path(__file__).parents[3] / "firmware"
IMAGE = FIRMWARE / "build" / "turmwart.elf"
CYCLES_PER_MS = 16_000
EEPROM, BOOTS_AT, SEED_AT = 1024, 896, 960
TAKE = 4096
DIAL_MILLIVOLTS = {1: 800, 2: 2500, 3: 4200}
HEADERS = ("/usr/include/simavr/sim_avr.h", "/usr/local/include/simavr/sim_avr.h")
BOOT_MS = 50.0
TOLD_MS = 8
"""From the edge to the frame's last bit: four readings of the key, and the wire."""
DIAL_MS = 30
ANSWER_MS = 4
CURE = (
    "Type 'sudo apt-get install gcc-avr avr-libc libsimavr-dev libelf-dev', "
    "or play with '--controller stand-in'."
)


class BoardError(Exception):
    """The simulated microcontroller cannot be had."""


class Figures(ctypes.Structure):
    """What the bench has measured; times in cycles."""

    _fields_ = (
        ("worst", ctypes.c_uint32 * 26),
        ("overruns", ctypes.c_uint32),
        ("received", ctypes.c_uint32),
        ("writes", ctypes.c_uint32),
        ("cuts", ctypes.c_uint32),
        ("boots", ctypes.c_uint32),
        ("bells", ctypes.c_uint32),
        ("bell_at", ctypes.c_uint64),
        ("boot_at", ctypes.c_uint64),
        ("write_at", ctypes.c_uint64),
        ("clock_at", ctypes.c_uint64),
    )


@dataclass(frozen=True, slots=True)
class Sent:
    """Bytes of the controller and the cycles of their last bits."""

    data: bytes
    ends: tuple[int, ...]


def available() -> bool:
    """Whether this machine can build and simulate the controller."""
    tools = all(shutil.which(tool) for tool in ("make", "cc", "avr-gcc"))
    return tools and FIRMWARE.exists() and any(Path(header).exists() for header in HEADERS)


def build(*targets: str, **variables: str) -> None:
    settings = [f"{name}={value}" for name, value in variables.items()]
    made = subprocess.run(
        ["make", "-s", "-C", str(FIRMWARE), *targets, *settings],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        why = (made.stderr.strip().splitlines() or ["make failed"])[-1]
        raise BoardError(f"the controller's image cannot be built ({why}). {CURE}")


@cache
def library() -> ctypes.CDLL:
    if not available():
        raise BoardError(f"the microcontroller cannot be simulated here. {CURE}")
    build("bench")
    bench = ctypes.CDLL(str(FIRMWARE / "build" / "libbench.so"))
    pointer, u8, u32, u64 = ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint64
    flag, text = ctypes.c_bool, ctypes.c_char_p
    shapes: dict[str, tuple[object, ...]] = {
        "new": (pointer, text, u32),
        "free": (None, pointer),
        "now": (u64, pointer),
        "run": (flag, pointer, u64),
        "send": (None, pointer, text, u32, u64),
        "sending": (u32, pointer),
        "take": (u32, pointer, pointer, pointer, u32),
        "key": (None, pointer, u8, flag, u64),
        "dial": (None, pointer, u32),
        "reset": (None, pointer),
        "cut": (None, pointer),
        "cut_in_write": (None, pointer, u32),
        "hang": (None, pointer),
        "wait_boot": (flag, pointer, u64),
        "eeprom": (ctypes.POINTER(u8), pointer),
        "memory": (ctypes.POINTER(u8), pointer),
        "flash": (ctypes.POINTER(u8), pointer),
        "figures": (ctypes.POINTER(Figures), pointer),
        "digits": (u32, pointer, pointer, pointer, u32),
    }
    for name, (result, *arguments) in shapes.items():
        function = getattr(bench, f"bench_{name}")
        function.restype, function.argtypes = result, arguments
    return bench


class Bench:
    """The image on a simulated ATmega328P. Times are cycles of 16 MHz."""

    def __init__(self, seed: int = 1, image: Path = IMAGE) -> None:
        self._library = library()
        self._bench = self._library.bench_new(str(image).encode(), seed & 0xFFFFFFFF)
        if not self._bench:
            raise BoardError(f"{image} is no image for the controller. Run 'make' in firmware/.")
        self._bytes = ctypes.create_string_buffer(TAKE)
        self._ends = (ctypes.c_uint64 * TAKE)()

    def close(self) -> None:
        if self._bench:
            self._library.bench_free(self._bench)
            self._bench = None

    @property
    def now(self) -> int:
        return int(self._library.bench_now(self._bench))

    @property
    def figures(self) -> Figures:
        figures: Figures = self._library.bench_figures(self._bench).contents
        return figures

    def run(self, until: int) -> None:
        if not self._library.bench_run(self._bench, until):
            raise BoardError(f"the simulated microcontroller has stopped at cycle {self.now}.")

    def run_ms(self, ms: float) -> None:
        self.run(self.now + round(ms * CYCLES_PER_MS))

    def send(self, data: bytes, at: int = 0) -> None:
        """Put *data* on the wire, back to back, not before cycle *at*."""
        self._library.bench_send(self._bench, data, len(data), at)

    @property
    def sending(self) -> int:
        return int(self._library.bench_sending(self._bench))

    def take(self) -> Sent:
        """What the controller has sent since it was asked last."""
        data = b""
        ends: tuple[int, ...] = ()
        while count := self._library.bench_take(self._bench, self._bytes, self._ends, TAKE):
            data += self._bytes.raw[:count]
            ends += tuple(self._ends[:count])
        return Sent(data, ends)

    def key(self, key: int, down: bool, at: int) -> None:
        self._library.bench_key(self._bench, key, down, at)

    def dial(self, millivolts: int) -> None:
        self._library.bench_dial(self._bench, millivolts)

    def reset(self) -> None:
        self._library.bench_reset(self._bench)

    def cut(self) -> None:
        """Power off and on: what is in memory is noise afterwards."""
        self._library.bench_cut(self._bench)

    def cut_in_write(self, writes: int) -> None:
        """Cut the power in the middle of an EEPROM write, after *writes* more whole ones."""
        self._library.bench_cut_in_write(self._bench, writes)

    def hang(self) -> None:
        self._library.bench_hang(self._bench)

    def wait_boot(self, until: int) -> bool:
        return bool(self._library.bench_wait_boot(self._bench, until))

    @property
    def eeprom(self) -> bytes:
        return bytes(self._library.bench_eeprom(self._bench)[:EEPROM])

    @eeprom.setter
    def eeprom(self, content: bytes) -> None:
        ctypes.memmove(self._library.bench_eeprom(self._bench), content, EEPROM)

    def memory(self, at: int, count: int) -> bytes:
        return bytes(self._library.bench_memory(self._bench)[at : at + count])

    def poke(self, at: int, byte: int) -> None:
        """Writes one byte of the processor's data space; its first 32 are the registers."""
        self._library.bench_memory(self._bench)[at] = byte

    def flash(self, count: int) -> bytes:
        return bytes(self._library.bench_flash(self._bench)[:count])

    def digits(self) -> list[tuple[int, int]]:
        """The changes of the digits' wires since it was asked last: cycle, clock * 2 + data."""
        most = 1 << 16
        levels, at = (ctypes.c_uint8 * most)(), (ctypes.c_uint64 * most)()
        count = self._library.bench_digits(self._bench, levels, at, most)
        return list(zip(at[:count], levels[:count], strict=True))


class Board:
    """The simulated microcontroller as a `Device`: it runs when it is stepped, and not otherwise.

    *boot* is the number of the boot that follows, as its EEPROM counts them.
    """

    answer_ms = ANSWER_MS

    def __init__(self, seed: int, boot: int = 1) -> None:
        self.bench = Bench(seed)
        self._random = random.Random(seed)
        self._start_ms: float | None = None
        self._held_until = dict.fromkeys(KEYS.values(), 0)
        self.bench.eeprom = eeprom_after(boot - 1, self._random)
        self.bench.dial(DIAL_MILLIVOLTS[1])
        self.bench.run_ms(BOOT_MS)

    def press(self, key: str) -> int:
        """Fingers do not keep to milliseconds: the phase of the press is the dice's entropy."""
        wanted = KEYS[key]
        at = max(self.bench.now, self._held_until[wanted]) + self._random.randrange(CYCLES_PER_MS)
        until = at + round(HELD_MS * CYCLES_PER_MS)
        self._held_until[wanted] = until + round(HELD_MS * CYCLES_PER_MS)
        told_ms = (at - self.bench.now) // CYCLES_PER_MS + TOLD_MS
        self.bench.key(wanted, True, at)
        self.bench.key(wanted, False, until)
        return told_ms

    def dial(self, value: int) -> int:
        self.bench.dial(DIAL_MILLIVOLTS[value])
        return DIAL_MS

    def step(self, data: bytes, now_ms: float) -> bytes:
        here_ms = self.bench.now / CYCLES_PER_MS
        if self._start_ms is None:
            self._start_ms = now_ms - here_ms
        if data:
            self.bench.send(data)
        self.bench.run(round((now_ms - self._start_ms) * CYCLES_PER_MS))
        return self.bench.take().data


def eeprom_after(boots: int, source: random.Random) -> bytes:
    """The EEPROM of a controller that was switched on *boots* times; its dice seed is not blank."""
    counted = struct.pack("<HH", boots, boots ^ 0xFFFF) if boots else b""
    seed = source.randbytes(EEPROM - SEED_AT)
    return (b"\xff" * BOOTS_AT + counted).ljust(SEED_AT, b"\xff") + seed


class OnBoard(OnPty):
    """The simulated microcontroller behind a pseudo terminal: `path` is what the host opens."""

    def __init__(self, seed: int, boot: int = 1) -> None:
        self.board = Board(seed, boot)
        super().__init__(self.board)

    def close(self) -> None:
        super().close()
        self.board.bench.close()


def controller(kind: str | None, seed: int, boot: int, now_ms: float) -> OnPty:
    """The controller of a virtual table: "firmware", "stand-in", or None for what can be had.

    *boot* goes on where the host's journal has ended, *now_ms* is the table's time.
    """
    if kind == "firmware" or (kind is None and buildable()):
        return OnBoard(seed, boot)
    return OnPty(StandIn(seed, boot, now_ms))


def buildable() -> bool:
    """Whether the image and its bench are built here, or can be now."""
    try:
        library()
    except BoardError:
        return False
    return True
