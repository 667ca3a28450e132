"""Draws a scene's outlines into a picture, for people who want to see what the rig sees."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from turmwart.model.scene import Scene
from turmwart.vision.frame import Picture
from turmwart.vision.painting import TOP, faces
from turmwart.vision.pose import Array, View

Bgr = tuple[int, int, int]
Spot = tuple[float, float, float]
GRID: Bgr = (235, 220, 190)
HAZE = 0.35
"""How much of a lit place is its colour; the wood below shines through."""

INK = {"top": (60, 220, 60), "side": (220, 160, 40)}


def drawn(picture: Picture, view: View, scene: Scene, words: str = "") -> Picture:
    """A copy of the picture with every face outlined, tops in green, and *words* in its corner."""
    copy = picture.copy()
    for ink, thick in (((0, 0, 0), 4), ((255, 255, 255), 1)):
        at = (12, copy.shape[0] - 14)
        cv2.putText(copy, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, thick, cv2.LINE_AA)
    shapes = sorted((faces(s, view) for s in scene.solids), key=lambda s: (s.low, -s.away))
    for shape in shapes:
        for (_, face), polygon in shape.polygons:
            points = np.rint(polygon * 16).astype(np.int32)
            cv2.polylines(copy, [points], True, INK[face], 1 + (face == TOP), cv2.LINE_AA, 4)
    return copy


@dataclass(frozen=True, slots=True)
class Glow:
    """A place on the mat that is lit: the box *size* with its lower middle at *at*, in mm."""

    at: Spot
    size: Spot
    ink: Bgr


def lit(picture: Picture, view: View, glows: Iterable[Glow]) -> Picture:
    """A copy with every place painted through and outlined."""
    copy, outlines = picture.copy(), []
    for glow in glows:
        hull = cv2.convexHull(view.project(_corners(glow)).astype(np.float32))
        outline = np.rint(hull * 16).astype(np.int32)
        cv2.fillConvexPoly(copy, outline, glow.ink, cv2.LINE_AA, 4)
        outlines.append((outline, glow.ink))
    blended = cv2.addWeighted(copy, HAZE, picture, 1 - HAZE, 0.0)
    for outline, ink in outlines:
        cv2.polylines(blended, [outline], True, ink, 2, cv2.LINE_AA, 4)
    return np.asarray(blended, dtype=np.uint8)


def lined(picture: Picture, view: View, lines: Iterable[tuple[Spot, Spot]]) -> Picture:
    """A copy with lines on the mat, such as the edges of its cells."""
    copy = picture.copy()
    for ends in lines:
        points = np.rint(view.project(np.asarray(ends)) * 16).astype(np.int32)
        cv2.polylines(copy, [points], False, GRID, 1, cv2.LINE_AA, 4)
    return copy


def _corners(glow: Glow) -> Array:
    (x, y, z), (dx, dy, dz) = glow.at, glow.size
    return np.asarray(
        [
            (x + a * dx / 2, y + b * dy / 2, z + c * dz)
            for a in (-1, 1)
            for b in (-1, 1)
            for c in (0, 1)
        ]
    )
