"""Least squares with nothing negative, to the very optimum.

The library's solver is quick, but where columns depend on each other (the four corners of a
contact always do) it may stop short of the optimum. Another go with only those columns that it
used or should have used mostly gets there, or else one with all of them in another order. If
that fails too, every column is given a price so small that nobody sees
it: then none depends on the others, only it takes longer.
"""

import numpy as np
from scipy.optimize import nnls

from turmwart.statics.linear import Floats

OPTIMAL = 1e-9
"""A column that would gain less than this is left alone."""
TRIES = 6
AFRESH = 3
"""After so many tries, all columns are taken again, the last one first."""
ROUNDS = 9
PRICE = 1e-4


def least_squares(matrix: Floats, target: Floats) -> Floats:
    """The x >= 0 that brings matrix @ x nearest to *target*."""
    x = np.zeros(matrix.shape[1])
    if not len(x):
        return x
    chosen = np.arange(len(x))
    for attempt in range(1, TRIES + 1):
        x = np.zeros(len(x))
        x[chosen] = _solved(matrix[:, chosen], target)
        gains = matrix.T @ (target - matrix @ x)
        if float(np.where(x > 0, np.abs(gains), gains).max()) <= OPTIMAL:
            return x
        lacking, used = gains > OPTIMAL, x > 0
        chosen = (
            np.arange(len(x))[::-1]
            if attempt == AFRESH
            else np.concatenate([np.flatnonzero(lacking), np.flatnonzero(used & ~lacking)])
        )
    return gentlest(matrix, target)


def gentlest(matrix: Floats, target: Floats) -> Floats:
    """Of all such x nearly the smallest: what could share a load does."""
    if not matrix.shape[1]:
        return np.zeros(0)
    priced = np.vstack([matrix, PRICE * np.eye(matrix.shape[1])])
    return _solved(priced, np.concatenate([target, np.zeros(matrix.shape[1])]))


def _solved(matrix: Floats, target: Floats) -> Floats:
    """Out of rounds, nothing is found."""
    try:
        return np.asarray(nnls(matrix, target, maxiter=ROUNDS * matrix.shape[1])[0])
    except RuntimeError:
        return np.zeros(matrix.shape[1])
