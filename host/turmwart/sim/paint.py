"""Colours of wood and print, and the textures they carry. Blue, green, red; 1.0 is white."""

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Mat
from turmwart.sim.light import Bgr

Pixels = NDArray[np.float32]

WOOD: Mapping[str, Bgr] = {
    "natural": (0.50, 0.72, 0.90),
    "beech": (0.52, 0.76, 0.92),
    "dark_brown": (0.14, 0.18, 0.28),
    "brown": (0.16, 0.20, 0.32),
    "red": (0.16, 0.12, 0.74),
    "blue": (0.66, 0.34, 0.14),
    "green": (0.26, 0.46, 0.14),
    "black": (0.14, 0.135, 0.13),
    "white": (0.90, 0.93, 0.94),
    "grey": (0.56, 0.57, 0.58),
    "yellow": (0.10, 0.72, 0.93),
    "orange": (0.10, 0.42, 0.90),
    "purple": (0.50, 0.16, 0.38),
    "light_green": (0.24, 0.74, 0.56),
    "dark_green": (0.28, 0.36, 0.10),
    "light_blue": (0.88, 0.70, 0.40),
    "dark_blue": (0.48, 0.22, 0.10),
}
GRAIN: Mapping[str, float] = {"natural": 0.10, "beech": 0.09, "dark_brown": 0.08}
PAINTED_GRAIN = 0.035
PAPER: Bgr = (0.80, 0.85, 0.84)
INK: Bgr = (0.15, 0.15, 0.16)
LINE: Bgr = (0.52, 0.56, 0.55)
DOTS_PER_MM = 3.0
RIM_MM = 260.0


def grain(rng: np.random.Generator, height: int, width: int) -> Pixels:
    """Stripes along the width, mean 0, about as deep as 1."""
    fine = cv2.resize(
        rng.standard_normal((height, max(2, width // 60))).astype(np.float32), (width, height)
    )
    broad = cv2.resize(
        rng.standard_normal((max(2, height // 7), max(2, width // 110))).astype(np.float32),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    return np.asarray(0.45 * cv2.GaussianBlur(fine, (5, 3), 0) + 0.6 * broad, dtype=np.float32)


def table_top(mat: Mat, rng: np.random.Generator) -> Pixels:
    """The table with the mat on it, seen straight from above; row 0 is the far edge."""
    height = round((mat.size.y + 2 * RIM_MM) * DOTS_PER_MM)
    width = round((mat.size.x + 2 * RIM_MM) * DOTS_PER_MM)
    wood = np.array(_TOPS[int(rng.integers(len(_TOPS)))], dtype=np.float32)
    top = wood * (1.0 + 0.11 * grain(rng, height, width))[..., None]
    for seam in range(int(rng.integers(100, 500)), height, 470):
        top[seam : seam + 3] *= 0.72
    sheet = printed(mat, rng)
    edge = round(RIM_MM * DOTS_PER_MM)
    top[edge + 4 : edge + sheet.shape[0] + 4, edge : edge + sheet.shape[1] + 3] *= 0.75
    top[edge : edge + sheet.shape[0], edge : edge + sheet.shape[1]] = sheet
    return np.asarray(np.clip(top, 0.0, 1.0), dtype=np.float32)


def printed(mat: Mat, rng: np.random.Generator) -> Pixels:
    """The mat alone: paper, lines, colour patches and markers."""
    height, width = round(mat.size.y * DOTS_PER_MM), round(mat.size.x * DOTS_PER_MM)
    fibre = cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 2.0)
    cloud = cv2.resize(
        rng.standard_normal((height // 40, width // 40)).astype(np.float32), (width, height)
    )
    shade = 1.0 + 0.02 * fibre + 0.012 * cloud
    sheet = np.array(PAPER, dtype=np.float32) * shade[..., None].astype(np.float32)
    _draw_grid(sheet, mat)
    for patch in mat.patches:
        _square(sheet, mat, patch.centre, patch.size, WOOD[patch.colour])
    for marker in mat.markers:
        _square(sheet, mat, marker.centre, marker.size * 1.3, (0.93, 0.95, 0.95))
        _marker(sheet, mat, marker.centre, marker.size, marker.id)
    return sheet


def _draw_grid(sheet: Pixels, mat: Mat) -> None:
    """Talo's board of ten by ten is printed; Turmbauer's tower stands on plain paper."""
    if mat.grid is None or mat.grid.origin.x > -mat.grid.cell_mm * 5 + 1e-6:
        return
    cell, (left, low) = mat.grid.cell_mm, mat.grid.origin
    for line in range(11):
        across, up = left + line * cell, low + line * cell
        ends = ((across, low), (across, low + 10 * cell)), ((left, up), (left + 10 * cell, up))
        for a, b in ends:
            cv2.line(sheet, _dot(mat, *a), _dot(mat, *b), LINE, 2, cv2.LINE_AA)


def _square(sheet: Pixels, mat: Mat, centre: tuple[float, float], size: float, colour: Bgr) -> None:
    left, top = _dot(mat, centre[0] - size / 2, centre[1] + size / 2)
    side = round(size * DOTS_PER_MM)
    sheet[top : top + side, left : left + side] = colour


def _marker(sheet: Pixels, mat: Mat, centre: tuple[float, float], size: float, number: int) -> None:
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary))
    side = round(size * DOTS_PER_MM)
    bits = cv2.aruco.generateImageMarker(family, number, side).astype(np.float32)[..., None] / 255
    left, top = _dot(mat, centre[0] - size / 2, centre[1] + size / 2)
    white = np.array((0.93, 0.95, 0.95), dtype=np.float32)
    ink = np.array(INK, dtype=np.float32)
    sheet[top : top + side, left : left + side] = bits * white + (1 - bits) * ink


def _dot(mat: Mat, x: float, y: float) -> tuple[int, int]:
    return round((x + mat.size.x / 2) * DOTS_PER_MM), round((mat.size.y / 2 - y) * DOTS_PER_MM)


_TOPS: tuple[Bgr, ...] = (
    (0.24, 0.44, 0.62),
    (0.20, 0.30, 0.42),
    (0.62, 0.65, 0.66),
    (0.36, 0.52, 0.68),
)
