"""What a table may see when it wants help: reachable fields, legal places, the plumb bob.

Hints augment the play, they do not play: nothing here says which of the legal acts is a good one.
"""

from collections.abc import Iterator, Sequence

from turmwart.display.pictures import CORNERSTONE, EDGE, Lit, State
from turmwart.display.view import Plumb
from turmwart.model.events import RawAct
from turmwart.model.geometry import Cell, Millimetres
from turmwart.session.session import Session
from turmwart.statics.bodies import Body, of_cells
from turmwart.statics.judge import judge
from turmwart.statics.structures import FRICTION, Pile


def hinted(session: Session, state: State) -> Iterator[Lit]:
    """Where the seat on turn may go and where it may build, each field once."""
    if session.over or session.paused:
        return
    acts = [session.rules.write(act) for act in session.rules.legal(session.state)]
    moves = {cell for act in acts if (cell := _reached(state, act)) is not None}
    yield from (("reachable", cell) for cell in sorted(moves))
    standing = _cells(state)
    places = {cell for act in acts for cell in _resting(act, standing)}
    if state["game"] == "turmbauer":  # T-9: where it joins says more than where it ends
        places = {cell for cell in places if _touches(cell, standing)}
    yield from (("place", cell) for cell in sorted(places - moves))


def _reached(state: State, act: RawAct) -> Cell | None:
    match act:
        case {"do": "move", "to": [int() as x, int() as y, int() as level]}:
            return Cell(x, y, level)
        case {"do": "move", "from": int() as source}:
            return Cell(source + (1 if state["turn"] == "black" else -1) * state["steps"], 0, 0)
        case _:
            return None


def _resting(act: RawAct, standing: set[Cell]) -> Iterator[Cell]:
    """The cells of a build that rest on the ground or on what stands."""
    match act:
        case {"do": "build", "cells": list() | tuple() as cells}:
            bodies = [cells]
        case {"do": "build", "bricks": list() | tuple() as bricks}:
            bodies = [brick["cells"] for brick in bricks]
        case _:
            return
    for cell in (Cell(*cell) for body in bodies for cell in body):
        if cell.z == 0 or cell._replace(z=cell.z - 1) in standing:
            yield cell


def _touches(cell: Cell, standing: set[Cell]) -> bool:
    x, y, z = cell
    beside = ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z - 1))
    return any(Cell(*other) in standing for other in beside)


def _cells(state: State) -> set[Cell]:
    return {cell for body in _blocks(state) for cell in body}


def _blocks(state: State) -> list[list[Cell]]:
    """What stands, block by block; nothing in games without a lattice."""
    if state["game"] == "turmbauer":
        stone = [Cell(x, y, 0) for x, y in CORNERSTONE]
        return [stone, *([Cell(*cell) for cell in built["cells"]] for built in state["built"])]
    return [[Cell(*cell) for cell in brick] for brick in state.get("bricks", ())]


def plumb(state: State) -> Plumb | None:
    """The plumb bob: where the weight hangs, and how many millimetres it is from tipping.

    It hangs from what would go first, else from all that stands.
    """
    bodies = tuple(of_cells(block) for block in _blocks(state))
    if not bodies:
        return None
    names = tuple(range(len(bodies)))
    found = judge(Pile(Millimetres(EDGE), FRICTION, names, bodies))
    heavy = [bodies[n] for n in names if n in found.tips] or list(bodies)
    x, y, z = (EDGE * part for part in _centre(heavy))
    return Plumb((x, y, z), found.standing.value, found.margin_mm)


def _centre(bodies: Sequence[Body]) -> tuple[float, float, float]:
    weight = sum(body.weight for body in bodies)
    x, y, z = (sum(body.centre[k] * body.weight for body in bodies) / weight for k in range(3))
    return x, y, z
