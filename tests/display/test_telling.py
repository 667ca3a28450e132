"""The one thing to do now, and what was done, for all four games."""

import json
from pathlib import Path

import pytest

import turmwart.app
from turmwart.display.tasks import ACTS, TASKS
from turmwart.display.telling import act_words, ending_words, next_words
from turmwart.model.events import Acted, GameStarted
from turmwart.rules.catalogue import GAMES
from turmwart.rules.ruleset import Outcome
from turmwart.rules.verdicts import RuleId
from turmwart.session.session import apply, begun

DATA = Path(turmwart.app.__file__).parent / "data"
FILES = {
    "pieces": json.loads((DATA / "turmbauer_pieces.json").read_text()),
    "deck": json.loads((DATA / "deck.json").read_text()),
}
BUILD = {"do": "build", "piece": "I1c", "cells": [[2, 0, 0]], "coloured": [[2, 0, 0]]}


def said(game, *acts, **options):
    setup = GAMES[game].setup(None, options, FILES)
    session = begun(GameStarted("g", game, setup.seats, setup.options, setup.data))
    for act in acts:
        session = apply(session, Acted(act))
    return next_words(session)


def rolled(*dice):
    return {"do": "roll", "dice": list(dice)}


@pytest.mark.parametrize(
    ("game", "acts", "options", "de", "en"),
    [
        ("twentyseven", (), {}, "Schwarz: einen Turm 1 Feld vorziehen, dann Fertig.", "Black: move a tower 1 field ahead, then DONE."),
        ("turmbauer", (), {}, "Rot: um den Anfang würfeln.", "Red: roll for the first turn."),
        ("turmbauer", (), {"start": "blue"}, "Blau: würfeln.", "Blue: roll the dice."),
        ("turmbauer", (rolled(2, 3),), {"start": "blue"}, "Blau: einen 2er oder 3er bauen, dann Fertig.", "Blue: build a piece of size 2 or 3, then DONE."),
        ("turmbauer", (rolled(4, 4),), {"start": "blue"}, "Blau: einen beliebigen Stein bauen, dann Fertig.", "Blue: build any piece, then DONE."),
        ("talo", (), {}, "Rot: würfeln.", "Red: roll the die."),
        ("talo", (rolled(5),), {}, "Rot: einen 5er bauen oder zwei Steine, die zusammen 5 lang sind.", "Red: build a brick of length 5, or two that make 5 together."),
        ("make_n_break", (), {}, "Rot: würfeln.", "Red: roll the die."),
        ("make_n_break", (rolled(2),), {}, "Rot: Uhr auf 2 stellen, Blöcke mischen, dann Start.", "Red: set the clock to 2, mix the blocks, then START."),
        ("make_n_break", (rolled(2), {"do": "start"}), {}, "Rot: die Karte nachbauen, dann Hände weg.", "Red: build the card, then hands off."),
    ],
)  # fmt: skip
def test_the_next_thing_to_do_is_never_missing(game, acts, options, de, en):
    words = said(game, *acts, **options)
    assert (words.de, words.en) == (de, en)


@pytest.mark.parametrize(
    ("game", "act", "de", "en"),
    [
        ("turmbauer", rolled(2, 3), "2 und 3 gewürfelt", "rolled 2 and 3"),
        ("turmbauer", BUILD, "1er gebaut (I1c)", "built a 1 (I1c)"),
        ("turmbauer", {"do": "move", "to": "table"}, "Figur zurück auf den Tisch", "pawn back to the table"),
        ("turmbauer", {"do": "fallen", "pieces": 1}, "1 Stein gefallen", "1 piece fell"),
        ("talo", {"do": "build", "bricks": [{"cells": [[0, 0, 0]]}, {"cells": [[1, 0, 0], [2, 0, 0]]}]}, "1er und 2er gebaut", "built a 1 and a 2"),
        ("talo", {"do": "move", "to": [2, 2, 3]}, "Figur auf Ebene 3", "pawn to level 3"),
        ("make_n_break", {"do": "expired"}, "Zeit abgelaufen", "time is up"),
    ],
)  # fmt: skip
def test_what_was_done_is_said_in_a_few_words(game, act, de, en):
    words = act_words(None, game, act)
    assert (words.de, words.en) == (de, en)


def test_every_game_has_its_words():
    assert {game for game, _ in TASKS} == {game for game, _ in ACTS} == set(GAMES)


@pytest.mark.parametrize(
    ("winners", "rule", "de"),
    [
        (("red",), "T-22", "Rot gewinnt!"),
        (("red", "blue"), "T-22", "Rot und Blau gewinnen gemeinsam!"),
        (("black", "white"), "D-5", "Unentschieden zwischen Schwarz und Weiß."),
    ],
)
def test_the_end_names_who_won(winners, rule, de):
    assert ending_words(Outcome(winners, RuleId(rule))).de == de
