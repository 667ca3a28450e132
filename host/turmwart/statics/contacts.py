"""Where bodies press on each other: faces that share an area."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart.statics.bodies import TOUCHING, Body, Vector

GROUND = -1
UP = 2

Floats = NDArray[np.float64]
Flat = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Contact:
    """*upper* is pushed along +*axis*, *lower* the other way, anywhere between the *corners*.

    One plane and one pair of bodies make one contact: rigid bodies feel no difference
    between an area and its convex hull.
    """

    lower: int
    upper: int
    axis: int
    corners: tuple[Vector, ...]


def contacts(bodies: Sequence[Body], of: int | None = None) -> tuple[Contact, ...]:
    """All contacts, or those of one body; those with the ground first."""
    owner, low, high = _boxes(bodies)
    areas: dict[tuple[int, int, int, float], list[tuple[Flat, Flat]]] = defaultdict(list)
    asked = np.ones(len(owner), dtype=bool) if of is None else owner == of
    for box in np.flatnonzero((low[:, UP] <= TOUCHING) & asked):
        areas[GROUND, int(owner[box]), UP, 0.0].append(_area(low[box], high[box], UP))
    for axis in (UP, 0, 1):
        for first, second in _facing(owner, low, high, axis):
            if not (asked[first] or asked[second]):
                continue
            key = int(owner[first]), int(owner[second]), axis, round(float(low[second, axis]), 3)
            shared = np.maximum(low[first], low[second]), np.minimum(high[first], high[second])
            areas[key].append(_area(*shared, axis))
    return tuple(
        Contact(lower, upper, axis, _corners(area, axis, plane))
        for (lower, upper, axis, plane), area in areas.items()
    )


def overlapping(bodies: Sequence[Body]) -> tuple[int, int] | None:
    """The first two bodies that share space."""
    owner, low, high = _boxes(bodies)
    inside = np.ones((len(owner), len(owner)), dtype=bool)
    for axis in range(3):
        inside &= _shared(low, high, axis)
    inside &= owner[:, None] < owner[None, :]
    pairs = np.argwhere(inside)
    return (int(owner[pairs[0][0]]), int(owner[pairs[0][1]])) if len(pairs) else None


def _boxes(bodies: Sequence[Body]) -> tuple[NDArray[np.int64], Floats, Floats]:
    owner = np.array([i for i, body in enumerate(bodies) for _ in body.boxes], dtype=np.int64)
    low = np.array([box.low for body in bodies for box in body.boxes], dtype=float)
    high = np.array([box.high for body in bodies for box in body.boxes], dtype=float)
    return owner, low.reshape(-1, 3), high.reshape(-1, 3)


def _shared(low: Floats, high: Floats, axis: int) -> NDArray[np.bool_]:
    """Which boxes overlap along *axis*."""
    shared: NDArray[np.bool_] = high[:, None, axis] > low[None, :, axis] + TOUCHING
    return shared & shared.T


def _facing(owner: NDArray[np.int64], low: Floats, high: Floats, axis: int) -> NDArray[np.int64]:
    """Pairs of boxes of two bodies, the second right behind the first along *axis*."""
    meeting = np.abs(high[:, None, axis] - low[None, :, axis]) <= TOUCHING
    for across in {0, 1, 2} - {axis}:
        meeting &= _shared(low, high, across)
    meeting &= owner[:, None] != owner[None, :]
    return np.argwhere(meeting)


def _area(low: Floats, high: Floats, axis: int) -> tuple[Flat, Flat]:
    u, v = (k for k in range(3) if k != axis)
    return (float(low[u]), float(low[v])), (float(high[u]), float(high[v]))


def _corners(area: list[tuple[Flat, Flat]], axis: int, plane: float) -> tuple[Vector, ...]:
    points = {(u, v) for low, high in area for u in (low[0], high[0]) for v in (low[1], high[1])}
    outline = sorted(points) if len(area) == 1 else hull(points)
    return tuple(_lifted(point, axis, plane) for point in outline)


def _lifted(point: Flat, axis: int, plane: float) -> Vector:
    u, v = point
    return ((plane, u, v), (u, plane, v), (u, v, plane))[axis]


def hull(points: set[Flat]) -> list[Flat]:
    """The corners of the convex hull, counter-clockwise."""
    ordered = sorted(points)
    if len(ordered) < 3:
        return ordered
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]


def _chain(points: list[Flat]) -> list[Flat]:
    kept: list[Flat] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 1e-12:
            kept.pop()
        kept.append(point)
    return kept


def _turn(a: Flat, b: Flat, c: Flat) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
