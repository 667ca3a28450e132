"""Cards on sheets: nine to a page, cut marks around, backs that fit when printed on both sides."""

from collections.abc import Iterator, Mapping, Sequence

from turmwart.app.printing.blocks import drawn, key
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.shapes import (
    INK,
    WHITE,
    Disc,
    Line,
    Page,
    Polygon,
    Rgb,
    Shape,
    Text,
    moved,
    rectangle,
    ruler,
)
from turmwart.rules.make_n_break.blocks import COLOURS
from turmwart.rules.make_n_break.deck import Card

WIDE, TALL = 63.0, 88.0
COLUMNS, ROWS = 3, 3
CUT_MM = 4.0
NUMERAL: Mapping[str, Rgb] = {"blue": (30, 84, 170), "red": (196, 36, 40)}
BACK: Rgb = (44, 78, 110)
NAMES: Mapping[str, str] = {
    "white": "weiß / white",
    "yellow": "gelb / yellow",
    "orange": "orange / orange",
    "red": "rot / red",
    "purple": "lila / purple",
    "brown": "braun / brown",
    "light_green": "hellgrün / light green",
    "dark_green": "dunkelgrün / dark green",
    "light_blue": "hellblau / light blue",
    "dark_blue": "dunkelblau / dark blue",
}


def pages(cards: Sequence[Card], two_hands: frozenset[str], paper: str) -> tuple[Page, ...]:
    """Front and back by turns, and last the key to the patterns."""
    size = PAPERS[paper]
    left, top = (size[0] - COLUMNS * WIDE) / 2, (size[1] - ROWS * TALL) / 2
    sheets: list[Page] = []
    for start in range(0, len(cards), COLUMNS * ROWS):
        batch = cards[start : start + COLUMNS * ROWS]
        fronts = [face(card, card.id in two_hands) for card in batch]
        marks = tuple(cut_marks(left, top))
        for sides in (fronts, [back()] * len(fronts)):
            shapes = _laid_out(sides, left, top, mirrored=sides is not fronts)
            sheets.append(Page(size, shapes, marks))
    legend = (Text((left, 24), "Farben und Muster / colours and patterns", 5, bold=True),)
    last = (*legend, *key(left, 32, COLOURS, NAMES), *ruler(left, size[1] - 20))
    return (*sheets, Page(size, last))


def _laid_out(
    sides: Sequence[Sequence[Shape]], left: float, top: float, mirrored: bool
) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for number, side in enumerate(sides):
        row, column = divmod(number, COLUMNS)
        place = COLUMNS - 1 - column if mirrored else column
        shapes += moved(side, left + place * WIDE, top + row * TALL)
    return tuple(shapes)


def cut_marks(left: float, top: float) -> Iterator[Line]:
    """Short lines outside the cards, at every edge to cut along."""
    right, bottom = left + COLUMNS * WIDE, top + ROWS * TALL
    for column in range(COLUMNS + 1):
        x = left + column * WIDE
        yield Line((x, top - 1 - CUT_MM), (x, top - 1), INK, 0.15)
        yield Line((x, bottom + 1), (x, bottom + 1 + CUT_MM), INK, 0.15)
    for row in range(ROWS + 1):
        y = top + row * TALL
        yield Line((left - 1 - CUT_MM, y), (left - 1, y), INK, 0.15)
        yield Line((right + 1, y), (right + 1 + CUT_MM, y), INK, 0.15)


def face(card: Card, two_hands: bool) -> tuple[Shape, ...]:
    """Numeral above left (blue in a circle, red in a square), points above right, building below."""
    colour = NUMERAL[card.numeral]
    frame: Shape = (
        Disc((10, 11), 5.5, WHITE, colour, 0.9)
        if card.numeral == "blue"
        else Polygon(((4.5, 5.5), (15.5, 5.5), (15.5, 16.5), (4.5, 16.5)), WHITE, colour, 0.9)
    )
    points = [Disc((WIDE - 8.0 - 5.0 * n, 11), 1.7, colour) for n in range(card.points)]
    notes = ["3-D"] * (card.view == "3d") + ["zu zweit halten / two hands"] * two_hands
    return (
        rectangle(0, 0, WIDE, TALL, WHITE),
        frame,
        Text((10, 13.6), str(card.points), 7.2, colour, bold=True, align="middle"),
        *points,
        *drawn(card.solutions[0], card.view, 5, 21, WIDE - 10, 58),
        Text((5, TALL - 4), card.id, 2.2, (120, 122, 126)),
        Text((WIDE - 5, TALL - 4), " · ".join(notes), 2.2, (90, 92, 96), align="end"),
    )


def back() -> tuple[Shape, ...]:
    """Bricks in a wall; the same upside down."""
    shapes: list[Shape] = [rectangle(0, 0, WIDE, TALL, BACK)]
    for row in range(8):
        shift = 0.0 if row % 2 else 6.0
        for column in range(4 if row % 2 else 3):
            x, y = 7.5 + shift + 12 * column, 8.0 + 9.0 * row
            shapes.append(rectangle(x, y, 12, 9, None, (150, 178, 204)))
    return tuple(shapes)
