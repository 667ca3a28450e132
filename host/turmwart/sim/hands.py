"""Hands and sleeves that reach over the mat, of many skins."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.geometry import Point
from turmwart.model.table import Lens
from turmwart.sim.light import Bgr, Light
from turmwart.sim.optics import Pose, project

Pixels = NDArray[np.float32]

SKINS: Sequence[Bgr] = (
    (0.60, 0.70, 0.90),
    (0.48, 0.60, 0.84),
    (0.36, 0.48, 0.72),
    (0.24, 0.36, 0.58),
    (0.16, 0.24, 0.40),
    (0.12, 0.16, 0.27),
)
SLEEVES: Sequence[Bgr | None] = (
    None,
    None,
    (0.55, 0.30, 0.18),
    (0.20, 0.20, 0.22),
    (0.80, 0.82, 0.84),
    (0.22, 0.18, 0.62),
)
HEIGHT_MM = 70.0
FINGERS = ((-24.0, 62.0), (-8.0, 84.0), (9.0, 86.0), (25.0, 74.0))
ARM_MM = 700.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A right hand whose fingertips are at *at*; *side* is +1 from the near edge, -1 from the far.

    *lean* turns it about its tips, in degrees; *skin* and *sleeve* count in the tables above.
    """

    at: Point
    side: int = 1
    lean: float = 0.0
    skin: int = 0
    sleeve: int = 0


def draw_hand(picture: Pixels, hand: Hand, lens: Lens, pose: Pose, light: Light) -> Pixels:
    """A copy of *picture* with the hand and its shadow in it."""
    size = (lens.width // 2, lens.height // 2)
    skin, cloth = np.zeros(size[::-1], np.float32), np.zeros(size[::-1], np.float32)
    _limbs(skin, cloth, hand, lens, pose)
    whole = np.maximum(skin, cloth)
    away = np.array(light.lamp[:2]) / light.lamp[2] * HEIGHT_MM
    drop = np.array([-away[0], away[1]]) * 0.8
    shift = np.array([[1, 0, drop[0]], [0, 1, drop[1]]], np.float32)
    dark = cv2.GaussianBlur(cv2.warpAffine(whole, shift, size), (0, 0), 3 + light.softness)
    shape = cv2.GaussianBlur(whole, (0, 0), 9.0)
    relief = np.clip(0.55 + 0.5 * shape, 0.0, 1.05)
    colour = np.broadcast_to(np.array(SKINS[hand.skin], np.float32), (*whole.shape, 3))
    sleeve = SLEEVES[hand.sleeve]
    if sleeve is not None:
        over = cloth[..., None]
        colour = colour * (1 - over) + over * np.array(sleeve, np.float32)
    full = (lens.width, lens.height)
    paint = cv2.resize(colour * relief[..., None], full)
    cover = cv2.resize(whole, full)[..., None]
    shade = 1.0 - 0.55 * light.direct * cv2.resize(dark, full)[..., None]
    return np.asarray(picture * shade * (1 - cover) + paint * cover, dtype=np.float32)


def _limbs(skin: Pixels, cloth: Pixels, hand: Hand, lens: Lens, pose: Pose) -> None:
    """Fingers, thumb, palm and arm as thick rounded lines, in half the picture's size."""

    def dot(x: float, y: float) -> tuple[int, int]:
        turn = np.radians(hand.lean)
        across = x * np.cos(turn) - (y - 80) * np.sin(turn)
        along = x * np.sin(turn) + (y - 80) * np.cos(turn)
        place = (hand.at.x + hand.side * across, hand.at.y + hand.side * along, HEIGHT_MM)
        pixels, _ = project(lens, pose, np.array([place]))
        column, row = pixels[0] / 2
        return int(np.clip(column, -4000, 4000)), int(np.clip(row, -4000, 4000))

    def limb(canvas: Pixels, a: tuple[int, int], b: tuple[int, int], wide_mm: float) -> None:
        scale = lens.matrix[0][0] / (pose.eye[2] - HEIGHT_MM) / 2
        cv2.line(canvas, a, b, 1.0, max(1, round(wide_mm * scale)), cv2.LINE_AA)

    for x, tip in FINGERS:
        limb(skin, dot(x, 20), dot(x * 0.75, tip), 16.5)
    limb(skin, dot(-30, -10), dot(-48, 40), 19.0)
    for x in (-20, 0, 20):
        limb(skin, dot(x, -15), dot(x * 1.05, 18), 40.0)
    limb(skin, dot(0, -20), dot(4, -ARM_MM), 58.0)
    if SLEEVES[hand.sleeve] is not None:
        limb(cloth, dot(1, -95), dot(4, -ARM_MM), 82.0)
