"""Structures as outsiders write them: plain JSON values in, piles of bodies out."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from turmwart.model.geometry import Cell, Millimetres
from turmwart.statics.bodies import TOUCHING, Body, Box, of_cells
from turmwart.statics.contacts import overlapping

CELL_MM = 20.0
FRICTION = 0.4
DENSITY = 650.0
GRAMS = 1e-6
"""Of a kg/m³ and a mm³."""
FARTHEST = 1e9
STEPS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


class StructureError(Exception):
    """A structure that cannot be judged: *code* for programs, a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Pile:
    """Bodies with their names; *pawns* are the indices of those that are pawns."""

    cell_mm: Millimetres
    friction: float
    names: tuple[Hashable, ...]
    bodies: tuple[Body, ...]
    pawns: frozenset[int] = frozenset()

    def without_pawns(self) -> "Pile":
        kept = [i for i in range(len(self.bodies)) if i not in self.pawns]
        names = tuple(self.names[i] for i in kept)
        return Pile(self.cell_mm, self.friction, names, tuple(self.bodies[i] for i in kept))


def pile(structure: Mapping[str, object]) -> Pile:
    """Reads one structure; raises StructureError naming what is wrong and where."""
    cell_mm = _number(structure, "cell_mm", CELL_MM, "the structure")
    if cell_mm == 0:
        raise StructureError("cell_mm", "cell_mm is 0: give the edge of a cell in millimetres.")
    friction = _number(structure, "friction", FRICTION, "the structure")
    density = _number(structure, "density", DENSITY, "the structure")
    listed = _bodies(structure)
    names = _names(listed)
    bodies = tuple(_body(each, cell_mm, density) for each in listed)
    if pair := overlapping(bodies):
        first, second = (_called(names[i]) for i in pair)
        raise StructureError("overlap", f"{first} and {second} overlap: move one of them.")
    pawns = frozenset(i for i, each in enumerate(listed) if _is_pawn(each))
    return Pile(Millimetres(cell_mm), friction, names, bodies, pawns)


def _bodies(structure: Mapping[str, object]) -> list[Mapping[str, object]]:
    listed = structure.get("bodies")
    if not isinstance(listed, list) or not listed:
        raise StructureError("no_bodies", "the structure has no bodies: list at least one.")
    for number, each in enumerate(listed, 1):
        if not isinstance(each, dict):
            raise StructureError("bad_body", f"body number {number} is not an object.")
    return listed


def _names(listed: Sequence[Mapping[str, object]]) -> tuple[Hashable, ...]:
    names: list[Hashable] = []
    for number, each in enumerate(listed, 1):
        name = each.get("id")
        if not isinstance(name, str | int | float) or isinstance(name, bool):
            raise StructureError("bad_id", f"body number {number} needs an id, text or number.")
        if name in names:
            raise StructureError("repeated_id", f"{_called(name)} is there twice: ids are unique.")
        names.append(name)
    return tuple(names)


def _called(name: object) -> str:
    return f"body {name!r}"


def _is_pawn(body: Mapping[str, object]) -> bool:
    pawn = body.get("pawn", False)
    if not isinstance(pawn, bool):
        raise StructureError("bad_pawn", f"{_called(body['id'])}: pawn is true or false.")
    return pawn


def _body(body: Mapping[str, object], cell_mm: float, density: float) -> Body:
    where = _called(body["id"])
    if ("cells" in body) == ("box" in body):
        raise StructureError("shape", f"{where} needs exactly one of cells and box.")
    shape = _polycube(body["cells"], where) if "cells" in body else _cuboid(body["box"], where)
    if min(box.low[2] for box in shape.boxes) < -TOUCHING:
        raise StructureError("below_ground", f"{where} reaches below the ground, z = 0.")
    own = _number(body, "density", density, where)
    grams = own * sum(box.volume for box in shape.boxes) * cell_mm**3 * GRAMS
    return Body(shape.boxes, _number(body, "mass_g", grams, where))


def _polycube(value: object, where: str) -> Body:
    if not isinstance(value, list) or not value:
        raise StructureError("size", f"{where} has no cells: list at least one.")
    cells = [_cell(each, where) for each in value]
    if len(set(cells)) < len(cells):
        raise StructureError("repeated_cell", f"{where} names a cell twice.")
    if not _connected(set(cells)):
        raise StructureError("not_connected", f"{where} falls apart: its cells must share faces.")
    return of_cells(cells)


def _cell(value: object, where: str) -> Cell:
    x, y, z = _numbers(value, 3, where, "a cell is [x, y, z]")
    if any(part != int(part) for part in (x, y, z)):
        raise StructureError("fractional", f"{where}: cells are whole numbers, not {value}.")
    return Cell(int(x), int(y), int(z))


def _connected(cells: set[Cell]) -> bool:
    start = next(iter(cells))
    reached, border = {start}, [start]
    while border:
        x, y, z = border.pop()
        beside = {Cell(x + dx, y + dy, z + dz) for dx, dy, dz in STEPS} & cells - reached
        reached |= beside
        border.extend(beside)
    return reached == cells


def _cuboid(value: object, where: str) -> Body:
    x, y, z, dx, dy, dz = _numbers(value, 6, where, "a box is [x, y, z, dx, dy, dz]")
    if min(dx, dy, dz) <= 0:
        raise StructureError(
            "size", f"{where} has a side of {min(dx, dy, dz)}: sides are positive."
        )
    box = Box((x, y, z), (x + dx, y + dy, z + dz))
    return Body((box,), box.volume)


def _numbers(value: object, count: int, where: str, form: str) -> list[float]:
    if not isinstance(value, list) or len(value) != count:
        raise StructureError("shape", f"{where}: {form}, not {value!r}.")
    return [_finite(each, where) for each in value]


def _finite(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StructureError("number", f"{where}: {value!r} is not a number.")
    if not -FARTHEST <= value <= FARTHEST or not isfinite(value):
        raise StructureError("number", f"{where}: {value} is not a finite number of sensible size.")
    return float(value)


def _number(owner: Mapping[str, object], key: str, default: float, where: str) -> float:
    value = _finite(owner[key], f"{where}, {key}") if key in owner else default
    if value < 0:
        raise StructureError("negative", f"{where}: {key} is {value}, but cannot be negative.")
    return value
