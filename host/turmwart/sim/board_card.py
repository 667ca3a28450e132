"""The printed calibration board, held before the virtual camera."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.mats import Chessboard
from turmwart.model.table import Lens
from turmwart.sim.optics import Pose, ground_map

Picture = NDArray[np.uint8]
DOTS_PER_MM = 2.0
FINER = 4
"""The sheet is drawn so much finer and then averaged, as a lens does."""
ROOM = (118.0, 128.0, 124.0)
RIM_MM = 12.0


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the lens and the sensor do to a picture: *blur* in pixels, *noise* in grey levels."""

    blur: float = 0.7
    noise: float = 2.0


def held(board: Chessboard, lens: Lens, pose: Pose, sensor: Sensor, seed: int) -> Picture:
    """The picture of the board at *pose*, its upper left corner the origin, x right and y down."""
    x, y = ground_map(lens, pose)
    drawn = cv2.remap(
        _art(board),
        (x + RIM_MM) * np.float32(DOTS_PER_MM) - np.float32(0.5),
        (y + RIM_MM) * np.float32(DOTS_PER_MM) - np.float32(0.5),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=ROOM,
    ).astype(np.float32)
    if sensor.blur:
        drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), sensor.blur), dtype=np.float32)
    rng = np.random.default_rng([seed, 31])
    noisy = drawn + rng.normal(0.0, sensor.noise, drawn.shape)
    return np.asarray(np.clip(np.rint(noisy), 0, 255), dtype=np.uint8)


def poses(board: Chessboard, lens: Lens, seed: int, count: int) -> Iterator[Pose]:
    """The board held here and there, near and far, straight and tilted, as a person would."""
    rng = np.random.default_rng([seed, 32])
    focal = lens.matrix[0][0]
    middle = np.array([board.columns * board.square_mm, board.rows * board.square_mm, 0.0]) / 2
    for place in range(count):
        turn = np.radians(rng.uniform((-38, -38, -12), (38, 38, 12)))
        rotation = np.asarray(cv2.Rodrigues(turn)[0])
        fills = rng.uniform(0.38, 0.62)
        away = focal * board.columns * board.square_mm / (fills * lens.width)
        column, row = (place % 3 - 1) * 0.26, (place // 3 % 3 - 1) * 0.2
        aside = np.array([column * lens.width, row * lens.height]) + rng.normal(0, 20, 2)
        centre = np.array([*(aside * away / focal), away])
        shift = centre - rotation @ middle
        yield Pose(tuple(float(v) for v in turn), tuple(float(v) for v in shift))  # type: ignore[arg-type]


@cache
def _art(board: Chessboard) -> NDArray[np.float32]:
    """The printed sheet."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    size = (board.columns, board.rows)
    charuco = cv2.aruco.CharucoBoard(size, float(board.square_mm), float(board.marker_mm), family)
    dots = DOTS_PER_MM * FINER
    rim = round(RIM_MM * dots)
    inner = tuple(round(n * board.square_mm * dots) for n in size)
    flat = charuco.generateImage(inner, marginSize=0, borderBits=1)
    sheet = cv2.copyMakeBorder(flat, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
    ink = 26.0 + np.asarray(sheet, dtype=np.float32) * (228.0 - 26.0) / 255.0
    soft = cv2.resize(ink, None, fx=1 / FINER, fy=1 / FINER, interpolation=cv2.INTER_AREA)
    return np.asarray(np.repeat(soft[..., None], 3, axis=2), dtype=np.float32)
