"""Where a camera must hang: the mat, what lies beside it and the tallest tower stay in its picture."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, hypot, radians, tan

from turmwart.model.geometry import Degrees, Millimetres, Place, Point
from turmwart.model.mats import MATS
from turmwart.model.table import Lens

WIDTH, HEIGHT = 1280, 720
RIM_PX = 12.0
"""So much of the picture's edge is given away: nobody hangs a camera to the millimetre."""
HANDS_MM = 150.0
"""Room between the camera and the tallest tower, for the hand that builds it."""
STEP_MM = 10.0
HIGHEST_MM = 2000.0
FINE_MM = 0.5


@dataclass(frozen=True, slots=True)
class Camera:
    """One to be bought; the angles are those of its whole picture of 16 : 9."""

    name: str
    across: Degrees
    down: Degrees

    @property
    def lens(self) -> Lens:
        """Its pinhole, before it is calibrated."""
        fx = WIDTH / 2 / tan(radians(self.across) / 2)
        fy = HEIGHT / 2 / tan(radians(self.down) / 2)
        cx, cy = (WIDTH - 1) / 2, (HEIGHT - 1) / 2
        return Lens(WIDTH, HEIGHT, ((fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0)))


CAMERAS: Mapping[str, Camera] = {
    "module-3": Camera("Raspberry Pi Camera Module 3", Degrees(66.0), Degrees(41.0)),
    "module-3-wide": Camera("Raspberry Pi Camera Module 3 Wide", Degrees(102.0), Degrees(67.0)),
    "hq-6mm": Camera("Raspberry Pi HQ Camera, 6 mm lens", Degrees(55.3), Degrees(32.9)),
    "webcam": Camera("USB webcam, 1080p, 78 degrees across corners", Degrees(70.4), Degrees(43.3)),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """What a game needs to have in sight. Lengths are from the middle of the mat.

    *ground* is half of what lies flat, *foot* the corner of the tower's ground that is furthest
    out on each side, *tall* the tallest tower to be expected, *beyond* how far behind the middle
    the camera hangs.
    """

    ground: Point
    foot: tuple[Point, Point]
    tall: Millimetres
    beyond: Millimetres = Millimetres(0.0)  # noqa: RUF009

    @property
    def corners(self) -> tuple[Place, ...]:
        x, y = self.ground
        return tuple(Place(sx * x, sy * y, 0.0) for sx in (-1, 1) for sy in (-1, 1))

    def top(self, z: float) -> tuple[Place, ...]:
        near, far = self.foot
        return tuple(Place(x, y, z) for x in (near.x, far.x) for y in (near.y, far.y))


def _square(half: float, deep: float) -> tuple[Point, Point]:
    return Point(-half, -deep), Point(half, deep)


_SIZE = MATS["twentyseven"].size
STAGES: Mapping[str, Stage] = {
    "turmbauer": Stage(Point(380.0, 185.0), _square(100.0, 100.0), Millimetres(260.0)),
    "talo": Stage(Point(350.0, 195.0), _square(100.0, 100.0), Millimetres(231.0)),
    "twentyseven": Stage(
        Point(_SIZE.x / 2, _SIZE.y / 2),
        (Point(-132.5, -94.5), Point(132.5, -69.5)),
        Millimetres(152.0),
        Millimetres(60.0),
    ),
    "make_n_break": Stage(Point(380.0, 180.0), _square(100.0, 60.0), Millimetres(325.0)),
}
"""Supplies beside the mat count; the tallest card has 13 sections, Talo ends on level 10."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera at *at* that looks at the middle of the mat, whose far side is up in its picture."""

    at: Place

    def before(self, place: Place) -> tuple[float, float, float]:
        """Right, down and away of the camera."""
        _, y, z = self.at
        reach = hypot(y, z)
        cos, sin = z / reach, y / reach
        across, up, over = place.x - self.at.x, place.y - y, place.z - z
        return across, -up * cos + over * sin, -up * sin - over * cos


def in_sight(lens: Lens, eye: Eye, places: Iterable[Place]) -> bool:
    return all(_inside(lens, eye, place) for place in places)


def _inside(lens: Lens, eye: Eye, place: Place) -> bool:
    right, down, away = eye.before(place)
    if away <= 0:
        return False
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    x, y = cx + fx * right / away, cy + fy * down / away
    across, below = lens.width - 1 - RIM_PX, lens.height - 1 - RIM_PX
    return RIM_PX <= x <= across and RIM_PX <= y <= below


def eye_over(stage: Stage, height: float) -> Eye:
    return Eye(Place(0.0, stage.beyond, height))


def height(lens: Lens, stage: Stage) -> Millimetres:
    """The lowest whole centimetre above the mat from which *stage* is in sight."""
    lowest = ceil((stage.tall + HANDS_MM) / STEP_MM) * STEP_MM
    for tens in range(round(lowest), round(HIGHEST_MM) + 1, round(STEP_MM)):
        eye = eye_over(stage, tens)
        if in_sight(lens, eye, (*stage.corners, *stage.top(stage.tall))):
            return Millimetres(float(tens))
    raise ValueError(f"no height up to {HIGHEST_MM:.0f} mm shows the whole mat with this lens")


def tallest(lens: Lens, stage: Stage, height_mm: float) -> Millimetres:
    """The tallest tower on the stage's ground whose top stays in sight, hands left aside."""
    eye, low, high = eye_over(stage, height_mm), 0.0, height_mm
    while high - low > FINE_MM:
        middle = (low + high) / 2
        if in_sight(lens, eye, stage.top(middle)):
            low = middle
        else:
            high = middle
    return Millimetres(low)


def focus(stage: Stage, height_mm: float) -> Millimetres:
    """The distance that leaves the mat and the tallest tower equally sharp."""
    near = height_mm - stage.tall
    return Millimetres(2 * near * height_mm / (near + height_mm))


def dots_per_mm(lens: Lens, height_mm: float) -> float:
    return lens.matrix[0][0] / height_mm


@dataclass(frozen=True, slots=True)
class Hanging:
    """How a camera hangs over one game's mat; *at_one* is the tallest tower at the common height."""

    game: str
    height: Millimetres
    tallest: Millimetres
    at_one: Millimetres
    focus: Millimetres
    dots_per_mm: float


def hangings(camera: Camera) -> tuple[Millimetres, tuple[Hanging, ...]]:
    """One height that serves all mats, and what holds for each."""
    lens = camera.lens
    one = max(height(lens, stage) for stage in STAGES.values())
    return one, tuple(_hanging(lens, game, one) for game in STAGES)


def _hanging(lens: Lens, game: str, one: Millimetres) -> Hanging:
    stage = STAGES[game]
    least = height(lens, stage)
    return Hanging(
        game,
        least,
        tallest(lens, stage, least),
        tallest(lens, stage, one),
        focus(stage, one),
        dots_per_mm(lens, one),
    )
