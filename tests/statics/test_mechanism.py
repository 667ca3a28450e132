"""Who moves: the forces that hold best are found to the optimum, whatever depends on what."""

import numpy as np
import pytest

from turmwart.model.geometry import Cell
from turmwart.statics.bodies import of_cells
from turmwart.statics.contacts import contacts
from turmwart.statics.forces import Law
from turmwart.statics.leastsquares import least_squares
from turmwart.statics.mechanism import movers


@pytest.mark.parametrize("seed", range(40))
def test_least_squares_meets_the_conditions_of_the_optimum(seed):
    """Nothing gains by growing, and what is used gains nothing either way."""
    rng = np.random.default_rng(seed)
    few = rng.integers(-2, 3, size=(12, 5)).astype(float)
    matrix = few @ rng.integers(-1, 2, size=(5, 40))
    target = rng.integers(-3, 4, size=12).astype(float)
    found = least_squares(matrix, target)
    gains = matrix.T @ (target - matrix @ found)
    assert found.min() >= 0
    assert gains.max() < 1e-6
    assert np.abs(gains * found).max() < 1e-6


def test_no_column_fits_with_nothing():
    assert least_squares(np.zeros((3, 0)), np.ones(3)).shape == (0,)


def test_a_corner_piece_falls_off_its_cube_and_the_rest_stays():
    """Wherever on the table it stands: only the piece over the edge moves."""
    bricks = [
        [(2, 1, 0), (2, 2, 0), (3, 1, 0), (3, 2, 0)],
        [(1, 0, 0)],
        [(3, 3, 0)],
        [(1, 0, 1), (2, -1, 1), (2, 0, 1)],
        [(0, 1, 0)],
    ]
    for dx, dy in ((0, 0), (-37, 5), (11, -4)):
        bodies = [of_cells(Cell(x + dx, y + dy, z) for x, y, z in brick) for brick in bricks]
        assert movers(bodies, contacts(bodies), Law.SOLID, 0.4) == {3}
