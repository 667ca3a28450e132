"""From the session to what people see: the page's view and the broker's snapshot."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from turmwart.display.countdown import Stopwatch
from turmwart.display.view import Lamp, View
from turmwart.display.viewing import standing_violations, viewed
from turmwart.model.events import Asked, Doubted, Entry
from turmwart.model.notation import NAMES, printed
from turmwart.publish.topics import Happening, Snapshot
from turmwart.rules.sheet import Words
from turmwart.session.referee import told
from turmwart.session.session import Session

TELLING = ("camera", "controller")
"""Parts without which the table does not get on: what they lack stands on the page in words."""


@dataclass(slots=True)
class Choices:
    """What a table may switch while it plays: hints, and whether all may see the camera."""

    hints: bool = False
    camera: bool = False


@dataclass(slots=True)
class Showing:
    """How one table is shown. *stopwatch* follows the journal."""

    notice: Words | None = None
    choices: Choices = field(default_factory=Choices)
    stopwatch: Stopwatch = field(default_factory=Stopwatch)

    def note(self, entries: Sequence[Entry]) -> None:
        """Entries that are on disk now; at first all of the game."""
        self.stopwatch = self.stopwatch.after(entries)

    def view(self, session: Session, lamps: tuple[Lamp, ...] = ()) -> View:
        """Everything on the page."""
        hints, camera = self.choices.hints, self.choices.camera
        notice = trouble(lamps) or self.notice
        return viewed(session, lamps, self.stopwatch, hints, camera, notice)


def trouble(lamps: tuple[Lamp, ...]) -> Words | None:
    """What the first part lacks that the table needs, and its cure."""
    for lamp in lamps:
        if lamp.part in TELLING and not lamp.well and lamp.text and lamp.cure:
            return Words(f"{lamp.text.de} {lamp.cure.de}", f"{lamp.text.en} {lamp.cure.en}")
    return None


def snapshot(session: Session, ts_ms: int) -> Snapshot:
    """What the broker is told of the session."""
    best = session.trial.best if session.trial else None
    question = {Asked: "asked", Doubted: "doubted"}.get(type(session.question))
    return Snapshot(
        seq=session.entries,
        ts_ms=ts_ms,
        game_id=session.game_id,
        state=session.rules.show(session.state),
        verdict=best.verdict.value if best and best.acts else None,
        violations=tuple(told(violation) for violation in standing_violations(session)),
        question=question,
        paused=session.paused,
    )


def happening(session: Session, entry: Entry) -> Happening:
    """One entry as an event for the broker."""
    event = json.loads(printed(entry.event))
    kind = NAMES[type(entry.event)]
    return Happening(entry.number, entry.at_ms, session.game_id, kind, event)
