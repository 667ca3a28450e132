"""How good a picture of the mat is: sharp, well lit, evenly lit."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Mat, Table
from turmwart.vision.frame import Picture
from turmwart.vision.pose import View

Array = NDArray[np.float64]
ACROSS_MM = 4.0
"""How far each side of a marker's edge is looked at; its border is one module wide."""
STEPS = 81
ALONG = (0.3, 0.5, 0.7)
BURNT = 250
NET = (24, 16)


@dataclass(frozen=True, slots=True)
class Condition:
    """*edge_px*: over how many pixels a printed edge goes from dark to light; *burnt*: the share of
    pixels of the mat that are overexposed; *brightness*: 0..255; *evenness*: the brightest part of
    the mat against the darkest."""

    edge_px: float
    burnt: float
    brightness: float
    evenness: float


def condition(picture: Picture, view: View, table: Table) -> Condition:
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    net = _net(grey, view, table.mat)
    parts = _parts(net)
    return Condition(
        edge_px=edge_px(grey, view, table.mat),
        burnt=float((net >= BURNT).mean()),
        brightness=float(np.median(net)),
        evenness=max(parts) / max(min(parts), 1.0),
    )


def edge_px(grey: NDArray[np.uint8], view: View, mat: Mat) -> float:
    """The median width of the markers' outer edges, from a tenth to nine tenths of the step."""
    found = [
        width
        for marker in mat.markers
        for direction in ((1, 0), (-1, 0), (0, 1), (0, -1))
        for along in ALONG
        if (width := _width(grey, view, marker.centre, marker.size, direction, along)) is not None
    ]
    return float(np.median(found)) if found else float("inf")


def _width(
    grey: NDArray[np.uint8],
    view: View,
    centre: tuple[float, float],
    size: float,
    direction: tuple[int, int],
    along: float,
) -> float | None:
    """Across one edge, from the black border out onto the white paper."""
    out, side = np.array(direction, dtype=float), np.array(direction[::-1], dtype=float)
    foot = np.array(centre) + out * size / 2 + side * size * (along - 0.5)
    line = foot + np.linspace(-ACROSS_MM, ACROSS_MM, STEPS)[:, None] * out
    pixels = view.project(np.column_stack([line, np.zeros(STEPS)])).astype(np.float32)
    high, wide = grey.shape
    if pixels.min() < 1 or pixels[:, 0].max() > wide - 2 or pixels[:, 1].max() > high - 2:
        return None
    values = cv2.remap(grey, pixels[None, :, 0], pixels[None, :, 1], cv2.INTER_LINEAR)[0]
    dark, light = (float(part.mean()) for part in (values[: STEPS // 5], values[-STEPS // 5 :]))
    if light - dark < 25:
        return None
    step = (values.astype(float) - dark) / (light - dark)
    begin, end = int(np.argmax(step > 0.1)), int(np.argmax(step > 0.9))
    reach = float(np.linalg.norm(pixels[-1] - pixels[0]))
    return (end - begin) * reach / (STEPS - 1) if end > begin else None


def _net(grey: NDArray[np.uint8], view: View, mat: Mat) -> Array:
    """The mat's brightness at a coarse net of places, row by row from the far edge."""
    x, y = np.meshgrid(
        np.linspace(-0.45, 0.45, NET[0]) * mat.size.x, np.linspace(0.45, -0.45, NET[1]) * mat.size.y
    )
    pixels = view.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]))
    high, wide = grey.shape
    columns = np.clip(np.rint(pixels[:, 0]), 0, wide - 1).astype(int)
    rows = np.clip(np.rint(pixels[:, 1]), 0, high - 1).astype(int)
    return np.asarray(grey[rows, columns], dtype=np.float64).reshape(x.shape)


def _parts(net: Array) -> list[float]:
    """How bright the paper is in each of twelve parts of the mat: what is printed there is darker."""
    bands = np.array_split(net, 3, axis=0)
    parts = [part for band in bands for part in np.array_split(band, 4, axis=1)]
    return [float(np.percentile(part, 75)) for part in parts]
