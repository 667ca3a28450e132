"""All games of one table, for those who look back: replayed from the journal, never stored twice."""

from collections.abc import Sequence
from dataclasses import dataclass

from turmwart.app.exporting import exported
from turmwart.app.journal import Shelf
from turmwart.display.seating import seats
from turmwart.display.sources import Line, Record
from turmwart.display.telling import next_words
from turmwart.display.view import View
from turmwart.display.viewing import deed, viewed
from turmwart.model.events import Entry
from turmwart.session.session import Session, replay


@dataclass(frozen=True, slots=True)
class JournalArchive:
    """The archive behind the page; an unknown id gives None."""

    journal: Shelf

    def games(self) -> tuple[Line, ...]:
        whole = (self.journal.whole(game).entries for game in reversed(self.journal.games()))
        return tuple(line_of(entries) for entries in whole if entries)

    def record(self, game_id: str) -> Record | None:
        entries = self.journal.whole(game_id).entries
        return record_of(entries) if entries else None

    def view(self, game_id: str, acts: int) -> View | None:
        entries = self.journal.whole(game_id).entries
        return view_at(entries, acts) if entries else None

    def export(self, game_id: str) -> str | None:
        entries = self.journal.whole(game_id).entries
        return exported(entries) if entries else None


def line_of(entries: Sequence[Entry]) -> Line:
    """One game in one line."""
    session = replay(entries)
    state = session.rules.show(session.state)
    return Line(
        id=session.game_id,
        game=session.rules.name,
        began_ms=entries[0].at_ms,
        acts=len(session.past),
        seats=seats(session, state),
        ending=next_words(session) if session.over else None,
    )


def record_of(entries: Sequence[Entry]) -> Record:
    """One game with all that was done and not taken back."""
    session = replay(entries)
    return Record(line_of(entries), tuple(deed(session, n) for n in range(len(session.past))))


def view_at(entries: Sequence[Entry], acts: int) -> View | None:
    """The page as it was after so many acts; None when there were fewer."""
    session = replay(entries)
    if not 0 <= acts <= len(session.past):
        return None
    return viewed(_until(entries, session, acts))


def _until(entries: Sequence[Entry], session: Session, acts: int) -> Session:
    kept = (Entry(n, 0, acted) for n, (_, acted) in enumerate(session.past[:acts], 2))
    return replay([entries[0], *kept])
