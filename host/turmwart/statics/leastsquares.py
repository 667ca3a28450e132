"""Least squares with nothing negative, by an interior-point method.

Columns depend on each other (the four corners of a contact always do), which stops methods that
pick columns one by one. This one keeps all of them in play: x and what each column would lose by
growing stay positive while their products go down to nothing together, in some twenty steps.
Of all x that do equally well it ends in the middle: what could share a load does.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.linalg import lu_factor, lu_solve
from scipy.sparse.linalg import splu

from turmwart.statics.linear import Floats

DONE = 1e-13
"""The sum of all products at the end; what is left over is then right to some 1e-7."""
EXACT = 1e-9
STEPS = 80
NEARLY = 0.9995
"""How much of the way to zero one step may go."""
FEW = 150
"""Up to so many rows it takes longer to leave the zeros out than to reckon with them."""
PRICE = 1e-12
"""On the square of each x, so that forces that only press against each other do not grow."""


@dataclass(frozen=True, slots=True)
class _Point:
    """*left* is what of the target x does not reach, *losing* the price of growing each x."""

    x: Floats
    losing: Floats
    left: Floats

    @property
    def gap(self) -> float:
        return float(self.x @ self.losing)

    def moved(self, step: "_Point", part: float) -> "_Point":
        return _Point(
            self.x + part * step.x, self.losing + part * step.losing, self.left + part * step.left
        )

    def room(self, step: "_Point") -> float:
        """The part of *step* after which everything is still positive."""
        ways = np.concatenate([step.x / self.x, step.losing / self.losing])
        return min(1.0, NEARLY / max(-float(ways.min()), NEARLY))


def least_squares(matrix: Floats, target: Floats) -> Floats:
    """The x >= 0 that brings matrix @ x nearest to *target*."""
    columns = matrix.shape[1]
    if not columns:
        return np.zeros(0)
    flat = matrix if len(matrix) <= FEW else sparse.csc_matrix(matrix)
    at = _Point(np.ones(columns), np.ones(columns), target - flat @ np.ones(columns))
    for _ in range(STEPS):
        gains = flat.T @ at.left + at.losing - PRICE * at.x
        astray = target - flat @ at.x - at.left
        if at.gap < DONE and max(np.abs(gains).max(), np.abs(astray).max()) < EXACT:
            break
        towards = _newton(flat, at, gains, astray)
        straight = towards(-at.x * at.losing)
        ahead = at.moved(straight, at.room(straight)).gap
        centred = (ahead / at.gap) ** 3 * at.gap / columns
        step = towards(centred - at.x * at.losing - straight.x * straight.losing)
        at = at.moved(step, at.room(step))
    return at.x


def _newton(
    flat: Floats | sparse.csc_matrix, at: _Point, gains: Floats, astray: Floats
) -> Callable[[Floats], _Point]:
    """The step that changes each product by a wanted amount and mends what does not add up."""
    ease = 1.0 / (at.losing / at.x + PRICE)
    solve = _dense(flat, ease) if isinstance(flat, np.ndarray) else _sparse(flat, ease)

    def step(wanted: Floats) -> _Point:
        push = wanted / at.x + gains
        left = solve(astray - flat @ (ease * push))
        x = ease * (push + flat.T @ left)
        return _Point(x, (wanted - at.losing * x) / at.x, left)

    return step


def _dense(flat: Floats, ease: Floats) -> Callable[[Floats], Floats]:
    factors = lu_factor(np.eye(len(flat)) + (flat * ease) @ flat.T, check_finite=False)
    return lambda wanted: np.asarray(lu_solve(factors, wanted, check_finite=False))


def _sparse(flat: sparse.csc_matrix, ease: Floats) -> Callable[[Floats], Floats]:
    system = sparse.identity(flat.shape[0]) + flat @ sparse.diags(ease) @ flat.T
    symmetric = {"SymmetricMode": True}
    order = "MMD_AT_PLUS_A"
    factors = splu(system.tocsc(), order, diag_pivot_thresh=0.0, options=symmetric)
    return lambda wanted: np.asarray(factors.solve(wanted))
