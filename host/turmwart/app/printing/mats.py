"""Mats and the calibration board as pages; every number comes from the data that the camera reads."""

from collections.abc import Callable, Iterator, Mapping

from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.shapes import (
    INK,
    WHITE,
    Disc,
    Line,
    Page,
    Polygon,
    Rgb,
    Shape,
    Spot,
    Text,
    moved,
    rectangle,
    ruler,
)
from turmwart.model.mats import CHESSBOARD, MATS, Chessboard
from turmwart.model.table import Mat
from turmwart.rules.talo.material import START_FIELDS
from turmwart.vision.targets import marker_modules

At = Callable[[float, float], tuple[float, float]]
BLACK: Rgb = (0, 0, 0)
LINE: Rgb = (140, 144, 148)
SEAM = (30.0, 30.0)
"""Where the sheets of a mat meet, in its own millimetres: through no marker and no patch."""
OVERLAP = 8.0
CUT = "an den Marken schneiden / cut at the marks"
STRIPS: Mapping[tuple[bool, bool], str] = {
    (
        True,
        True,
    ): "; Streifen rechts und unten stehen lassen, darauf kleben / leave the strips on the "
    "right and below to glue onto",
    (
        True,
        False,
    ): "; Streifen rechts stehen lassen, darauf kleben / leave the strip on the right to glue onto",
    (
        False,
        True,
    ): "; Streifen unten stehen lassen, darauf kleben / leave the strip below to glue onto",
    (False, False): "",
}
"""What is not cut off: a strip to the right, a strip below."""
DISC_MM = 25.0
START_MM = 12.0
SEATS = (
    (-93.0, -141.0, 0.0, -1.0),
    (201.0, -63.0, 1.0, 0.0),
    (93.0, 141.0, 0.0, 1.0),
    (-201.0, 63.0, -1.0, 0.0),
)
"""Where the seats are marked, between the markers, and which way each player sits; the first is the
master builder's."""
SEAT_MM = 5.0
PRINT: Mapping[str, Rgb] = {
    "white": (255, 255, 255),
    "grey": (148, 146, 143),
    "black": (33, 34, 36),
    "red": (189, 31, 41),
    "green": (36, 117, 66),
    "blue": (36, 87, 168),
    "natural": (230, 184, 128),
    "brown": (82, 51, 41),
}


def pages(target: str, paper: str) -> tuple[Page, ...]:
    """Four sheets to be cut and glued for a mat, one for the board."""
    tall, wide = PAPERS[paper]
    if target == "charuco":
        return (_board_page(CHESSBOARD, wide, tall),)
    mat = MATS[target]
    art = tuple(mat_art(target, mat))
    return tuple(
        _tile(mat, target, art, column, row, wide, tall) for row in (0, 1) for column in (0, 1)
    )


def _tile(
    mat: Mat, target: str, art: tuple[Shape, ...], column: int, row: int, wide: float, tall: float
) -> Page:
    """One sheet: its part of the mat, a strip of the next to glue on, and what to do."""
    left, right = _part(mat.size.x, SEAM[0], column)
    top, bottom = _part(mat.size.y, -SEAM[1], row)
    x0, y0 = (wide - (right - left)) / 2, (tall - (bottom - top)) / 2
    window = (x0, y0, x0 + right - left, y0 + bottom - top)
    glued = (
        window[0],
        window[1],
        window[2] + OVERLAP * (column == 0),
        window[3] + OVERLAP * (row == 0),
    )
    strips = STRIPS[column == 0, row == 0]
    said = f"{target}, Reihe / row {row + 1}, Spalte / column {column + 1}: {CUT}{strips}"
    notes = (
        *_corners(window),
        *ruler(x0, y0 - 6),
        Text((x0 + 2, glued[3] + 6), said, 2.4),
    )
    return Page((wide, tall), moved(art, x0 - left, y0 - top), notes, glued)


def _part(size: float, seam: float, half: int) -> tuple[float, float]:
    """From where to where a half reaches, counted from the mat's left or upper edge."""
    middle = size / 2 + seam
    return (0.0, middle) if half == 0 else (middle, size)


def _corners(window: tuple[float, float, float, float]) -> Iterator[Line]:
    left, top, right, bottom = window
    for x, out in ((left, -1), (right, 1)):
        for y, up in ((top, -1), (bottom, 1)):
            yield Line((x + out, y), (x + 4 * out, y), INK, 0.15)
            yield Line((x, y + up), (x, y + 4 * up), INK, 0.15)


