"""Two records of one deed, and the answer that names it."""

import pytest

from turmwart.sim.alike import alike, same, telling
from turmwart.sim.steps import RawAct


def built(piece: str, *cells: list[int]) -> RawAct:
    return {"do": "build", "piece": piece, "cells": list(cells), "coloured": [cells[0]]}


def blocks(**at: list[float]) -> RawAct:
    listed = [{"colour": name, "pose": "along", "at": place} for name, place in at.items()]
    return {"do": "built", "blocks": listed}


LOW, HIGH = [0, 0, 1], [1, 0, 1]
UP, AWAY = {"do": "move", "to": [1, 0, 2]}, {"do": "move", "to": "table"}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (built("I2a", LOW, HIGH), built("I2b", LOW, HIGH), True),
        (built("I2a", LOW, HIGH), built("I2a", HIGH, LOW), False),
        (built("L4", LOW, HIGH), built("L5", LOW, HIGH), False),
        (
            {"do": "move", "from": 1, "count": 2},
            {"do": "move", "from": 1, "count": 2, "to": 3},
            True,
        ),
        ({"do": "move", "from": 1, "count": 2}, {"do": "move", "from": 1, "count": 3}, False),
        (blocks(red=[0, 0, 0], blue=[3, 0, 0]), blocks(red=[5, 1, 0], blue=[8, 1, 0]), True),
        (blocks(red=[0, 0, 0], blue=[3, 0, 0]), blocks(red=[0, 0, 0], blue=[6, 0, 0]), False),
        (UP, AWAY, False),
        ({"do": "done"}, {"do": "done"}, True),
    ],
)
def test_what_is_the_same_deed(one: RawAct, other: RawAct, equal: bool) -> None:
    assert same(one, other) is equal


def test_acts_are_alike_in_number_and_order() -> None:
    build = built("I2a", LOW, HIGH)
    assert alike((build, UP), (build, UP))
    assert not alike((build, UP), (build,))
    assert not alike((build, UP), (UP, build))


def test_an_answer_names_the_reading_by_an_act_that_no_earlier_one_holds() -> None:
    build = built("I2a", LOW, HIGH)
    asked = ((build, AWAY), (build, UP))
    assert telling((build, UP), asked) == UP
    assert telling((build, AWAY), asked) == build


def test_a_reading_that_is_not_there_can_only_be_said_if_it_is_one_act() -> None:
    build, other = built("I2a", LOW, HIGH), built("L4", LOW, HIGH)
    assert telling((build,), ((other,),)) == build
    assert telling((build, UP), ((other,),)) is None
