"""`turmwart cards`: making a deck and checking one, with sentences instead of tracebacks."""

import argparse
import json
from pathlib import Path

import pytest

from turmwart.app.setup import SHIPPED
from turmwart.app.trouble import Trouble
from turmwart.app.words import cards
from turmwart.rules.make_n_break.cards.making import make_deck

PAGE = Path(__file__).parents[3] / "hardware" / "cards.md"


def said(*words):
    parser = argparse.ArgumentParser()
    cards.arguments(parser)
    return cards.main(parser.parse_args([str(word) for word in words]))


def test_the_deck_that_ships_is_in_order(capsys):
    assert said("check") == 0
    assert "100 cards" in capsys.readouterr().out


def test_every_fault_of_an_owners_deck_is_named(tmp_path, capsys, draw):
    bad = [draw.cards[0] | {"points": 9}, draw.cards[1] | {"view": "side"}]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"cards": bad}))
    assert said("check", file) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert "mine.json: card 'gate': key 'points' is 9" in first
    assert "mine.json: card 'grey': key 'view' is 'side'" in second


@pytest.mark.parametrize("text", [None, "{", "\udcff"])
def test_a_file_that_cannot_be_read_is_a_trouble(tmp_path, text):
    file = tmp_path / "mine.json"
    if text is not None:
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(Trouble, match=r"mine\.json"):
        said("check", file)


def test_its_seed_makes_the_deck_that_ships_and_the_histogram_that_the_page_shows(tmp_path, capsys):
    assert said("make", "--out", tmp_path / "deck.json") == 0
    assert (tmp_path / "deck.json").read_bytes() == (SHIPPED / "deck.json").read_bytes()
    first, histogram = capsys.readouterr().out.split("\n", 1)
    assert first.startswith("100 cards")
    assert histogram in PAGE.read_text("utf-8")


def test_a_deck_that_cannot_be_written_is_a_trouble(tmp_path, monkeypatch):
    monkeypatch.setattr(cards, "make_deck", lambda seed: make_deck(seed, flat=2, deep=0))
    with pytest.raises(Trouble, match="written"):
        said("make", "--out", tmp_path / "nowhere" / "deck.json")
