"""A rig at work: the eye and the ear feed the rig, whatever camera and controller are behind them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from turmwart.app.recorder import RecordedEye
from turmwart.app.rig import Rig
from turmwart.link.line import Fault, Link
from turmwart.vision.frame import Frame
from turmwart.vision.watch import Sight, Watcher


@dataclass(slots=True)
class Running:
    """One table while it is played on. *epoch_ms* is the journal's time at the rig's time 0."""

    rig: Rig
    watcher: Watcher[Any] | RecordedEye
    link: Link
    epoch_ms: int
    noticed: Callable[[Sight], None]
    _fault: Fault | None = field(default=None, init=False, repr=False)

    def see(self, frame: Frame) -> Sight:
        """One picture: what can be read in it is judged live."""
        sight = self.watcher.see(frame, self.rig.session.state)
        if sight.reading is not None:
            self.rig.read(sight.reading, self.epoch_ms + frame.at_ms)
        elif sight.hand:
            self.rig.look_away()
        self.noticed(sight)
        return sight

    def listen(self, now_ms: float) -> bool:
        """What the controller says: each event is on disk before the controller may forget it.

        True when something was heard that means something to the game. A controller that comes,
        goes or is not understood is told at once.
        """
        told = False
        for heard in self.link.poll(now_ms):
            at_ms = self.epoch_ms + round(min(heard.at_ms, now_ms))
            if heard.signal is None:
                self.rig.skip(heard.seq)
            else:
                self.rig.hear(heard.signal, at_ms, heard.seq or None)
                told = told or heard.seq > 0
            if heard.seq:
                self.link.stored(heard.seq)
        if (fault := self.link.health.fault) is not self._fault:
            self._fault = fault
            self.rig.remind()
        return told
