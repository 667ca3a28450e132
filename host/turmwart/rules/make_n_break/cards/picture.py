"""What the picture of a card in three dimensions shows, and what it leaves open (M-5).

The view is from the front, the right and above. Every point of a visible face has its own
place in space, for the direction of view hits no second lattice point within a building.
What can differ between two buildings with the same picture is only what lies hidden.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from turmwart.model.geometry import Cell
from turmwart.rules.make_n_break.blocks import POSES, Block, Layout, Spot
from turmwart.rules.make_n_break.cards.proofs import holds, in_one_piece

TOWARDS_VIEWER = (2.0, -4.0, 3.0)
"""Whole numbers: shadows fall on halves, thirds and quarters of a face, never on less."""
FACES: dict[str, tuple[int, int]] = {"front": (1, -1), "right": (0, 1), "top": (2, 1)}
"""The faces that can be seen: their axis, and on which side of the cell they are."""
SAMPLES = tuple((2 * step + 1) / 16 + 0.003 for step in range(8))
"""Where on a face we look; a hair off the even, so that no line of sight runs along an edge."""
DEPTH = 3
"""How far behind a building another block can hide."""

STEPS = tuple(1 if part > 0 else -1 for part in TOWARDS_VIEWER)
Face = tuple[Cell, str]
Point = tuple[Cell, str, int]


@dataclass(frozen=True, slots=True)
class Body:
    """The filled cells, and how far they reach towards the viewer on each axis."""

    filled: frozenset[Cell]
    rim: tuple[int, ...]


def body_of(layout: Layout) -> Body:
    filled = frozenset(cell for block in layout for cell in block.cells)
    rim = (
        (max if step > 0 else min)(cell[axis] for cell in filled) for axis, step in enumerate(STEPS)
    )
    return Body(filled, tuple(rim))


@dataclass(frozen=True, slots=True)
class Picture:
    """The visible points of all faces, and between which neighbouring faces no line is drawn.

    Of a coloured building it is known besides which colour each visible face has.
    """

    points: frozenset[Point]
    seamless: frozenset[tuple[Face, Face]]
    colours: frozenset[tuple[Face, str | None]]


def picture(layout: Layout, coloured: bool) -> Picture:
    owner = {cell: number for number, block in enumerate(layout) for cell in block.cells}
    points = frozenset(_seen_points(body_of(layout)))
    faces = {(cell, side) for cell, side, _ in points}
    seamless = frozenset(
        (face, other)
        for face in faces
        for other in _neighbours(face)
        if other in faces and owner[face[0]] == owner[other[0]]
    )
    painted = ((face, layout[owner[face[0]]].colour) for face in faces)
    return Picture(points, seamless, frozenset(painted) if coloured else frozenset())


def visible_blocks(layout: Layout) -> int:
    seen = {cell for cell, _, _ in picture(layout, False).points}
    return sum(any(cell in seen for cell in block.cells) for block in layout)


def _seen_points(body: Body) -> Iterator[Point]:
    for cell in body.filled:
        for side in FACES:
            for number, start in enumerate(_spots(cell, side)):
                if not _blocked(start, cell, body):
                    yield cell, side, number


def _spots(cell: Cell, side: str) -> Iterator[tuple[float, float, float]]:
    axis, sign = FACES[side]
    for one, other in product(SAMPLES, SAMPLES):
        inside = [one, other]
        inside.insert(axis, 1.0 if sign > 0 else 0.0)
        yield cell.x + inside[0], cell.y + inside[1], cell.z + inside[2]


def _blocked(start: tuple[float, float, float], home: Cell, body: Body) -> bool:
    """Walks from cell to cell towards the viewer until something is in the way or all is past."""
    here = [*home]
    while True:
        ahead = [
            (here[axis] + (STEPS[axis] > 0) - start[axis]) / TOWARDS_VIEWER[axis]
            for axis in range(3)
        ]
        axis = ahead.index(min(ahead))
        here[axis] += STEPS[axis]
        if (here[0], here[1], here[2]) in body.filled:
            return True
        if (here[axis] - body.rim[axis]) * STEPS[axis] > 0:
            return False


def _neighbours(face: Face) -> Iterator[Face]:
    (x, y, z), side = face
    for axis in range(3):
        if axis != FACES[side][0]:
            step = [0, 0, 0]
            step[axis] = 1
            yield Cell(x + step[0], y + step[1], z + step[2]), side


def arrangements(layout: Layout, coloured: bool) -> Iterator[Layout]:
    """Every building of as many blocks on the lattice that stands and gives the same picture."""
    drawn = picture(layout, coloured)
    seen = {cell for cell, _, _ in drawn.points}
    room = frozenset(_room(layout))
    choices = [block for block in _placements(room) if _fits_face(block, drawn)]
    for cover in _covers(sorted(seen), choices, len(layout)):
        used = {cell for block in cover for cell in block.cells}
        hidden = [
            block for block in choices if not seen & {*block.cells} and not used & {*block.cells}
        ]
        for extra in combinations(hidden, len(layout) - len(cover)):
            found = _coloured((*cover, *extra), drawn) if coloured else (*cover, *extra)
            if _apart(extra) and _same(found, drawn, coloured):
                yield found


def _same(found: Layout, drawn: Picture, coloured: bool) -> bool:
    return picture(found, coloured) == drawn and in_one_piece(found) and holds(found)


def _room(layout: Layout) -> Iterator[Cell]:
    """The cells of the building and those that are hidden behind it."""
    body = body_of(layout)
    filled = body.filled
    span = [
        range(min(c[axis] for c in filled) - before, max(c[axis] for c in filled) + 1 + behind)
        for axis, before, behind in ((0, DEPTH, 0), (1, 0, DEPTH), (2, 0, 0))
    ]
    yield from filled
    for cell in (Cell(*spot) for spot in product(*span)):
        if cell not in filled and all(
            _blocked(start, cell, body) for side in FACES for start in _spots(cell, side)
        ):
            yield cell


def _placements(room: frozenset[Cell]) -> Iterator[Block]:
    for cell in sorted(room):
        for pose in POSES:
            block = Block(None, pose, Spot(*map(float, cell)))
            if room.issuperset(block.cells):
                yield block


def _fits_face(block: Block, drawn: Picture) -> bool:
    """No line runs across the block, and none is missing at its rim."""
    own = {*block.cells}
    faces = {(cell, side) for cell, side, _ in drawn.points if cell in own}
    inner = {(a, b) for a in faces for b in _neighbours(a) if b in faces}
    return inner <= drawn.seamless and not any(
        (a[0] in own) != (b[0] in own) for a, b in drawn.seamless
    )


def _covers(missing: list[Cell], choices: list[Block], most: int) -> Iterator[Layout]:
    """Every way to fill the visible cells with at most so many blocks."""
    if not missing:
        yield ()
    elif most:
        for block in choices:
            cells = {*block.cells}
            if missing[0] in cells:
                rest = [cell for cell in missing if cell not in cells]
                free = [other for other in choices if not cells & {*other.cells}]
                for more in _covers(rest, free, most - 1):
                    yield (block, *more)


def _apart(blocks: Layout) -> bool:
    cells = [cell for block in blocks for cell in block.cells]
    return len(set(cells)) == len(cells)


def _coloured(found: Layout, drawn: Picture) -> Layout:
    """Each block in the colour that the picture shows somewhere on it."""
    shown = {cell: colour for (cell, _), colour in drawn.colours}
    return tuple(
        Block(next((shown[c] for c in block.cells if c in shown), None), block.pose, block.at)
        for block in found
    )
