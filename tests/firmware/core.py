"""The core built for the host, as it is or with one line changed."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy import stats

from turmwart.sim.board import FIRMWARE

HARNESS = Path(__file__).parent / "core_host.c"
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover")


@dataclass(frozen=True)
class Mutant:
    """One wrong line: in which file, what it says, and what it says wrongly."""

    file: str
    line: str
    wrong: str


MODULO = Mutant("dice.c", "256 / sides * sides - 1", "255")
NO_CRC = Mutant("frame.c", "if (in->body[in->count - 4 + i] != (uint8_t)crc) {", "if (0) {")
EARLY = Mutant(
    "controller.c",
    "    say(MSG_EVT,",
    "    controller_acked(self, journal->next - 1);\n    say(MSG_EVT,",
)
REUSED = Mutant("spill.c", "boots[1]) + 1);", "boots[1]) | 1);")
HASTY = Mutant("keys.c", "(uint8_t)~(keys->high | keys->low);", "keys->high & keys->low;")
OTHER_MAJOR = Mutant("messages.h", "#define WIRE_MAJOR 1UL", "#define WIRE_MAJOR 2UL")


@contextmanager
def copied(mutant: Mutant | None = None) -> Iterator[Path]:
    """A copy of the firmware's sources, changed as *mutant* says."""
    with TemporaryDirectory(prefix="turmwart-core-") as where:
        copy = Path(where) / "firmware"
        shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("build"))
        if mutant is not None:
            source = copy / "core" / mutant.file
            text = source.read_text()
            assert text.count(mutant.line) == 1, f"{mutant.file} has changed: {mutant.line}"
            source.write_text(text.replace(mutant.line, mutant.wrong))
        yield copy


@contextmanager
def flashed(mutant: Mutant) -> Iterator[Path]:
    """The image of a mutant."""
    with copied(mutant) as copy:
        subprocess.run(["make", "-s", "-C", copy, "build/turmwart.elf"], check=True)
        yield copy / "build" / "turmwart.elf"


@contextmanager
def built(*flags: str, mutant: Mutant | None = None) -> Iterator[Path]:
    """The core as a program of the host."""
    with copied(mutant) as copy:
        program, core = copy / "core_host", copy / "core"
        command = ["gcc", "-std=gnu11", "-O2", "-fshort-enums", "-w", f"-I{core}", *flags]
        subprocess.run([*command, *core.glob("*.c"), HARNESS, "-o", program], check=True)
        yield program


def said(program: Path, *arguments: object) -> bytes:
    return subprocess.run(
        [program, *map(str, arguments)], capture_output=True, check=True, timeout=3000
    ).stdout


def damaged_accepted(frames: int, seed: int, mutant: Mutant | None = None) -> int:
    with built(mutant=mutant) as program:
        return int(said(program, "corrupt", frames, seed))


def fuzzed(size: int, seed: int) -> int:
    """Feeds *size* bytes to the core under sanitizers; the frames it found damaged."""
    with built(*SANITIZERS) as program:
        return int(said(program, "fuzz", size, seed))


def rolled(sides: int, count: int, mutant: Mutant | None = None) -> np.ndarray:
    with built(mutant=mutant) as program:
        return np.frombuffer(said(program, "rolls", sides, count, 5), np.uint8)


def p_values(rolls: np.ndarray, sides: int) -> dict[str, float]:
    """Counts, pairs and lengths of runs of one die against what fair dice give."""
    faces = rolls.astype(np.int64) - 1
    pairs = faces[0:-1:2] * sides + faces[1::2]
    starts = np.flatnonzero(np.diff(faces) != 0)
    lengths = np.minimum(np.diff(starts), 6)
    again = 1 / sides
    chance = np.array([(1 - again) * again ** (n - 1) for n in range(1, 6)] + [again**5])
    return {
        "counts": float(stats.chisquare(np.bincount(faces, minlength=sides)).pvalue),
        "pairs": float(stats.chisquare(np.bincount(pairs, minlength=sides**2)).pvalue),
        "runs": float(
            stats.chisquare(np.bincount(lengths, minlength=7)[1:], chance * len(lengths)).pvalue
        ),
    }
