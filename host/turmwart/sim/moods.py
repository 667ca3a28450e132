"""Lamp and camera over a whole game: a function of the seed and of how far the game is."""

from dataclasses import dataclass

import numpy as np

from turmwart.sim.camera import AIM, EYE, Eye
from turmwart.sim.light import LIGHTS
from turmwart.sim.optics import Pose, hanging

CHANGE = 0.25
"""How often per act a fully clumsy table has its lamp switched, or its camera knocked."""


@dataclass(frozen=True, slots=True)
class Mood:
    """How the table is lit and seen."""

    light: str
    pose: Pose


def mood(seed: int, clumsy: float, acts: int, eye: Eye = EYE) -> Mood:
    """The lamp and the pose after *acts* committed acts; *eye*: where the camera usually hangs."""
    rng = np.random.default_rng([seed, 21])
    now = Mood(str(rng.choice(list(LIGHTS))), hanging(eye, AIM, 0.6))
    for act in range(acts + 1):
        now = _changed(now, np.random.default_rng([seed, 22, act]), clumsy, eye)
    return now


def _changed(now: Mood, rng: np.random.Generator, clumsy: float, eye: Eye) -> Mood:
    lamp, knock = rng.random(2)
    if lamp < CHANGE * clumsy:
        now = Mood(str(rng.choice([name for name in LIGHTS if name != now.light])), now.pose)
    if knock < CHANGE * clumsy:
        now = Mood(now.light, _knocked(rng, eye))
    return now


def _knocked(rng: np.random.Generator, usual: Eye) -> Pose:
    """A camera that hangs some millimetres and a degree or two off the usual place."""
    x, y, z = rng.normal(0.0, (5.0, 5.0, 3.0))
    aim_x, aim_y = rng.normal(0.0, 4.0, 2)
    eye = (usual[0] + float(x), usual[1] + float(y), usual[2] + float(z))
    aim = (AIM[0] + float(aim_x), AIM[1] + float(aim_y))
    return hanging(eye, aim, float(rng.normal(0.5, 0.8)))
