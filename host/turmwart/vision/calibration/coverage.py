"""Where in the picture the board has been, how it was tilted, and where to hold it next."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart.vision.calibration.board import BoardView
from turmwart.vision.calibration.lens import LensFit

Patches = NDArray[np.bool_]
COLUMNS, ROWS = 8, 5
FULL = 2
"""So many corners make a patch of the picture covered."""
ENOUGH_COVERED = 0.7
ENOUGH_RESIDUAL_PX = 0.6
ENOUGH_FOCAL_ERROR = 0.0015
LEANING_DEGREES = 15.0
AREAS = ("centre", "upper_left", "upper_right", "lower_left", "lower_right")
LEANS = ("left", "right", "up", "down")


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many corners fell into each patch of the picture, row by row from the top."""

    counts: tuple[tuple[int, ...], ...]

    @property
    def share(self) -> float:
        """The share of the patches that are covered."""
        return float(np.mean(np.array(self.counts) >= FULL))


def coverage(views: Sequence[BoardView], width: int, height: int) -> Coverage:
    counts = np.zeros((ROWS, COLUMNS), dtype=int)
    for view in views:
        column = np.clip(view.pixels[:, 0] * COLUMNS / width, 0, COLUMNS - 1).astype(int)
        row = np.clip(view.pixels[:, 1] * ROWS / height, 0, ROWS - 1).astype(int)
        np.add.at(counts, (row, column), 1)
    return Coverage(tuple(tuple(int(count) for count in line) for line in counts))


def hold_next(covered: Coverage, fit: LensFit | None) -> str | None:
    """Where to hold the board next, or None when there is enough.

    First the emptiest area, then the tilts that are missing, then whatever makes it surer.
    """
    counts = np.array(covered.counts) >= FULL
    shares = {area: float(part.mean()) for area, part in _parts(counts).items()}
    emptiest = min(AREAS, key=lambda area: shares[area])
    if shares[emptiest] < ENOUGH_COVERED:
        return emptiest
    if missing := LEANS if fit is None else _missing_leans(fit):
        return missing[0]
    assert fit is not None
    if fit.residual_px > ENOUGH_RESIDUAL_PX:
        return "flat"
    return "nearer" if fit.focal_error > ENOUGH_FOCAL_ERROR else None


def _parts(counts: Patches) -> dict[str, Patches]:
    down, across = ROWS // 2, COLUMNS // 2
    return {
        "centre": counts[1:-1, 2:-2],
        "upper_left": counts[:down, :across],
        "upper_right": counts[:down, across:],
        "lower_left": counts[-down:, :across],
        "lower_right": counts[-down:, across:],
    }


def _missing_leans(fit: LensFit) -> tuple[str, ...]:
    """Which way the board has never been tilted."""
    across = [lean for lean, _ in fit.tilts]
    along = [lean for _, lean in fit.tilts]
    tried = {
        "left": min(across, default=0.0) <= -LEANING_DEGREES,
        "right": max(across, default=0.0) >= LEANING_DEGREES,
        "up": min(along, default=0.0) <= -LEANING_DEGREES,
        "down": max(along, default=0.0) >= LEANING_DEGREES,
    }
    return tuple(lean for lean in LEANS if not tried[lean])
