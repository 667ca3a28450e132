"""The table as data: the camera's lens, the printed mat, the sizes of the wood."""

from dataclasses import dataclass, field

from turmwart.model.geometry import Millimetres, Point
from turmwart.model.scene import Colour

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Lens:
    """A pinhole with OpenCV's distortion k1 k2 p1 p2 k3; pixel centres are integers."""

    width: int
    height: int
    matrix: Matrix
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker, printed upright: its first corner lies at (-x, +y) of its centre."""

    id: int
    centre: Point
    size: Millimetres


@dataclass(frozen=True, slots=True)
class Patch:
    """A square of known colour, printed on the mat."""

    colour: Colour
    centre: Point
    size: Millimetres


@dataclass(frozen=True, slots=True)
class Grid:
    """Where cell (0, 0) has its lower left corner (Turmbauer, Talo)."""

    cell_mm: Millimetres
    origin: Point


@dataclass(frozen=True, slots=True)
class Row:
    """The centre of field 1 and the way to the next field (27)."""

    first: Point
    step: Point


@dataclass(frozen=True, slots=True)
class Mat:
    """The printed mat."""

    dictionary: str
    size: Point
    markers: tuple[Marker, ...]
    patches: tuple[Patch, ...] = ()
    grid: Grid | None = None
    row: Row | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """The sizes of the wood, in millimetres."""

    cell_mm: float = 20.0
    pawn_mm: tuple[float, float] = (13.0, 19.0)
    disc_mm: tuple[float, float] = (25.0, 8.0)
    block_mm: tuple[float, float, float] = (75.0, 25.0, 25.0)


@dataclass(frozen=True, slots=True)
class Shade:
    """What a colour of the owner's own wood is: logarithms of blue, green, red against white."""

    colour: Colour
    ratio: tuple[float, float, float]
    spread: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Table:
    """One rig as its profile describes it; *shades* are the colours that it was taught."""

    lens: Lens
    mat: Mat
    material: Material = field(default_factory=Material)
    shades: tuple[Shade, ...] = ()
