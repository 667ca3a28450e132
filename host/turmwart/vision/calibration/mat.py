"""The mat as it lies under the camera: its pose, how well each marker fits, whether it lies flat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.geometry import Millimetres
from turmwart.model.table import Lens, Table
from turmwart.vision.frame import Picture
from turmwart.vision.pose import Pose, PoseFinder, View, fitted, marker_corners

Array = NDArray[np.float64]
LEAST_OTHERS = 3
"""A marker's own miss is judged by the pose that so many others agree on."""
MOST_MISS_PX = 1.0
MOST_LIFT_MM = 2.0


@dataclass(frozen=True, slots=True)
class MarkerCheck:
    """One marker against the pose of all the others: *lift_mm* is how high its paper lies."""

    id: int
    miss_px: float
    lift_mm: Millimetres

    @property
    def fits(self) -> bool:
        return self.miss_px <= MOST_MISS_PX and abs(self.lift_mm) <= MOST_LIFT_MM


@dataclass(frozen=True, slots=True, eq=False)
class MatCheck:
    """*unseen* are the ids of markers that no picture showed."""

    pose: Pose
    markers: tuple[MarkerCheck, ...]
    unseen: tuple[int, ...]

    @property
    def bad(self) -> tuple[MarkerCheck, ...]:
        return tuple(marker for marker in self.markers if not marker.fits)


def check_mat(pictures: Sequence[Picture], table: Table) -> MatCheck | None:
    """What several still pictures of the bare mat say; None when they show no mat."""
    finder = PoseFinder(table)
    greys = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in pictures]
    seen = _averaged([finder.markers(np.asarray(grey, dtype=np.uint8)) for grey in greys])
    known = marker_corners(table.mat)
    pose = fitted(table.lens, known, seen)
    if pose is None:
        return None
    unseen = tuple(number for number in known if number not in seen)
    return MatCheck(pose, _checks(table.lens, known, seen), unseen)


def _checks(
    lens: Lens, known: Mapping[int, Array], seen: Mapping[int, Array]
) -> tuple[MarkerCheck, ...]:
    """Each marker against those that are trusted; the worst of the bad ones loses its say first."""
    trusted = dict(seen)
    while True:
        checks = [check for n in sorted(seen) if (check := _checked(lens, known, seen, trusted, n))]
        bad = [check for check in checks if not check.fits and check.id in trusted]
        if not bad or len(trusted) <= LEAST_OTHERS + 1:
            return tuple(checks)
        del trusted[max(bad, key=lambda check: check.miss_px).id]


def _averaged(sights: Sequence[Mapping[int, Array]]) -> dict[int, Array]:
    """The corners over all pictures that show them."""
    numbers = {number for sight in sights for number in sight}
    return {n: np.mean([sight[n] for sight in sights if n in sight], axis=0) for n in numbers}


def _checked(
    lens: Lens,
    known: Mapping[int, Array],
    seen: Mapping[int, Array],
    trusted: Mapping[int, Array],
    number: int,
) -> MarkerCheck | None:
    """The marker against the pose of the others."""
    others = {n: pixels for n, pixels in trusted.items() if n != number}
    if len(others) < LEAST_OTHERS:
        return None
    pose = fitted(lens, dict(known), others)
    if pose is None:
        return None
    view = View(lens, pose)
    flat, raised = (view.project(known[number] + (0.0, 0.0, z)) for z in (0.0, 1.0))
    rise, off = (raised - flat).mean(axis=0), (seen[number] - flat).mean(axis=0)
    lift = float(rise @ off / max(float(rise @ rise), 1e-9))
    miss = float(np.sqrt(((seen[number] - flat) ** 2).sum(axis=1).mean()))
    return MarkerCheck(number, miss, Millimetres(lift))
