"""Cards on paper: how many, how large, and in an order in which nothing is painted over."""

import json
from itertools import combinations

import pypdfium2
import pytest

from turmwart.app.printing.blocks import PATTERN, _before, _from_behind
from turmwart.app.printing.cards import COLUMNS, ROWS, TALL, WIDE, cut_marks, pages
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.pdf import pdf
from turmwart.app.printing.shapes import Polygon
from turmwart.app.setup import SHIPPED
from turmwart.cli import main
from turmwart.rules.make_n_break.blocks import COLOURS
from turmwart.rules.make_n_break.deck import read_deck

DATA = json.loads((SHIPPED / "deck.json").read_text("utf-8"))
CARDS = read_deck(DATA)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_hundred_cards_are_twelve_sheets_with_backs_and_a_key(paper):
    document = pypdfium2.PdfDocument(pdf(pages(CARDS, frozenset(), paper), "cards"))
    assert len(document) == 2 * 12 + 1
    size = [points * 25.4 / 72 for points in document[0].get_size()]
    assert size == pytest.approx(PAPERS[paper], abs=0.01)
    assert size[0] - 8 > COLUMNS * WIDE
    assert size[1] - 8 > ROWS * TALL


def test_the_cut_marks_stand_at_the_edges_of_the_cards():
    upright = {line.start[0] for line in cut_marks(10, 20) if line.start[0] == line.end[0]}
    level = {line.start[1] for line in cut_marks(10, 20) if line.start[1] == line.end[1]}
    assert upright == {10, 73, 136, 199}
    assert level == {20, 108, 196, 284}


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_each_back_lies_behind_its_front_when_turned_over_the_long_edge(paper):
    wide, _ = PAPERS[paper]
    front, back = pages(CARDS[:5], frozenset(), paper)[:2]
    fronts, backs = (
        {(round(p.points[0][0], 3), round(p.points[0][1], 3)) for p in page.shapes
         if isinstance(p, Polygon) and _size(p) == pytest.approx((WIDE, TALL))}
        for page in (front, back)
    )  # fmt: skip
    assert len(fronts) == 5
    assert backs == {(round(wide - x - WIDE, 3), y) for x, y in fronts}


def _size(shape):
    across, along = zip(*shape.points, strict=True)
    return max(across) - min(across), max(along) - min(along)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_last_page_has_a_bar_of_a_hundred_millimetres_and_fonts_come_along(paper):
    content = pdf(pages(CARDS[:1], frozenset(), paper), "cards")
    assert b"/FontFile2" in content
    page = pypdfium2.PdfDocument(content)[2]
    dots = page.render(scale=10 * 25.4 / 72, grayscale=True).to_numpy()
    per_mm = dots.shape[1] / PAPERS[paper][0]
    longest = max(max((len(run) for run in "".join("#" if dot < 120 else " " for dot in line).split()),
                      default=0) for line in dots.reshape(dots.shape[:2])[-int(30 * per_mm):])  # fmt: skip
    assert longest / per_mm == pytest.approx(100.3, abs=0.4)


def test_no_block_is_painted_over_by_one_behind_it():
    for card in CARDS:
        for far, near in combinations(_from_behind(card.solutions[0]), 2):
            assert _before(near, far) or not _before(far, near), card.id


def test_every_colour_has_a_pattern_of_its_own():
    assert set(PATTERN) == set(COLOURS)
    assert len(set(PATTERN.values())) == len(COLOURS)


def test_the_word_writes_a_pdf(tmp_path, capsys):
    out = tmp_path / "cards.pdf"
    assert main(["cards", "print", "--out", str(out), "--paper", "letter"]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert main(["cards", "print", "--out", str(tmp_path / "no" / "cards.pdf")]) == 2
    assert "name another file" in capsys.readouterr().err
