"""The countdown of Make 'n' Break: what the controller's clock is told when the game goes on or rests."""

from collections.abc import Callable, Sequence

from turmwart.app.rig import Rig
from turmwart.display.countdown import Stopwatch
from turmwart.model.cues import Clock, Countdown, Cue
from turmwart.model.events import Entry
from turmwart.session.session import Session

TIMED = "make_n_break"


def timer_ms(session: Session) -> int:
    """How long the dial's number lasts."""
    seconds = session.setup.options["timer_seconds"].split(",")
    return int(seconds[(session.state.dial or 1) - 1]) * 1000


class Clockwork:
    """Arms the clock before a turn; after a restart it runs on with what was left.

    *entries* are the game so far: the journal knows when the clock was started. *now_ms* is the
    time when the rig was last alive; without it, that of the last entry.
    """

    def __init__(
        self, cue: Callable[[Cue], None], entries: Sequence[Entry], now_ms: int | None = None
    ) -> None:
        self._cue = cue
        self._now_ms = entries[-1].at_ms if now_ms is None else now_ms
        self._watch = Stopwatch().after(entries)
        self._told: Countdown | None = None

    def tell(self, rig: Rig, entries: tuple[Entry, ...]) -> None:
        self._watch = self._watch.after(entries)
        self._now_ms = entries[-1].at_ms if entries else self._now_ms
        if rig.session.rules.name != TIMED:
            return
        wanted = self._wanted(rig.session)
        if wanted is not None and wanted != self._told:
            self._cue(wanted)
            self._told = wanted

    def _wanted(self, session: Session) -> Countdown | None:
        phase = session.rules.phase(session.state)
        if phase == "start":
            return Countdown(Clock.ARMED, timer_ms(session))
        if phase != "build":
            return Countdown(Clock.IDLE)
        if session.paused:
            return Countdown(Clock.STOPPED, self._left_ms(session))
        if self._told is None or self._told.clock is Clock.STOPPED:
            return Countdown(Clock.RUNNING, self._left_ms(session))
        return self._told

    def _left_ms(self, session: Session) -> int:
        """What is left of the turn now; the time of a pause does not count."""
        return max(1, timer_ms(session) - self._watch.run_ms(self._now_ms))
