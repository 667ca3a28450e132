"""Balance by vertical forces alone: neither friction nor side faces help.

Lengths are cells of the lattice. The ground at z = 0 carries whatever stands on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from turmwart.model.geometry import Cell
from turmwart.statics.bodies import of_cells
from turmwart.statics.contacts import contacts
from turmwart.statics.equilibrium import EXACT, Equilibrium, weights
from turmwart.statics.forces import Law
from turmwart.statics.mechanism import movers

NARROW = 0.1
JUST_PAST = 1e-3


@dataclass(frozen=True, slots=True)
class Balance:
    """How a building stands.

    *margin_cells*: how far all centres of mass may shift together in the worst direction;
    0 exactly on the edge, None when the building does not stand.
    *unbalanced*: the bricks, by index, that move when it does not stand.
    *tipping*: the same, or while the margin is narrow the bricks that would move once
    everything were shifted just past it.
    """

    margin_cells: float | None
    unbalanced: frozenset[int] = frozenset()
    tipping: frozenset[int] = frozenset()

    @property
    def stands(self) -> bool:
        return self.margin_cells is not None


def balance(
    bricks: Sequence[frozenset[Cell]],
    steady: frozenset[int] = frozenset(),
    narrow: float = NARROW,
) -> Balance:
    """Judges the whole building from scratch; no brick at all stands with any margin.

    The *steady* bricks are held in place from the side, so the margin is that of the others:
    a steady brick may be exactly on its edge, but not beyond.
    """
    if not bricks:
        return Balance(float("inf"))
    bodies = [of_cells(brick) for brick in bricks]
    touching = contacts(bodies)
    pile = Equilibrium(Law.VERTICAL, 0.0)
    pile.add(bodies, weights(bodies), touching, steady)
    margin = pile.margin()
    if margin is None or margin.cells < -EXACT:
        falling = movers(bodies, touching, Law.VERTICAL, 0.0)
        return Balance(None, falling, falling)
    if margin.cells >= narrow:
        return Balance(max(margin.cells, 0.0))
    x, y = (part * (margin.cells + JUST_PAST) for part in margin.worst)
    tipping = movers(bodies, touching, Law.VERTICAL, 0.0, (x, y), steady)
    return Balance(max(margin.cells, 0.0), tipping=tipping)
