"""How the finished games of this table ended: kept beside the journal, so that none is replayed twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from turmwart.app.journal import Journal
from turmwart.app.showing import result
from turmwart.model.events import Entry
from turmwart.session.session import Session, replay

Result = Mapping[str, object]
UNSURE = 2
"""The newest games of the journal may have ended without a line here: a power cut came between."""


@dataclass(slots=True)
class Results:
    """One line per ending; the newest line of a game counts. The journal is the truth."""

    file: Path
    known: dict[str, Result] = field(default_factory=dict)

    @classmethod
    def opened(cls, journal: Journal, directory: Path) -> "Results":
        """What is on file, and what the journal knows of the games that are missing there."""
        kept = cls(directory / "results.jsonl")
        kept.known = _read(kept.file)
        games = journal.games()
        missing = games if not kept.known else games[-UNSURE:]
        for game in missing:
            entries = journal.whole(game).entries
            if entries:
                kept.note(replay(entries), entries[-1].at_ms)
        return kept

    def note(self, session: Session, at_ms: int) -> Result | None:
        """The game's ending, when it has one that is not known yet, or has one no more."""
        known = self.known.get(session.game_id)
        if not session.over and (known is None or known["outcome"] is None):
            return None
        found = result(session, at_ms)
        if known is not None and {**known, "ts": 0} == msgspec.json.decode(
            msgspec.json.encode({**found, "ts": 0})
        ):
            return None
        line: Result = msgspec.json.decode(msgspec.json.encode(found))
        with self.file.open("ab") as out:
            out.write(msgspec.json.encode({"game_id": session.game_id, "result": line}) + b"\n")
        self.known[session.game_id] = line
        return line

    def after(self, session: Session, entries: Sequence[Entry]) -> Result | None:
        """The ending that *entries* have brought or taken away."""
        return self.note(session, entries[-1].at_ms) if entries else None


class _Line(msgspec.Struct):
    game_id: str
    result: dict[str, object]


def _read(file: Path) -> dict[str, Result]:
    """The lines that are whole; one that a power cut has torn is made again from the journal."""
    found: dict[str, Result] = {}
    if file.exists():
        for text in file.read_bytes().splitlines():
            try:
                line = msgspec.json.decode(text, type=_Line)
            except msgspec.DecodeError:
                continue
            found[line.game_id] = line.result
    return found
