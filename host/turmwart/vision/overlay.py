"""Draws a scene's outlines into a picture, for people who want to see what the rig sees."""

import cv2
import numpy as np

from turmwart.model.scene import Scene
from turmwart.vision.frame import Picture
from turmwart.vision.painting import TOP, faces
from turmwart.vision.pose import View

INK = {"top": (60, 220, 60), "side": (220, 160, 40)}


def drawn(picture: Picture, view: View, scene: Scene, words: str = "") -> Picture:
    """A copy of the picture with every face outlined, tops in green, and *words* in its corner."""
    copy = picture.copy()
    for ink, thick in (((0, 0, 0), 4), ((255, 255, 255), 1)):
        at = (12, copy.shape[0] - 14)
        cv2.putText(copy, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, thick, cv2.LINE_AA)
    shapes = sorted((faces(s, view) for s in scene.solids), key=lambda s: (s.low, -s.away))
    for shape in shapes:
        for (_, face), polygon in shape.polygons:
            points = np.rint(polygon * 16).astype(np.int32)
            cv2.polylines(copy, [points], True, INK[face], 1 + (face == TOP), cv2.LINE_AA, 4)
    return copy
