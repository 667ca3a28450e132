"""The natural picture of each game, drawn from the state as the referee protocol writes it.

Lengths are millimetres of the usual wood; the pictures know no camera and no mat.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turmwart.display.view import Label, Mark, Meaning, Picture, Shape
from turmwart.model.geometry import Cell

State = Mapping[str, Any]
Lit = tuple[Meaning, Cell]
"""A cell that is lit, and why. In 27 a cell's x is the field, counted from 1."""

EDGE = 20.0
DISC, THICK, APART = 25.0, 8.0, 30.0
SECTION = 25.0
PAWN = (13.0, 13.0, 19.0)
BOARD = 10
SEAT_COLOURS = ("red", "blue", "green", "black", "white", "yellow", "purple", "orange")
CORNERSTONE = {(0, 0): "dark_brown", (1, 1): "dark_brown", (1, 0): "natural", (0, 1): "natural"}
_NUMBERS_IN_FRONT, _COUNT_ABOVE = 34.0, 11.0
_SIZES = {"along": (3.0, 1.0, 1.0), "end_on": (1.0, 3.0, 1.0), "standing": (1.0, 1.0, 3.0)}


def picture(state: State, before: State | None = None, lit: Iterable[Lit] = ()) -> Picture:
    """What stands in *state*; what did not stand in *before* is the newest."""
    whole = _PICTURES[state["game"]](state, tuple(lit))
    if before is None:
        return whole
    known = set(_PICTURES[before["game"]](before, ()).shapes)
    newest = tuple(replace(shape, newest=shape not in known) for shape in whole.shapes)
    return replace(whole, shapes=newest)


def colour_of(seat: str, place: int) -> str:
    """A seat's colour: its name where that is one, else the next of the row."""
    return seat if seat in SEAT_COLOURS else SEAT_COLOURS[place % len(SEAT_COLOURS)]


def colours(seats: Sequence[str]) -> dict[str, str]:
    """One colour per seat, no two alike."""
    taken = {seat for seat in seats if seat in SEAT_COLOURS}
    free = iter([colour for colour in SEAT_COLOURS if colour not in taken] + ["brown"] * len(seats))
    return {seat: seat if seat in taken else next(free) for seat in seats}


def _row(state: State, lit: Sequence[Lit]) -> Picture:
    """27: a row of stacks with countable discs."""
    row: Sequence[Sequence[str]] = state["row"]
    xs = [(n - (len(row) - 1) / 2) * APART for n in range(len(row))]
    discs = tuple(
        Shape("disc", colour, (x, 0.0, level * THICK), (DISC, DISC, THICK), cell=(n, 0, level))
        for n, (x, stack) in enumerate(zip(xs, row, strict=True), 1)
        for level, colour in enumerate(stack)
    )
    numbers = [Label(str(n), (x, -_NUMBERS_IN_FRONT, 0.0)) for n, x in enumerate(xs, 1)]
    counts = [
        Label(str(len(stack) - 1), (x, 0.0, len(stack) * THICK + _COUNT_ABOVE))
        for x, stack in zip(xs, row, strict=True)
        if len(stack) > 1
    ]
    tall = {n: max(1, len(stack)) * THICK + 3 for n, stack in enumerate(row, 1)}
    marks = tuple(
        Mark(meaning, (xs[n - 1], 0.0, 0.0), (DISC + 6, DISC + 6, tall[n]))
        for meaning, n in dict.fromkeys((meaning, cell.x) for meaning, cell in lit)
        if n in tall
    )
    return Picture("row", discs, marks, (*numbers, *counts), THICK, DISC)


def _tower(state: State, lit: Sequence[Lit]) -> Picture:
    """Turmbauer: every cube of every piece, the corner stone and the pawns."""
    stone = [_cube(Cell(x, y, 0), colour) for (x, y), colour in CORNERSTONE.items()]
    cubes = [
        _cube(cell, built["seat"] if cell in coloured else "natural", built["piece"])
        for built in state["built"]
        for coloured in [{Cell(*c) for c in built["coloured"]}]
        for cell in map(Cell._make, built["cells"])
    ]
    solids = [*stone, *cubes]
    left = min(shape.at[0] for shape in solids) - 1.6 * EDGE
    pawns = [
        _pawn(seat, (left, (n - 1) * 1.4 * EDGE, 0.0)) if to == "table" else _on(seat, Cell(*to))
        for n, (seat, to) in enumerate(state["pawns"].items())
    ]
    return Picture("table", (*solids, *pawns), _cells(lit), (), EDGE, EDGE)


