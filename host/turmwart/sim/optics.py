"""Where a point of the table falls in the picture, and back again for the mat's plane."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Lens

Array = NDArray[np.float64]
Map = NDArray[np.float32]
COARSE = 8


@dataclass(frozen=True, slots=True)
class Pose:
    """How the camera hangs: a turn (Rodrigues vector) and a shift from the mat to the camera."""

    turn: tuple[float, float, float]
    shift: tuple[float, float, float]

    @property
    def rotation(self) -> Array:
        return np.asarray(cv2.Rodrigues(np.array(self.turn))[0], dtype=np.float64)

    @property
    def eye(self) -> Array:
        """Where the camera is, in millimetres of the mat."""
        return np.asarray(-self.rotation.T @ np.array(self.shift), dtype=np.float64)


def hanging(
    eye: tuple[float, float, float], aim: tuple[float, float], roll_degrees: float = 0.0
) -> Pose:
    """A camera at *eye* that looks at the point *aim* of the mat; +y of the mat is up."""
    forward = np.array([aim[0], aim[1], 0.0]) - np.array(eye)
    forward /= np.linalg.norm(forward)
    roll = np.radians(roll_degrees)
    right = np.cross(forward, np.array([np.sin(roll), np.cos(roll), 0.0]))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    turn = np.asarray(cv2.Rodrigues(rotation)[0], dtype=np.float64).ravel()
    shift = -rotation @ np.array(eye)
    return Pose(_triple(turn), _triple(shift))


def project(lens: Lens, pose: Pose, places: Array) -> tuple[Array, Array]:
    """The pixels of *places* (n x 3, millimetres) and their depths before the camera."""
    pixels, _ = cv2.projectPoints(
        places.reshape(-1, 1, 3),
        np.array(pose.turn),
        np.array(pose.shift),
        np.array(lens.matrix),
        np.array(lens.distortion),
    )
    depths = places @ pose.rotation[2] + pose.shift[2]
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2), depths


def ground_map(lens: Lens, pose: Pose) -> tuple[Map, Map]:
    """For every pixel the place of the mat's plane that it shows, as x and y in millimetres.

    Worked out for every eighth pixel; between them it is straight to less than a micrometre.
    """
    wide, high = lens.width // COARSE + 2, lens.height // COARSE + 2
    columns, rows = np.meshgrid(np.arange(wide) * COARSE, np.arange(high) * COARSE)
    pixels = np.stack([columns, rows], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    rays = cv2.undistortPoints(pixels, np.array(lens.matrix), np.array(lens.distortion))
    directions = np.column_stack([rays.reshape(-1, 2), np.ones(len(pixels))]) @ pose.rotation
    eye = pose.eye
    reach = -eye[2] / directions[:, 2]
    places = (eye[:2] + directions[:, :2] * reach[:, None]).reshape(high, wide, 2)
    x, y = (_finer(places[..., axis].astype(np.float32), lens) for axis in (0, 1))
    return x, y


def _finer(coarse: Map, lens: Lens) -> Map:
    steps = (np.arange(size, dtype=np.float32) / COARSE for size in (lens.width, lens.height))
    columns, rows = np.meshgrid(*steps)
    return np.asarray(cv2.remap(coarse, columns, rows, cv2.INTER_LINEAR), dtype=np.float32)


def _triple(values: Array) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return x, y, z
