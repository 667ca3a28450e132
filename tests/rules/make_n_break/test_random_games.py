"""Whole games by chance, offences mixed in: nothing breaks and no card is ever lost."""

import json
from random import Random

import pytest

from turmwart.app.setup import SHIPPED
from turmwart.rules.make_n_break import MAKE_N_BREAK, Built, Expired, Roll, Start
from turmwart.rules.verdicts import binding

DECK = json.loads((SHIPPED / "deck.json").read_text("utf-8"))


def offered(draw, state):
    """Mostly what is legal; sometimes what is not."""
    acts = [Roll(draw.randrange(1, 4)), Start(), Expired(), Built(())]
    legal = list(MAKE_N_BREAK.legal(state))
    return draw.choice(legal) if legal and draw.random() < 0.6 else draw.choice(acts)


def played(seed):
    draw = Random(seed)
    options = {"variant": draw.choice(("base", "no_die", "young")), "shuffle": str(seed)}
    cards = {"cards": draw.sample(DECK["cards"], draw.randrange(3, 40))}
    seats = ("ann", "bob", "cyd")[: draw.randrange(2, 4)]
    setup = MAKE_N_BREAK.setup(seats, options | {"young": "ann"}, {"deck": cards})
    state = MAKE_N_BREAK.start(setup)
    ids = sorted(card["id"] for card in cards["cards"])
    while MAKE_N_BREAK.outcome(state) is None:
        for act in MAKE_N_BREAK.legal(state):
            assert MAKE_N_BREAK.violations(state, act) == ()
        before = json.dumps(MAKE_N_BREAK.show(state))
        act = offered(draw, state)
        found = MAKE_N_BREAK.violations(state, act)
        if not found or (draw.random() < 0.1 and not binding(found)):
            after = MAKE_N_BREAK.apply(state, act)
            assert json.dumps(MAKE_N_BREAK.show(state)) == before
            state = after
        assert sorted(in_the_game(state)) == ids
    return state


def in_the_game(state):
    for pile in state.piles.values():
        yield from pile.deck + pile.discards
    yield from state.finished
    yield from (state.card,) if state.card else ()


@pytest.mark.rule("M-11")
def test_random_games_end_and_lose_no_card():
    for seed in range(30):
        assert played(seed).turn + 1 == played(seed).table.turns


@pytest.mark.long
def test_many_random_games_end():
    for seed in range(2000):
        played(seed)
