"""The mat under the virtual camera: flat, curled at a corner, bumped, partly covered."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from turmwart.model.geometry import Place, Point
from turmwart.model.scene import Box, Scene
from turmwart.model.table import Table
from turmwart.sim.camera import AIM, EYE, Sight, VirtualCamera
from turmwart.sim.optics import Pose, hanging, project
from turmwart.sim.tables import TABLES
from turmwart.vision.calibration.mat import check_mat
from turmwart.vision.frame import Picture
from turmwart.vision.pose import PoseFinder, View

TABLE = TABLES["talo"]
BOARD = np.array([(x, y, 0.0) for x in (-100, 0, 100) for y in (-100, 0, 100)], dtype=float)
HIGH = BOARD + np.array([0.0, 0.0, 200.0])


def pictures(table: Table = TABLE, count: int = 3) -> list[Picture]:
    camera = VirtualCamera(table, 1)
    return [camera.frame(Sight(Scene(())), moment).picture for moment in range(count)]


def test_a_flat_mat_fits_with_every_marker() -> None:
    checked = check_mat(pictures(), TABLE)
    assert checked is not None
    assert len(checked.markers) == 8
    assert checked.unseen == checked.bad == ()
    assert checked.pose.centre == pytest.approx(EYE, abs=1.5)


def test_a_marker_that_is_not_where_the_data_says_is_named() -> None:
    first, *others = TABLE.mat.markers
    moved = replace(first, centre=Point(first.centre.x + 4.0, first.centre.y))
    table = replace(TABLE, mat=replace(TABLE.mat, markers=(moved, *others)))
    checked = check_mat(pictures(), table)
    assert checked is not None
    assert [marker.id for marker in checked.bad] == [first.id]


def test_a_covered_marker_is_named_as_unseen() -> None:
    covered = []
    for picture in pictures():
        at, _ = project(TABLE.lens, hanging(EYE, AIM, 0.6), np.array([[186.0, 126.0, 0.0]]))
        covered.append(cv2.circle(picture.copy(), tuple(map(round, at[0])), 40, (90, 90, 90), -1))
    checked = check_mat(covered, TABLE)
    assert checked is not None
    assert checked.unseen == (2,)


def test_without_a_mat_nothing_is_measured() -> None:
    assert check_mat([np.full((720, 1280, 3), 90, np.uint8)], TABLE) is None


def off_mm(
    found: View, true: Pose, places: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> float:
    """How far beside each place the eye would look for it, in millimetres at its own height."""
    here = found.project(places)
    there, depths = project(TABLE.lens, true, places)
    return float((np.linalg.norm(here - there, axis=1) * depths / TABLE.lens.matrix[0][0]).max())


@pytest.mark.parametrize("bump_mm", [1.0, 3.0, 8.0, 20.0])
def test_after_a_bump_with_markers_covered_cells_are_where_they_are(bump_mm: float) -> None:
    """Blocks lie on three of the eight markers; the camera hangs somewhere else than before."""
    lying = tuple(
        Box("natural", Place(*TABLE.mat.markers[number].centre, 10.0), (60.0, 60.0, 20.0))
        for number in (0, 2, 5)
    )
    scene = Scene(lying)
    camera, finder = VirtualCamera(TABLE, 1), PoseFinder(TABLE)
    usual = hanging(EYE, AIM, 0.6)
    assert finder.find(camera.frame(Sight(scene, usual), 1).picture) is not None
    bumped = hanging((EYE[0] + bump_mm, EYE[1] - bump_mm / 2, EYE[2] + bump_mm / 3), AIM, 0.9)
    pose = finder.find(camera.frame(Sight(scene, bumped), 2).picture)
    assert pose is not None
    view = View(TABLE.lens, pose)
    assert off_mm(view, bumped, BOARD) < 1.0
    assert off_mm(view, bumped, HIGH) < 2.0
