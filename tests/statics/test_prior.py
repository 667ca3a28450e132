"""What stands is likelier than what does not, and nothing is impossible."""

from math import isfinite

from turmwart.statics.prior import log_prior


def test_the_worse_it_stands_the_less_likely_it_was_seen(structure):
    base = [[0, 0, 0]]
    likely = [log_prior(structure(a=base, b=(left, 0, 1, 2, 1, 1))) for left in (-0.5, -0.02, 0.3)]
    assert likely[0] == 0.0
    assert likely[0] > likely[1] > likely[2]
    assert isfinite(likely[2])
