"""From scored turns of a tower to a reading: what is certain, what is crooked, what is asked."""

from collections.abc import Sequence

from turmwart.interpret.judge import MOST_RIVALS
from turmwart.interpret.lattice import BROKEN
from turmwart.interpret.reading import Certain, Doubtful, Reading, Scored

TWIN = 2.3
"""What is as likely beforehand must be told apart by the picture alone: so many margins."""
CROOKED_LEAD = 25.0
"""A block is called crooked only when straight ones explain so much less."""


def judged(scored: Sequence[Scored], margin: float) -> Reading:
    """The best turn; or it and all that come near it, what is legal first."""
    ranked = _straightened(sorted(scored, key=lambda each: -each.score))
    best, *others = ranked
    if best.hypothesis.crooked:
        return Certain(best.hypothesis, 0.0)
    rivals = [each for each in others if best.score - each.score < _due(best, each, margin)]
    if rivals:
        near = [each.hypothesis for each in (best, *rivals)[:MOST_RIVALS]]
        return Doubtful(tuple(sorted(near, key=lambda rival: rival.prior <= BROKEN)))
    return Certain(best.hypothesis, best.score - others[0].score if others else float("inf"))


def _due(best: Scored, other: Scored, margin: float) -> float:
    return margin * (TWIN if other.hypothesis.prior >= best.hypothesis.prior else 1.0)


def _straightened(ranked: Sequence[Scored]) -> Sequence[Scored]:
    """Without the crooked ones, unless nothing straight comes near."""
    straight = [each for each in ranked if not each.hypothesis.crooked]
    if straight and ranked[0].score - straight[0].score < CROOKED_LEAD:
        return straight
    return ranked
