"""Who moves first when a pile does not stand.

Of all motions that the contacts allow, the pile takes the one nearest to free fall, weighed by
inertia (Gauss' principle of least constraint). The forces that do their best to hold it are the
dual of that: what they leave over of each body's weight is what moves the body.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turmwart.statics.bodies import Body
from turmwart.statics.contacts import Contact, Flat
from turmwart.statics.equilibrium import loading, shifting, weights, without
from turmwart.statics.forces import Law, Pushes, columns, pushes
from turmwart.statics.leastsquares import least_squares
from turmwart.statics.linear import Floats

MOVES = 1e-5


@dataclass(frozen=True, slots=True)
class Holding:
    """The pushes that hold best, how strong each is, and how each body moves all the same."""

    pushed: Pushes
    strength: Floats
    motion: Floats


def movers(
    bodies: Sequence[Body],
    touching: Sequence[Contact],
    law: Law,
    friction: float,
    shift: Flat = (0.0, 0.0),
    steady: frozenset[int] = frozenset(),
) -> frozenset[int]:
    """The bodies that start to move, once all centres of mass are shifted by *shift*.

    Those of *steady* bodies stay where they are.
    """
    motion = holding(bodies, touching, law, friction, shift, steady).motion
    return frozenset(np.flatnonzero(motion > MOVES * motion.max()).tolist())


def holding(
    bodies: Sequence[Body],
    touching: Sequence[Contact],
    law: Law,
    friction: float,
    shift: Flat = (0.0, 0.0),
    steady: frozenset[int] = frozenset(),
) -> Holding:
    """What the contacts do about it; strengths are in parts of the heaviest body's weight."""
    weight = weights(bodies)
    ease = 1.0 / np.sqrt(np.array([_inertia(b, w) for b, w in zip(bodies, weight, strict=True)]))
    ease = ease[:, law.value].ravel()
    load = ease * (loading(weight, law) - shifting(without(weight, steady), law) @ np.array(shift))
    pushed = pushes(touching, friction, law, middles=False)
    matrix = ease[:, None] * _matrix(bodies, pushed, law)
    strength = least_squares(matrix, load)
    left = ease * (load - matrix @ strength)
    return Holding(pushed, strength, np.abs(left.reshape(len(bodies), -1)).max(axis=1))


def _matrix(bodies: Sequence[Body], pushed: Pushes, law: Law) -> Floats:
    matrix = np.zeros((len(bodies) * law.equations, len(pushed)))
    if len(pushed):
        entries = columns(pushed, np.array([body.centre for body in bodies]), law)
        lengths = np.diff(entries.starts, append=len(entries.indices))
        matrix[entries.indices, np.repeat(np.arange(len(pushed)), lengths)] = entries.values
    return matrix


def _inertia(body: Body, weight: float) -> list[float]:
    """Mass three times, then the moments of inertia about the centre's axes."""
    volume = sum(box.volume for box in body.boxes)
    spread = np.zeros(3)
    for box in body.boxes:
        size = np.subtract(box.high, box.low)
        offset = np.subtract(box.centre, body.centre)
        spread += box.volume / volume * (size**2 / 12 + offset**2)
    about = spread.sum() - spread
    return [weight] * 3 + [float(weight * axis) for axis in about]
