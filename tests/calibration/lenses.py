"""Lenses that are known, and the board held before them."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from turmwart.model.mats import CHESSBOARD
from turmwart.model.table import Lens
from turmwart.sim.board_card import Sensor, held, poses
from turmwart.vision.calibration.board import BoardView, board_view
from turmwart.vision.calibration.lens import fit_lens

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True, slots=True)
class Known:
    """A lens of known numbers and its sensor."""

    focal: float
    bend: tuple[float, float, float, float, float]
    sensor: Sensor

    @property
    def lens(self) -> Lens:
        matrix = ((self.focal, 0.0, 644.0), (0.0, self.focal, 353.0), (0.0, 0.0, 1.0))
        return Lens(WIDTH, HEIGHT, matrix, self.bend)


KNOWN = {
    "usual": Known(1045.0, (-0.07, 0.03, 0.0, 0.0, 0.0), Sensor()),
    "wide": Known(640.0, (-0.28, 0.09, 0.001, -0.0005, 0.0), Sensor()),
    "narrow": Known(1900.0, (0.04, 0.0, 0.0, 0.0, 0.0), Sensor()),
    "noisy": Known(1045.0, (-0.07, 0.03, 0.0, 0.0, 0.0), Sensor(noise=9.0)),
    "blurred": Known(900.0, (-0.12, 0.05, 0.0, 0.0, 0.0), Sensor(blur=2.0)),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far the fit is from the truth; *floor_px* is the miss with the true lens."""

    focal_off: float
    residual_px: float
    floor_px: float
    dropped: tuple[int, ...]


def views(known: Known, seed: int, count: int) -> list[BoardView]:
    pictures = (
        held(CHESSBOARD, known.lens, pose, known.sensor, 100 * seed + place)
        for place, pose in enumerate(poses(CHESSBOARD, known.lens, seed, count))
    )
    return [view for picture in pictures if (view := board_view(picture, CHESSBOARD)) is not None]


def bent(view: BoardView) -> BoardView:
    """The same picture with the paper curled: its corners no longer lie in a plane."""
    across = view.places[:, 0] / view.places[:, 0].max()
    return BoardView(view.places, view.pixels + np.column_stack([0 * across, 14 * across**2]))


def outcome(known: Known, seen: Sequence[BoardView]) -> Outcome:
    fit = fit_lens(seen, WIDTH, HEIGHT)
    kept = [view for place, view in enumerate(seen) if place not in fit.dropped]
    off = abs(fit.lens.matrix[0][0] / known.focal - 1.0)
    return Outcome(off, _miss(fit.lens, kept), _miss(known.lens, kept), fit.dropped)


def _miss(lens: Lens, seen: Sequence[BoardView]) -> float:
    """The rms miss when each picture's pose is free and the lens is this one."""
    matrix, bend, found = np.array(lens.matrix), np.array(lens.distortion), []
    for view in seen:
        _, turn, shift = cv2.solvePnP(view.places, view.pixels, matrix, bend)
        turn, shift = cv2.solvePnPRefineLM(view.places, view.pixels, matrix, bend, turn, shift)
        again, _ = cv2.projectPoints(view.places, turn, shift, matrix, bend)
        found.append(((again.reshape(-1, 2) - view.pixels) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(found).mean()))
