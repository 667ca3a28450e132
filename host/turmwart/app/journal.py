"""The journal on disk: every entry is there before anybody is told of it."""

import fcntl
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zlib import crc32

from turmwart.app.trouble import Trouble
from turmwart.model.events import Entry
from turmwart.model.notation import BadEvent, parsed, printed

TABLES = """
CREATE TABLE IF NOT EXISTS entry (
    game TEXT NOT NULL, number INTEGER NOT NULL, at_ms INTEGER NOT NULL,
    event TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS heard (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL);
INSERT OR IGNORE INTO heard VALUES (1, 0);
"""


class DamagedJournal(Trouble):
    """A journal whose bytes are not what was written."""

    def __init__(self, path: Path, what: str, whole: int) -> None:
        self.path, self.whole = path, whole
        super().__init__(
            f"journal {path} is damaged: {what}; the {whole} entries before it are whole. "
            f"Nothing was changed. Restore the file from a backup, or start with another --data."
        )


class DiskTrouble(Trouble):
    """The journal cannot be written now; the act is not lost but not committed either."""

    def __init__(self, path: Path, why: sqlite3.OperationalError) -> None:
        self.path = path
        super().__init__(
            f"journal {path} cannot be written ({why}): "
            f"make room on the disk; the game goes on where it stopped."
        )


class Journal:
    """All games of one rig. One process at a time holds it."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "journal.sqlite"
        self._lock = _locked(directory)
        with self._sound("it cannot be opened"):
            self._base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.executescript(TABLES)

    def close(self) -> None:
        self._base.close()
        self._lock.close()

    @property
    def heard(self) -> int:
        """The number of the controller's last event whose consequences are on disk."""
        with self._sound("the controller's number cannot be read"):
            row = self._base.execute("SELECT seq FROM heard").fetchone()
        return int(row[0])

    def games(self) -> list[str]:
        """The ids of all games, the oldest first."""
        with self._sound("the list of games cannot be read"):
            rows = self._base.execute(
                "SELECT game FROM entry WHERE number = 1 ORDER BY at_ms, game"
            )
            return [game for (game,) in rows.fetchall()]

    def entries(self, game: str) -> list[Entry]:
        """The entries of one game, each checked against its seal."""
        with self._sound(f"game {game} cannot be read"):
            rows = self._base.execute(
                "SELECT number, at_ms, event, seal FROM entry WHERE game = ? ORDER BY number",
                (game,),
            ).fetchall()
        whole: list[Entry] = []
        seal = 0
        for number, at_ms, text, written in rows:
            seal = sealed(seal, number, at_ms, text)
            if number != len(whole) + 1 or seal != written:
                raise DamagedJournal(
                    self.path, f"entry {len(whole) + 1} of game {game}", len(whole)
                )
            whole.append(_entry(self.path, number, at_ms, text, len(whole)))
        return whole

    def append(self, game: str, entries: Sequence[Entry], heard: int | None = None) -> None:
        """Entries and the number of the signal behind them: all on disk, or none."""
        try:
            with _transaction(self._base):
                seal = self._last_seal(game)
                for entry in entries:
                    text = printed(entry.event)
                    seal = sealed(seal, entry.number, entry.at_ms, text)
                    row = (game, entry.number, entry.at_ms, text, seal)
                    self._base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
                if heard is not None:
                    self._base.execute("UPDATE heard SET seq = ?", (heard,))
        except sqlite3.OperationalError as wrong:
            raise DiskTrouble(self.path, wrong) from wrong

    def _last_seal(self, game: str) -> int:
        row = self._base.execute(
            "SELECT seal FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
        ).fetchone()
        return int(row[0]) if row else 0

    @contextmanager
    def _sound(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as wrong:
            raise DiskTrouble(self.path, wrong) from wrong
        except sqlite3.DatabaseError as wrong:
            raise DamagedJournal(self.path, f"{what} ({wrong})", 0) from wrong


def sealed(seal: int, number: int, at_ms: int, text: str) -> int:
    """The seal of an entry: it covers the entry and, through the seal before, all that went before."""
    return crc32(f"{seal} {number} {at_ms} {text}".encode())


def _entry(path: Path, number: int, at_ms: int, text: str, whole: int) -> Entry:
    try:
        return Entry(number, at_ms, parsed(text))
    except BadEvent as wrong:
        raise DamagedJournal(path, f"entry {number}: {wrong}", whole) from wrong


@contextmanager
def _transaction(base: sqlite3.Connection) -> Iterator[None]:
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


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
