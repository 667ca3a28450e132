"""Colours of real bricks under real light, with the masks given."""

import json

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.vision.colour import colour_of
from vision.beside import beside

HUES = {"red": 355.0, "yellow": 45.0, "green": 140.0, "blue": 215.0}


def masks(label: NDArray[np.uint8]) -> list[tuple[NDArray[np.bool_], float, float, float]]:
    """Every connected part of one label colour, with its size and middle."""
    found = []
    for value in np.unique(label.reshape(-1, label.shape[2]), axis=0):
        same = (label == value).all(axis=2).astype(np.uint8)
        count, parts, stats, middles = cv2.connectedComponentsWithStats(same, connectivity=4)
        found += [
            (parts == i, float(stats[i, 4]), float(middles[i][0]), float(middles[i][1]))
            for i in range(1, count)
        ]
    return found


def test_all_219_bricks_are_told_apart() -> None:
    photos = beside("photos/duplo46")
    right = bricks = 0
    for name, labels in json.loads((photos / "labels.json").read_text())["images"].items():
        picture = cv2.imread(str(photos / f"{name}_img.png"))
        parts = masks(cv2.imread(str(photos / f"{name}_label.png"), cv2.IMREAD_UNCHANGED))
        for brick in labels:
            mask = min(
                parts,
                key=lambda part: (
                    abs(part[1] - brick["area"]) / brick["area"]
                    + np.hypot(part[2] - brick["cx"], part[3] - brick["cy"]) / 20
                ),
            )[0]
            right += colour_of(picture[mask], HUES) == brick["colour"]
            bricks += 1
    assert (right, bricks) == (219, 219)
