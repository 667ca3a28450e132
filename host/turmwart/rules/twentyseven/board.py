"""The row of 27: each field is a string of discs, bottom to top, its base first."""

from collections.abc import Iterator
from dataclasses import dataclass

Row = tuple[str, ...]
Side = str
"""'B' or 'W'; the bases are 'r' (red) and 'g' (grey)."""

AHEAD: dict[Side, int] = {"B": 1, "W": -1}
OTHER: dict[Side, Side] = {"B": "W", "W": "B"}
MOVABLE_BASES: dict[str, str] = {"base": "", "grey": "g", "red": "gr"}  # D-6, D-7


@dataclass(frozen=True, slots=True)
class Move:
    """*count* discs from the top of field *source*, counted from 0; *base* goes with them."""

    source: int
    count: int
    base: bool = False


def start_row(fields: int = 9, discs: int = 9) -> Row:
    return ("r" + "B" * discs, *("g",) * (fields - 2), "r" + "W" * discs)


def towers(row: Row, side: Side) -> list[int]:
    """The fields with one's own disc on top (D-1)."""
    return [field for field, stack in enumerate(row) if stack[-1] == side]


def target(row: Row, side: Side, source: int) -> int:
    """Where a tower would land; it may lie beyond the row."""
    return source + AHEAD[side] * len(towers(row, side))


def legal(row: Row, side: Side, variant: str) -> Iterator[Move]:
    own = towers(row, side)  # D-1
    step = AHEAD[side] * len(own)
    for source in own:
        if 0 <= source + step < len(row):  # D-3
            above = len(row[source]) - 1
            for count in range(1, above + 1):  # D-2
                yield Move(source, count)
            if row[source][0] in MOVABLE_BASES[variant]:  # D-6, D-7
                yield Move(source, above, base=True)


def can_move(row: Row, side: Side) -> bool:
    own = towers(row, side)
    step = AHEAD[side] * len(own)
    return any(0 <= source + step < len(row) for source in own)


def moved(row: Row, move: Move, to: int) -> Row:
    """The row after *move* landed on *to*; a field that lost its base closes up (D-6)."""
    if to == move.source:
        return row
    stack = row[move.source]
    cut = 0 if move.base else len(stack) - move.count
    after = list(row)
    after[to] += stack[cut:]
    after[move.source] = stack[:cut]
    return tuple(stack for stack in after if stack)


def mover_after(row: Row, side: Side) -> Side | None:
    """Who moves after *side* has: the other, or the same when the other is stuck (D-4), or none."""
    if can_move(row, OTHER[side]):
        return OTHER[side]
    return side if can_move(row, side) else None


def heights(row: Row) -> dict[Side, int]:
    """Discs on the goal of each side, without the lowest one."""
    return {"B": len(row[-1]) - 1, "W": len(row[0]) - 1}
