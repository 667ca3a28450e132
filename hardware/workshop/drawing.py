"""Drawings of solids: seen from afar, shaded by their faces, with dark edges and numbered flags."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.solid import Solid, mesh

Array = NDArray[np.float64]
FINER = 2
"""Drawn this many times finer, then averaged."""
LIGHT = np.array([-0.35, -0.55, 0.85]) / np.linalg.norm([-0.35, -0.55, 0.85])
PAPER, INK = 255, (40, 34, 30)
RIM = 0.06
CREASE = 0.94
"""Faces whose normals agree less than this meet in an edge."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One solid of a drawing; *flag* is a number beside it, *colour* is blue, green, red."""

    solid: Solid
    colour: tuple[int, int, int]
    flag: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Where the eye is: degrees around from the front (-y) and above the table."""

    around: float = 30.0
    above: float = 32.0

    @property
    def turn(self) -> Array:
        """Rows: right, up and towards the eye."""
        a, e = np.radians(self.around), np.radians(self.above)
        towards = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
        right = np.array([np.cos(a), np.sin(a), 0.0])
        return np.stack([right, np.cross(towards, right), towards])


@dataclass(slots=True)
class Sheet:
    """What is drawn so far: how near, which piece, which way each dot's face looks."""

    near: Array
    piece: NDArray[np.int32]
    normal: Array

    def fill(self, corners: Array, piece: int, normal: Array) -> None:
        """One triangle: its corners' columns, rows and nearness."""
        (left, top), (right, low) = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
        x0, x1 = max(0, int(left)), min(self.near.shape[1] - 1, int(right) + 1)
        y0, y1 = max(0, int(top)), min(self.near.shape[0] - 1, int(low) + 1)
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < 1e-9 or x1 < x0 or y1 < y0:
            return
        x, y = np.meshgrid(np.arange(x0, x1 + 1) + 0.5, np.arange(y0, y1 + 1) + 0.5)
        u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        near = az + u * (bz - az) + v * (cz - az)
        window = np.s_[y0 : y1 + 1, x0 : x1 + 1]
        seen = (u >= 0) & (v >= 0) & (u + v <= 1) & (near > self.near[window])
        self.near[window][seen] = near[seen]
        self.piece[window][seen] = piece
        self.normal[window][seen] = normal


def drawn(pieces: Sequence[Piece], view: View, longest: int = 860) -> NDArray[np.uint8]:
    """The drawing, its longer side *longest* dots."""
    turn = view.turn
    meshes = [mesh(piece.solid) for piece in pieces]
    placed = [vertices @ turn.T for vertices, _ in meshes]
    every = np.concatenate(placed)
    low, high = every.min(axis=0), every.max(axis=0)
    rim = RIM * max(high[0] - low[0], high[1] - low[1])
    wide, tall = high[:2] - low[:2] + 2 * rim
    scale = longest * FINER / max(wide, tall)
    columns, rows = (round(side * scale / FINER) * FINER for side in (wide, tall))
    sheet = _blank(rows, columns)

    def flat(points: Array) -> Array:
        across = (points[:, 0] - low[0] + rim) * scale
        down = rows - (points[:, 1] - low[1] + rim) * scale
        return np.stack([across, down, points[:, 2] * scale], axis=1)

    for number, (points, (_, triangles)) in enumerate(zip(placed, meshes, strict=True)):
        _fill(sheet, points, flat(points), triangles, number)
    fine = _shaded(sheet, [piece.colour for piece in pieces], turn)
    picture = cv2.resize(fine, (columns // FINER, rows // FINER), interpolation=cv2.INTER_AREA)
    for piece, points in zip(pieces, placed, strict=True):
        if piece.flag:
            middle = flat((points.min(axis=0) + points.max(axis=0))[None] / 2)[0] / FINER
            _flag(picture, (round(middle[0]), round(middle[1])), piece.flag)
    return picture


def _blank(rows: int, columns: int) -> Sheet:
    shape = (rows, columns)
    return Sheet(np.full(shape, -np.inf), np.full(shape, -1, np.int32), np.zeros((*shape, 3)))


def _fill(
    sheet: Sheet, points: Array, flat: Array, triangles: NDArray[np.int64], number: int
) -> None:
    corners = points[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    for triangle, normal, length in zip(triangles, normals, lengths, strict=True):
        if length > 0 and normal[2] > 0:
            sheet.fill(flat[triangle], number, normal / length)


def _shaded(
    sheet: Sheet, colours: Sequence[tuple[int, int, int]], turn: Array
) -> NDArray[np.uint8]:
    lit = 0.62 + 0.38 * np.clip(sheet.normal @ (turn @ LIGHT), 0.0, 1.0)
    table = np.array([*colours, (PAPER,) * 3], dtype=np.float64)
    picture = table[sheet.piece] * np.where(sheet.piece[..., None] < 0, 1.0, lit[..., None])
    picture[_edges(sheet)] = INK
    return np.asarray(picture, dtype=np.uint8)


def _edges(sheet: Sheet) -> NDArray[np.bool_]:
    """Where pieces end, faces turn, or one face hides another of its own piece."""
    edge = np.zeros(sheet.piece.shape, dtype=bool)
    for axis in (0, 1):
        one = (slice(None, -1), slice(None)) if axis == 0 else (slice(None), slice(None, -1))
        other = (slice(1, None), slice(None)) if axis == 0 else (slice(None), slice(1, None))
        differs = sheet.piece[one] != sheet.piece[other]
        turns = (sheet.normal[one] * sheet.normal[other]).sum(axis=-1) < CREASE
        with np.errstate(invalid="ignore"):
            hides = np.abs(sheet.near[one] - sheet.near[other]) > 12.0
        edge[one] |= differs | ((sheet.piece[one] >= 0) & (turns | hides))
    grown = cv2.dilate(edge.astype(np.uint8), np.ones((2, 2), np.uint8))
    return np.asarray(grown > 0)


def _flag(picture: NDArray[np.uint8], at: tuple[int, int], words: str) -> None:
    """A number in a disc."""
    cv2.circle(picture, at, 15, INK, -1, cv2.LINE_AA)
    cv2.circle(picture, at, 13, (255, 255, 255), -1, cv2.LINE_AA)
    (wide, tall), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.55, 2)
    place = (at[0] - wide // 2, at[1] + tall // 2)
    cv2.putText(picture, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, INK, 2, cv2.LINE_AA)
