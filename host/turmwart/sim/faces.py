"""Solids as flat faces, only those that a camera above could see."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from turmwart.model.geometry import Place
from turmwart.model.scene import Box, Colour, Disc, Pawn, Solid

Corners = NDArray[np.float64]
SIDES, PAWN_SIDES = 20, 12
BEVEL_MM = 0.7
PROFILE = ((0.5, 0.0), (0.47, 0.1), (0.22, 0.55), (0.34, 0.76), (0.26, 0.94), (0.1, 1.0))
"""A pawn's outline: radius in parts of its base, height in parts of its height."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One flat side: its corners in order, where it looks, and its paint.

    *grown* faces carry the grain of the wood along their first edge.
    """

    colour: Colour
    corners: Corners
    normal: tuple[float, float, float]
    grown: bool = True

    @property
    def level(self) -> float:
        return float(self.corners[0, 2])

    @property
    def upward(self) -> bool:
        return self.normal[2] > 0.9


def faces(solids: tuple[Solid, ...], eye: NDArray[np.float64]) -> list[Face]:
    """All faces towards *eye*, the nearest first; those that two solids press together are out."""
    every = [face for solid in solids for face in _faces_of(solid)]
    spots = [_spot(face) for face in every]
    meeting = Counter(spots)
    seen = [
        face
        for face, spot in zip(every, spots, strict=True)
        if meeting[spot] == 1 and _towards(face, eye)
    ]
    return sorted(seen, key=lambda face: float(np.square(face.corners[0] - eye).sum()))


def outline(solid: Solid) -> Corners:
    """Points whose hull is the solid, for its shadow."""
    if isinstance(solid, Box):
        return _box_corners(solid)
    if isinstance(solid, Disc):
        rims = ((solid.diameter / 2, 0.0), (solid.diameter / 2, solid.height))
    else:
        rims = ((solid.base * 0.5, 0.0), (solid.base * 0.34, solid.height * 0.95))
    return np.concatenate([_ring(solid.foot, radius, height) for radius, height in rims])


def _towards(face: Face, eye: NDArray[np.float64]) -> bool:
    x, y, z = face.corners[0]
    a, b, c = face.normal
    return bool(a * (eye[0] - x) + b * (eye[1] - y) + c * (eye[2] - z) > 0)


def _spot(face: Face) -> tuple[int, ...]:
    """Its middle in tenths of a millimetre."""
    x, y, z = face.corners[0] + face.corners[len(face.corners) // 2]
    return round(x * 5), round(y * 5), round(z * 5), len(face.corners)


def _faces_of(solid: Solid) -> Iterator[Face]:
    if isinstance(solid, Box):
        return _box_faces(solid)
    return _disc_faces(solid) if isinstance(solid, Disc) else _pawn_faces(solid)


def _box_corners(box: Box) -> Corners:
    """Lower four counter-clockwise, then the upper four."""
    half = np.array(box.size) / 2
    turn = radians(box.turn)
    spread = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half[:2]
    turned = spread @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    flat = turned + np.array(box.centre[:2])
    low, high = box.centre.z - half[2], box.centre.z + half[2]
    return np.concatenate(
        [np.column_stack([flat, np.full(4, low)]), np.column_stack([flat, np.full(4, high)])]
    )


_BOX_SIDES = ((4, 5, 6, 7), (3, 2, 1, 0), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
"""Top, bottom, and the four sides; the sides look along -y, x, y and -x before the turn."""


def _box_faces(box: Box) -> Iterator[Face]:
    """The grain runs along the longest edge."""
    corners = _box_corners(box)
    across, along = sin(radians(box.turn)), cos(radians(box.turn))
    sides = (
        (across, -along, 0.0),
        (along, across, 0.0),
        (-across, along, 0.0),
        (-along, -across, 0.0),
    )
    normals = ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), *sides)
    for side, normal in zip(_BOX_SIDES, normals, strict=True):
        quad = corners[list(side)]
        first = abs(quad[1] - quad[0]).sum()
        if abs(quad[2] - quad[1]).sum() > first + 1.0:
            quad = np.roll(quad, -1, axis=0)
        yield Face(box.colour, quad, normal)


def _ring(foot: Place, radius: float, height: float, sides: int = SIDES) -> Corners:
    angles = np.arange(sides) * (2 * pi / sides)
    return np.column_stack(
        [
            foot.x + radius * np.cos(angles),
            foot.y + radius * np.sin(angles),
            np.full(sides, foot.z + height),
        ]
    )


def _disc_faces(disc: Disc) -> Iterator[Face]:
    radius = disc.diameter / 2
    profile = ((radius, 0.0), (radius, disc.height - 0.6), (radius - 0.6, disc.height))
    yield from _turned(disc.colour, disc.foot, profile, SIDES)


def _pawn_faces(pawn: Pawn) -> Iterator[Face]:
    profile = tuple((pawn.base * radius, pawn.height * height) for radius, height in PROFILE)
    yield from _turned(pawn.colour, pawn.foot, profile, PAWN_SIDES)


def _turned(
    colour: Colour, foot: Place, profile: tuple[tuple[float, float], ...], sides: int
) -> Iterator[Face]:
    """A body turned on a lathe, open below."""
    rings = [_ring(foot, radius, height, sides) for radius, height in profile]
    yield Face(colour, rings[-1], (0.0, 0.0, 1.0), grown=False)
    for low, high in pairwise(rings):
        for place in range(sides):
            after = (place + 1) % sides
            quad = np.array([low[place], low[after], high[after], high[place]])
            yield Face(colour, quad, _normal(quad), grown=False)


def _normal(quad: Corners) -> tuple[float, float, float]:
    (ax, ay, az), (bx, by, bz) = (quad[1] - quad[0]).tolist(), (quad[2] - quad[0]).tolist()
    x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    long = hypot(x, y, z) or 1.0
    return x / long, y / long, z / long
