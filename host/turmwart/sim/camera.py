"""The virtual camera: what is on the table, as a lens and a sensor would give it."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.scene import Scene
from turmwart.model.table import Mat, Table
from turmwart.sim.hands import Hand, draw_hand
from turmwart.sim.light import LIGHTS
from turmwart.sim.optics import Pose, hanging
from turmwart.sim.render import Painter
from turmwart.vision.frame import Frame, Picture

Eye = tuple[float, float, float]
EYE, AIM = (6.0, -14.0, 668.0), (4.0, 2.0)
USUAL = hanging(EYE, AIM, 0.6)
ROW_EYE = (6.0, 55.0, 668.0)


def usual_eye(mat: Mat) -> Eye:
    """Where the camera hangs: over the middle, or so far from a row that stacks show their sides."""
    return EYE if mat.row is None else ROW_EYE


@dataclass(frozen=True, slots=True)
class Sight:
    """All that decides a picture, except for the sensor's noise."""

    scene: Scene
    pose: Pose = USUAL
    light: str = "day"
    hand: Hand | None = None


@dataclass(slots=True, eq=False)
class VirtualCamera:
    """Draws a sight and adds what a sensor adds. The same seed and moment give the same picture."""

    table: Table
    seed: int
    _painter: Painter = field(init=False, repr=False)
    _noise: NDArray[np.int8] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._painter = Painter(self.table, self.seed)
        lens = self.table.lens
        rng = np.random.default_rng([self.seed, 3])
        rough = rng.standard_normal((lens.height + 64, lens.width + 64, 3), dtype=np.float32)
        smooth = cv2.GaussianBlur(rough, (3, 3), 0.6)
        self._noise = np.clip(smooth * 32, -127, 127).astype(np.int8)

    def frame(self, sight: Sight, at_ms: int, moment: tuple[int, int] | None = None) -> Frame:
        """*moment* decides the noise instead of the time."""
        light = LIGHTS[sight.light]
        clean = self._painter.draw(sight.scene, sight.pose, light)
        if sight.hand is not None:
            clean = draw_hand(clean, sight.hand, self.table.lens, sight.pose, light)
        rng = np.random.default_rng([self.seed, 4, *(moment or (at_ms,))])
        gains = np.array(light.tint) * 255.0 * (1.0 + 0.004 * float(rng.standard_normal()))
        return Frame(at_ms, self._sensed(clean * gains.astype(np.float32), light.noise, rng))

    def _sensed(
        self, picture: NDArray[np.float32], noise: float, rng: np.random.Generator
    ) -> Picture:
        lens = self.table.lens
        down, across = (int(value) for value in rng.integers(64, size=2))
        field_ = self._noise[down : down + lens.height, across : across + lens.width]
        noisy = cv2.addWeighted(
            picture, 1.0, field_.astype(np.float32), noise / 22.0, 0.0, dtype=cv2.CV_32F
        )
        return np.asarray(cv2.convertScaleAbs(np.maximum(noisy, 0.0)), dtype=np.uint8)
