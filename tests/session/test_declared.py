"""What is said on the page because no camera sees it, and where DONE ends a turn."""

import json
from pathlib import Path

import pytest

from turmwart.interpret.reading import Certain, Hypothesis
from turmwart.model.events import Acted, Asked, GameStarted, Refused
from turmwart.model.scene import Scene
from turmwart.model.signals import Declared, DiceRolled, Key, KeyPressed
from turmwart.rules.talo import TALO
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.session.decide import decide
from turmwart.session.session import Session, apply, begun, observe

PIECES = Path(__file__).parents[2] / "host/turmwart/app/data/turmbauer_pieces.json"
DONE = KeyPressed(Key.DONE)
RING = {"do": "ring", "effect": "a"}
SINGLE = {"do": "build", "piece": "I1n", "cells": [[2, 1, 0]], "coloured": []}


def turmbauer(*dice: int) -> Session:
    """Red is to build by this roll."""
    data = {"pieces": json.loads(PIECES.read_text("utf-8"))}
    setup = TURMBAUER.setup(("red", "blue", "green"), {"start": "red"}, data)
    start = GameStarted("g", "turmbauer", setup.seats, setup.options, data)
    return after(begun(start), DiceRolled(dice))


def talo(number: int) -> Session:
    setup = TALO.setup(None, {}, {})
    start = GameStarted("g", "talo", setup.seats, setup.options, {})
    return after(begun(start), DiceRolled((number,)))


def after(session: Session, *signals: object) -> Session:
    for signal in signals:
        for event in decide(session, signal):
            session = apply(session, event)
    return session


def seeing(session: Session, *acts: dict[str, object]) -> Session:
    return observe(session, Certain(Hypothesis(acts, Scene(())), 9.0))


@pytest.mark.rule("T-18")
def test_a_ring_is_spent_when_it_is_said():
    session = turmbauer(2, 3)
    assert decide(session, Declared(RING)) == (Acted(RING),)
    assert after(session, Declared(RING)).state.hand.rings == 1


@pytest.mark.rule("T-18")
def test_a_second_ring_in_a_turn_is_refused():
    session = after(turmbauer(2, 3), Declared(RING))
    assert decide(session, Declared(RING)) == (Refused("out_of_turn", ("T-18",)),)


@pytest.mark.rule("T-6")
def test_boxing_a_piece_while_something_fits_is_asked_once_and_then_recorded():
    boxed = {"do": "discard", "piece": "L6"}
    session = turmbauer(1, 3)
    assert decide(session, Declared(boxed)) == (Asked((boxed,), ("T-6",)),)
    asked = seeing(after(session, Declared(boxed)))
    assert decide(asked, Declared(boxed)) == (Acted(boxed, ("T-6",)),)


def test_what_the_camera_sees_cannot_be_declared():
    assert decide(turmbauer(1, 3), Declared(SINGLE)) == (Refused("out_of_turn"),)


@pytest.mark.rule("T-2")
def test_done_ends_the_turn_after_a_build():
    assert decide(seeing(turmbauer(1, 3), SINGLE), DONE) == (Acted(SINGLE), Acted({"do": "done"}))


@pytest.mark.rule("T-21")
def test_after_a_fall_of_one_piece_the_turn_goes_on():
    fallen = {"do": "fallen", "pieces": 1}
    session = after(seeing(turmbauer(1, 3), SINGLE), DONE, DiceRolled((2, 2)))
    assert decide(seeing(session, fallen), DONE) == (Acted(fallen),)


@pytest.mark.rule("L-3")
def test_done_without_a_brick_does_not_end_a_turn_in_which_one_is_due():
    assert decide(seeing(talo(4)), DONE) == (Refused("nothing_done"),)


@pytest.mark.rule("L-17")
def test_the_end_of_the_game_is_not_followed_by_the_end_of_a_turn():
    brick = {"do": "build", "bricks": [{"cells": [[5, 5, 0]]}]}
    session = after(seeing(talo(1), brick), DONE, DiceRolled((2,)))
    collapse = {"do": "collapse", "rebuilt": False}
    assert decide(seeing(session, collapse), DONE) == (Acted(collapse),)
    assert after(seeing(session, collapse), DONE).over


@pytest.mark.rule("T-21")
def test_after_a_fall_the_turn_goes_on_even_where_it_might_end():
    fallen, boxed = {"do": "fallen", "pieces": 1}, Declared({"do": "discard", "piece": "L6"})
    session = after(seeing(turmbauer(1, 3), SINGLE), DONE, DiceRolled((2, 2)), boxed, boxed)
    assert session.rules.phase(session.state) == "move"
    assert decide(seeing(session, fallen), DONE) == (Acted(fallen),)
