"""Those who are told: page and standard output. Each gets every change; none can stop the game."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from math import dist

from turmwart.app.lines import Line, line
from turmwart.app.rig import Rig
from turmwart.app.showing import Showing
from turmwart.display.view import Lamp, View
from turmwart.model.events import Entry
from turmwart.session.session import Session, apply
from turmwart.vision.watch import Sight

Spot = tuple[float, float, float]


@dataclass(slots=True)
class Printer:
    """Prints the lines of `--json`."""

    before: Session
    epoch_ms: int
    out: Callable[[str], None]

    def tell(self, rig: Rig, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if found := line(self.before, entry, self.epoch_ms):
                self.say(found)
            self.before = apply(self.before, entry.event)
        self.before = rig.session

    def say(self, found: Line) -> None:
        self.out(json.dumps(found))


@dataclass(slots=True)
class PageTeller:
    """Makes the view of every change, and hands it to the page's own thread."""

    showing: Showing
    show: Callable[[View], None]
    lamps: Callable[[], tuple[Lamp, ...]]
    speak: Callable[[View], None] = lambda _: None

    def tell(self, rig: Rig, entries: tuple[Entry, ...]) -> None:
        self.showing.note(entries)
        view = self.showing.view(rig.session, self.lamps())
        self.show(view)
        self.speak(view)


@dataclass(slots=True)
class Gauge:
    """The last figures of the eye, for health and lamps."""

    residual_px: float | None = None
    light_ok: bool = True
    lost: bool = False
    seen_ms: list[int] = field(default_factory=list)
    home_mm: Spot | None = None
    eye_mm: Spot | None = None

    def notice(self, sight: Sight) -> None:
        self.residual_px = sight.residual_px
        self.light_ok = sight.light_ok
        self.seen_ms = [*self.seen_ms[-9:], sight.at_ms]
        self.eye_mm = sight.eye_mm or self.eye_mm
        self.home_mm = self.home_mm or self.eye_mm

    @property
    def moved_mm(self) -> float:
        """How far the camera hangs from where it was measured, or else from where it hung at first."""
        return dist(self.home_mm, self.eye_mm) if self.home_mm and self.eye_mm else 0.0

    @property
    def fps(self) -> float:
        if len(self.seen_ms) < 2 or self.seen_ms[-1] == self.seen_ms[0]:
            return 0.0
        return 1000.0 * (len(self.seen_ms) - 1) / (self.seen_ms[-1] - self.seen_ms[0])
