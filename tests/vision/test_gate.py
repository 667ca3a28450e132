"""Nothing is read while a hand is in the picture, and nothing is missed before DONE."""

import numpy as np
import pytest

from turmwart.vision.cameras import read_picture
from turmwart.vision.frame import Frame
from turmwart.vision.gate import Stillness, hand_in
from turmwart.vision.pose import PoseFinder, View
from vision.beside import NAMES, beside, lines, table_of


def open_frames(name: str) -> tuple[set[str], set[str], set[str]]:
    """The frames that pass the gate, those with a hand by the truth, and the last before each DONE."""
    directory = beside(f"recordings/{name}")
    table = table_of(directory)
    finder, stillness = PoseFinder(table), Stillness()
    passed, before_done, last = set(), set(), ""
    for row in lines(directory / "index.jsonl"):
        if "signal" in row:
            if dict(row["signal"]).get("key") == "done":  # type: ignore[call-overload]
                before_done.add(last)
            continue
        last = str(row["frame"])
        picture = read_picture(directory / last)
        pose = finder.find(picture)
        still = stillness.see(Frame(int(str(row["t_ms"])), picture))
        if pose and still and not hand_in(picture, View(table.lens, pose), table):
            passed.add(last)
    truth = lines(directory / "truth_camera.jsonl")
    return passed, {str(row["frame"]) for row in truth if row["hand"]}, before_done


@pytest.mark.parametrize("name", ["twentyseven-a", "make_n_break-b"])
def test_no_hand_passes_and_every_done_has_its_picture(name: str) -> None:
    passed, hands, before_done = open_frames(name)
    assert hands
    assert not passed & hands
    assert before_done <= passed


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_no_hand_passes_in_any_recording(name: str) -> None:
    passed, hands, before_done = open_frames(name)
    assert not passed & hands
    assert before_done <= passed


def test_a_picture_is_still_when_only_noise_changes() -> None:
    noise = np.random.default_rng(1)
    table = np.full((720, 1280, 3), 120.0)
    first, second = ((table + noise.normal(0, 10, table.shape)).astype(np.uint8) for _ in "12")
    stillness = Stillness()
    assert not stillness.see(Frame(0, first))
    assert stillness.see(Frame(400, second))
    second[300:330, 600:640] = 60
    assert not stillness.see(Frame(800, second))


def test_pictures_far_apart_in_time_say_nothing_about_stillness() -> None:
    picture = np.full((720, 1280, 3), 120, np.uint8)
    stillness = Stillness()
    stillness.see(Frame(0, picture))
    assert not stillness.see(Frame(5_001, picture))
