"""The ChArUco board in a picture: which of its inner corners are seen, and where."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.mats import Chessboard
from turmwart.vision.frame import Picture

Array = NDArray[np.float64]
LEAST_CORNERS = 12
"""With fewer, a picture says too little about how the board was held."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The corners of one picture: *places* in millimetres of the board, *pixels* in the picture."""

    places: Array
    pixels: Array

    @property
    def corners(self) -> int:
        return len(self.pixels)


def board_view(picture: Picture, board: Chessboard) -> BoardView | None:
    """What is seen of the board, or None when it is too little."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    pixels, ids, _, _ = _detector(board).detectBoard(grey)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    places = np.asarray(_charuco(board).getChessboardCorners(), dtype=np.float64)
    found = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
    return BoardView(places[np.asarray(ids).ravel()], found)


@cache
def _charuco(board: Chessboard) -> cv2.aruco.CharucoBoard:
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    size = (board.columns, board.rows)
    return cv2.aruco.CharucoBoard(size, float(board.square_mm), float(board.marker_mm), family)


@cache
def _detector(board: Chessboard) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(_charuco(board))
