"""Towers through the real pipeline, and the geometry that their reader stands on."""

from pathlib import Path

import numpy as np
import pytest

from turmwart.interpret.lattice import BROKEN
from turmwart.interpret.reading import Certain, Crooked, Doubtful, Hypothesis, Scored
from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.vision.rays import EAST, TOP, Space, path_through
from turmwart.vision.towers.ground import climbed
from turmwart.vision.towers.verdict import judged
from vision.test_recordings import kinds


def test_a_recorded_tower_is_followed(tmp_path: Path) -> None:
    assert kinds("turmbauer-a", tmp_path) == (["right"] * 10, 0)


def test_recorded_bricks_are_followed_or_asked_about(tmp_path: Path) -> None:
    followed("talo-a", tmp_path, 6)


@pytest.mark.long
@pytest.mark.parametrize(("name", "right"), [("turmbauer-b", 7), ("turmbauer-c", 7), ("talo-b", 6)])
def test_no_recorded_tower_is_read_wrong_for_sure(name: str, right: int, tmp_path: Path) -> None:
    followed(name, tmp_path, right)


def followed(name: str, data: Path, right: int) -> None:
    found, phantom = kinds(name, data)
    assert phantom == 0
    assert not {"wrong", "missed"} & set(found)
    assert found.count("right") >= right


@pytest.mark.long
def test_a_dim_tower_of_bricks_is_never_read_wrong_for_sure(tmp_path: Path) -> None:
    found, phantom = kinds("talo-c", tmp_path)
    assert phantom == 0
    assert "wrong" not in found


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


STRAIGHT, OTHER = Hypothesis(({"do": "build"},), Scene(())), Hypothesis((), Scene(()))
SKEW = Crooked("T-11", (Cell(0, 0, 1),), (8.0, 0.0), 0.0)
CROOKED = Hypothesis((), Scene(()), 0.0, (SKEW,))
RARE = Hypothesis((), Scene(()), BROKEN)


@pytest.mark.rule("X-3")
def test_a_crooked_block_is_said_and_not_guessed() -> None:
    scored = [Scored(CROOKED, 90.0), Scored(CROOKED, 89.0), Scored(STRAIGHT, 50.0)]
    assert judged(scored, 8.0) == Certain(CROOKED, 0.0)


@pytest.mark.rule("X-3")
def test_what_may_as_well_be_straight_is_straight() -> None:
    scored = [Scored(CROOKED, 90.0), Scored(STRAIGHT, 80.0), Scored(OTHER, 20.0)]
    assert judged(scored, 8.0) == Certain(STRAIGHT, 60.0)


def test_in_doubt_what_is_legal_comes_first() -> None:
    assert judged([Scored(RARE, 9.0), Scored(STRAIGHT, 5.0)], 8.0) == Doubtful((STRAIGHT, RARE))


def test_what_only_the_picture_can_tell_apart_needs_a_larger_lead() -> None:
    assert judged([Scored(STRAIGHT, 12.0), Scored(RARE, 0.0)], 8.0) == Certain(STRAIGHT, 12.0)
    assert judged([Scored(STRAIGHT, 12.0), Scored(OTHER, 0.0)], 8.0) == Doubtful((STRAIGHT, OTHER))
