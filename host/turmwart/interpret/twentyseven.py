"""27 for the eye: every pile of discs that one move, right or wrong, could leave."""

from collections.abc import Iterator
from dataclasses import replace

from turmwart.interpret.reading import Crooked, Hypothesis, RawAct
from turmwart.model.geometry import Cell, Place, Point
from turmwart.model.scene import Disc, Scene
from turmwart.model.table import Row as Fields
from turmwart.model.table import Table
from turmwart.rules.twentyseven.board import MOVABLE_BASES, Move, Row, moved, target, towers
from turmwart.rules.twentyseven.game import State

COLOURS = {"r": "red", "g": "grey", "B": "black", "W": "white"}
STANDARD_ROW = Fields(first=Point(-120.0, 0.0), step=Point(30.0, 0.0))
LEGAL, OTHER_SIDE, WRONG_DISTANCE, BETWEEN = 0.0, -25.0, -15.0, -25.0
ASIDE = 0.4
"""How far beside its field a crooked pile is looked for, in steps of the row."""


class TwentySevenStaging:
    """The row of 27 in millimetres."""

    def scene(self, state: State, table: Table) -> Scene:
        return row_scene(state.row, table)

    def propose(self, state: State, table: Table) -> Iterator[Hypothesis]:
        yield Hypothesis((), row_scene(state.row, table))
        for source, stack in enumerate(state.row):
            for move in _grips(source, stack, state.variant):
                for to in range(len(state.row)):
                    if to != source:
                        yield _landed(state, move, to, table)
                yield from _between(state, move, table)


def row_scene(row: Row, table: Table) -> Scene:
    return Scene(
        tuple(disc for i, stack in enumerate(row) for disc in pile(stack, float(i), table))
    )


def pile(stack: str, at: float, table: Table, above: int = 0) -> tuple[Disc, ...]:
    """The discs of one field, or between two; *above* so many discs that lie there already."""
    fields = table.mat.row or STANDARD_ROW
    (x, y), (dx, dy) = fields.first, fields.step
    diameter, height = table.material.disc_mm
    return tuple(
        Disc(COLOURS[disc], Place(x + at * dx, y + at * dy, (above + i) * height), diameter, height)
        for i, disc in enumerate(stack)
    )


def _grips(source: int, stack: str, variant: str) -> Iterator[Move]:
    """What a hand may lift off a field, whoever owns it; a bare base stays, for no act says so."""
    for count in range(1, len(stack)):
        yield Move(source, count)
    if len(stack) > 1 and stack[0] in MOVABLE_BASES[variant]:
        yield Move(source, len(stack) - 1, base=True)


def _landed(state: State, move: Move, to: int, table: Table) -> Hypothesis:
    own = move.source in towers(state.row, state.side)
    due = to == target(state.row, state.side, move.source)
    prior = (LEGAL if own else OTHER_SIDE) + (LEGAL if due else WRONG_DISTANCE)
    return Hypothesis(
        (_act(move, None if due else to),), row_scene(moved(state.row, move, to), table), prior
    )


def _between(state: State, move: Move, table: Table) -> Iterator[Hypothesis]:
    """Set down beside its field, on any side (X-3); only where an own tower was to go."""
    to = target(state.row, state.side, move.source)
    if not 0 <= to < len(state.row) or state.row[move.source][-1] != state.side:
        return
    stack = state.row[move.source]
    lifted = stack if move.base else stack[-move.count :]
    rest = list(state.row)
    rest[move.source] = stack[: len(stack) - len(lifted)]
    below = len(rest[to])
    if move.base:
        del rest[move.source]
    dx, dy = (table.mat.row or STANDARD_ROW).step
    over = to - (move.base and move.source < to)
    moving = pile(lifted, float(over), table, above=below)
    for aside in ((dx, dy), (-dx, -dy), (-dy, dx), (dy, -dx)):
        off = (ASIDE * aside[0], ASIDE * aside[1])
        crooked = Crooked("X-3", (Cell(to + 1, 0, 0),), off, 0.0)
        solids = tuple(_shifted(disc, off) for disc in moving)
        scene = Scene((*row_scene(tuple(rest), table).solids, *solids))
        yield Hypothesis((_act(move, None),), scene, BETWEEN, (crooked,))


def _shifted(disc: Disc, off: tuple[float, float]) -> Disc:
    return replace(disc, foot=Place(disc.foot.x + off[0], disc.foot.y + off[1], disc.foot.z))


def _act(move: Move, to: int | None) -> RawAct:
    act: dict[str, object] = {
        "do": "move",
        "from": move.source + 1,
        "count": move.count,
        "base": move.base,
    }
    return act if to is None else {**act, "to": to + 1}
