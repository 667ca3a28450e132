"""The journal on disk: every entry is there before anybody is told of it.

One file of text per game, one line per commit, each with a seal that covers the lines before it:
a line that was torn by a power cut, or a byte that has changed since, is found by its number.
"""

import fcntl
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from zlib import crc32

from turmwart.app.trouble import Trouble
from turmwart.model.events import Entry
from turmwart.model.notation import BadEvent, plain, thawed

ORDER, SEAL = 6, 8
PATTERN = "[0-9]" * ORDER + ".*.journal"
BEGUN = re.compile(rb"[0-9a-f]{1,8}|[0-9a-f]{8} .*|\0+", re.DOTALL)
"""What a power cut can leave of a line: its beginning, or room for it."""


class DamagedJournal(Trouble):
    """A journal whose bytes are not what was written; *torn* when only its last line was cut off."""

    def __init__(self, path: Path, line: int, what: str, whole: int, torn: bool = False) -> None:
        self.path, self.line, self.whole, self.torn = path, line, whole, torn
        self.fact = (
            f"journal {path} is damaged in line {line}: {what}; "
            f"the {whole} entries before it are whole."
        )
        super().__init__(f"{self.fact} Nothing was changed; to go on after them add --mend.")


class DiskTrouble(Trouble):
    """The journal cannot be written now; the act is not lost but not committed either."""

    def __init__(self, path: Path, why: OSError) -> None:
        self.path = path
        super().__init__(
            f"journal {path} cannot be written ({why.strerror}): "
            f"make room on the disk; the game goes on where it stopped."
        )


@dataclass(frozen=True, slots=True)
class Whole:
    """What can be trusted of a file: its first *size* bytes, and what is wrong behind them."""

    entries: tuple[Entry, ...] = ()
    heard: int | None = None
    size: int = 0
    seal: int = 0
    damage: DamagedJournal | None = None


class Shelf:
    """The files of all games, the oldest first. Reading needs no lock and changes nothing."""

    def __init__(self, directory: Path) -> None:
        self.place = directory / "journal"

    def games(self) -> list[str]:
        """The ids of all games, the oldest first."""
        return list(self._files())

    def entries(self, game: str) -> list[Entry]:
        """The entries of one game, each checked against its seal; raises DamagedJournal."""
        found = self.whole(game)
        if found.damage is not None:
            raise found.damage
        return list(found.entries)

    def whole(self, game: str) -> Whole:
        """What is whole of one game, with the damage behind it."""
        path = self._files().get(game)
        return Whole() if path is None else read(path)

    def _files(self) -> dict[str, Path]:
        found = sorted(file for file in self.place.glob(PATTERN) if file.stat().st_size)
        return {file.stem[ORDER + 1 :]: file for file in found}


class Journal(Shelf):
    """All games of one rig, to be written. One process at a time holds it."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._lock = _locked(directory)
        try:
            self.place.mkdir(exist_ok=True)
        except OSError as wrong:
            raise DiskTrouble(self.place, wrong) from wrong
        self._tails: dict[str, Tail] = {}

    def close(self) -> None:
        for tail in self._tails.values():
            tail.close()
        self._lock.close()

    @property
    def heard(self) -> int:
        """The number of the controller's last event whose consequences are on disk."""
        told = (self.whole(game).heard for game in reversed(self.games()))
        return next((number for number in told if number is not None), 0)

    def mend(self, asked: bool = False) -> str | None:
        """Puts the newest game's file aside if it is damaged, keeps what is whole; says so.

        A last line that a power cut has torn was never told to anybody, so it goes by itself; any
        other damage is raised unless the mending was *asked* for.
        """
        path = next(reversed(self._files().values()), None)
        found = Whole() if path is None else read(path)
        if path is None or found.damage is None:
            return None
        if not (found.damage.torn or asked):
            raise found.damage
        aside = _unused(path)
        with _writing(path):
            _copied(path, aside)
            if found.entries:
                os.truncate(path, found.size)
            else:
                path.unlink()
        kept = "The game goes on after them" if found.entries else "A new game is begun"
        return f"{found.damage.fact} {kept}; the damaged file is kept as {aside.name}."

    def append(self, game: str, entries: Sequence[Entry], heard: int | None = None) -> None:
        """Entries and the number of the signal behind them: all on disk, or none."""
        if game not in self._tails:
            self._tails[game] = self._tail(game)
        body = json.dumps(
            {
                "heard": heard,
                "entries": [[e.number, e.at_ms, plain(e.event)] for e in entries],
            },
            ensure_ascii=False,
        )
        self._tails[game].add(body)

    def _tail(self, game: str) -> "Tail":
        files = self._files()
        if game not in files:
            number = max((int(file.name[:ORDER]) for file in files.values()), default=0) + 1
            return Tail(self.place / f"{number:0{ORDER}d}.{game}.journal", 0, 0)
        found = read(files[game])
        if found.damage is not None:
            raise found.damage
        return Tail(files[game], found.size, found.seal)


