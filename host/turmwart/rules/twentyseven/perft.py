"""Counts move sequences. A skip is no ply."""

from turmwart.rules.twentyseven.board import (
    AHEAD,
    MOVABLE_BASES,
    Move,
    Row,
    Side,
    legal,
    moved,
    mover_after,
    start_row,
    target,
)

KNOWN: dict[str, tuple[int, ...]] = {
    "base": (9, 81, 729, 6561, 59049, 503727),
    "grey": (9, 81, 810, 8100, 88290, 896109),
    "red": (10, 100, 1090, 11881, 139302, 1555496),
}
"""The published counts, black to start."""


def width(row: Row, side: Side, variant: str) -> int:
    """How many moves there are, without making them."""
    own = [field for field, stack in enumerate(row) if stack[-1] == side]
    step, fields, bases = AHEAD[side] * len(own), len(row), MOVABLE_BASES[variant]
    return sum(
        len(row[source]) - 1 + (row[source][0] in bases)
        for source in own
        if 0 <= source + step < fields
    )


def perft(row: Row, side: Side, variant: str, plies: int) -> int:
    """The number of move sequences of *plies* moves."""
    if plies == 1:
        return width(row, side, variant)
    return sum(
        perft(after, mover, variant, plies - 1)
        for after, mover in _followers(row, side, variant)
        if mover is not None
    )


def divide(variant: str, plies: int) -> dict[Move, int]:
    """The count behind each first move, to find where two programs part."""
    row = start_row()
    counts: dict[Move, int] = {}
    for move in legal(row, "B", variant):
        after = moved(row, move, target(row, "B", move.source))
        mover = mover_after(after, "B")
        rest = perft(after, mover, variant, plies - 1) if mover and plies > 1 else int(plies == 1)
        counts[move] = rest
    return counts


def _followers(row: Row, side: Side, variant: str) -> list[tuple[Row, Side | None]]:
    rows = [moved(row, move, target(row, side, move.source)) for move in legal(row, side, variant)]
    return [(after, mover_after(after, side)) for after in rows]
