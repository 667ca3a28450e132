"""Vector art as values: millimetres, x to the right, y down the page."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, floor, hypot

Rgb = tuple[int, int, int]
Spot = tuple[float, float]
INK: Rgb = (30, 30, 34)
WHITE: Rgb = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape, filled, outlined or both."""

    points: tuple[Spot, ...]
    fill: Rgb | None = None
    line: Rgb | None = None
    width: float = 0.3


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    start: Spot
    end: Spot
    colour: Rgb = INK
    width: float = 0.2


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, filled, outlined or both."""

    centre: Spot
    radius: float
    fill: Rgb | None = None
    line: Rgb | None = None
    width: float = 0.3


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one base line; *at* is its start, middle or end. *size* is the height of the font."""

    at: Spot
    words: str
    size: float
    colour: Rgb = INK
    bold: bool = False
    align: str = "start"


Shape = Polygon | Line | Disc | Text


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet. *window* (left, top, right, bottom) cuts off *shapes*, not *notes*."""

    size: Spot
    shapes: tuple[Shape, ...]
    notes: tuple[Shape, ...] = ()
    window: tuple[float, float, float, float] | None = None


def rectangle(
    left: float, top: float, width: float, height: float, fill: Rgb | None, line: Rgb | None = None
) -> Polygon:
    right, bottom = left + width, top + height
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill, line)


def moved(shapes: Iterable[Shape], right: float, down: float) -> tuple[Shape, ...]:
    return tuple(_moved(shape, right, down) for shape in shapes)


def _moved(shape: Shape, right: float, down: float) -> Shape:
    def there(spot: Spot) -> Spot:
        return spot[0] + right, spot[1] + down

    match shape:
        case Polygon():
            return replace(shape, points=tuple(map(there, shape.points)))
        case Line():
            return replace(shape, start=there(shape.start), end=there(shape.end))
        case Disc():
            return replace(shape, centre=there(shape.centre))
        case Text():
            return replace(shape, at=there(shape.at))


def hatched(outline: tuple[Spot, ...], way: Spot, gap: float, colour: Rgb) -> tuple[Line, ...]:
    """Lines along *way*, *gap* apart, inside a convex outline."""
    long = hypot(*way)
    x, y = -way[1] / long, way[0] / long
    heights = [x * px + y * py for px, py in outline]
    lines = []
    for number in range(ceil(min(heights) / gap), floor(max(heights) / gap) + 1):
        crossing = sorted(_crossings(outline, heights, number * gap))
        if len(crossing) > 1 and crossing[0] != crossing[-1]:
            lines.append(Line(crossing[0], crossing[-1], colour))
    return tuple(lines)


def _crossings(outline: tuple[Spot, ...], heights: list[float], level: float) -> list[Spot]:
    found = []
    for number, (ax, ay) in enumerate(outline):
        bx, by = outline[(number + 1) % len(outline)]
        a, b = heights[number], heights[(number + 1) % len(outline)]
        if (a - level) * (b - level) < 0:
            part = (level - a) / (b - a)
            found.append((ax + part * (bx - ax), ay + part * (by - ay)))
    return found


def ruler(left: float, top: float, length: int = 100) -> tuple[Shape, ...]:
    """A bar of *length* millimetres with a tick each 10, and the words to measure it by."""
    bar: list[Shape] = [Line((left, top), (left + length, top), INK, 0.3)]
    for mark in range(0, length + 1, 10):
        tall = 3.0 if mark % 50 == 0 else 1.8
        bar.append(Line((left + mark, top - tall), (left + mark, top), INK, 0.3))
    said = f"Miss mich / measure me: {length} mm. Drucken mit / print at 100 %."
    return (*bar, Text((left + length + 3, top), said, 2.8))