class Tail:
    """The end of one file, where the next line goes."""

    def __init__(self, path: Path, size: int, seal: int) -> None:
        self._path, self._size, self._seal = path, size, seal
        with _writing(path):
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            _settled(path.parent)

    def add(self, body: str) -> None:
        """One line, on disk when this returns; a disk that is full leaves no trace of it."""
        seal = sealed(self._seal, body)
        line = f"{seal:0{SEAL}x} {body}\n".encode()
        try:
            with _writing(self._path):
                _put(self._file, line)
        except DiskTrouble:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size, self._seal = self._size + len(line), seal

    def close(self) -> None:
        os.close(self._file)
        if self._size == 0:
            self._path.unlink(missing_ok=True)


def sealed(seal: int, body: str) -> int:
    """The seal of a line: it covers the line and, through the seal before, all that went before."""
    return crc32(f"{seal:0{SEAL}x} {body}".encode())


def read(path: Path) -> Whole:
    """All that is whole of a file, line by line."""
    try:
        *lines, rest = path.read_bytes().split(b"\n")
    except OSError as wrong:
        raise Trouble(f"journal {path} cannot be read ({wrong.strerror}).") from wrong
    whole: list[Entry] = []
    heard, size, seal, done, fault, torn = None, 0, 0, 0, "", False
    try:
        for line in lines:
            seal, told, entries = _line(seal, line, len(whole) + 1)
            whole += entries
            heard = heard if told is None else told
            size, done = size + len(line) + 1, done + 1
    except (BadEvent, ValueError, KeyError, TypeError) as wrong:
        fault = str(wrong)
    else:
        torn = bool(BEGUN.fullmatch(rest))
        fault = "it was never written to its end" if rest else ""
    damage = DamagedJournal(path, done + 1, fault, len(whole), torn) if fault else None
    return Whole(tuple(whole), heard, size, seal, damage)


def _line(before: int, line: bytes, first: int) -> tuple[int, int | None, list[Entry]]:
    """The new seal, the controller's number and the entries of one line."""
    written, _, body = line.decode("utf-8").partition(" ")
    seal = sealed(before, body)
    if written != f"{seal:0{SEAL}x}":
        raise ValueError("its seal does not fit what it says")
    raw = json.loads(body)
    entries = [Entry(number, at_ms, thawed(event)) for number, at_ms, event in raw["entries"]]
    if [entry.number for entry in entries] != list(range(first, first + len(entries))):
        raise ValueError(f"its entries do not go on with number {first}")
    return seal, raw["heard"], entries


def _put(file: int, line: bytes) -> None:
    """All of *line*, on disk."""
    left = memoryview(line)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _copied(path: Path, aside: Path) -> None:
    with aside.open("xb") as file:
        file.write(path.read_bytes())
        file.flush()
        os.fsync(file.fileno())


def _unused(path: Path) -> Path:
    """A name beside *path* that no damaged file has yet."""
    numbers = iter(range(1, 10**6))
    names = (path.with_suffix(f".damaged-{number}") for number in numbers)
    return next(name for name in names if not name.exists())


def _settled(directory: Path) -> None:
    """The names in *directory* are on disk too."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as wrong:
        raise DiskTrouble(path, wrong) from wrong


def _locked(directory: Path) -> IO[str]:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = (directory / "lock").open("w")
    except OSError as wrong:
        raise Trouble(
            f"data directory {directory} cannot be used ({wrong.strerror}); choose another with --data."
        ) from wrong
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as wrong:
        lock.close()
        raise Trouble(
            f"data directory {directory} is in use by another turmwart; stop that one or choose another."
        ) from wrong
    return lock
