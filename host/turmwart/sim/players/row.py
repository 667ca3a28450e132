"""Players of 27: legal moves by the rules, and the mistakes of people at a table.

A turn is a pure function of the state, the seed and the number of acts committed before it,
so a game goes on in the same way after the power was cut.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.rules.twentyseven import TWENTYSEVEN, MoveAct, State
from turmwart.sim.players.habits import (
    Plan,
    Wrong,
    broken,
    carried_out,
    habits,
    hand_of,
    picked,
    wrong,
)
from turmwart.sim.stages.row import nudged, stage_row
from turmwart.sim.steps import Step

ASKEW_MM = 10.5


@dataclass(frozen=True, slots=True)
class RowPlayer:
    """Both players of 27 at one table."""

    table: Table
    seed: int
    clumsy: float

    def scene(self, state: State, acts: int) -> Scene:
        return stage_row(TWENTYSEVEN.show(state), self.table, self.seed)

    def turn(self, state: State, acts: int) -> Iterator[Step]:
        """The steps of the next move."""
        rng = np.random.default_rng([self.seed, 31, acts])
        habit = habits(rng, self.clumsy)
        before = self.scene(state, acts)
        legal = list(TWENTYSEVEN.legal(state))
        move, other = picked(legal, rng), picked(legal, rng)
        after = self._after(state, move)
        plan = Plan(
            before,
            after,
            (TWENTYSEVEN.write(move),),
            trial=self._after(state, other),
            wrong=self._wrong(state, rng),
            askew=(nudged(before, after, (0.0, ASKEW_MM)), ("X-3",)),
        )
        line = 0.0 if self.table.mat.row is None else self.table.mat.row.first.y
        hand = hand_of(self.seed, "BW".index(state.side), rng, line)
        yield from carried_out(plan, habit, hand, rng)

    def _after(self, state: State, move: MoveAct) -> Scene:
        return self.scene(TWENTYSEVEN.apply(state, move), 0)

    def _wrong(self, state: State, rng: np.random.Generator) -> Wrong | None:
        """An illegal move that leaves a table which no legal move leaves."""
        rows = {TWENTYSEVEN.apply(state, move).row for move in TWENTYSEVEN.legal(state)}
        found = [
            act
            for act in _moves(state)
            if wrong(TWENTYSEVEN, state, act) and TWENTYSEVEN.apply(state, act).row not in rows
        ]
        if not found:
            return None
        act = picked(found, rng)
        faults = broken(TWENTYSEVEN, state, (act,))
        return Wrong(self._after(state, act), (TWENTYSEVEN.write(act),), faults)


def _moves(state: State) -> Iterator[MoveAct]:
    """Every shift of discs from one field to another, bases left alone."""
    fields = range(1, len(state.row) + 1)
    for source in fields:
        for count in range(1, len(state.row[source - 1])):
            yield from (MoveAct(source, count, to=to) for to in fields if to != source)
