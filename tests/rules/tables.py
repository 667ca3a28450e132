"""What the battery over all games shares: set-ups, players by chance, and what is never lost."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

from turmwart.app.setup import asked_setup
from turmwart.rules.catalogue import RULES
from turmwart.session.referee import Referee

Json = dict[str, Any]

SETUPS: Mapping[str, tuple[tuple[list[str] | None, dict[str, str]], ...]] = {
    "turmbauer": (
        (None, {}),
        (["red", "blue"], {"overhang": "count"}),
        (["green", "black", "red"], {"overhang": "ask", "start": "black"}),
    ),
    "talo": (
        (None, {}),
        (["ann", "bob", "cyd", "dan"], {"return_to_board": "yes"}),
        (["ann", "bob"], {"start_fields": "0,0;9,9", "start": "bob"}),
    ),
    "twentyseven": tuple(
        (None, {"variant": variant, "start": start})
        for variant in ("base", "grey", "red")
        for start in ("black", "white")
    ),
    "make_n_break": (
        (None, {"shuffle": "1"}),
        (["ann", "bob", "cyd"], {"shuffle": "none", "variant": "no_die"}),
    ),
}
"""Seats and options that are tried for each game."""

EVENTS: Mapping[str, tuple[Json, ...]] = {
    "turmbauer": (
        {"do": "done"}, {"do": "fallen", "pieces": 2}, {"do": "ring", "effect": "a"},
        {"do": "roll", "dice": [3]}, {"do": "roll", "dice": [3, 4]}, {"do": "discard", "piece": "L4"},
        {"do": "move", "to": "table"},
    ),
    "talo": (
        {"do": "done"}, {"do": "collapse", "rebuilt": True}, {"do": "roll", "dice": [7]},
        {"do": "restart", "to": [4, 4]}, {"do": "move", "to": [2, 2, 1]},
    ),
    "twentyseven": ({"do": "move", "from": 5, "count": 1, "base": False},
        {"do": "move", "from": 1, "count": 9, "base": False, "to": 3}),
    "make_n_break": (
        {"do": "roll", "dice": [2]}, {"do": "start"}, {"do": "expired"}, {"do": "built", "blocks": []},
    ),
}  # fmt: skip
"""Acts that are tried out of turn; those that end a turn or are never listed are among them."""

ENDING = ("fallen", "collapse")
"""Tried as they are: distorted they would end most games before they have begun."""

GAMES = tuple(SETUPS)
CHOICES = st.integers(0, 2**32)


def opened(game: str, number: int) -> Referee:
    """A referee of *game*; *number* picks the set-up."""
    seats, options = SETUPS[game][number % len(SETUPS[game])]
    return Referee(*asked_setup(game, seats, options))


def asked(referee: Referee, line: Json | str) -> Json:
    """The one answer to a line, which is one line itself."""
    text = referee.answer(line if isinstance(line, str) else json.dumps(line))
    assert "\n" not in text
    answer = json.loads(text)
    assert isinstance(answer, dict)
    return answer


def state_of(referee: Referee) -> Json:
    state = asked(referee, {"do": "state"})["state"]
    assert isinstance(state, dict)
    return state


def distorted(draw: Random, value: Any) -> Any:
    """*value* with one number in it changed a little, or its order turned."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + draw.choice((-2, -1, 1, 2))
    if isinstance(value, list) and value:
        at = draw.randrange(len(value))
        return [distorted(draw, part) if n == at else part for n, part in enumerate(value)]
    if isinstance(value, dict):
        key = draw.choice([key for key in value if key != "do"] or ["do"])
        return {**value, key: distorted(draw, value[key])}
    return value


def shifted(draw: Random, act: Json) -> Json:
    """The same blocks elsewhere: every cell of the act moved by the same step."""
    by = [draw.randrange(-2, 3), draw.randrange(-2, 3), draw.choice((-1, 0, 0, 1))]

    def moved(value: Any) -> Any:
        if isinstance(value, list) and len(value) == 3 and all(type(n) is int for n in value):
            return [number + step for number, step in zip(value, by, strict=True)]
        if isinstance(value, list):
            return [moved(part) for part in value]
        if isinstance(value, dict):
            return {key: part if key == "dice" else moved(part) for key, part in value.items()}
        return value

    return dict(moved(act))


