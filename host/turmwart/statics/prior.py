"""What cannot stand is unlikely to be what the camera sees: a prior for readings of a picture."""

from collections.abc import Mapping

from turmwart.statics.judge import Standing, stands
from turmwart.statics.structures import Pile

LOG_PRIOR: Mapping[Standing, float] = {
    Standing.STABLE: 0.0,
    Standing.MARGINAL: -0.7,
    Standing.UNSTABLE: -25.0,
}
"""Hands are clever: what barely stands is seen half as often. What falls is not there any more."""


def log_prior(pile: Pile) -> float:
    """To be added to a reading's log-likelihood. A prior, not a filter."""
    return LOG_PRIOR[stands(pile)]
