"""The countdown of Make 'n' Break: what the controller's clock is told when the game goes on."""

from collections.abc import Callable, Sequence

from turmwart.app.rig import Rig
from turmwart.model.cues import Clock, Countdown, Cue
from turmwart.model.events import Acted, Entry
from turmwart.session.session import Session

TIMED = "make_n_break"


def timer_ms(session: Session) -> int:
    """How long the dial's number lasts."""
    seconds = session.setup.options["timer_seconds"].split(",")
    return int(seconds[(session.state.dial or 1) - 1]) * 1000


class Clockwork:
    """Arms the clock before a turn; after a restart it runs on with what was left.

    *entries* are the game so far: the journal knows when the clock was started.
    """

    def __init__(self, cue: Callable[[Cue], None], entries: Sequence[Entry]) -> None:
        self._cue, self._entries = cue, entries
        self._told: Countdown | None = None

    def tell(self, rig: Rig, _entries: tuple[Entry, ...]) -> None:
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
        if self._told is None and self._entries:
            return Countdown(Clock.RUNNING, self._left_ms(session))
        return None

    def _left_ms(self, session: Session) -> int:
        began = max(
            entry.at_ms
            for entry in self._entries
            if isinstance(entry.event, Acted) and entry.event.act.get("do") == "start"
        )
        return max(1, timer_ms(session) - (self._entries[-1].at_ms - began))
