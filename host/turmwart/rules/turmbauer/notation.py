"""Acts and states as the referee protocol writes them."""

from collections.abc import Callable
from dataclasses import asdict

from turmwart.model.blocks import pose_of
from turmwart.model.geometry import Cell
from turmwart.rules import fields
from turmwart.rules.ruleset import BadAct, Raw
from turmwart.rules.turmbauer.acts import (
    Act,
    Build,
    Discard,
    Done,
    Effect,
    Fallen,
    Move,
    Place,
    Ring,
    Roll,
)
from turmwart.rules.turmbauer.state import Phase, State

TABLE = "table"
REACH = 150
"""How far from the cornerstone, to any side, a piece is taken to stand on the same table."""
ANYWHERE = 2**31
"""A target may be named anywhere: where no field is, T-14 says so."""

EFFECTS: dict[str, Effect] = {"a": "a", "b": "b", "c": "c"}


def read(state: State, raw: Raw) -> Act:
    """The act that *raw* writes; raises BadAct."""
    do = fields.required(raw, "do")
    if not isinstance(do, str) or do not in READERS:
        raise fields.unknown_do(raw, tuple(READERS))
    return READERS[do](state, raw)


def _roll(state: State, raw: Raw) -> Roll:
    return Roll(fields.dice(raw, 1 if state.phase is Phase.START else 2, 6))


def _build(state: State, raw: Raw) -> Build:
    piece = _piece(state, raw)
    cells, coloured = _cells(raw, "cells"), _cells(raw, "coloured")
    poses = {shape.pose for shape in state.pieces[piece].shapes}
    fits = set(coloured) <= set(cells) and len(cells) == state.pieces[piece].size
    if not fits or pose_of(cells, coloured)[0] not in poses:
        raise BadAct(
            "not_that_piece",
            f"'cells' and 'coloured' are no turn of {piece}; give the cells that it fills "
            "and those of them that show the colour.",
        )
    return Build(piece, cells, coloured)


def _piece(state: State, raw: Raw) -> str:
    piece = fields.required(raw, "piece")
    if not isinstance(piece, str):
        raise BadAct("bad_type", f"'piece' is {fields.shortened(piece)}; give a piece's name.")
    if piece not in state.pieces:
        known = ", ".join(state.pieces)
        raise BadAct("unknown_piece", f"'piece' is {fields.shortened(piece)}; there are {known}.")
    return piece


def _cells(raw: Raw, name: str) -> tuple[Cell, ...]:
    cells = [_cell(entry, name, REACH) for entry in fields.listed(raw, name)]
    if len(set(cells)) < len(cells):
        raise BadAct("repeated_cell", f"{name!r} has a cell twice; give each cell once.")
    return tuple(sorted(cells))


def _cell(value: object, name: str, reach: int) -> Cell:
    if not isinstance(value, list) or len(value) != 3:
        shown = fields.shortened(value)
        raise BadAct("bad_type", f"{name!r} has {shown}; give a place as three numbers.")
    return Cell(*(fields.in_range(number, name, -reach, reach) for number in value))


def _discard(state: State, raw: Raw) -> Discard:
    return Discard(_piece(state, raw))


def _ring(_: State, raw: Raw) -> Ring:
    return Ring(EFFECTS[fields.one_of(raw, "effect", tuple(EFFECTS))])


def _move(_: State, raw: Raw) -> Move:
    if isinstance(raw.get("to"), str):
        fields.one_of(raw, "to", (TABLE,))
        return Move(None)
    field = _cell(fields.required(raw, "to"), "to", ANYWHERE)
    if field.z < 1:
        raise BadAct("out_of_range", "'to' has level 0 or less; give 'table' or a field above it.")
    return Move(field)


def _done(_: State, _raw: Raw) -> Done:
    return Done()


def _fallen(state: State, raw: Raw) -> Fallen:
    """No more can fall than stands; before the start any number is merely too early (T-2)."""
    pieces = fields.whole(raw, "pieces", 1, ANYWHERE)
    if state.phase is Phase.START:
        return Fallen(pieces)
    if not state.built:
        raise BadAct("out_of_range", "nothing is built yet that could have fallen; build first.")
    return Fallen(fields.whole(raw, "pieces", 1, len(state.built)))


READERS: dict[str, Callable[[State, Raw], Act]] = {
    "roll": _roll,
    "build": _build,
    "discard": _discard,
    "ring": _ring,
    "move": _move,
    "done": _done,
    "fallen": _fallen,
}


def write(act: Act) -> dict[str, object]:
    """The act as JSON."""
    written: dict[str, object] = {"do": type(act).__name__.lower()}
    match act:
        case Move(to):
            return written | {"to": place(to)}
        case Build(piece, cells, coloured):
            return written | {"piece": piece, "cells": lists(cells), "coloured": lists(coloured)}
        case Roll(dice):
            return written | {"dice": list(dice)}
        case _:
            return written | asdict(act)


def lists(cells: tuple[Cell, ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def place(where: Place) -> list[int] | str:
    return TABLE if where is None else list(where)


def show(state: State) -> dict[str, object]:
    """The state as JSON, without what all games have alike."""
    by_seat = dict(zip(state.seats, state.hands, strict=True))
    return {
        "dice": list(state.dice) or None,
        "ring": state.ring,
        "players": {player[0]: list(player) for player in state.players},
        "supply": {seat: list(hand.supply) for seat, hand in by_seat.items()},
        "box": {seat: list(hand.box) for seat, hand in by_seat.items()},
        "rings": {seat: hand.rings for seat, hand in by_seat.items()},
        "pawns": {seat: place(hand.pawn) for seat, hand in by_seat.items()},
        "built": [
            {
                "seat": piece.seat,
                "piece": piece.piece,
                "cells": lists(piece.cells),
                "coloured": lists(piece.coloured),
                "violations": list(piece.violations),
            }
            for piece in state.built
        ],
        "start_rolls": dict(state.start_rolls),
    }
