"""The owner's own blocks in this room's light: what each colour is, and which two are too alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Shade, Table
from turmwart.vision.colour import logarithm, palette
from turmwart.vision.frame import Picture
from turmwart.vision.pose import View

Logs = NDArray[np.float64]
DIFFERS = 0.08
"""Logarithms: more than noise changes a spot of the bare mat by."""
LAID_MM = 45.0
"""Within so far of the mat's middle the block is laid."""
LEAST_SHARE = 0.02
SPOT_MM = 6.0
"""Half of the square of its top that is looked at."""
CELL_MM = 0.5
AGREEING = 0.7
"""The share of the spot that tells the colour."""
TOO_CLOSE = 4.0
"""Spreads between two colours below which the eye may take one for the other."""
LIGHT_SHARE = 0.6
"""How much of a difference in brightness counts: light and shade change it, and hardly the tint."""


@dataclass(frozen=True, slots=True)
class Closeness:
    """Two colours and how many spreads lie between them."""

    first: str
    second: str
    margin: float

    @property
    def too_close(self) -> bool:
        return self.margin < TOO_CLOSE


def taught(
    bare: Picture, shown: Picture, view: View, table: Table, colour: str, height_mm: float
) -> Shade | None:
    """The colour of the block that lies in the middle of the mat; None when none lies there."""
    before, now = (_spot(picture, view, 0.0, LAID_MM) for picture in (bare, shown))
    if (np.abs(now - before).max(axis=1) > DIFFERS).mean() < LEAST_SHARE:
        return None
    white = np.asarray(palette(bare, view, table).shade("white"), dtype=np.float64)
    top = _agreeing(_spot(shown, view, height_mm, SPOT_MM) - white)
    return Shade(colour, _triple(np.median(top, axis=0)), _triple(top.std(axis=0)))


def margins(shades: Sequence[Shade]) -> tuple[Closeness, ...]:
    """Every pair of colours, the closest first."""
    pairs = (Closeness(a.colour, b.colour, _distance(a, b)) for a, b in combinations(shades, 2))
    return tuple(sorted(pairs, key=lambda pair: pair.margin))


def nearest(ratio: Sequence[float], shades: Sequence[Shade]) -> str:
    """The colour that a patch of this ratio to white would be taken for."""
    value = np.array(ratio)
    return min(
        shades, key=lambda shade: float(np.linalg.norm(_weighed(value - np.array(shade.ratio))))
    ).colour


def _distance(a: Shade, b: Shade) -> float:
    apart = _weighed(np.array(a.ratio) - np.array(b.ratio))
    length = float(np.linalg.norm(apart))
    if length == 0.0:
        return 0.0
    along = apart / length
    spread = np.sqrt((np.array(a.spread) ** 2 + np.array(b.spread) ** 2) / 2)
    return length / max(float(np.linalg.norm(along * spread)), 0.03)


def _weighed(off: Logs) -> Logs:
    """A difference with its brightness counting less than its tint."""
    mean = off.mean()
    return np.asarray(off - mean * (1.0 - LIGHT_SHARE), dtype=np.float64)


def _spot(picture: Picture, view: View, height_mm: float, reach_mm: float) -> Logs:
    """The square around the mat's middle, so high above it, as logarithms."""
    line = np.arange(-reach_mm, reach_mm + CELL_MM, CELL_MM)
    x, y = np.meshgrid(line, line)
    places = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height_mm)])
    pixels = view.project(places).astype(np.float32).reshape(*x.shape, 2)
    soft = cv2.blur(picture, (3, 3))
    flat = cv2.remap(soft, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    return np.asarray(logarithm(np.asarray(flat, dtype=np.uint8)), dtype=np.float64).reshape(-1, 3)


def _agreeing(values: Logs) -> Logs:
    """Those that most agree: the wood, without glare, a knot or a bevelled edge."""
    off = np.abs(values - np.median(values, axis=0)).max(axis=1)
    return np.asarray(values[off <= np.quantile(off, AGREEING)], dtype=np.float64)


def _triple(values: Logs) -> tuple[float, float, float]:
    blue, green, red = (round(float(value), 4) for value in values)
    return blue, green, red
