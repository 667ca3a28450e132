"""From scores to a reading: certain, doubtful, or out of step."""

from collections.abc import Sequence

from turmwart.interpret.reading import Certain, Doubtful, OutOfStep, Reading, Scored

MOST_RIVALS = 4


def judge(scored: Sequence[Scored], margin: float) -> Reading:
    """The best hypothesis, and all that come within *margin* of it."""
    ranked = sorted(scored, key=lambda each: -each.score)
    if not ranked:
        return OutOfStep()
    best, *others = ranked
    lead = best.score - others[0].score if others else float("inf")
    rivals = [each for each in others if best.score - each.score < margin]
    if rivals:
        first = tuple(each.hypothesis for each in (best, *rivals)[:MOST_RIVALS])
        return Doubtful(first, lead)
    return Certain(best.hypothesis, lead)
