"""The blocks of Make 'n' Break drawn: each colour has a pattern of its own besides."""

from collections.abc import Iterable, Iterator, Mapping
from math import hypot

from turmwart.app.printing.shapes import INK, Line, Polygon, Rgb, Shape, Spot, Text, hatched
from turmwart.rules.make_n_break.blocks import Block, Layout
from turmwart.rules.make_n_break.cards.picture import TOWARDS_VIEWER

GREY: Rgb = (176, 178, 182)
PAINT: Mapping[str, Rgb] = {
    "white": (250, 250, 246),
    "yellow": (250, 214, 60),
    "orange": (240, 142, 40),
    "red": (206, 44, 48),
    "purple": (132, 70, 152),
    "brown": (124, 82, 50),
    "light_green": (150, 204, 92),
    "dark_green": (28, 108, 64),
    "light_blue": (120, 190, 232),
    "dark_blue": (34, 66, 148),
}
FLAT, UP, RISE, FALL = (1.0, 0.0), (0.0, 1.0), (1.0, -1.0), (1.0, 1.0)
PATTERN: Mapping[str, tuple[tuple[Spot, ...], float]] = {
    "white": ((), 1.0),
    "yellow": ((UP,), 3.2),
    "orange": ((RISE,), 2.6),
    "red": ((FALL,), 1.6),
    "purple": ((RISE, FALL), 2.6),
    "brown": ((FLAT,), 1.3),
    "light_green": ((FLAT,), 3.2),
    "dark_green": ((UP, FLAT), 2.2),
    "light_blue": ((UP,), 1.5),
    "dark_blue": ((RISE, FALL), 1.4),
}
"""Which lines run over a colour, and how far apart, in millimetres."""
SHADE: Mapping[str, float] = {"front": 1.0, "right": 0.8, "top": 1.12}
CORNERS: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    "right": ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
    "front": ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    "top": ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
}
EAST, SOUTH, SKY = TOWARDS_VIEWER
LEVEL = hypot(EAST, SOUTH)
WHOLE = hypot(LEVEL, SKY)


def elevation(x: float, _y: float, z: float) -> Spot:
    """Seen straight from the front."""
    return x, -z


def slanted(x: float, y: float, z: float) -> Spot:
    """Seen from the front, the right and above, along the line that the proofs look along."""
    across = (-SOUTH * x + EAST * y) / LEVEL
    up = (-SKY * EAST * x - SKY * SOUTH * y) / (LEVEL * WHOLE) + z * LEVEL / WHOLE
    return across, -up


GROUND_MM = 2.5
"""So much of the ground is to be seen on either side."""


def drawn(
    layout: Layout, view: str, left: float, top: float, wide: float, tall: float
) -> list[Shape]:
    """The building in the middle of a frame, as large as fits, standing on a line."""
    faces = [
        (block.colour, side, [(slanted if view == "3d" else elevation)(*c) for c in corners])
        for block in _from_behind(layout)
        for side, corners in _faces(block, view)
    ]
    spots = [spot for _, _, outline in faces for spot in outline]
    west, east = min(x for x, _ in spots), max(x for x, _ in spots)
    north, south = min(y for _, y in spots), max(y for _, y in spots)
    scale = min((wide - 2 * GROUND_MM) / (east - west), tall / (south - north), 9.0)
    x0 = left + (wide - scale * (east - west)) / 2 - scale * west
    y0 = top + tall - scale * south
    shapes: list[Shape] = []
    if view == "flat":
        shapes.append(Line((left, y0), (left + wide, y0), INK, 0.4))
    for colour, side, outline in faces:
        placed = tuple((x0 + scale * x, y0 + scale * y) for x, y in outline)
        shapes += painted(colour, SHADE[side], placed)
    return shapes


def painted(colour: str | None, shade: float, outline: tuple[Spot, ...]) -> Iterator[Shape]:
    """One face: its colour, its pattern, its rim."""
    paint = toned(GREY if colour is None else PAINT[colour], shade)
    yield Polygon(outline, paint)
    ways, gap = PATTERN.get(colour or "", ((), 1.0))
    dark = sum(paint) < 330
    for way in ways:
        yield from hatched(outline, way, gap, toned(paint, 1.5 if dark else 0.72))
    yield Polygon(outline, None, INK, 0.35)


def toned(paint: Rgb, by: float) -> Rgb:
    red, green, blue = (min(255, round(part * by)) for part in paint)
    return red, green, blue


def _faces(block: Block, view: str) -> Iterator[tuple[str, list[tuple[float, float, float]]]]:
    for side in CORNERS if view == "3d" else ("front",):
        yield (
            side,
            [
                (
                    block.at.x + i * block.size[0],
                    block.at.y + j * block.size[1],
                    block.at.z + k * block.size[2],
                )
                for i, j, k in CORNERS[side]
            ],
        )


def _from_behind(layout: Layout) -> list[Block]:
    """Each block after those that it may cover."""
    left, order = list(layout), []
    while left:
        free = [b for b in left if not any(_covers(b, other) for other in left if other is not b)]
        chosen = min(free or left, key=_nearness)
        left.remove(chosen)
        order.append(chosen)
    return order


def _covers(near: Block, far: Block) -> bool:
    """True when *near* lies on the viewer's side of *far*, and not the other way round."""
    return _before(near, far) and not _before(far, near)


def _before(near: Block, far: Block) -> bool:
    return (
        near.at.x >= far.at.x + far.size[0]
        or near.at.y + near.size[1] <= far.at.y
        or near.at.z >= far.at.z + far.size[2]
    )


def _nearness(block: Block) -> float:
    middle = (start + size / 2 for start, size in zip(block.at, block.size, strict=True))
    return sum(part * way for part, way in zip(middle, TOWARDS_VIEWER, strict=True))


def key(left: float, top: float, colours: Iterable[str], names: Mapping[str, str]) -> list[Shape]:
    """A small sample of each colour with its pattern."""
    shapes: list[Shape] = []
    for row, colour in enumerate(colours):
        y = top + 6.2 * row
        outline = ((left, y), (left + 12, y), (left + 12, y + 4), (left, y + 4))
        shapes += painted(colour, 1.0, outline)
        shapes.append(Text((left + 15, y + 3.1), names[colour], 2.6))
    return shapes