def _bricks(state: State, lit: Sequence[Lit]) -> Picture:
    """Talo: bricks in one piece each on the board of 10 x 10, and the pawns."""
    paint = colours(state["seats"])
    bricks = [_brick([Cell(*cell) for cell in brick]) for brick in state["bricks"]]
    pawns = [_on(paint[seat], Cell(*to)) for seat, to in state["pawns"].items() if to]
    fields = [field.split(",") for field in state["options"]["start_fields"].split(";")]
    starts = tuple(
        Mark("start", _foot(Cell(int(x), int(y), 0)), (EDGE * 0.9, EDGE * 0.9, 0.4))
        for x, y in fields
    )
    return Picture("board", (*bricks, *pawns), (*starts, *_cells(lit)), (), EDGE, EDGE)


def _built(state: State, _lit: Sequence[Lit]) -> Picture:
    """Make 'n' Break: what stands on the table; the state has it only while it is on trial."""
    return blocks_picture(state.get("blocks", ()))


_PICTURES: Mapping[str, Callable[[State, Sequence[Lit]], Picture]] = {
    "twentyseven": _row,
    "turmbauer": _tower,
    "talo": _bricks,
    "make_n_break": _built,
}


@dataclass(frozen=True, slots=True)
class Laid:
    """One block of a building, in sections; without a colour it is the grey one of a card."""

    colour: str | None
    pose: str
    at: tuple[float, float, float]


def blocks_picture(blocks: Iterable[Mapping[str, Any] | Laid], view: str = "") -> Picture:
    """Blocks as they stand, or as a card shows them: *view* is flat, 3d or nothing."""
    laid = [_laid(block) for block in blocks]
    ground = {"flat": "flat", "3d": "card"}.get(view, "blocks")
    middle = _middle(laid)
    return Picture(ground, tuple(_block(block, middle) for block in laid))  # type: ignore[arg-type]


def _laid(block: Mapping[str, Any] | Laid) -> Laid:
    if isinstance(block, Laid):
        return block
    x, y, z = block["at"]
    return Laid(block["colour"], block["pose"], (x, y, z))


def _middle(laid: Sequence[Laid]) -> tuple[float, float]:
    ends = [(b.at[axis], b.at[axis] + _SIZES[b.pose][axis]) for axis in (0, 1) for b in laid] or [
        (0.0, 0.0)
    ] * 2
    half = len(ends) // 2
    return tuple(
        (min(low for low, _ in part) + max(high for _, high in part)) / 2
        for part in (ends[:half], ends[half:])
    )  # type: ignore[return-value]


def _block(block: Laid, middle: tuple[float, float]) -> Shape:
    size = _SIZES[block.pose]
    x, y = (block.at[axis] + size[axis] / 2 - middle[axis] for axis in (0, 1))
    dx, dy, dz = (side * SECTION for side in size)
    return Shape(
        "box",
        block.colour or "any",
        (x * SECTION, y * SECTION, block.at[2] * SECTION),
        (dx - 0.4, dy - 0.4, dz),
    )


def _foot(cell: Cell) -> tuple[float, float, float]:
    return ((cell.x + 0.5) * EDGE, (cell.y + 0.5) * EDGE, cell.z * EDGE)


def _cube(cell: Cell, colour: str, name: str = "") -> Shape:
    return Shape("box", colour, _foot(cell), (EDGE, EDGE, EDGE), cell=cell, name=name)


def _brick(cells: Sequence[Cell]) -> Shape:
    low = Cell(*(min(cell[axis] for cell in cells) for axis in range(3)))
    high = Cell(*(max(cell[axis] for cell in cells) for axis in range(3)))
    x, y = ((a + b + 1) / 2 * EDGE for a, b in zip(low[:2], high[:2], strict=True))
    dx, dy, dz = ((b - a + 1) * EDGE - 0.3 for a, b in zip(low, high, strict=True))
    at, size = (x, y, low.z * EDGE), (dx, dy, dz)
    return Shape("box", "beech", at, size, cell=low, name=str(len(cells)))


def _pawn(colour: str, at: tuple[float, float, float], cell: Cell | None = None) -> Shape:
    return Shape("pawn", colour, at, PAWN, cell=cell)


def _on(colour: str, field: Cell) -> Shape:
    return _pawn(colour, _foot(field), field)


def _cells(lit: Sequence[Lit]) -> tuple[Mark, ...]:
    """A cell that offends is lit whole; a field to stand on, as a plate."""
    tall: Mapping[str, float] = {"reachable": 2.0, "place": 1.0, "start": 0.4}
    return tuple(
        Mark(meaning, _foot(cell), (EDGE, EDGE, tall.get(meaning, EDGE))) for meaning, cell in lit
    )
