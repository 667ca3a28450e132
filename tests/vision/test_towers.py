"""Towers through the real pipeline, and the geometry that their reader stands on."""

from pathlib import Path

import numpy as np
import pytest

from turmwart.interpret.lattice import BROKEN
from turmwart.interpret.reading import Certain, Crooked, Doubtful, Hypothesis
from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.vision.rays import EAST, TOP, Space, path_through
from turmwart.vision.towers.ground import climbed
from turmwart.vision.towers.reader import settled
from vision.test_recordings import kinds


def test_a_recorded_tower_is_followed(tmp_path: Path) -> None:
    assert kinds("turmbauer-a", tmp_path) == (["right"] * 10, 0)


@pytest.mark.long
@pytest.mark.parametrize("name", ["turmbauer-b", "turmbauer-c"])
def test_no_recorded_tower_is_read_wrong_for_sure(name: str, tmp_path: Path) -> None:
    found, phantom = kinds(name, tmp_path)
    assert phantom == 0
    assert "wrong" not in found
    assert found.count("right") >= 6


def test_a_ray_straight_down_meets_only_tops() -> None:
    path = path_through(np.array([[0.5, 0.5]]), np.array([[0.0, 0.0]]), Space(0, 0, 2, 2, 2))
    assert path.cells[0].tolist() == [1, 8, 8, 0, 8, 8]
    assert path.faces[0, 0] == TOP


def test_a_leaning_ray_enters_the_next_cell_through_its_side() -> None:
    path = path_through(np.array([[0.7, 0.5]]), np.array([[0.5, 0.0]]), Space(0, 0, 2, 1, 1))
    assert path.cells[0, :2].tolist() == [1, 0]
    assert path.faces[0, 1] == EAST


def test_climbing_ends_on_the_hill() -> None:
    best, _ = climbed(
        lambda slip: -((slip[0] - 2.0) ** 2) - slip[1] ** 2, (0.0, 0.0, 0.0), ((0.5, 0.5, 0.1),)
    )
    assert best == (2.0, 0.0, 0.0)


@pytest.mark.rule("X-3")
def test_a_crooked_block_is_said_and_not_guessed() -> None:
    crooked = Crooked("T-11", (Cell(0, 0, 1),), (8.0, 0.0), 0.0)
    best, other = Hypothesis((), Scene(()), 0.0, (crooked,)), Hypothesis((), Scene(()))
    assert settled(Doubtful((best, other))) == Certain(best, 0.0)


def test_in_doubt_what_is_legal_comes_first() -> None:
    broken, legal = Hypothesis((), Scene(()), BROKEN), Hypothesis((), Scene(()), -1.0)
    assert settled(Doubtful((broken, legal))) == Doubtful((legal, broken))
