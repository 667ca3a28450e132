"""The camera's pose against the truth of the recordings."""

import cv2
import numpy as np
import pytest

from turmwart.model.table import Table
from turmwart.vision.cameras import read_picture
from turmwart.vision.pose import Pose, PoseFinder, View
from vision.beside import NAMES, beside, lines, table_of

NET = np.array([(x, y, 0.0) for x in np.linspace(-210, 210, 9) for y in np.linspace(-150, 150, 7)])


def miss_px(table: Table, pose: Pose, true: dict[str, object]) -> float:
    """How far apart the two poses have the mat's points, at worst."""
    known = Pose(np.array(true["R"]), np.array(true["t"]), 0.0, 0)
    here, there = (View(table.lens, each).project(NET) for each in (pose, known))
    return float(np.linalg.norm(here - there, axis=1).max())


def misses(name: str, every: int) -> list[float]:
    directory = beside(f"recordings/{name}")
    table = table_of(directory)
    finder, found = PoseFinder(table), []
    still = [row for row in lines(directory / "truth_camera.jsonl") if not row["hand"]]
    for row in still[::every]:
        pose = finder.find(read_picture(directory / str(row["frame"])))
        assert pose is not None, row["frame"]
        found.append(miss_px(table, pose, row))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_pose_is_within_half_a_pixel(name: str) -> None:
    assert max(misses(name, every=6)) < 0.5


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_pose_is_within_half_a_pixel_in_every_still_frame(name: str) -> None:
    assert max(misses(name, every=1)) < 0.5


def test_covered_markers_do_not_move_the_pose() -> None:
    directory = beside("recordings/talo-a")
    table = table_of(directory)
    row = lines(directory / "truth_camera.jsonl")[0]
    picture = read_picture(directory / str(row["frame"]))
    bare = PoseFinder(table).find(picture)
    assert bare is not None
    assert bare.markers == 8
    for marker in table.mat.markers[:5]:
        at = View(table.lens, bare).project(np.array([[*marker.centre, 0.0]]))[0]
        cv2.circle(picture, (round(at[0]) + 12, round(at[1])), 40, (90, 120, 160), -1)
    pose = PoseFinder(table).find(picture)
    assert pose is not None
    assert pose.markers == 3
    assert miss_px(table, pose, row) < 0.5


def test_without_markers_there_is_no_pose() -> None:
    table = table_of(beside("recordings/talo-a"))
    assert PoseFinder(table).find(np.full((720, 1280, 3), 120, np.uint8)) is None
