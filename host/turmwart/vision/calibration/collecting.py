"""Pictures of the board, one after the other: which to keep, and what to do next."""

from dataclasses import dataclass, field, replace

import numpy as np

from turmwart.model.mats import Chessboard
from turmwart.vision.calibration.board import BoardView, board_view
from turmwart.vision.calibration.coverage import Coverage, coverage, hold_next
from turmwart.vision.calibration.lens import LEAST_VIEWS, LensFit, fit_lens
from turmwart.vision.frame import Picture

STEADY_PX = 2.5
"""The board is held still when its corners move by less between two pictures."""
NEW_SHARE = 0.05
"""A picture is new when its corners are off by this share of the picture's width from all others."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What has been gathered. *hint* says where to hold the board, None when there is enough."""

    views: int = 0
    seen: bool = False
    kept: bool = False
    covered: Coverage = field(default_factory=lambda: Coverage(()))
    fit: LensFit | None = None
    hint: str | None = "centre"


@dataclass(slots=True)
class Collector:
    """Keeps what is still and new; *each* keeps everything, for pictures taken one by one."""

    board: Chessboard
    width: int
    height: int
    each: bool = False
    progress: Progress = field(default_factory=Progress)
    _views: list[BoardView] = field(default_factory=list, repr=False)
    _before: BoardView | None = field(default=None, repr=False)

    def see(self, picture: Picture) -> Progress:
        view = board_view(picture, self.board)
        before, self._before = self._before, view
        if view is None:
            self.progress = replace(self.progress, seen=False, kept=False)
        elif self.each or (_steady(before, view) and self._new(view)):
            self._views.append(view)
            self.progress = self._summed()
        else:
            self.progress = replace(self.progress, seen=True, kept=False)
        return self.progress

    def _new(self, view: BoardView) -> bool:
        least = NEW_SHARE * self.width
        return all(_apart(view, other) > least for other in self._views)

    def _summed(self) -> Progress:
        covered = coverage(self._views, self.width, self.height)
        enough = len(self._views) > LEAST_VIEWS
        fit = fit_lens(self._views, self.width, self.height) if enough else None
        return Progress(len(self._views), True, True, covered, fit, hold_next(covered, fit))


def _steady(before: BoardView | None, now: BoardView) -> bool:
    return before is not None and _apart(before, now) < STEADY_PX


def _apart(a: BoardView, b: BoardView) -> float:
    """How far the corners that both show are apart, on average; all the way when they share none."""
    there = {tuple(place): pixel for place, pixel in zip(a.places.tolist(), a.pixels, strict=True)}
    both = [
        float(np.linalg.norm(pixel - there[tuple(place)]))
        for place, pixel in zip(b.places.tolist(), b.pixels, strict=True)
        if tuple(place) in there
    ]
    return float(np.mean(both)) if both else float("inf")
