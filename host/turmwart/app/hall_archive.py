"""The hall's archive: how every finished game of every table ended, each exactly once."""

import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import msgspec

from turmwart.app.trouble import Trouble
from turmwart.publish.payloads import Result

SHAPE = """
CREATE TABLE IF NOT EXISTS result (
    place TEXT NOT NULL, game_id TEXT NOT NULL, seq INTEGER NOT NULL, told BLOB NOT NULL,
    PRIMARY KEY (place, game_id)) WITHOUT ROWID;
"""
PUT = """
INSERT INTO result VALUES (?, ?, ?, ?) ON CONFLICT (place, game_id)
DO UPDATE SET seq = excluded.seq, told = excluded.told WHERE excluded.seq > result.seq
"""


@dataclass(frozen=True, slots=True)
class Ending:
    """One finished game at one table."""

    table: str
    result: Result


@dataclass(frozen=True, slots=True)
class Place:
    """How one seat of one game stands in the hall: shared wins count for each winner."""

    game: str
    seat: str
    played: int
    won: int


class HallArchive:
    """A result may come as often as it likes, in any order: the newest of a game counts."""

    def __init__(self, directory: Path) -> None:
        path = directory / "hall.sqlite"
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._base.executescript(
                f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; {SHAPE}"
            )
            rows = self._base.execute("SELECT place, game_id, seq FROM result").fetchall()
        except (OSError, sqlite3.Error) as wrong:
            raise Trouble(
                f"the hall's archive {path} cannot be used ({wrong}); choose another --data."
            ) from wrong
        self._known = {(place, game): seq for place, game, seq in rows}
        self._guard = Lock()

    def close(self) -> None:
        self._base.close()

    def take(self, table: str, payload: bytes) -> bool:
        """Puts a result on disk, if it is one and is news."""
        try:
            told = msgspec.json.decode(payload, type=Result)
        except msgspec.DecodeError:
            return False
        key = (table, told.game_id)
        with self._guard:
            if self._known.get(key, 0) >= told.seq:
                return False
            self._base.execute(PUT, (table, told.game_id, told.seq, payload))
            self._known[key] = told.seq
        return True

    def results(self) -> tuple[Ending, ...]:
        """All games that have ended, by table and in their order."""
        with self._guard:
            rows = self._base.execute(
                "SELECT place, told FROM result ORDER BY place, game_id"
            ).fetchall()
        told = (Ending(place, msgspec.json.decode(raw, type=Result)) for place, raw in rows)
        return tuple(ending for ending in told if ending.result.outcome is not None)

    def standings(self) -> tuple[Place, ...]:
        """Who won how often, over all tables."""
        return standings(self.results())


def standings(endings: tuple[Ending, ...]) -> tuple[Place, ...]:
    """The most wins first within each game."""
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for ending in endings:
        result = ending.result
        played.update((result.game, seat) for seat in result.seats)
        won.update(
            (result.game, seat) for seat in (result.outcome.winners if result.outcome else ())
        )
    places = (Place(game, seat, n, won[game, seat]) for (game, seat), n in played.items())
    return tuple(sorted(places, key=lambda place: (place.game, -place.won, place.seat)))
