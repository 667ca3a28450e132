"""The printed mats and the calibration board: one set of numbers for printer and camera."""

from collections.abc import Mapping
from dataclasses import dataclass

from turmwart.model.geometry import Millimetres, Point
from turmwart.model.table import Grid, Marker, Mat, Patch, Row

MARKER_CENTRES = (
    (-186.0, -126.0),
    (186.0, -126.0),
    (186.0, 126.0),
    (-186.0, 126.0),
    (0.0, -126.0),
    (0.0, 126.0),
    (-186.0, 0.0),
    (186.0, 0.0),
)
PATCH_COLOURS = ("white", "grey", "black", "red", "green", "blue", "natural", "brown")
MARKERS = tuple(
    Marker(number, Point(*centre), Millimetres(30.0))
    for number, centre in enumerate(MARKER_CENTRES)
)
PATCHES = tuple(
    Patch(colour, Point(-148.0 + 15.0 * place, 136.0), Millimetres(12.0))
    for place, colour in enumerate(PATCH_COLOURS)
)


@dataclass(frozen=True, slots=True)
class Chessboard:
    """A ChArUco board: markers in the white squares, counted from the upper left."""

    dictionary: str
    columns: int
    rows: int
    square_mm: Millimetres
    marker_mm: Millimetres


def _mat(grid: Grid | None = None, row: Row | None = None) -> Mat:
    return Mat("DICT_4X4_50", Point(420.0, 300.0), MARKERS, PATCHES, grid, row)


def _grid(corner: float) -> Grid:
    return Grid(Millimetres(20.0), Point(corner, corner))


MATS: Mapping[str, Mat] = {
    "twentyseven": _mat(row=Row(Point(-120.0, -82.0), Point(30.0, 0.0))),
    "turmbauer": _mat(grid=_grid(-20.0)),
    "talo": _mat(grid=_grid(-100.0)),
    "make_n_break": _mat(),
}
CHESSBOARD = Chessboard("DICT_5X5_50", 8, 6, Millimetres(30.0), Millimetres(22.0))
