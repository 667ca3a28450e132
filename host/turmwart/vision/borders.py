"""The pose below the pixel: the straight borders of the markers, each crossed at many places.

Corners are rounded by lens and light; a border is straight and long. Where a profile across it goes
from black to white its crossing is measured, and the pose is moved until all borders lie on theirs.
White bleeds into black by the same width everywhere, so that width is sought too.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Lens, Mat

Array = NDArray[np.float64]
ALONG = np.linspace(-0.36, 0.36, 10)
"""Where a border is crossed, in sides of the marker: not near its rounded corners."""
ACROSS_MM = np.arange(-2.6, 2.61, 0.2)
LEVEL = 6
"""So many samples at each end of a profile tell black and white."""
LEAST_CONTRAST = 0.45
"""Of the usual step from black to white: less is covered, or in the dark."""
STRAY_PX = (2.5, 0.8, 0.5)
LEAST_CROSSINGS = 24
NUDGE = 1e-4
STEPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """A pose as OpenCV's vectors, and how well the borders fit it."""

    turn: Array
    shift: Array
    residual_px: float
    markers: int


def refined(
    grey: NDArray[np.uint8], lens: Lens, mat: Mat, turn: Array, shift: Array
) -> Refined | None:
    """The pose near *turn* and *shift* that lays every visible border on its crossings."""
    optics = np.array(lens.matrix), np.array(lens.distortion)
    places, outward, owner = _crossed(mat)
    pose = np.concatenate([np.ravel(turn), np.ravel(shift), [0.0]])
    found = None
    for stray in STRAY_PX:
        measured = _measured(grey, places, outward, pose, optics)
        for _ in range(STEPS):
            miss, normal = _missed(places, outward, pose, optics, measured)
            used = np.isfinite(miss) & (np.abs(miss) < stray)
            if used.sum() < LEAST_CROSSINGS:
                return None
            pose = pose + _step(places, normal, pose, optics, miss, used)
        miss, _ = _missed(places, outward, pose, optics, measured)
        used &= np.isfinite(miss)
        residual = float(np.sqrt((miss[used] ** 2).mean()))
        markers = sum((used & (owner == i)).sum() >= len(ALONG) for i in range(len(mat.markers)))
        found = Refined(pose[:3], pose[3:6], residual, int(markers))
    return found


def _crossed(mat: Mat) -> tuple[Array, Array, NDArray[np.intp]]:
    """Places on the borders, the way out of the marker there, and whose border it is."""
    places, outward, owner = [], [], []
    for number, marker in enumerate(mat.markers):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for at in ALONG * marker.size:
                x, y = marker.centre
                half = marker.size / 2
                places.append((x + dx * half + dy * at, y + dy * half + dx * at, 0.0))
                outward.append((float(dx), float(dy), 0.0))
                owner.append(number)
    return np.array(places), np.array(outward), np.array(owner)


def _measured(
    grey: NDArray[np.uint8], places: Array, outward: Array, pose: Array, optics: tuple[Array, Array]
) -> Array:
    """The pixel where each profile crosses from black to white; nan where it does not."""
    here = _projected(places, pose, optics)
    way = _projected(places + outward, pose, optics) - here
    at = here[:, None, :] + way[:, None, :] * ACROSS_MM[None, :, None]
    line = cv2.remap(
        grey, at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), cv2.INTER_LINEAR
    ).astype(np.float64)
    dark, light = line[:, :LEVEL].mean(axis=1), line[:, -LEVEL:].mean(axis=1)
    step = light - dark
    over = line > ((dark + light) / 2)[:, None]
    first = np.argmax(over, axis=1)
    once = (np.diff(over.astype(np.int8), axis=1) != 0).sum(axis=1) == 1
    good = once & (first > 0) & (step > LEAST_CONTRAST * np.percentile(step, 75))
    first = np.clip(first, 1, None)
    rows = np.arange(len(line))
    before, after = line[rows, first - 1], line[rows, first]
    part = ((dark + light) / 2 - before) / np.maximum(after - before, 1e-6)
    crossing = ACROSS_MM[first - 1] + part * (ACROSS_MM[1] - ACROSS_MM[0])
    return np.where(good[:, None], here + way * crossing[:, None], np.nan)


def _missed(
    places: Array, outward: Array, pose: Array, optics: tuple[Array, Array], measured: Array
) -> tuple[Array, Array]:
    """How far, in pixels and outward, each crossing lies from where the pose has its border."""
    here = _projected(places, pose, optics)
    way = _projected(places + outward, pose, optics) - here
    normal = way / np.linalg.norm(way, axis=1, keepdims=True)
    return ((measured - here) * normal).sum(axis=1) - pose[6], normal


def _step(
    places: Array,
    normal: Array,
    pose: Array,
    optics: tuple[Array, Array],
    miss: Array,
    used: NDArray[np.bool_],
) -> Array:
    here = _projected(places, pose, optics)
    columns = []
    for i in range(6):
        nudged = pose.copy()
        nudged[i] += NUDGE
        columns.append(((_projected(places, nudged, optics) - here) / NUDGE * normal).sum(axis=1))
    slopes = np.stack([*columns, np.ones(len(places))], axis=1)
    step, *_ = np.linalg.lstsq(slopes[used], miss[used], rcond=None)
    return np.asarray(step, dtype=np.float64)


def _projected(places: Array, pose: Array, optics: tuple[Array, Array]) -> Array:
    pixels, _ = cv2.projectPoints(places.reshape(-1, 1, 3), pose[:3], pose[3:6], *optics)
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
