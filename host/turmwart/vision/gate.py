"""Is a hand in the picture, and does anything move? By what it hides and how, not by skin colour.

The table is laid flat, in millimetres. A hand with its arm is wider than any block and comes in over
the edge of the mat, whose colour is known. A shadow darkens and hardly tints.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Table
from turmwart.vision.colour import FLOOR
from turmwart.vision.frame import Frame, Picture
from turmwart.vision.pose import View

SMALL = (320, 180)
MOVED, USUAL_LIGHT, LEAST_MOVED = 14.0, 110.0, 8.0
"""Grey levels, after averaging over blocks of pixels: more than noise, less than a block's edge."""
LATEST_MS = 5_000
"""Two pictures further apart than this say nothing about stillness."""
CELL_MM = 3.0
REACH_MM = (230.0, 170.0)
"""Half of the flat laid part of the table."""
TINTED, BRIGHTER, DARKER = 0.17, 0.40, -1.5
"""Logarithms. What differs by less may be the same thing in another light or in shade."""
HAND_MM = 20.0
"""The half width of a hand or an arm; blocks are narrower."""
NEAR_MM = 30.0
Flat = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(slots=True)
class Stillness:
    """True once a picture is like the one before it."""

    _before: tuple[int, NDArray[np.float32]] | None = field(default=None, repr=False)

    def see(self, frame: Frame) -> bool:
        now = shrunk(frame.picture)
        before, self._before = self._before, (frame.at_ms, now)
        if before is None or frame.at_ms - before[0] > LATEST_MS:
            return False
        return alike(before[1], now)


def alike(before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
    """Has nothing moved between two shrunk pictures? In dim light smaller steps count."""
    limit = max(LEAST_MOVED, min(MOVED, MOVED * float(now.mean()) / USUAL_LIGHT))
    return bool(cv2.norm(now, before, cv2.NORM_INF) < limit)


def shrunk(picture: Picture) -> NDArray[np.float32]:
    """Small and soft, so that the noise of single pixels is gone."""
    small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), dtype=np.float32)


def hand_in(picture: Picture, view: View, table: Table) -> bool:
    """One picture alone: does something wide come in over the mat's edge?"""
    flat, seen = laid_flat(picture, view)
    return over_mat(flat, seen, table)


def over_mat(flat: Flat, seen: Mask, table: Table) -> bool:
    bare = seen & _rectangle(table, -6.0)
    off = flat - _usual(flat[bare])
    return wide_at(unlike(off, bare) & ~_printed(table), bare)


def wide_at(strange: Mask, region: Mask) -> bool:
    """Is a strange part, near the rim of its region, as wide as a hand? It goes on behind the rim."""
    beyond = _grown(strange & _rim(region), HAND_MM) & ~region
    solid = cv2.morphologyEx(
        (strange | beyond).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)
    )
    depth = cv2.distanceTransform(solid, cv2.DIST_L2, 3) * CELL_MM
    near = _grown(~region, NEAR_MM) & region
    return bool((depth[near] > HAND_MM).any())


def unlike(off: Flat, region: Mask) -> Mask:
    """Where the difference in colour is more than light and shade can make."""
    shade = off.mean(axis=2)
    tint = np.abs(off - shade[..., None]).max(axis=2)
    return np.asarray(region & ((tint > TINTED) | (shade > BRIGHTER) | (shade < DARKER)))


def laid_flat(picture: Picture, view: View) -> tuple[Flat, Mask]:
    """Logarithms of the table's colours, one cell per few millimetres, and which are in sight."""
    (wide, high), small = REACH_MM, cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
    scale = np.array([SMALL[0] / picture.shape[1], SMALL[1] / picture.shape[0]])
    corners = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]) / 2
    places = np.column_stack([corners, np.zeros(4)])
    pixels = ((view.project(places) + 0.5) * scale - 0.5).astype(np.float32)
    columns, rows = int(2 * wide / CELL_MM), int(2 * high / CELL_MM)
    cells = np.array([(columns / 4, rows / 4), (3 * columns / 4, rows / 4)], dtype=np.float32)
    cells = np.vstack([cells, [cells[1][0], 3 * rows / 4], [cells[0][0], 3 * rows / 4]])
    warp = cv2.getPerspectiveTransform(cells.astype(np.float32), pixels)
    flat = cv2.warpPerspective(
        small, warp, (columns, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    ones = np.full(small.shape[:2], 255, np.uint8)
    seen = cv2.warpPerspective(
        ones, warp, (columns, rows), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    return np.log(flat.astype(np.float32) + np.float32(FLOOR)), seen > 0


def _usual(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """The usual colour of the bare mat, in full light."""
    bright = colours.sum(axis=1)
    lit = colours[bright >= np.percentile(bright, 40)]
    return np.asarray(np.median(lit, axis=0), dtype=np.float32)


def _grown(mask: Mask, by_mm: float) -> Mask:
    cells = 2 * int(by_mm / CELL_MM) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (cells, cells))
    return cv2.dilate(mask.astype(np.uint8), kernel).astype(bool)


def _rim(region: Mask) -> Mask:
    inner = cv2.erode(
        region.astype(np.uint8),
        np.ones((3, 3), np.uint8),
        borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    return np.asarray(region & ~inner.astype(bool))


def _cells(x: float, y: float) -> tuple[int, int]:
    return round((x + REACH_MM[0]) / CELL_MM), round((REACH_MM[1] - y) / CELL_MM)


def _drawn(rectangles: list[tuple[float, float, float, float]]) -> Mask:
    mask = np.zeros((int(2 * REACH_MM[1] / CELL_MM), int(2 * REACH_MM[0] / CELL_MM)), np.uint8)
    for x, y, wide, high in rectangles:
        cv2.rectangle(mask, _cells(x - wide, y + high), _cells(x + wide, y - high), 1, -1)
    return mask.astype(bool)


def _rectangle(table: Table, grown: float) -> Mask:
    return _drawn([(0.0, 0.0, table.mat.size.x / 2 + grown, table.mat.size.y / 2 + grown)])


def _printed(table: Table) -> Mask:
    """Markers and patches with their white borders: not bare mat either."""
    squares = [(m.centre, 0.7 * m.size) for m in table.mat.markers]
    squares += [(p.centre, 0.8 * p.size) for p in table.mat.patches]
    return _drawn([(c.x, c.y, half, half) for c, half in squares])
