"""Commands with arguments that nobody would send: refused in words, never an exception."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from turmwart.app.inbox import VERBS, Order, obeyed
from turmwart.app.journal import Journal
from turmwart.app.rig import Begin, Rig, started
from turmwart.app.setup import asked_setup
from turmwart.model.events import Acted
from turmwart.model.signals import DiceRolled

ODD: tuple[object, ...] = (
    None, True, False, -1, 0, 1, 7, 10**30, 2.5, 1e308, "", "a", "red", "talo", "x" * 999, "../../x",
    [], [[]], [1], [1, 2], [None], ["red", "red"], {}, {"red": 1}, {"do": {}}, {"do": []},
    {"do": "move"}, {"do": "roll", "dice": [9]}, {"do": "move", "from": {}, "count": [], "base": 0},
    {"do": "build", "piece": [], "cells": {}}, {"": {"": 0}}, [[1, 2, 3]], {"1": {"do": "done"}},
)  # fmt: skip
NAMES = ("doubt", "choice", "dice", "effect", "piece", "pieces", "rebuilt", "acts", "act", "on",
         "game", "seats", "options", "names", "number", "numbers")  # fmt: skip
NUMBER = 1500
GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")


def _nothing(*_: object) -> None:
    """Another game would begin here."""


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_sent_is_answered(game: str, tmp_path: Path):
    draw, seen = random.Random(game), Counter[str]()
    begin: Callable[[Begin, int], None] = _nothing
    journal = Journal(tmp_path)
    rig = Rig(journal, started(journal, Begin(*asked_setup(game, None, {})), 1_000), _nothing)
    rig.hear(DiceRolled((3,)), 1_500)
    verbs = [verb for verb in VERBS if verb not in ("pause", "resume")]
    for number in range(NUMBER):
        args = {name: draw.choice(ODD) for name in NAMES if draw.random() < 0.5}
        reply = obeyed(Order(rig, args, 2_000 + number, begin=begin), draw.choice(verbs))
        seen[reply.status] += 1
        assert reply.status == "ok" or (reply.text and reply.text.en), args
        for _, acted in rig.session.past:
            assert isinstance(acted, Acted)
    journal.close()
    print(game, dict(seen))
    assert seen["refused"] > 150
    assert seen["error"] > 150


def test_what_is_declared_in_vain_leaves_no_trace(tmp_path: Path):
    journal = Journal(tmp_path)
    rig = Rig(journal, started(journal, Begin(*asked_setup("twentyseven", None, {})), 1), _nothing)
    for verb in ("ring", "discard", "fallen", "collapse"):
        assert obeyed(Order(rig, {"effect": "a", "pieces": 1}, 2_000), verb).status == "refused"
    assert rig.session.entries == 1
    journal.close()
