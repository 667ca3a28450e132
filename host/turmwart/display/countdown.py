"""Since when a clock runs, and what is left of it. Time comes with the journal's entries."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from turmwart.display.view import Countdown
from turmwart.model.events import Acted, Entry, Paused, Resumed
from turmwart.session.session import Session


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """*began_ms* is when the clock started, *held_ms* when it was stopped for a pause."""

    began_ms: int = 0
    held_ms: int | None = None

    def after(self, entries: Iterable[Entry]) -> "Stopwatch":
        return reduce(Stopwatch._after, entries, self)

    def _after(self, entry: Entry) -> "Stopwatch":
        match entry.event:
            case Acted(act) if act.get("do") == "start":
                return Stopwatch(entry.at_ms)
            case Paused():
                return replace(self, held_ms=entry.at_ms)
            case Resumed() if self.held_ms is not None:
                return Stopwatch(self.began_ms + entry.at_ms - self.held_ms)
            case _:
                return self

    def run_ms(self, now_ms: int) -> int:
        """For how long the clock has run, pauses not counted."""
        return (now_ms if self.held_ms is None else self.held_ms) - self.began_ms

    def countdown(self, session: Session) -> Countdown | None:
        """The ring on the page; None while no clock runs (M-2, M-9)."""
        if session.rules.name != "make_n_break" or session.state.phase != "build":
            return None
        seconds = session.setup.options["timer_seconds"].split(",")
        total_ms = int(seconds[(session.state.dial or 1) - 1]) * 1000
        if self.held_ms is not None:
            return Countdown(total_ms, left_ms=max(0, total_ms - self.run_ms(self.held_ms)))
        return Countdown(total_ms, deadline_ms=self.began_ms + total_ms)
