"""A rig of metal and wood: the camera's newest picture and the controller's every word."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from turmwart.app.inbox import Inbox
from turmwart.app.newest import Eye
from turmwart.app.outlets import Gauge
from turmwart.app.running import Running
from turmwart.link.port import Port
from turmwart.vision.frame import Camera

LOOK_S = 0.02

Clock = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Hardware:
    """How the camera is opened, with the rig's clock, and the controller's port; *said* names both.

    *home_mm* is where the camera hung when the mat was measured, if it was.
    """

    camera: Callable[[Clock], Camera]
    port: Callable[[], Port]
    said: str
    home_mm: tuple[float, float, float] | None = None


def clock_from(start_ms: int) -> Clock:
    """Milliseconds that go on from *start_ms*, whatever the wall clock does."""
    began = time.monotonic_ns()
    return lambda: start_ms + (time.monotonic_ns() - began) // 1_000_000


@dataclass(slots=True)
class RealRig:
    """Looks and listens until *stopped* says so, or after so many *turns*."""

    running: Running
    eye: Eye
    inbox: Inbox
    gauge: Gauge
    clock: Clock
    stopped: Callable[[], bool]
    each: Callable[[], None]
    turns: int | None = None

    @property
    def over(self) -> bool:
        return self.turns is not None and len(self.running.rig.session.past) >= self.turns

    def play(self) -> None:
        try:
            while not self.stopped() and not self.over:
                self._beat()
        finally:
            self.eye.close()

    def _beat(self) -> None:
        """One look and one listen; a camera that comes or goes is told at once."""
        was_lost = self.eye.lost
        frame = self.eye.look(self.clock(), LOOK_S)
        self.running.listen(self.clock())
        if frame is not None:
            self.running.see(frame)
        self.gauge.lost = self.eye.lost
        if self.eye.lost and not was_lost:
            self.running.rig.blind()
        elif was_lost and not self.eye.lost:
            self.running.rig.remind()
        while self.inbox.serve(self.running.rig, self.running.epoch_ms + self.clock(), 0.0):
            pass
        self.each()
