"""What each colour looks like in this light: the mat and its printed patches are the references."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart.model.geometry import Point
from turmwart.model.scene import Colour
from turmwart.model.table import Table
from turmwart.vision.frame import Picture
from turmwart.vision.pose import View

Shade = NDArray[np.float32]
FLOOR = 10.0
"""Added before logarithms, so that the noise of dark pixels stays small."""
COVERED = 0.6
"""A patch that differs by more from what the others say is covered by something."""
LEAST_PATCHES = 3
SPEAKING = 0.3
"""The share of a brick's pixels that decide its colour."""
ALIAS: Mapping[Colour, Colour] = {"dark_brown": "brown", "beech": "natural"}
PLAIN: Mapping[Colour, tuple[float, float, float]] = {
    "mat": (150.0, 165.0, 165.0),
    "white": (215.0, 225.0, 228.0),
    "grey": (125.0, 128.0, 130.0),
    "black": (36.0, 37.0, 38.0),
    "red": (40.0, 40.0, 175.0),
    "green": (70.0, 110.0, 40.0),
    "blue": (160.0, 90.0, 45.0),
    "natural": (100.0, 170.0, 215.0),
    "brown": (30.0, 38.0, 62.0),
}
"""Blue, green, red under a white lamp; used where the picture shows no reference."""


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The logarithm of each colour, lit, in this picture."""

    shades: Mapping[Colour, Shade]

    def shade(self, colour: Colour) -> Shade:
        return self.shades[ALIAS.get(colour, colour)]


def palette(picture: Picture, view: View, table: Table) -> Palette:
    """Reads the references off the picture; what is covered or missing follows the light."""
    seen = {
        patch.colour: shade
        for patch in table.mat.patches
        if (shade := _patch_shade(picture, view, patch.centre, patch.size)) is not None
    }
    plain = {colour: np.log(np.array(value, np.float32) + FLOOR) for colour, value in PLAIN.items()}
    bare = mat_shade(picture, view, table)
    light = _light(seen, plain, bare - plain["mat"])
    uncovered = {c: s for c, s in seen.items() if np.abs(s - plain[c] - light).max() < COVERED}
    found = {c: uncovered.get(c, shade + light) for c, shade in plain.items()}
    taught = {
        each.colour: found["white"] + np.array(each.ratio, np.float32) for each in table.shades
    }
    return Palette(found | taught | {"mat": bare})


def _light(seen: Mapping[Colour, Shade], plain: Mapping[Colour, Shade], otherwise: Shade) -> Shade:
    """How the picture's light differs from a white lamp: what most of the patches say."""
    offs = [shade - plain[colour] for colour, shade in seen.items() if colour in plain]
    if len(offs) < LEAST_PATCHES:
        return otherwise
    return np.asarray(np.median(offs, axis=0), dtype=np.float32)


def logarithm(picture: NDArray[np.uint8] | NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.log(picture.astype(np.float32) + np.float32(FLOOR)), dtype=np.float32)


def mat_shade(picture: Picture, view: View, table: Table) -> Shade:
    """The usual colour of the bare mat: the median over a coarse net of places."""
    wide, high = table.mat.size.x * 0.46, table.mat.size.y * 0.46
    net = [(x, y, 0.0) for x in np.linspace(-wide, wide, 40) for y in np.linspace(-high, high, 28)]
    pixels = np.rint(view.project(np.array(net))).astype(int)
    inside = (
        (pixels >= 0).all(axis=1)
        & (pixels[:, 0] < picture.shape[1])
        & (pixels[:, 1] < picture.shape[0])
    )
    values = picture[pixels[inside, 1], pixels[inside, 0]]
    bright = values.astype(np.float32).sum(axis=1)
    lit = values[bright >= np.percentile(bright, 35)]
    return np.asarray(np.median(logarithm(lit), axis=0), dtype=np.float32)


def _patch_shade(picture: Picture, view: View, centre: Point, size: float) -> Shade | None:
    reach = size * 0.3
    corners = [
        (centre.x + dx, centre.y + dy, 0.0) for dx in (-reach, reach) for dy in (-reach, reach)
    ]
    pixels = np.rint(view.project(np.array(corners))).astype(int)
    (left, upper), (right, lower) = pixels.min(axis=0), pixels.max(axis=0)
    if left < 0 or upper < 0 or right >= picture.shape[1] or lower >= picture.shape[0]:
        return None
    inner = logarithm(picture[upper : lower + 1, left : right + 1]).reshape(-1, 3)
    if inner.std(axis=0).max() > 0.25:
        return None
    return np.asarray(np.median(inner, axis=0), dtype=np.float32)


def colour_of(pixels: NDArray[np.uint8], colours: Mapping[Colour, float]) -> Colour:
    """Which of some bright colours, told by their hue in degrees, a brick's pixels are.

    Glare is white and hides a colour without changing it, so the pixels that have most colour
    decide: each speaks for its hue with the square of its distance from grey.
    """
    values = pixels.reshape(-1, 3).astype(np.float64)
    grey = values.mean(axis=1, keepdims=True)
    blue, green, red = (values - grey).T
    plane = np.stack([red - (green + blue) / 2, (green - blue) * np.sqrt(3) / 2], axis=1)
    strength = np.hypot(*plane.T) / np.maximum(grey[:, 0], FLOOR)
    strong = strength >= np.quantile(strength, 1 - SPEAKING)
    way = (plane[strong] * strength[strong, None]).sum(axis=0)
    hue = np.degrees(np.arctan2(way[1], way[0])) % 360.0
    return min(colours, key=lambda colour: abs((hue - colours[colour] + 180.0) % 360.0 - 180.0))
