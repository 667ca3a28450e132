"""The eye as one object: frames in, what was seen out. No clock, no thread."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from turmwart.interpret.judge import judge
from turmwart.interpret.reading import Certain, Doubtful, Reading, Scored
from turmwart.interpret.staging import Staging
from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.vision.calm import MOST, Calm
from turmwart.vision.frame import Frame, Picture
from turmwart.vision.gate import Stillness, hand_in
from turmwart.vision.look import Look, look
from turmwart.vision.overlay import drawn
from turmwart.vision.pose import Pose, PoseFinder, View
from turmwart.vision.score import score

State = TypeVar("State")
MARGIN = 60.0
"""A lead below this is a doubt; measured on recorded games, see the tests."""
DIM = 12.0
Reader = Callable[[Look, State, Table], Reading]
"""How a game is read whose scenes cannot be listed beforehand."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame showed. *reading* is there only when it was still and free of hands.

    *eye_mm* is where the camera hangs, in millimetres of the mat.
    """

    at_ms: int
    still: bool
    hand: bool
    residual_px: float | None
    light_ok: bool
    reading: Reading | None = None
    eye_mm: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """A picture, how the camera stood, and the scene that is believed to stand on the mat."""

    picture: Picture
    view: View
    scene: Scene


@dataclass(slots=True)
class Watcher(Generic[State]):
    """Drives pose, gate, score and judge for one game on one table."""

    table: Table
    staging: Staging[State]
    margin: float = MARGIN
    reader: Reader[State] | None = None
    _finder: PoseFinder = field(init=False, repr=False)
    _stillness: Stillness = field(default_factory=Stillness, repr=False)
    _calm: Calm = field(default_factory=Calm, repr=False)
    _read_from: int = field(default=0, repr=False)
    _judged: tuple[Picture, View, Reading] | None = field(default=None, repr=False)
    _lasting: tuple[State, Sight] | None = field(default=None, repr=False)
    _newest: tuple[Picture, View] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._finder = PoseFinder(self.table)

    def see(self, frame: Frame, state: State) -> Sight:
        """One frame, with the state that was last committed; one reading lasts while all is still."""
        still = self._stillness.see(frame)
        self._calm.see(frame.picture, still)
        if still and self._lasting is not None and self._lasting[0] == state:
            lasting = self._lasting[1]
            if not self._clearer(lasting):
                return replace(lasting, at_ms=frame.at_ms)
        light = bool(frame.picture[::8, ::8].mean() > DIM)
        pose = self._finder.find(frame.picture)
        if pose is None:
            self._lasting = None
            return Sight(frame.at_ms, still, True, None, light)
        view = View(self.table.lens, pose)
        self._newest = (frame.picture, view)
        hand = hand_in(frame.picture, view, self.table)
        x, y, z = (float(value) for value in pose.centre)
        sight = Sight(frame.at_ms, still, hand, pose.residual_px, light, eye_mm=(x, y, z))
        if hand or not still or not light:
            self._lasting = None
            return sight
        self._read_from = self._calm.many
        reading = self._read(self._calm.mean(), pose, state)
        self._judged = (frame.picture, view, reading)
        sight = replace(sight, reading=reading)
        self._lasting = (state, sight)
        return sight

    def _clearer(self, last: Sight) -> bool:
        """A doubt is looked at once more when enough pictures have come to take off the grain."""
        doubtful = isinstance(last.reading, Doubtful)
        return doubtful and self._read_from < MOST <= self._calm.many

    def _read(self, picture: Picture, pose: Pose, state: State) -> Reading:
        seen = look(picture, pose, self.table)
        if self.reader is not None:
            return self.reader(seen, state, self.table)
        hypotheses = tuple(self.staging.propose(state, self.table))
        fits = score(seen, [h.scene for h in hypotheses])
        return judge(
            [Scored(h, float(fit) + h.prior) for h, fit in zip(hypotheses, fits, strict=True)],
            self.margin,
        )

    def glimpse(self) -> Glimpse | None:
        """The newest picture in which the mat was found, with what was last read."""
        if self._newest is None:
            return None
        scene = _winner(self._judged[2]) if self._judged else Scene(())
        return Glimpse(*self._newest, scene)

    def overlay(self) -> Picture | None:
        """The last judged picture with the winning scene drawn in."""
        if self._judged is None:
            return None
        picture, view, reading = self._judged
        return drawn(picture, view, _winner(reading), _lead(reading))


def _lead(reading: Reading) -> str:
    """How far the winner is ahead of the second, for people."""
    match reading:
        case Certain(_, margin):
            return f"certain, ahead by {margin:.1f}"
        case Doubtful(rivals, margin):
            return f"doubtful: {len(rivals)} readings, ahead by {margin:.1f}"
        case _:
            return "out of step"


def _winner(reading: Reading) -> Scene:
    match reading:
        case Certain(best):
            return best.scene
        case Doubtful(rivals):
            return rivals[0].scene
        case _:
            return Scene(())
