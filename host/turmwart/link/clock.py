"""The controller's time in host time: a line between what is certainly before and after.

A ping says two things for sure: its stamp was made after the ping was sent, and before the answer
was received. A heartbeat says the second of the two. Delays only ever make these bounds looser, so
the line that runs in the middle between the tightest ones is right within half their distance,
however lopsided the delays of a serial chip are.
"""

from dataclasses import dataclass, field

from turmwart.link.messages import BAUD, TICKS_PER_MS

GROUP = 8
WINDOW_MS = 64_000.0
RESYNC_MS = 5.0
BYTE_MS = 10_000 / BAUD
WRAP_MS = 1 << 32
LEVER_MS = 4_000.0
STEEPEST = 5e-3
STEEP_COST_MS = 1_000.0
"""What a slope of 1 must gain: a quartz is rarely off by more than 100 ppm, and that costs 0.1 ms."""
SURE_PPM = 50.0
HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Bound:
    """A stamp of the controller, and a host time that it is after (or before)."""

    theirs: float
    ours: float

    def offset(self, slope: float, origin: float) -> float:
        return self.ours - self.theirs - slope * (self.theirs - origin)


@dataclass(slots=True)
class Side:
    """The tightest bounds of one side over the last minute, one of each eight."""

    _kept: list[Bound] = field(default_factory=list, repr=False)
    _group: list[Bound] = field(default_factory=list, repr=False)

    def add(self, bound: Bound, tightest: Bound) -> None:
        """*tightest* is the best of the open group with *bound* in it."""
        self._group.append(bound)
        if len(self._group) == GROUP:
            kept = [*self._kept, tightest]
            self._kept = [b for b in kept if bound.theirs - b.theirs <= WINDOW_MS] or [bound]
            self._group = []

    @property
    def group(self) -> list[Bound]:
        return self._group

    @property
    def bounds(self) -> list[Bound]:
        return self._kept + self._group


@dataclass(frozen=True, slots=True)
class Line:
    """Host time = stamp + *offset* + *slope* x (stamp - *origin*); *gap* is its room."""

    origin: float
    offset: float
    slope: float
    gap: float

    def at(self, theirs: float) -> float:
        return theirs + self.offset + self.slope * (theirs - self.origin)


def stamp_ms(ms: int, frac: int) -> float:
    return ms + frac / TICKS_PER_MS


@dataclass(slots=True)
class ClockMap:
    """Maps the stamps of one boot of the controller to host milliseconds."""

    boot: int | None = None
    _after: Side = field(default_factory=Side, repr=False)
    _before: Side = field(default_factory=Side, repr=False)
    _line: Line | None = field(default=None, repr=False)

    def forget(self, boot: int) -> None:
        self.boot, self._after, self._before, self._line = boot, Side(), Side(), None

    def ponged(self, theirs: float, sent: float, received: float, wire: tuple[int, int]) -> None:
        """One ping of *wire* bytes out and back, sent and received at host times."""
        theirs = self._unwrapped(theirs)
        out, back = (count * BYTE_MS for count in wire)
        after, before = Bound(theirs, sent + out), Bound(theirs, max(received - back, sent + out))
        self._add(after, before)
        self._draw()
        if self._line is not None and self._line.gap < -RESYNC_MS and self.boot is not None:
            self.forget(self.boot)
            self._add(after, before)
            self._draw()

    def passed(self, theirs: float, received: float, wire: int) -> None:
        """A stamp that came unasked, with a message of *wire* bytes."""
        if self.known:
            bound = Bound(self._unwrapped(theirs), received - wire * BYTE_MS)
            self._before.add(bound, min([*self._before.group, bound], key=self._offset))

    def _add(self, after: Bound, before: Bound) -> None:
        self._after.add(after, max([*self._after.group, after], key=self._offset))
        self._before.add(before, min([*self._before.group, before], key=self._offset))

    def _offset(self, bound: Bound) -> float:
        slope, origin = (self._line.slope, self._line.origin) if self._line else (0.0, 0.0)
        return bound.offset(slope, origin)

    def _draw(self) -> None:
        after, before = self._after.bounds, self._before.bounds
        origin = after[-1].theirs
        slope = 0.0
        low, high = _between(after, before, slope, origin)
        if high < low or origin - after[0].theirs >= LEVER_MS:
            slope = _roomiest(after, before, origin)
            low, high = _between(after, before, slope, origin)
        self._line = Line(origin, (low + high) / 2, slope, high - low)

    def _unwrapped(self, theirs: float) -> float:
        if self._line is None:
            return theirs
        return theirs + WRAP_MS * round((self._line.origin - theirs) / WRAP_MS)

    @property
    def known(self) -> bool:
        return self._line is not None

    def host_ms(self, theirs: float) -> float:
        if self._line is None:
            raise LookupError("no ping of this boot has been answered: ask `known` first.")
        return self._line.at(self._unwrapped(theirs))

    @property
    def error_ms(self) -> float:
        """Half the room between the bounds: the line cannot be further off than that."""
        return max(0.0, self._line.gap) / 2 if self._line else float("inf")

    @property
    def ppm(self) -> float:
        """How many millionths the controller's quartz runs slow; 0 until it is sure."""
        if self._line is None:
            return 0.0
        lever = self._line.origin - self._after.bounds[0].theirs
        sure = lever > 0 and self._line.gap / lever * 1e6 <= SURE_PPM
        return self._line.slope * 1e6 if sure else 0.0


def _between(
    after: list[Bound], before: list[Bound], slope: float, origin: float
) -> tuple[float, float]:
    """The least and the greatest offset of a line with *slope* that keeps to all bounds."""
    return (
        max(bound.offset(slope, origin) for bound in after),
        min(bound.offset(slope, origin) for bound in before),
    )


def _roomiest(after: list[Bound], before: list[Bound], origin: float) -> float:
    """The slope that leaves the most room: the room is concave in it, so thirds will find it."""

    def room(slope: float) -> float:
        low, high = _between(after, before, slope, origin)
        return high - low - abs(slope) * STEEP_COST_MS

    left, right = -STEEPEST, STEEPEST
    for _ in range(HALVINGS):
        third = (right - left) / 3
        if room(left + third) < room(right - third):
            left += third
        else:
            right -= third
    return (left + right) / 2
