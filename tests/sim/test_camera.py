"""The virtual camera's pictures, measured with means that the renderer does not use."""

import cv2
import numpy as np
import pytest

from turmwart.model.geometry import Place, Point
from turmwart.model.scene import Box, Disc, Scene
from turmwart.sim.camera import USUAL, Sight, VirtualCamera
from turmwart.sim.hands import Hand
from turmwart.sim.light import LIGHTS
from turmwart.sim.optics import Pose, hanging
from turmwart.sim.tables import TABLES

TABLE = TABLES["twentyseven"]
EMPTY = Scene(())


@pytest.fixture(scope="module")
def camera() -> VirtualCamera:
    return VirtualCamera(TABLE, 5)


def projected(place: tuple[float, float, float], pose: Pose = USUAL) -> tuple[float, float]:
    """Row and column of a place, by the pinhole and OpenCV's distortion written out."""
    x, y, z = cv2.Rodrigues(np.array(pose.turn))[0] @ np.array(place) + np.array(pose.shift)
    a, b = x / z, y / z
    k1, k2, p1, p2, k3 = TABLE.lens.distortion
    r2 = a * a + b * b
    bend = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
    u = a * bend + 2 * p1 * a * b + p2 * (r2 + 2 * a * a)
    v = b * bend + p1 * (r2 + 2 * b * b) + 2 * p2 * a * b
    (fx, _, cx), (_, fy, cy), _ = TABLE.lens.matrix
    return float(fy * v + cy), float(fx * u + cx)


def seen_at(place: tuple[float, float, float], pose: Pose = USUAL) -> tuple[int, int]:
    row, column = projected(place, pose)
    return round(row), round(column)


@pytest.mark.parametrize("light", list(LIGHTS))
def test_all_markers_are_found_under_every_lamp_where_they_are_printed(
    camera: VirtualCamera, light: str
) -> None:
    picture = camera.frame(Sight(EMPTY, light=light), 0).picture
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    exact = cv2.aruco.DetectorParameters()
    exact.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(family, exact).detectMarkers(picture)
    assert sorted(ids.ravel()) == list(range(8))
    for quad, number in zip(corners, ids.ravel(), strict=True):
        marker = TABLE.mat.markers[number]
        first = (marker.centre.x - marker.size / 2, marker.centre.y + marker.size / 2, 0.0)
        row, column = projected(first)
        off = float(np.abs(quad[0][0] - (column, row)).max())
        print(light, number, round(off, 2))
        assert off < 0.6


def test_a_disc_is_drawn_at_its_height_and_hides_what_is_below(camera: VirtualCamera) -> None:
    tall = Scene(tuple(Disc("white", Place(-120, 0, 8.0 * n), 25, 8) for n in range(9)))
    capped = Scene((*tall.solids, Disc("red", Place(-120, 0, 72.0), 25, 8)))
    spot = seen_at((-120, 0, 80.0))
    white, red = (camera.frame(Sight(scene), 0).picture[spot] for scene in (tall, capped))
    assert red[2] > 2 * red[1]
    assert white[1] > 0.8 * white[2]


def test_of_two_boxes_the_nearer_one_is_seen_whatever_the_order(camera: VirtualCamera) -> None:
    low = Box("red", Place(0, 0, 10), (20, 20, 20))
    high = Box("blue", Place(0, 0, 30), (20, 20, 20))
    spot = seen_at((0, 0, 40))
    for solids in ((low, high), (high, low)):
        blue, _, red = camera.frame(Sight(Scene(solids)), 0).picture[spot].astype(int)
        assert blue > 2 * red


def test_a_tower_throws_a_shadow_away_from_the_lamp(camera: VirtualCamera) -> None:
    tower = Scene((Box("natural", Place(0, 0, 40), (20, 20, 80)),))
    lamp = LIGHTS["sun"].lamp
    behind = seen_at((-lamp[0] / lamp[2] * 40, -lamp[1] / lamp[2] * 40, 0))
    before = seen_at((lamp[0] / lamp[2] * 60, lamp[1] / lamp[2] * 60, 0))
    bare, shaded = (camera.frame(Sight(s, light="sun"), 0).picture for s in (EMPTY, tower))
    assert shaded[behind].mean() < 0.75 * bare[behind].mean()
    assert shaded[before].mean() > 0.9 * bare[before].mean()


def test_a_hand_covers_the_mat_where_it_reaches(camera: VirtualCamera) -> None:
    hand = Hand(Point(60.0, 0.0), side=1, skin=4)
    bare, covered = (camera.frame(Sight(EMPTY, hand=h), 0).picture for h in (None, hand))
    wrist, far = seen_at((60, -110, 70)), seen_at((-150, 60, 0))
    assert covered[wrist].mean() < 0.6 * bare[wrist].mean()
    assert abs(covered[far].mean() - bare[far].mean()) < 12


def test_a_knocked_camera_moves_the_picture(camera: VirtualCamera) -> None:
    knocked = hanging((12.0, -14.0, 668.0), (10.0, 2.0))
    row, column = seen_at((-186 - 15, 126 + 15, 0), knocked)
    usual = seen_at((-186 - 15, 126 + 15, 0))
    assert usual != (row, column)
    picture = camera.frame(Sight(EMPTY, pose=knocked), 0).picture.astype(int)
    inside, outside = picture[row + 4, column + 4].mean(), picture[row - 4, column - 4].mean()
    assert inside < 0.5 * outside


def test_two_frames_of_one_sight_differ_by_noise_alone(camera: VirtualCamera) -> None:
    one, two = (camera.frame(Sight(EMPTY), at).picture.astype(int) for at in (0, 400))
    difference = np.abs(one - two)
    assert 0.3 < difference.mean() < 4.0
