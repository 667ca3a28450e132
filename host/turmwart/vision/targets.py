"""What a marker looks like, as whole modules: the printer and the detector agree by this."""

import cv2
import numpy as np

Modules = tuple[tuple[bool, ...], ...]
"""Rows from the top, True is black; the black border is part of it."""


def marker_modules(dictionary: str, number: int) -> Modules:
    """The marker with its border of one module."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    side = family.markerSize + 2
    picture = np.asarray(cv2.aruco.generateImageMarker(family, number, side))
    return tuple(tuple(bool(value == 0) for value in row) for row in picture)
