"""Cards on paper: how many, how large, and in an order in which nothing is painted over."""

import json
from itertools import combinations

import pypdfium2
import pytest

from turmwart.app.printing.blocks import PATTERN, _before, _from_behind
from turmwart.app.printing.cards import COLUMNS, ROWS, TALL, WIDE, cut_marks, pages
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.pdf import pdf
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
