"""Camera heights, held against pictures that the virtual camera draws."""

import cv2
import numpy as np
import pytest

from turmwart.model import sighting
from turmwart.model.geometry import Place
from turmwart.model.mats import MATS
from turmwart.model.scene import Box, Scene
from turmwart.model.table import Table
from turmwart.sim.camera import Sight, VirtualCamera
from turmwart.sim.optics import hanging, project

EMPTY = Scene(())
HIGHER_MM = 30.0
"""So much more and a tower's top is past the rim that is given away."""
GAMES = list(MATS)
BOUGHT = ["module-3", "webcam"]


def drawn(kind: str, game: str, scene: Scene, height: float):
    """What that camera would show from that height, as the rendered table is."""
    lens = sighting.CAMERAS[kind].lens
    pose = hanging((0.0, sighting.STAGES[game].beyond, height), (0.0, 0.0))
    return VirtualCamera(Table(lens, MATS[game]), 1).frame(Sight(scene, pose), 0).picture


def red(picture) -> np.ndarray:
    blue, green, strong = (picture[..., channel].astype(int) for channel in range(3))
    return (strong > 1.6 * green) & (strong > 1.6 * blue) & (strong > 60)


def touches_the_rim(mask: np.ndarray) -> bool:
    return bool(mask[[0, -1]].any() or mask[:, [0, -1]].any())


def post(game: str, tall: float, corner: int) -> Scene:
    """A red post at one corner of the ground that a tower may take."""
    stage = sighting.STAGES[game]
    x, y, _ = stage.top(0.0)[corner]
    middle_y = sum(point.y for point in stage.foot) / 2
    inside = Place(x - np.copysign(8.0, x), y - np.copysign(8.0, y - middle_y), tall / 2)
    return Scene((Box("red", inside, (16.0, 16.0, tall)),))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", BOUGHT)
def test_the_whole_mat_is_in_the_rendered_view(kind, game):
    height = sighting.height(sighting.CAMERAS[kind].lens, sighting.STAGES[game])
    picture = drawn(kind, game, EMPTY, height)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    quads, ids, _ = cv2.aruco.ArucoDetector(family).detectMarkers(picture)
    assert sorted(ids.ravel()) == list(range(8))
    centres = np.array([quad[0].mean(axis=0) for quad in quads])
    printed = np.array([MATS[game].markers[number].centre for number in ids.ravel()])
    onto, _ = cv2.findHomography(printed, centres)
    half = np.array(MATS[game].size) / 2
    corners = np.array([[(sx * half[0], sy * half[1]) for sx in (-1, 1) for sy in (-1, 1)]])
    pixels = cv2.perspectiveTransform(corners, onto)[0]
    assert (pixels > 4).all()
    assert (pixels < np.array([1280, 720]) - 5).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_tallest_tower_is_in_the_rendered_view_and_a_taller_one_is_not(game):
    lens, stage = sighting.CAMERAS["module-3"].lens, sighting.STAGES[game]
    height = sighting.height(lens, stage)
    tall = sighting.tallest(lens, stage, height)
    assert tall >= stage.tall
    seen = [red(drawn("module-3", game, post(game, tall, corner), height)) for corner in range(4)]
    assert all(mask.any() for mask in seen)
    assert not any(map(touches_the_rim, seen))
    more = [post(game, tall + HIGHER_MM, corner) for corner in range(4)]
    assert any(touches_the_rim(red(drawn("module-3", game, scene, height))) for scene in more)


@pytest.mark.parametrize("kind", list(sighting.CAMERAS))
def test_the_model_and_the_renderer_see_a_place_in_the_same_pixel(kind):
    lens = sighting.CAMERAS[kind].lens
    eye = sighting.Eye(Place(0.0, 60.0, 600.0))
    places = [Place(-120.0, 80.0, 0.0), Place(100.0, -90.0, 150.0), Place(5.0, 100.0, 300.0)]
    pixels, _ = project(lens, hanging(tuple(eye.at), (0.0, 0.0)), np.array(places))
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    for place, pixel in zip(places, pixels, strict=True):
        right, down, away = eye.before(place)
        assert (cx + fx * right / away, cy + fy * down / away) == pytest.approx(
            tuple(pixel), abs=1e-6
        )


def test_ten_millimetres_lower_something_is_out_of_sight():
    lens, stage = sighting.CAMERAS["module-3"].lens, sighting.STAGES["turmbauer"]
    height = sighting.height(lens, stage)
    lower = sighting.eye_over(stage, height - 10.0)
    assert not sighting.in_sight(lens, lower, (*stage.corners, *stage.top(stage.tall)))


def test_a_lens_that_is_too_narrow_for_any_height_is_named():
    narrow = sighting.Camera("a telescope", sighting.Degrees(6.0), sighting.Degrees(4.0))
    with pytest.raises(ValueError, match="no height up to 2000 mm shows the whole mat"):
        sighting.height(narrow.lens, sighting.STAGES["talo"])