def mat_art(target: str, mat: Mat) -> Iterator[Shape]:
    """The whole mat, from its upper left corner."""
    wide, tall = mat.size

    def at(x: float, y: float) -> tuple[float, float]:
        return wide / 2 + x, tall / 2 - y

    yield Polygon(
        (
            at(-wide / 2, tall / 2),
            at(wide / 2, tall / 2),
            at(wide / 2, -tall / 2),
            at(-wide / 2, -tall / 2),
        ),
        None,
        LINE,
        0.3,
    )
    for number, (x, y, out_x, out_y) in enumerate(SEATS, 1):
        yield from _seat(number, at(x, y), (out_x, -out_y))
    yield from _lines(target, mat, at)
    for patch in mat.patches:
        x, y = at(*patch.centre)
        half = patch.size / 2
        yield rectangle(x - half, y - half, patch.size, patch.size, PRINT[patch.colour], LINE)
    for marker in mat.markers:
        x, y = at(*marker.centre)
        yield from _marker(
            mat.dictionary, marker.id, x - marker.size / 2, y - marker.size / 2, marker.size
        )


def _seat(number: int, spot: Spot, out: Spot) -> Iterator[Shape]:
    """An arrow head towards the player, with the seat's number behind it."""
    (x, y), (ox, oy) = spot, out
    tip = (x + ox * SEAT_MM, y + oy * SEAT_MM)
    sides = [(x + s * oy * SEAT_MM, y + s * ox * SEAT_MM) for s in (1, -1)]
    yield Polygon((tip, *sides), None, LINE, 0.4)
    yield Text((x - ox * 4.0, y - oy * 4.0 + 1.4), str(number), 4.0, LINE, align="middle")


def _lines(target: str, mat: Mat, at: At) -> Iterator[Shape]:
    """The board of Talo with its start fields, the corner stone's place, the row of 27."""
    if mat.grid is not None and target == "talo":
        for column, row in START_FIELDS:
            middle = (mat.grid.origin.x + (column + 0.5) * mat.grid.cell_mm,
                      mat.grid.origin.y + (row + 0.5) * mat.grid.cell_mm)  # fmt: skip
            yield Disc(at(*middle), START_MM / 2, None, LINE, 0.4)
    if mat.grid is not None:
        cells = 10 if target == "talo" else 2
        (x, y), cell = mat.grid.origin, mat.grid.cell_mm
        for n in range(cells + 1):
            yield Line(at(x + n * cell, y), at(x + n * cell, y + cells * cell), LINE, 0.4)
            yield Line(at(x, y + n * cell), at(x + cells * cell, y + n * cell), LINE, 0.4)
    if mat.row is not None:
        for n in range(9):
            x, y = mat.row.first.x + n * mat.row.step.x, mat.row.first.y + n * mat.row.step.y
            ends = n in (0, 8)
            yield Disc(
                at(x, y), DISC_MM / 2, None, PRINT["red"] if ends else LINE, 0.8 if ends else 0.4
            )
            yield Text(at(x, y - 20), str(n + 1), 4.0, LINE, align="middle")


def _marker(dictionary: str, number: int, left: float, top: float, size: float) -> Iterator[Shape]:
    """Runs of black modules, on white."""
    modules = marker_modules(dictionary, number)
    side = size / len(modules)
    yield rectangle(left - side, top - side, size + 2 * side, size + 2 * side, WHITE)
    yield rectangle(left, top, size, size, BLACK)
    for row, line in enumerate(modules):
        for column, black in enumerate(line):
            if not black:
                yield rectangle(left + column * side, top + row * side, side, side, WHITE)


def _board_page(board: Chessboard, wide: float, tall: float) -> Page:
    left = (wide - board.columns * board.square_mm) / 2
    top = (tall - board.rows * board.square_mm) / 2
    said = f"ChArUco {board.columns} x {board.rows}, {board.square_mm:g} / {board.marker_mm:g} mm, {board.dictionary}"
    notes = (*ruler(left, top - 5), Text((left, top + board.rows * board.square_mm + 6), said, 2.8))
    return Page((wide, tall), tuple(_squares(board, left, top)), notes)


def _squares(board: Chessboard, left: float, top: float) -> Iterator[Shape]:
    """Black above left; the white squares carry the markers, numbered line by line."""
    number, rim = 0, (board.square_mm - board.marker_mm) / 2
    for row in range(board.rows):
        for column in range(board.columns):
            x, y = left + column * board.square_mm, top + row * board.square_mm
            if (row + column) % 2 == 0:
                yield rectangle(x, y, board.square_mm, board.square_mm, BLACK)
            else:
                yield from _marker(board.dictionary, number, x + rim, y + rim, board.marker_mm)
                number += 1
