"""Whole games at random through the referee, and balance against the statics' own answer."""

import json
from random import Random

import pytest

from rules.talo.drawn import build, rolled
from turmwart.model.geometry import Cell
from turmwart.rules.talo import TALO, Build
from turmwart.rules.talo.poise import Stance, poise_of
from turmwart.session.referee import Referee
from turmwart.statics.balance import balance

CELL_MM = 20.0
OFFENCES = (
    {"do": "done"},
    {"do": "build", "bricks": [{"cells": [[0, 0, 12], [0, 0, 13]]}]},
    {"do": "build", "bricks": [{"cells": [[-1, 0, 0]]}]},
    {"do": "build", "bricks": [{"cells": [[4, 4, -1]]}]},
    {"do": "build", "bricks": [{"cells": [[4, 4, 0], [5, 5, 0]]}]},
    {"do": "move", "to": [0, 0, 3]},
    {"do": "restart", "to": [9, 9]},
    {"do": "nothing"},
)


def played(seed):
    """A game to its end; whatever is offered is legal, and what is not applied changes nothing."""
    draw = Random(seed)
    seats = ("red", "blue", "green", "black")[: draw.choice((2, 3, 4))]
    referee = Referee(TALO, TALO.setup(seats, {}, {}))
    while referee.state.outcome is None:
        before = referee.answer('{"do": "state"}')
        if draw.random() < 0.2:
            answer = json.loads(referee.answer(json.dumps(draw.choice(OFFENCES))))
            assert answer.get("applied") or referee.answer('{"do": "state"}') == before
            continue
        acts = json.loads(referee.answer('{"do": "legal"}'))["acts"]
        kinds = sorted({act["do"] for act in acts})
        kind = draw.choice([*kinds, *(["build"] * 4 if "build" in kinds else [])])
        act = draw.choice([act for act in acts if act["do"] == kind])
        answer = json.loads(referee.answer(json.dumps(act)))
        assert (answer["verdict"], answer["applied"]) == ("legal", True), act
        state = json.loads(referee.answer('{"do": "state"}'))["state"]
        assert len(state["bricks"]) + sum(state["supply"].values()) == 55
    return referee.state


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_ends(seed):
    assert played(seed).outcome.winners


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 110))
def test_more_random_games_end(seed):
    assert played(seed).outcome.winners


def expected(bricks, act):
    """L-8 by the statics: the margin of the whole building, every brick from scratch."""
    margin = balance([frozenset(placed) for placed in (*bricks, *act.bricks)]).margin_cells
    if margin is None or margin * CELL_MM <= 0.05:
        return Stance.TIPPING
    return Stance.DOUBTFUL if margin * CELL_MM < 1.0 else Stance.STEADY


@pytest.mark.parametrize("seed", range(4))
def test_a_brick_without_leaning_stands_when_the_statics_say_so(seed):
    """A building grown at random; at each stage bricks over it, tipping ones among them."""
    draw = Random(seed)
    bricks = ()
    for _ in range(14):
        length = draw.randint(1, 6)
        options = [act for act in TALO.legal(rolled(length, *bricks)) if isinstance(act, Build)]
        high = max(act.cells[0].z for act in options)
        bricks += draw.choice([act for act in options if act.cells[0].z >= high - 1]).bricks
        tops = sorted({Cell(c.x, c.y, c.z + 1) for placed in bricks for c in placed})
        filled = {cell for placed in bricks for cell in placed}
        for top in draw.sample(tops, min(6, len(tops))):
            way, back = draw.choice(((1, 0), (0, 1))), draw.randint(0, 4)
            cells = tuple(
                Cell(top.x + way[0] * (n - back), top.y + way[1] * (n - back), top.z)
                for n in range(5)
            )
            if filled.isdisjoint(cells):
                stance = poise_of(bricks).stance((cells,), leaning=False)
                assert stance is expected(bricks, build(cells)), (bricks, cells)
