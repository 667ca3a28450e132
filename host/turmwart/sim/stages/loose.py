"""Hands never set a thing quite straight: how far each lies off is decided by a seed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np

from turmwart.model.geometry import Degrees, Place
from turmwart.model.scene import Box, Disc, Pawn, Solid


@dataclass(frozen=True, slots=True)
class Slip:
    """How a body lies off its place: millimetres to the side, and a turn counter-clockwise."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0


STRAIGHT = Slip()


def slip(key: Iterable[int], spread_mm: float, most_mm: float, spread_deg: float = 0.0) -> Slip:
    """A small slip, normally distributed, that never exceeds *most_mm* and three deviations."""
    rng = np.random.default_rng([abs(number) * 2 + (number < 0) for number in key])
    x, y = np.clip(rng.normal(0.0, spread_mm, 2), -most_mm, most_mm)
    turn = float(np.clip(rng.normal(0.0, spread_deg), -3 * spread_deg, 3 * spread_deg))
    return Slip(float(x), float(y), turn)


def slipped(solids: Iterable[Solid], by: Slip, about: tuple[float, float]) -> tuple[Solid, ...]:
    """*solids* turned as one body about a point of the mat, then shifted."""
    return tuple(_carried(solid, by, about) for solid in solids)


def middle(solids: Iterable[Solid]) -> tuple[float, float]:
    """The centre of all that is there, seen from above."""
    spots = [_spot(solid) for solid in solids]
    return sum(at.x for at in spots) / len(spots), sum(at.y for at in spots) / len(spots)


def _spot(solid: Solid) -> Place:
    return solid.centre if isinstance(solid, Box) else solid.foot


def _carried(solid: Solid, by: Slip, about: tuple[float, float]) -> Solid:
    at, angle = _spot(solid), radians(by.turn)
    x, y = at.x - about[0], at.y - about[1]
    there = Place(
        about[0] + by.x + x * cos(angle) - y * sin(angle),
        about[1] + by.y + x * sin(angle) + y * cos(angle),
        at.z,
    )
    match solid:
        case Box():
            return replace(solid, centre=there, turn=Degrees(solid.turn + by.turn))
        case Disc() | Pawn():
            return replace(solid, foot=there)
