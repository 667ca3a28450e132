"""Where the camera is: found from the mat's markers, with its residual always known."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Lens, Mat, Table
from turmwart.vision.borders import refined
from turmwart.vision.frame import Picture

Array = NDArray[np.float64]
STRAY_PX = 3.0
"""A marker whose corners miss by more than this is half covered, and is left out."""
LEAST_MARKERS = 2
MOST_RESIDUAL_PX = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Mat to camera: *turn* is a rotation matrix, *shift* in mm; *residual_px* is the rms miss."""

    turn: Array
    shift: Array
    residual_px: float
    markers: int

    @property
    def centre(self) -> Array:
        """Where the lens is, in millimetres of the mat."""
        return np.asarray(-self.turn.T @ self.shift, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A lens at a pose: from millimetres to pixels."""

    lens: Lens
    pose: Pose

    def project(self, places: Array) -> Array:
        """Pixels of *places*, one row each."""
        matrix, bend = _optics(self.lens)
        turn, _ = cv2.Rodrigues(self.pose.turn)
        pixels, _ = cv2.projectPoints(
            np.asarray(places, dtype=np.float64).reshape(-1, 1, 3),
            turn,
            self.pose.shift,
            matrix,
            bend,
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


@dataclass(slots=True)
class PoseFinder:
    """Finds the pose in one picture after the other; the last one helps when markers are covered."""

    table: Table
    _detector: cv2.aruco.ArucoDetector = field(init=False, repr=False)
    _last: Pose | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        name = getattr(cv2.aruco, self.table.mat.dictionary)
        ways = cv2.aruco.DetectorParameters()
        ways.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        ways.cornerRefinementWinSize = 4
        self._detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(name), ways)

    def find(self, picture: Picture) -> Pose | None:
        """The pose, or None when too little of the markers is in sight."""
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        for rough in (self._by_corners(grey), self._last):
            if rough is not None and (pose := self._refined(grey, rough)) is not None:
                self._last = pose
                return pose
        return None

    def markers(self, grey: NDArray[np.uint8]) -> dict[int, Array]:
        """The corners of the mat's markers that this picture shows, in pixels."""
        corners, ids, _ = self._detector.detectMarkers(grey)
        known = {marker.id for marker in self.table.mat.markers}
        return {
            int(number): np.asarray(found, dtype=np.float64).reshape(4, 2)
            for number, found in zip(() if ids is None else ids.ravel(), corners, strict=False)
            if int(number) in known
        }

    def _by_corners(self, grey: NDArray[np.uint8]) -> Pose | None:
        return fitted(self.table.lens, marker_corners(self.table.mat), self.markers(grey))

    def _refined(self, grey: NDArray[np.uint8], rough: Pose) -> Pose | None:
        turn, _ = cv2.Rodrigues(rough.turn)
        found = refined(grey, self.table.lens, self.table.mat, np.asarray(turn, float), rough.shift)
        if found is None or found.markers < LEAST_MARKERS or found.residual_px > MOST_RESIDUAL_PX:
            return None
        rotation, _ = cv2.Rodrigues(found.turn)
        return Pose(np.asarray(rotation, float), found.shift, found.residual_px, found.markers)


def fitted(lens: Lens, known: dict[int, Array], seen: dict[int, Array]) -> Pose | None:
    """The pose that explains the markers seen; strays are left out one by one, the worst first."""
    used = dict(seen)
    while len(used) >= LEAST_MARKERS:
        pose, misses = _solved(lens, known, used)
        worst = max(misses, key=lambda number: misses[number])
        if misses[worst] <= STRAY_PX or len(used) == LEAST_MARKERS:
            return pose
        del used[worst]
    return None


def marker_corners(mat: Mat) -> dict[int, Array]:
    """The four corners of each marker in OpenCV's order, in millimetres."""
    around = np.array([(-0.5, 0.5, 0), (0.5, 0.5, 0), (0.5, -0.5, 0), (-0.5, -0.5, 0)])
    return {
        marker.id: np.array([*marker.centre, 0.0]) + around * marker.size for marker in mat.markers
    }


def _solved(
    lens: Lens, known: dict[int, Array], used: dict[int, Array]
) -> tuple[Pose, dict[int, float]]:
    matrix, bend = _optics(lens)
    places = np.vstack([known[number] for number in used])
    pixels = np.vstack([used[number] for number in used])
    _, turn, shift = cv2.solvePnP(places, pixels, matrix, bend, flags=cv2.SOLVEPNP_ITERATIVE)
    turn, shift = cv2.solvePnPRefineLM(places, pixels, matrix, bend, turn, shift)
    again, _ = cv2.projectPoints(places, turn, shift, matrix, bend)
    miss = np.linalg.norm(again.reshape(-1, 2) - pixels, axis=1)
    misses = {number: float(miss[4 * i : 4 * i + 4].max()) for i, number in enumerate(used)}
    rotation, _ = cv2.Rodrigues(turn)
    rms = float(np.sqrt((miss**2).mean()))
    return Pose(
        np.asarray(rotation, float), np.asarray(shift, float).ravel(), rms, len(used)
    ), misses


def _optics(lens: Lens) -> tuple[Array, Array]:
    return np.array(lens.matrix), np.array(lens.distortion)


def scaled(lens: Lens, by: float) -> Lens:
    """The lens of a picture that was made smaller; pixel centres stay integers."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    matrix = (
        (fx * by, 0.0, (cx + 0.5) * by - 0.5),
        (0.0, fy * by, (cy + 0.5) * by - 0.5),
        (0.0, 0.0, 1.0),
    )
    return Lens(round(lens.width * by), round(lens.height * by), matrix, lens.distortion)
