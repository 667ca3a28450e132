"""Acts as the referee protocol writes them, and back."""

from collections.abc import Callable, Mapping
from itertools import pairwise

from turmwart.model.geometry import Cell
from turmwart.rules import fields
from turmwart.rules.ruleset import BadAct, Raw
from turmwart.rules.talo.material import (
    BOARD,
    LONGEST,
    SIDES,
    Act,
    Brick,
    Build,
    Collapse,
    Done,
    Move,
    Restart,
    Roll,
    State,
    brick,
)

FAR = 100
"""No cell of a game lies farther out than this."""
ANYWHERE = 2**31
"""A target may be named anywhere: where no field is, L-11 says so."""


def read(state: State, raw: Raw) -> Act:
    did = raw.get("do")
    reader = READERS.get(did) if isinstance(did, str) else None
    if reader is None:
        raise fields.unknown_do(raw, tuple(READERS))
    return reader(state, raw)


def _read_roll(_state: State, raw: Raw) -> Roll:
    return Roll(fields.dice(raw, 1, SIDES)[0])


def _read_build(_state: State, raw: Raw) -> Build:
    bricks = fields.listed(raw, "bricks")
    if not bricks:
        raise BadAct("out_of_range", "'bricks' is empty; give one brick, or two set together.")
    return Build(tuple(_read_brick(part) for part in bricks))


def _read_brick(raw: object) -> tuple[Cell, ...]:
    if not isinstance(raw, Mapping):
        raise BadAct(
            "bad_type", f"a brick is {fields.shortened(raw)}; give an object with 'cells'."
        )
    cells = [Cell(*_numbers(cell, "cells", 3)) for cell in fields.listed(raw, "cells")]
    if not cells:
        raise BadAct("out_of_range", "'cells' of a brick is empty; give one cell or more.")
    if len(set(cells)) < len(cells):
        raise BadAct("repeated_cell", "'cells' of a brick names a cell twice; name each once.")
    placed = brick(cells)
    if len(placed) > LONGEST or not straight(placed):
        raise BadAct(
            "no_brick", f"'cells' are no brick; give 1 to {LONGEST} cells in one straight line."
        )
    return placed


def straight(placed: Brick) -> bool:
    """True for cells in one unbroken line along x, along y or upright (L-5)."""
    way = tuple(last - first for first, last in zip(placed[0], placed[-1], strict=True))
    return sorted(way) == [0, 0, len(placed) - 1] and _unbent(placed)


def _unbent(placed: Brick) -> bool:
    return all(
        sum(abs(b - a) for a, b in zip(one, following, strict=True)) == 1
        for one, following in pairwise(placed)
    )


def _read_move(_state: State, raw: Raw) -> Move:
    to = Cell(*_numbers(fields.required(raw, "to"), "to", 3, ANYWHERE))
    if to.z < 0 or (to.z == 0 and not _on_board(to)):
        raise BadAct(
            "out_of_range", f"'to' is {list(to)}; on level 0 there is only the board, 0 to 9."
        )
    return Move(to)


def _read_restart(_state: State, raw: Raw) -> Restart:
    x, y = _numbers(fields.required(raw, "to"), "to", 2)
    to = Cell(x, y, 0)
    if not _on_board(to):
        raise BadAct("out_of_range", f"'to' is {[x, y]}; give a field of the board, 0 to 9.")
    return Restart(to)


def _read_collapse(state: State, raw: Raw) -> Collapse:
    rebuilt = fields.truth(raw, "rebuilt")
    if not state.bricks:
        raise BadAct("out_of_range", "nothing is built yet that could collapse; build first.")
    return Collapse(rebuilt)


def _read_done(_state: State, _raw: Raw) -> Done:
    return Done()


READERS: Mapping[str, Callable[[State, Raw], Act]] = {
    "roll": _read_roll,
    "build": _read_build,
    "move": _read_move,
    "restart": _read_restart,
    "collapse": _read_collapse,
    "done": _read_done,
}


def _numbers(value: object, name: str, count: int, far: int = FAR) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise BadAct("bad_type", f"{name!r} has {fields.shortened(value)}; give {count} numbers.")
    return tuple(fields.in_range(number, name, -far, far) for number in value)


def _on_board(cell: Cell) -> bool:
    return cell.x in BOARD and cell.y in BOARD


def write(act: Act) -> dict[str, object]:
    """The act as JSON."""
    match act:
        case Roll(number):
            return {"do": "roll", "dice": [number]}
        case Build(bricks):
            return {"do": "build", "bricks": [{"cells": [list(c) for c in b]} for b in bricks]}
        case Move(to):
            return {"do": "move", "to": list(to)}
        case Restart(to):
            return {"do": "restart", "to": [to.x, to.y]}
        case Collapse(rebuilt):
            return {"do": "collapse", "rebuilt": rebuilt}
        case Done():
            return {"do": "done"}
