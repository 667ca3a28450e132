"""Whole games, legal and not, against the plain reading of the sheet."""

from random import Random

import pytest

from rules.tables import asked, state_of
from rules.twentyseven.plain import PlainGame
from turmwart.app.setup import asked_setup
from turmwart.session.referee import Referee

VARIANTS = ("base", "grey", "red")


def tried(draw: Random, plain: PlainGame) -> dict[str, int]:
    """Mostly an offence: any field, any count, any target of the row."""
    if draw.random() < 0.4 and (moves := sorted(plain.moves(plain.side))):
        field, count, base = draw.choice(moves)
        return {"do": "move", "from": field, "count": count, "base": base}
    fields = len(plain.stacks)
    field = draw.randint(1, fields)
    discs = len(plain.stacks[field - 1]) - 1
    act = {
        "do": "move",
        "from": field,
        "count": draw.choice((1, max(discs, 1), discs + 1, draw.randint(1, 9))),
        "base": draw.random() < 0.3,
    }
    return act | {"to": draw.randint(1, fields)} if draw.random() < 0.6 else act


def compared(variant: str, seed: int) -> None:
    draw = Random(seed)
    side = draw.choice(("black", "white"))
    options = {"variant": variant, "start": side}
    referee, plain = Referee(*asked_setup("twentyseven", None, options)), PlainGame(variant, side)
    while not plain.over and plain.plies < 150:
        acts = asked(referee, {"do": "legal"})["acts"]
        listed = [(act["from"], act["count"], act["base"]) for act in acts]
        assert sorted(listed) == sorted(plain.moves(plain.side))
        act, force = tried(draw, plain), draw.random() < 0.1
        broken, binds, to = plain.judged(act)
        answer = asked(referee, act | {"force": force})
        assert {found["rule"] for found in answer["violations"]} == broken, (plain, act)
        assert answer["applied"] is (not broken or (force and not binds)), (plain, act)
        if answer["applied"]:
            plain.make(act, to)
        state = state_of(referee)
        assert (state["row"], state["turn"], state["round"]) == (
            plain.stacks, plain.side, plain.plies + 1,
        )  # fmt: skip
    if plain.over:
        assert state_of(referee)["outcome"] == {"winners": plain.winners(), "rule": "D-5"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_act_is_judged_as_the_plain_reading_judges_it(variant):
    for seed in range(12):
        compared(variant, seed)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_act_of_many_games_is_judged_as_the_plain_reading_judges_it(variant):
    for seed in range(12, 400):
        compared(variant, seed)
