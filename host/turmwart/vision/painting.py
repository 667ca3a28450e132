"""Draws a scene as flat labels: which colour and which face each pixel would show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.geometry import Place
from turmwart.model.scene import Box, Colour, Disc, Pawn, Solid
from turmwart.vision.pose import Array, View

TOP, SIDE = "top", "side"
Surface = tuple[Colour, str]
GROUND: Surface = ("mat", TOP)
Labels = NDArray[np.uint8]
RIM = 40
SUBPIXEL_BITS = 4


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of pixels: left and upper edge inside, right and lower outside."""

    left: int
    upper: int
    right: int
    lower: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.lower - self.upper, self.right - self.left

    def meets(self, other: "Window") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.upper < other.lower
            and other.upper < self.lower
        )

    def cut(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        return picture[self.upper : self.lower, self.left : self.right]


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """What one solid covers: polygons in pixels, in the order in which they are painted."""

    polygons: tuple[tuple[Surface, Array], ...]
    low: float
    away: float
    bounds: tuple[float, float, float, float]


def faces(solid: Solid, view: View) -> Faces:
    """The visible faces of a solid, seen from above."""
    lower, upper = _rings(solid)
    pixels = view.project(np.vstack([lower, upper]))
    top = pixels[len(lower) :]
    hull = cv2.convexHull(pixels.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    centre = lower.mean(axis=0)
    away = float(np.hypot(*(centre - view.pose.centre)[:2]))
    if isinstance(solid, Pawn):
        shown: tuple[tuple[Surface, Array], ...] = (((solid.colour, TOP), hull),)
    else:
        shown = (((solid.colour, SIDE), hull), ((solid.colour, TOP), top))
    (left, above), (right, below) = hull.min(axis=0), hull.max(axis=0)
    bounds = (float(left), float(above), float(right), float(below))
    return Faces(shown, float(lower[0, 2]), away, bounds)


def shifted(shape: Faces, by: Array) -> Faces:
    """The same faces, so many pixels further."""
    left, above, right, below = shape.bounds
    x, y = (float(value) for value in by)
    moved = tuple((surface, polygon + by) for surface, polygon in shape.polygons)
    return Faces(moved, shape.low, shape.away, (left + x, above + y, right + x, below + y))


def painted(shapes: Iterable[Faces], window: Window, index: dict[Surface, int]) -> Labels:
    """Labels of the window: lower layers first, and in a layer what is far from the lens first."""
    labels = np.full(window.shape, index[GROUND], dtype=np.uint8)
    scale = 1 << SUBPIXEL_BITS
    for shape in sorted(shapes, key=lambda shape: (shape.low, -shape.away)):
        for surface, polygon in shape.polygons:
            points = np.rint((polygon - (window.left, window.upper)) * scale).astype(np.int32)
            cv2.fillConvexPoly(labels, points, index[surface], cv2.LINE_8, SUBPIXEL_BITS)
    return labels


def window_around(
    bounds: Sequence[tuple[float, float, float, float]], margin: int, width: int, height: int
) -> Window:
    """The smallest window that holds all *bounds* with a margin, inside the picture.

    Of what lies outside the picture it holds the pixel that is nearest.
    """
    left, upper = min(b[0] for b in bounds) - margin, min(b[1] for b in bounds) - margin
    right, lower = max(b[2] for b in bounds) + margin, max(b[3] for b in bounds) + margin
    first, top = min(max(0, int(left)), width - 1), min(max(0, int(upper)), height - 1)
    last, bottom = min(width, int(right) + 1), min(height, int(lower) + 1)
    return Window(first, top, max(first + 1, last), max(top + 1, bottom))


def _rings(solid: Solid) -> tuple[Array, Array]:
    """The outline of the lower and of the upper face, in millimetres."""
    match solid:
        case Disc(_, foot, diameter, height):
            return _circle(foot, diameter, 0.0), _circle(foot, diameter, height)
        case Pawn(_, foot, base, height):
            return _circle(foot, base, 0.0), _circle(foot, base * 0.6, height)
        case Box():
            return _corners(solid, -0.5), _corners(solid, 0.5)


def _circle(foot: Place, diameter: float, up: float) -> Array:
    angles = np.arange(RIM) * (2 * np.pi / RIM)
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(RIM)], axis=1) * (diameter / 2)
    return np.asarray(ring + np.array([foot.x, foot.y, foot.z + up]), dtype=np.float64)


def _corners(box: Box, level: float) -> Array:
    dx, dy, dz = box.size
    turn = np.radians(box.turn)
    along = np.array([np.cos(turn), np.sin(turn)]) * dx / 2
    across = np.array([-np.sin(turn), np.cos(turn)]) * dy / 2
    middle = np.array([box.centre.x, box.centre.y])
    around = [middle + a * along + b * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([(x, y, box.centre.z + level * dz) for x, y in around])