@dataclass
class Player:
    """Plays one game line by line; a part of the acts are offences, and some are forced."""

    game: str
    seed: int
    mischief: float = 0.25
    answers: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    seen: list[Json] = field(default_factory=list)

    def play(self, watch: Callable[[Json], None] = lambda _: None) -> Json:
        """The state at the end. *watch* looks at the state after every applied act."""
        draw, referee = Random(self.seed), opened(self.game, self.seed)
        while True:
            acts = asked(referee, {"do": "legal"})["acts"]
            if not acts and state_of(referee)["outcome"]:
                return state_of(referee)
            if self.game == "make_n_break" and draw.random() < 0.3:
                acts = [*acts, {"do": "expired"}]
            act = draw.choice(acts)
            self.seen.append(act)
            if draw.random() < self.mischief:
                self.offend(draw, referee)
                continue
            answer = asked(referee, act)
            assert (answer["verdict"], answer["violations"]) == ("legal", []) or act[
                "do"
            ] == "expired"
            watch(state_of(referee))

    def offend(self, draw: Random, referee: Referee) -> None:
        act = draw.choice((draw.choice(self.seen), draw.choice(EVENTS[self.game])))
        if act["do"] not in ENDING and draw.random() < 0.7:
            act = draw.choice((distorted, shifted))(draw, act)
        force = draw.random() < 0.1 and act["do"] != "done"
        before = referee.state
        answer = asked(referee, {**act, "force": force} if force else act)
        self.answers += 1
        check_answer(answer)
        if not answer.get("applied"):
            assert referee.state == before
        elif answer["verdict"] != "legal":
            assert force
        self.verdicts.update(found["rule"] for found in answer.get("violations", ()))


def check_answer(answer: Json) -> None:
    """Everything that the protocol promises of an answer to an act."""
    if "error" in answer:
        assert set(answer) == {"error"}
        assert answer["error"]["code"].isidentifier()
        assert answer["error"]["message"].endswith(".")
        return
    assert list(answer) == ["verdict", "violations", "applied", "turn", "phase"]
    for found in answer["violations"]:
        assert list(found) == ["rule", "cells", "disputed", "text"]
        assert all(text and "{" not in text for text in found["text"].values())
        assert found["text"]["de"] != RULES[found["rule"]].says.de, "no sentence for this case"
    certain = [found for found in answer["violations"] if not found["disputed"]]
    expected = "illegal" if certain else "disputed" if answer["violations"] else "legal"
    assert answer["verdict"] == expected


def held(state: Json) -> Counter[object]:
    """All that stands, lies ready or is out of the game: it never changes."""
    return HELD[state["game"]](state)


def _held_turmbauer(state: Json) -> Counter[object]:
    there: Counter[object] = Counter((built["seat"], built["piece"]) for built in state["built"])
    for place in ("supply", "box"):
        there.update((seat, piece) for seat, ids in state[place].items() for piece in ids)
    return there


def _held_talo(state: Json) -> Counter[object]:
    there: Counter[object] = Counter(str(len(brick)) for brick in state["bricks"])
    there.update(state["supply"])
    return there


def _held_twentyseven(state: Json) -> Counter[object]:
    return Counter(disc for stack in state["row"] for disc in stack)


def _held_make_n_break(state: Json) -> Counter[object]:
    shown = len(state["finished"]) + (state["card"] is not None)
    return Counter(cards=state["deck"] + state["discards"] + shown)


HELD: Mapping[str, Callable[[Json], Counter[object]]] = {
    "turmbauer": _held_turmbauer,
    "talo": _held_talo,
    "twentyseven": _held_twentyseven,
    "make_n_break": _held_make_n_break,
}
