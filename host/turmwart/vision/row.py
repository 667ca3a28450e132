"""Reads the row of 27. What was committed in doubt stays in doubt until later pictures settle it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from turmwart.interpret.judge import judge
from turmwart.interpret.reading import Certain, Doubtful, Hypothesis, Reading, Scored
from turmwart.interpret.twentyseven import TwentySevenStaging
from turmwart.model.table import Table
from turmwart.rules.twentyseven.game import TWENTYSEVEN, State
from turmwart.vision.light import evened
from turmwart.vision.look import Look
from turmwart.vision.piles import weighed
from turmwart.vision.score import score

MARGIN, UNSETTLED_MARGIN = 28.0, 34.0
"""A lead below this is a doubt; after a doubt that nobody has settled, a larger one is needed."""
FACES_WEIGHT = 0.3
"""Colours and rims alone are too sure of themselves; the piles say the rest."""
CONTENDERS, CONTESTED = 6, 150.0
"""So many rows, so near to the best by colours and rims, are told apart by their piles."""
KEPT = 2
"""How many other rows are kept in mind."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A row that may lie there instead of the committed one; *weight* is a log-probability."""

    state: State
    weight: float


@dataclass(slots=True)
class RowReader:
    """One table's memory of what else its row could be."""

    staging: TwentySevenStaging = field(default_factory=TwentySevenStaging)
    _state: State | None = None
    _beliefs: tuple[Belief, ...] = ()
    _weighed: list[tuple[State, Scored]] = field(default_factory=list)

    def __call__(self, look: Look, state: State, table: Table) -> Reading:
        if self._state is not None and state != self._state:
            self._beliefs = self._carried(state)
        self._state = state
        self._weighed = self._weigh(look, state, table)
        best: dict[str, Scored] = {}
        for _, each in self._weighed:
            key = repr((each.hypothesis.acts, each.hypothesis.crooked))
            if key not in best or best[key].score < each.score:
                best[key] = each
        return settled(judge(list(best.values()), UNSETTLED_MARGIN if self._beliefs else MARGIN))

    def _weigh(self, look: Look, state: State, table: Table) -> list[tuple[State, Scored]]:
        """Every next scene of the committed row and of those that may lie there instead."""
        proposed = [(state, each, 0.0) for each in self.staging.propose(state, table)]
        sayable = {repr(each.acts) for _, each, _ in proposed}
        for belief in self._beliefs:
            proposed += [
                (belief.state, each, belief.weight)
                for each in self.staging.propose(belief.state, table)
                if repr(each.acts) in sayable
            ]
        fits = seen([each for _, each, _ in proposed], evened(look, table))
        return [
            (before, Scored(each, float(fit) + each.prior + weight))
            for (before, each, weight), fit in zip(proposed, fits, strict=True)
        ]

    def _carried(self, state: State) -> tuple[Belief, ...]:
        """The rows that the last picture allowed beside the one that was committed."""
        after: dict[State, float] = {}
        for before, each in self._weighed:
            if (row := _after(before, each.hypothesis)) is not None:
                after[row] = max(after.get(row, float("-inf")), each.score)
        if state not in after:
            return ()
        own = after.pop(state)
        near = [
            Belief(row, min(worth - own, 0.0))
            for row, worth in after.items()
            if worth > own - MARGIN and row.side == state.side
        ]
        return tuple(sorted(near, key=lambda belief: -belief.weight)[:KEPT])


def seen(proposed: Sequence[Hypothesis], even: Look) -> NDArray[np.float64]:
    """How well each row explains the picture: colours and rims, then the piles of the best.

    For a row whose piles were not looked at, they count as well as the best ones.
    """
    scenes = [each.scene for each in proposed]
    fits = FACES_WEIGHT * score(even, scenes)
    upright = np.array([not each.crooked for each in proposed])
    near = upright & (fits > fits.max() - FACES_WEIGHT * CONTESTED)
    order = [int(i) for i in np.argsort(-fits) if near[i]][:CONTENDERS]
    if not order:
        return fits
    piles = weighed(even, [scenes[i] for i in order])
    worth = np.full(len(proposed), piles.max())
    worth[order] = piles
    return np.asarray(fits + worth, dtype=np.float64)


def settled(reading: Reading) -> Reading:
    """Which of several crooked piles it is needs no asking: it has to be straightened (X-3)."""
    if isinstance(reading, Doubtful) and all(each.crooked for each in reading.rivals):
        return Certain(reading.rivals[0], 0.0)
    return reading


def _after(state: State, hypothesis: Hypothesis) -> State | None:
    """The row after one move, or None where it is none that can be committed."""
    if len(hypothesis.acts) != 1 or hypothesis.crooked:
        return None
    act = TWENTYSEVEN.read(state, hypothesis.acts[0])
    if any(violation.binding for violation in TWENTYSEVEN.violations(state, act)):
        return None
    return TWENTYSEVEN.apply(state, act)
