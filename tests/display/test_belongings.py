"""What is missing or stands elsewhere is named and lit, and how to build up again is shown."""

import pytest

from turmwart.app.setup import asked_setup
from turmwart.display.plans import plan
from turmwart.display.viewing import viewed
from turmwart.interpret.reading import Certain, Hypothesis, OutOfStep
from turmwart.model.events import Acted, GameStarted
from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.session.session import Session, apply, begun, observe

PIECE = {"do": "build", "piece": "I2a", "cells": [[2, 0, 0], [3, 0, 0]], "coloured": [[2, 0, 0]]}


def fresh(game: str, *acts: dict[str, object], **options: str) -> Session:
    rules, setup = asked_setup(game, None, options)
    session = begun(GameStarted("g", rules.name, setup.seats, setup.options, setup.data))
    for act in acts:
        session = apply(session, Acted(act))
    return session


def astray(session: Session, *cells: tuple[int, int, int]) -> Session:
    return observe(session, OutOfStep(tuple(Cell(*cell) for cell in cells)))


def looking(session: Session) -> Session:
    """The table has been seen as it should be."""
    return observe(session, Certain(Hypothesis((), Scene(())), 9.0))


def said(session: Session) -> str:
    return viewed(session).next.en


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("turmbauer", {}, "cornerstone in the middle"),
        ("talo", {}, "each pawn on its start field"),
        ("twentyseven", {}, "nine fields in a row"),
        ("make_n_break", {"shuffle": "none"}, "the ten blocks"),
    ],
)
def test_a_table_that_is_not_set_up_is_told_what_belongs_there(
    game: str, options: dict[str, str], words: str
) -> None:
    assert words in said(astray(fresh(game, **options)))


def test_a_field_that_differs_is_named_and_lit() -> None:
    session = astray(fresh("twentyseven"), (3, 0, 0), (1, 0, 0))
    assert "field 1 with 10 discs and field 3 with 1 disc" in said(session)
    lit = [mark.meaning for mark in viewed(session).picture.marks]
    assert lit.count("offending") == 2


def test_a_piece_that_has_gone_is_named() -> None:
    rolls = {"do": "roll", "dice": [2, 3]}
    session = looking(fresh("turmbauer", rolls, PIECE, start="red"))
    assert "piece I2a (Red)" in said(astray(session, (3, 0, 0)))
    assert "cornerstone" in said(astray(session, (0, 0, 0)))
    assert "fits no possible move" in said(astray(session))


def test_after_a_fall_the_page_asks_for_the_building_until_it_stands_again() -> None:
    rolls = {"do": "roll", "dice": [2, 3]}
    session = looking(fresh("turmbauer", rolls, PIECE, {"do": "fallen", "pieces": 1}, start="red"))
    session = apply(looking(session), Acted({"do": "fallen", "pieces": 1}))
    assert "Build it up again" in said(session)
    assert "Build it up again" in said(astray(session))
    assert "Build it up again" not in said(looking(session))


def test_the_building_plan_shows_every_layer_with_the_pieces_in_their_order() -> None:
    session = fresh("turmbauer", {"do": "roll", "dice": [2, 3]}, PIECE, start="red")
    assert plan(session.rules.show(session.state))[:4] == [
        "  1 I2a red",
        "layer 1, seen from above; columns 0 to 3, rows 1 to 0",
        "## ##  .  .",
        "## ##  1  1",
    ]
