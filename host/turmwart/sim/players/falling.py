"""Which pieces drop when somebody knocks against the tower."""

from collections.abc import Iterable

import numpy as np

from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer.state import State
from turmwart.sim.players.landing import heights, open_above


def tumbling(state: State, most: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Up to *most* pieces with nothing on them, neither piece nor pawn, by number."""
    under = {(pawn.x, pawn.y) for pawn in state.pawns().values()}
    high = heights(state)
    loose = [
        number
        for number, built in enumerate(state.built)
        if not any((cell.x, cell.y) in under for cell in built.cells)
        and open_above(high, [cell._replace(z=cell.z + 1) for cell in _tops(built.cells)])
    ]
    return tuple(int(n) for n in rng.permutation(loose)[:most])


def _tops(cells: Iterable[Cell]) -> list[Cell]:
    """The highest cube of each column."""
    best: dict[tuple[int, int], Cell] = {}
    for cell in sorted(cells, key=lambda each: each.z):
        best[cell.x, cell.y] = cell
    return list(best.values())
