"""From the session to what people see: the page's view and the broker's snapshot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import isfinite

from turmwart.display.countdown import Stopwatch
from turmwart.display.seating import dice
from turmwart.display.view import Countdown, Lamp, View
from turmwart.display.viewing import standing_violations, viewed
from turmwart.interpret.reading import Certain
from turmwart.model.events import Asked, Doubted, Entry, Event, GameStarted
from turmwart.model.notation import NAMES
from turmwart.publish.topics import Happening, Snapshot
from turmwart.rules.catalogue import sentence
from turmwart.rules.sheet import Words
from turmwart.session.referee import told
from turmwart.session.session import Session, Trial, apply

LastWarning = Mapping[str, object]

TELLING = ("camera", "controller")
"""Parts without which the table does not get on: what they lack stands on the page in words."""


@dataclass(slots=True)
class Choices:
    """What a table may switch while it plays: hints, whether all may see the camera, the voice.

    *voice* is the language in which the rig speaks, or empty.
    """

    hints: bool = False
    camera: bool = False
    voice: str = ""


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
        seen = viewed(session, lamps, self.stopwatch, hints, camera, notice)
        return replace(seen, voice=bool(self.choices.voice))


def trouble(lamps: tuple[Lamp, ...]) -> Words | None:
    """What the first part lacks that the table needs, and its cure."""
    for lamp in lamps:
        if lamp.part in TELLING and not lamp.well and lamp.text and lamp.cure:
            return Words(f"{lamp.text.de} {lamp.cure.de}", f"{lamp.text.en} {lamp.cure.en}")
    return None


def snapshot(
    session: Session, ts_ms: int, clock: Countdown | None = None, warned: LastWarning | None = None
) -> Snapshot:
    """What the broker is told of the session; the deadline of *clock* is in wall time already."""
    state = session.rules.show(session.state)
    sure = session.trial is not None and isinstance(session.trial.reading, Certain)
    best = session.trial.best if session.trial and sure else None
    return Snapshot(
        seq=session.entries,
        ts_ms=ts_ms,
        game_id=session.game_id,
        state=state,
        verdict=best.verdict.value if best and best.acts else None,
        violations=tuple(told(violation) for violation in standing_violations(session)),
        question=_question(session),
        paused=session.paused,
        deadline_ms=clock.deadline_ms if clock else None,
        left_ms=clock.left_ms if clock else None,
        total_ms=clock.total_ms if clock else None,
        dice=dice(state),
        last_warning=warned,
    )


def _question(session: Session) -> dict[str, object] | None:
    """What the table is asked, in the words of the protocol."""
    match session.question:
        case Asked(acts):
            return {"kind": "asked", "doubt": None, "readings": [acts]}
        case Doubted(readings):
            doubt = f"{session.game_id}/{session.entries}"
            return {"kind": "doubted", "doubt": doubt, "readings": readings}
    return None


def last_warning(session: Session, ts_ms: int) -> LastWarning | None:
    """The warning that stands now, to be remembered when it is gone."""
    found = standing_violations(session)
    if not found:
        return None
    rules = tuple(dict.fromkeys(violation.rule for violation in found))
    words = sentence(found[0])
    return {"ts": ts_ms, "rules": rules, "text": {"de": words.de, "en": words.en}}


def happenings(session: Session, entries: Sequence[Entry]) -> Iterator[Happening]:
    """The entries that follow on *session* as events for the broker."""
    trial = session.trial
    before: dict[str, object] | None = session.rules.show(session.state)
    for entry in entries:
        starts = isinstance(entry.event, GameStarted)
        session = apply(session, entry.event)
        after = session.rules.show(session.state)
        yield Happening(
            seq=entry.number,
            ts_ms=entry.at_ms,
            game_id=session.game_id,
            kind=NAMES[type(entry.event)],
            event=_told_of(entry.event),
            before=None if starts else before,
            after=after,
            evidence=_evidence(entry.event, None if starts else trial),
        )
        before = after


def _told_of(event: Event) -> dict[str, object]:
    """An event's own fields. The material of a game is large and known to all who play it."""
    untold = {"data", "game_id", "certain", "candidates"}
    return {f.name: getattr(event, f.name) for f in fields(event) if f.name not in untold}


def _evidence(event: Event, trial: Trial | None) -> dict[str, object]:
    """What the rig knew when it wrote the entry down."""
    acts = trial.best.acts if trial and trial.best else ()
    own = event.acts if isinstance(event, Asked) else (getattr(event, "act", None),)
    seen = isinstance(event, Doubted) or any(act in acts for act in own if act is not None)
    reading = trial.reading if trial and seen else None
    sure = isinstance(reading, Certain) and isfinite(reading.margin)
    candidates = getattr(event, "candidates", ())
    return {
        "seen": seen,
        "certain": getattr(event, "certain", not candidates and not isinstance(event, Doubted)),
        "margin": round(reading.margin, 2) if isinstance(reading, Certain) and sure else None,
        "candidates": candidates,
    }


def result(session: Session, at_ms: int) -> dict[str, object]:
    """How a game ended, or that it has not after all, for those who keep standings."""
    state = session.rules.show(session.state)
    told_of = ("game", "seats", "standing", "outcome")
    return {"seq": session.entries, "ts": at_ms} | {name: state[name] for name in told_of}
