"""Piles of discs are counted by the whole picture around them; several pictures are better than one."""

import numpy as np
import pytest

from turmwart.interpret.twentyseven import row_scene
from turmwart.sim.camera import AIM, ROW_EYE, Sight, VirtualCamera
from turmwart.sim.optics import hanging
from turmwart.sim.stages.row import stage_row
from turmwart.sim.tables import TABLES
from turmwart.vision.calm import MOST, Calm
from turmwart.vision.light import evened
from turmwart.vision.look import look
from turmwart.vision.piles import weighed
from turmwart.vision.pose import PoseFinder

TABLE = TABLES["twentyseven"]
NAMES = {"r": "red", "g": "grey", "B": "black", "W": "white"}


def row(left: int) -> tuple[str, ...]:
    """Black has moved all but so many of nine discs from field 1 to field 4."""
    return ("r" + "B" * left, "g", "g", "g" + "B" * (9 - left), "g", "gWWW", "g", "g", "rWWWWWW")


@pytest.mark.parametrize("light", ["day", "cool", "sun"])
def test_a_pile_of_five_is_neither_four_nor_six(light: str) -> None:
    shown = {"row": [[NAMES[disc] for disc in stack] for stack in row(4)]}
    sight = Sight(stage_row(shown, TABLE, 5), hanging(ROW_EYE, AIM), light)
    picture = VirtualCamera(TABLE, 5).frame(sight, 0).picture
    pose = PoseFinder(TABLE).find(picture)
    assert pose is not None
    worth = weighed(
        evened(look(picture, pose, TABLE), TABLE), [row_scene(row(n), TABLE) for n in (3, 4, 5)]
    )
    assert int(np.argmax(worth)) == 1


def test_scenes_that_are_alike_are_worth_the_same() -> None:
    shown = {"row": [[NAMES[disc] for disc in stack] for stack in row(4)]}
    picture = VirtualCamera(TABLE, 5).frame(Sight(stage_row(shown, TABLE, 5)), 0).picture
    pose = PoseFinder(TABLE).find(picture)
    assert pose is not None
    same = [row_scene(row(4), TABLE)] * 2
    assert weighed(look(picture, pose, TABLE), same).tolist() == [0.0, 0.0]


def test_the_mean_of_several_pictures_has_less_grain() -> None:
    noise, calm = np.random.default_rng(2), Calm()
    for number in range(2 * MOST):
        grainy = np.clip(noise.normal(120.0, 8.0, (90, 160, 3)), 0, 255).astype(np.uint8)
        calm.see(grainy, still=number > 0)
    assert calm.many == MOST
    assert calm.mean().std() < 0.6 * 8.0


def test_what_moved_is_not_mixed_with_what_was_there_before() -> None:
    dark, bright = np.full((9, 16, 3), 20, np.uint8), np.full((9, 16, 3), 200, np.uint8)
    calm = Calm()
    calm.see(dark, still=False)
    calm.see(dark, still=True)
    calm.see(bright, still=False)
    assert (calm.mean() == 200).all()
