"""Pages to PDF; the only door to the library that writes it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fpdf import FPDF

from turmwart.app.printing.shapes import Disc, Line, Page, Polygon, Shape, Text

FONTS = Path(__file__).parents[1] / "data" / "fonts"
FAMILY = "DejaVu"
POINTS_PER_MM = 72 / 25.4
STYLES: Mapping[tuple[bool, bool], str] = {(True, True): "DF", (True, False): "F"}
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The same pages make the same file, whenever they are printed."""


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """The file, to be printed at 100 %."""
    paper = FPDF(unit="mm")
    paper.set_auto_page_break(False)
    paper.set_title(title)
    paper.set_creation_date(DATE)
    paper.viewer_preferences = None
    paper.add_font(FAMILY, "", FONTS / "DejaVuSans.ttf")
    paper.add_font(FAMILY, "B", FONTS / "DejaVuSans-Bold.ttf")
    for page in pages:
        paper.add_page(format=page.size)
        _paint_page(paper, page)
    return bytes(paper.output())


def _paint_page(paper: FPDF, page: Page) -> None:
    if page.window is None:
        _paint_all(paper, page.shapes)
    else:
        left, top, right, bottom = page.window
        with paper.rect_clip(x=left, y=top, w=right - left, h=bottom - top):
            _paint_all(paper, page.shapes)
    _paint_all(paper, page.notes)


def _paint_all(paper: FPDF, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        PAINTERS[type(shape)](paper, shape)


def _pens(paper: FPDF, shape: Polygon | Disc) -> str:
    """Sets the colours and answers with the way to paint."""
    if shape.fill:
        paper.set_fill_color(*shape.fill)
    if shape.line:
        paper.set_draw_color(*shape.line)
        paper.set_line_width(shape.width)
    return STYLES.get((bool(shape.fill), bool(shape.line)), "D")


def _polygon(paper: FPDF, shape: Polygon) -> None:
    paper.polygon(shape.points, style=_pens(paper, shape))


def _disc(paper: FPDF, shape: Disc) -> None:
    paper.circle(
        x=shape.centre[0], y=shape.centre[1], radius=shape.radius, style=_pens(paper, shape)
    )


def _line(paper: FPDF, shape: Line) -> None:
    paper.set_draw_color(*shape.colour)
    paper.set_line_width(shape.width)
    paper.line(*shape.start, *shape.end)


def _text(paper: FPDF, shape: Text) -> None:
    paper.set_font(FAMILY, "B" if shape.bold else "", shape.size * POINTS_PER_MM)
    paper.set_text_color(*shape.colour)
    wide = paper.get_string_width(shape.words)
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[shape.align]
    paper.text(shape.at[0] - back, shape.at[1], shape.words)


PAINTERS: Mapping[type[Shape], Callable[[FPDF, Any], None]] = {
    Polygon: _polygon,
    Disc: _disc,
    Line: _line,
    Text: _text,
}
