"""The lens, from pictures of the board: what it is, how well it is known, which pictures lie."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Lens
from turmwart.vision.calibration.board import BoardView

Array = NDArray[np.float64]
LEAST_VIEWS = 6
OUTLYING = 2.5
"""A picture that misses by so many times what the others do is thrown out."""
SLIGHT_PX = 0.1
"""Below this no picture is thrown out, however good the others are."""


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens and how far to trust it.

    *residual_px* is the rms miss of the corners kept; *focal_error* is one standard deviation of
    the focal length, as a share of it; *dropped* are the places of the pictures thrown out;
    *tilts* has each kept picture's tilt in degrees, as (around x, around y).
    """

    lens: Lens
    residual_px: float
    focal_error: float
    dropped: tuple[int, ...]
    tilts: tuple[tuple[float, float], ...]


class TooFewViews(Exception):
    """The board was not seen often enough."""

    def __init__(self, views: int) -> None:
        self.views = views
        super().__init__(
            f"the board was seen in {views} pictures, at least {LEAST_VIEWS} are needed; "
            f"take more, with the board tilted and in all corners of the picture."
        )


def fit_lens(views: Sequence[BoardView], width: int, height: int) -> LensFit:
    """The lens that explains the pictures; those that do not fit the rest are thrown out."""
    kept = list(range(len(views)))
    while True:
        if len(kept) < LEAST_VIEWS:
            raise TooFewViews(len(kept))
        found = _solved([views[i] for i in kept], width, height)
        worst = int(np.argmax(found.misses))
        others = float(np.median(np.delete(found.misses, worst)))
        if found.misses[worst] <= max(OUTLYING * others, SLIGHT_PX):
            break
        del kept[worst]
    dropped = tuple(i for i in range(len(views)) if i not in kept)
    return LensFit(found.lens, found.residual_px, found.focal_error, dropped, found.tilts)


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    lens: Lens
    residual_px: float
    focal_error: float
    misses: Array
    tilts: tuple[tuple[float, float], ...]


def _solved(views: Sequence[BoardView], width: int, height: int) -> _Solved:
    places = [view.places.astype(np.float32) for view in views]
    pixels = [view.pixels.astype(np.float32) for view in views]
    rms, matrix, bend, turns, _, deviations, _, misses = cv2.calibrateCameraExtended(
        places, pixels, (width, height), np.eye(3), np.zeros(5)
    )
    focal = float((matrix[0, 0] + matrix[1, 1]) / 2)
    spread = float(np.max(np.asarray(deviations).ravel()[:2]))
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    lens = Lens(width, height, rows, tuple(float(value) for value in np.asarray(bend).ravel()[:5]))  # type: ignore[arg-type]
    tilts = tuple(_tilt(np.asarray(turn, dtype=np.float64)) for turn in turns)
    return _Solved(lens, float(rms), spread / focal, np.asarray(misses, np.float64).ravel(), tilts)


def _tilt(turn: Array) -> tuple[float, float]:
    """How the board's face leans away from the camera, sideways and upwards, in degrees."""
    normal = np.asarray(cv2.Rodrigues(turn)[0])[:, 2]
    normal = normal if normal[2] > 0 else -normal
    lean = np.degrees(np.arctan2(normal[:2], normal[2]))
    return float(lean[0]), float(lean[1])
