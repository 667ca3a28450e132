"""The rig without its wires: what it sees and hears goes in, entries come out, on disk first."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from turmwart.app.journal import Journal
from turmwart.interpret.reading import Reading
from turmwart.model.events import Entry, Event, GameStarted
from turmwart.model.signals import Signal
from turmwart.rules.catalogue import AnyRuleset
from turmwart.rules.ruleset import Setup
from turmwart.session.decide import decide, settled
from turmwart.session.session import (
    Session,
    apply,
    begun,
    blinded,
    looked_away,
    noted,
    observe,
    replay,
)

Told = Callable[["Rig", tuple[Entry, ...]], None]
"""Called after every change: with the entries that are now on disk, or with none for a trial."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A game to start when the journal holds none that is still running."""

    rules: AnyRuleset
    setup: Setup


class Rig:
    """One table. It has a journal and a session, and tells whoever listens."""

    def __init__(self, journal: Journal, session: Session, tell: Told) -> None:
        self.journal, self.session, self._tell = journal, session, tell

    def read(self, reading: Reading, at_ms: int) -> None:
        """What the camera reads now: a trial, judged live; written only if it settles a doubt."""
        asked = self.session.question
        self.session = observe(self.session, reading)
        self._tell(self, ())
        self._commit(settled(self.session, asked), at_ms, None)

    def look_away(self) -> None:
        """A hand is in the picture: what was seen before it may stand no more."""
        self.session = looked_away(self.session)

    def blind(self) -> None:
        """The camera is gone; when it is back, the table is compared with the game first."""
        self.session = blinded(self.session)
        self._tell(self, ())

    def hear(self, signal: Signal, at_ms: int, heard: int | None = None) -> tuple[Entry, ...]:
        """What a key, a die or an answer does. *heard* is the controller's number of it."""
        self.session = noted(self.session, signal)
        return self._commit(decide(self.session, signal), at_ms, heard)

    def skip(self, heard: int) -> None:
        """An event of the controller that means nothing to the game: only its number is kept."""
        self.journal.append(self.session.game_id, (), heard)

    def begin(self, begin: "Begin", at_ms: int) -> None:
        """Another game at this table; the one before stays in the journal as it is."""
        self.session = started(self.journal, begin, at_ms)
        self._tell(self, tuple(self.journal.entries(self.session.game_id)))

    def remind(self) -> None:
        """Tells everybody again how things are: a part of the rig has come or gone."""
        self._tell(self, ())

    def add(self, events: tuple[Event, ...], at_ms: int) -> tuple[Entry, ...]:
        """Events that no signal caused, such as taking back."""
        return self._commit(events, at_ms, None)

    def _commit(
        self, events: tuple[Event, ...], at_ms: int, heard: int | None
    ) -> tuple[Entry, ...]:
        first = self.session.entries + 1
        entries = tuple(Entry(first + i, at_ms, event) for i, event in enumerate(events))
        if entries or heard is not None:
            self.journal.append(self.session.game_id, entries, heard)
        for entry in entries:
            self.session = apply(self.session, entry.event)
        if entries:
            self._tell(self, entries)
        return entries


def opened(journal: Journal, begin: Begin, at_ms: int) -> tuple[Session, bool]:
    """The game to play: the one that was going on, or a new one. True when it goes on."""
    games = journal.games()
    if games:
        session = replay(journal.entries(games[-1]))
        if not session.over:
            return session, True
    return started(journal, begin, at_ms), False


def started(journal: Journal, begin: Begin, at_ms: int) -> Session:
    """A new game, on disk before it begins."""
    event = GameStarted(
        game_id=new_id(begin.rules.name, at_ms, len(journal.games())),
        game=begin.rules.name,
        seats=begin.setup.seats,
        options=begin.setup.options,
        data=begin.setup.data,
    )
    journal.append(event.game_id, (Entry(1, at_ms, event),))
    return begun(event)


def new_id(game: str, at_ms: int, before: int) -> str:
    """Readable, sortable, and never the same twice in one journal."""
    day = datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y%m%d")
    return f"{day}-{before + 1:04d}-{game}"
