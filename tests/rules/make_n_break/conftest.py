"""Cards that are drawn here once, and a table that plays them."""

from collections.abc import Callable
from typing import Any

import pytest

from turmwart.rules.make_n_break import MAKE_N_BREAK, Roll, Start, State

CODE = {"a": "along", "e": "end_on", "s": "standing"}


def block(colour: str | None, pose: str, x: float, y: float, z: float) -> dict[str, Any]:
    return {"colour": colour, "pose": CODE[pose], "at": [x, y, z]}


def card(name: str, *solutions: list[dict[str, Any]], **other: object) -> dict[str, Any]:
    plain = {"points": 1, "numeral": "blue", "coloured": True, "view": "flat"}
    return {"id": name, **plain, **other, "solutions": list(solutions)}


GATE = [block("red", "s", 0, 0, 0), block("white", "s", 2, 0, 0), block("brown", "a", 0, 0, 3)]
"""
 aaa    two standing, one across
 s s
 s s
 s s
"""
HOOK = [block("red", "s", 0, 0, 0), block("white", "a", 0, 0, 3), block("brown", "a", 0.5, 0, 4)]
"""Leans over to the right."""
DEEP = [block("red", "e", 0, 0, 0), block("white", "e", 2, 0, 0), block("brown", "a", 0, 0, 1)]
DEEP_TOO = [block("red", "e", 0, 0, 0), block("white", "e", 2, 0, 0), block("brown", "a", 0, 2, 1)]

CARDS = [
    card("gate", GATE, points=2),
    card("grey", [{**drawn, "colour": None} for drawn in HOOK], coloured=False, points=3),
    card("deep", DEEP, DEEP_TOO, view="3d", numeral="red"),
]


def begun(cards: list[dict[str, Any]], seats: tuple[str, ...] = ("ann", "bob"), **options: str):
    chosen = {"shuffle": "none", **options}
    return MAKE_N_BREAK.start(MAKE_N_BREAK.setup(seats, chosen, {"deck": {"cards": cards}}))


def building(state: State) -> State:
    """The same turn with the clock running."""
    if state.phase == "roll":
        state = MAKE_N_BREAK.apply(state, Roll(1))
    return MAKE_N_BREAK.apply(state, Start())


@pytest.fixture
def draw() -> Any:
    """What the drawings are made with."""

    class Draw:
        block: Callable[..., Any] = staticmethod(block)
        card: Callable[..., Any] = staticmethod(card)
        begun: Callable[..., Any] = staticmethod(begun)
        building: Callable[..., Any] = staticmethod(building)
        gate, hook, deep, deep_too, cards = GATE, HOOK, DEEP, DEEP_TOO, CARDS

        @staticmethod
        def on(name: str) -> State:
            """The clock runs and the card of this name is turned."""
            return building(begun([found for found in CARDS if found["id"] == name]))

        @staticmethod
        def broken(state: State, raw: dict[str, Any]) -> list[str]:
            act = MAKE_N_BREAK.read(state, raw)
            return [found.rule for found in MAKE_N_BREAK.violations(state, act)]

        @classmethod
        def judged(cls, name: str, blocks: list[dict[str, Any]]) -> list[str]:
            return cls.broken(cls.on(name), {"do": "built", "blocks": blocks})

    return Draw
