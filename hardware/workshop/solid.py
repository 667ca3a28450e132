"""Shapes of which the printed parts are made. Millimetres; the only door to manifold3d."""

from collections.abc import Iterable

import numpy as np
from manifold3d import CrossSection, Manifold
from numpy.typing import NDArray

Solid = Manifold
Size = tuple[float, float, float]
ROUND = 48
"""Straight pieces of a circle."""


def block(size: Size, at: Size = (0.0, 0.0, 0.0)) -> Solid:
    """A cuboid whose foot stands with its middle on *at*."""
    x, y, z = at
    return Manifold.cube(size).translate((x - size[0] / 2, y - size[1] / 2, z))


def plate(across: float, deep: float, tall: float, corner: float) -> Solid:
    """A flat cuboid with rounded upright edges, its foot on the origin."""
    inner = CrossSection.square((across - 2 * corner, deep - 2 * corner), center=True)
    return inner.offset(corner, circular_segments=ROUND).extrude(tall)


def pin(diameter: float, tall: float, at: Size = (0.0, 0.0, 0.0)) -> Solid:
    """An upright cylinder that stands on *at*."""
    return Manifold.cylinder(tall, diameter / 2, circular_segments=ROUND).translate(at)


def cone(low: float, high: float, tall: float, at: Size = (0.0, 0.0, 0.0)) -> Solid:
    return Manifold.cylinder(tall, low / 2, high / 2, circular_segments=ROUND).translate(at)


def wedge(deep: float, tall: float, thick: float) -> Solid:
    """A triangular rib: its right angle at the origin, along +y and +z, *thick* across x."""
    corners = CrossSection([[(0.0, 0.0), (deep, 0.0), (0.0, tall)]])
    standing = corners.extrude(thick).rotate((90.0, 0.0, 90.0))
    return standing.translate((-thick / 2, 0.0, 0.0))


def joined(parts: Iterable[Solid]) -> Solid:
    whole = Manifold()
    for part in parts:
        whole += part
    return whole


def without(whole: Solid, holes: Iterable[Solid]) -> Solid:
    return whole - joined(holes)


def moved(part: Solid, by: Size, turn: Size = (0.0, 0.0, 0.0)) -> Solid:
    """Turned about x, then y, then z in degrees, and then shifted."""
    return part.rotate(turn).translate(by)


def on_the_bed(part: Solid) -> Solid:
    """Shifted so that it stands on z = 0 over the origin."""
    x0, y0, z0, x1, y1, _ = part.bounding_box()
    return part.translate((-(x0 + x1) / 2, -(y0 + y1) / 2, -z0))


def extent(part: Solid) -> Size:
    x0, y0, z0, x1, y1, z1 = part.bounding_box()
    return x1 - x0, y1 - y0, z1 - z0


def mesh(part: Solid) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Corners and triangles, counter-clockwise from outside."""
    made = part.to_mesh()
    return made.vert_properties[:, :3].astype(np.float64), made.tri_verts.astype(np.int64)
