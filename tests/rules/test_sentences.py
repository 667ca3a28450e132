"""What the table reads: the sentence of the case, with its numbers, in both languages."""

import json

import pytest

from rules.tables import asked
from turmwart.app.setup import asked_setup
from turmwart.session.referee import Referee

STARTED = {"start": "red"}
ROLLED = {"do": "roll", "dice": [2, 3]}
FIVE = {
    "do": "build", "piece": "P5", "cells": [[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 2, 1]],
    "coloured": [[1, 0, 1], [0, 1, 1]],
}  # fmt: skip
FLAT = {
    "do": "build", "piece": "I2a", "cells": [[0, 0, 0], [0, 0, -1]], "coloured": [[0, 0, 0]],
}  # fmt: skip


def brick(*cells):
    return {"do": "build", "bricks": [{"cells": [list(cell) for cell in cells]}]}


def move(count, **told):
    return {"do": "move", "from": 1, "count": count, "base": False, **told}


@pytest.mark.parametrize(
    ("game", "options", "acts", "de", "en"),
    [
        (
            "turmbauer", STARTED, [ROLLED, {**FIVE, "coloured": [[0, 0, 1], [1, 1, 1], [0, 2, 1]]}],
            "Der Baustein hat 5 Teile, gewürfelt sind 2 und 3.",
            "The piece has 5 cubes, but the dice show 2 and 3.",
        ),
        (
            "turmbauer", STARTED, [ROLLED, FLAT],
            "So kann das nicht stehen: Hier ist schon etwas, und es läge unter dem Boden.",
            "It cannot stand like this: something is there already, and it would lie below the ground.",
        ),
        (
            "talo", {}, [{"do": "roll", "dice": [2]}, brick((0, 0, -1), (0, 0, 0))],
            "So kann das nicht stehen: Es läge unter dem Boden.",
            "It cannot stand like this: it would lie below the ground.",
        ),
        (
            "talo", {}, [{"do": "roll", "dice": [2]}, brick((0, 0, 0), (0, 1, 0), (0, 2, 0))],
            "Gebaut ist 3, zu bauen ist aber noch genau 2.",
            "That makes 3, but exactly 2 is to be built.",
        ),
        (
            "talo", {}, [{"do": "roll", "dice": [2]}, brick((0, 0, 9), (0, 0, 10))],
            "Der Bau würde Ebene 11 erreichen; bei 10 ist Schluss.",
            "The building would reach level 11; 10 is the limit.",
        ),
        (
            "twentyseven", {}, [move(10)],
            "Auf der Grundscheibe von Feld 1 liegen nur 9 Scheiben, nicht 10.",
            "Above the base of field 1 there are only 9 discs to take, not 10.",
        ),
        (
            "twentyseven", {}, [move(8), {**move(9), "from": 9}, move(2)],
            "Auf der Grundscheibe von Feld 1 liegt nur eine Scheibe; 2 sind nicht da.",
            "Above the base of field 1 there is only one disc to take, not 2.",
        ),
        (
            "twentyseven", {}, [{**move(1), "from": 2}],
            "Auf Feld 2 liegt nur die Grundscheibe; zu nehmen gibt es dort nichts.",
            "There is nothing but the base on field 2, so no disc to take.",
        ),
        (
            "twentyseven", {}, [move(8, to=4)],
            "Die Weite des Zugs ist 3, verlangt ist aber genau 1: so viele Türme hat man.",
            "The move has length 3, but it must be exactly 1: one for each of your towers.",
        ),
    ],
)  # fmt: skip
def test_the_sentence_tells_the_numbers_of_the_case(game, options, acts, de, en):
    referee = Referee(*asked_setup(game, None, options))
    *before, last = acts
    for act in before:
        assert asked(referee, json.dumps(act))["applied"] is True
    texts = [found["text"] for found in asked(referee, json.dumps(last))["violations"]]
    assert {"de": de, "en": en} in texts
