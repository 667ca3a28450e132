"""27 on small boards, searched to the end: numbers that were published, not computed here."""

from functools import cache

import pytest

from turmwart.rules.twentyseven.board import (
    Row,
    Side,
    heights,
    legal,
    moved,
    mover_after,
    start_row,
    target,
)


@pytest.mark.rule("D-5")
@pytest.mark.parametrize(
    ("fields", "discs", "states", "longest", "value"),
    [(3, 3, 150, 8, -6), (4, 3, 469, 12, 6), (5, 3, 1638, 19, -1), (6, 3, 4519, 26, 1)],
)
def test_all_games_on_a_small_board(fields, discs, states, longest, value):
    seen = set()

    @cache
    def searched(row: Row, side: Side | None) -> tuple[int, int]:
        """The longest game from here, and what Black wins by with best play of both."""
        seen.add((row, side))
        if side is None:
            ends = heights(row)
            return 0, ends["B"] - ends["W"]
        found = []
        for move in legal(row, side, "base"):
            after = moved(row, move, target(row, side, move.source))
            found.append(searched(after, mover_after(after, side)))
        best = max if side == "B" else min
        return 1 + max(length for length, _ in found), best(worth for _, worth in found)

    assert searched(start_row(fields, discs), "B") == (longest, value)
    assert len(seen) == states
