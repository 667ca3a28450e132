"""`turmwart calibrate`, as a person types it; and what becomes of profiles that do not fit."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from turmwart.app.profile import read_profile
from turmwart.app.trouble import Trouble
from turmwart.cli import main

RIG = 'profile = "attic"\n[camera]\nwidth = 1280\nheight = 720\n'


def rehearsed(into: Path, *what: str) -> int:
    return main(["calibrate", *what, "--virtual", "--rig", "attic", "--into", str(into)])


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("profiles")
    assert rehearsed(into, "camera") == 0
    assert rehearsed(into, "colours", "--game", "turmbauer") == 0
    return into


def rig(tmp_path: Path, text: str = RIG) -> Path:
    file = tmp_path / "rig.toml"
    file.write_text(text, "utf-8")
    return file


def test_the_rehearsal_finds_the_virtual_lens_and_the_rig_plays_with_it(
    profiles: Path, tmp_path: Path
) -> None:
    profile = read_profile(rig(tmp_path), game="turmbauer", profiles=profiles)
    assert profile.table.lens.matrix[0][0] == pytest.approx(1045.0, rel=0.005)
    assert {shade.colour for shade in profile.table.shades} >= {"red", "natural", "black"}


def spoilt(profiles: Path, tmp_path: Path, old: str, new: str, name: str = "attic") -> Path:
    place = tmp_path / "profiles" / name
    place.mkdir(parents=True)
    text = (profiles / "attic" / "camera.toml").read_text("utf-8")
    assert old in text
    (place / "camera.toml").write_text(text.replace(old, new), "utf-8")
    return tmp_path / "profiles"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("schema = 1", "schema = 0", "is stale"),
        ('rig = "attic"', 'rig = "cellar"', "is foreign: it holds 'camera' of rig 'cellar'"),
        ("width = 1280", "width = 1920", "is for pictures of 1920x720, rig.toml asks for 1280x720"),
        ("residual_px", "residual", "'residual_px' is missing"),
    ],
)
def test_a_profile_that_does_not_fit_is_refused_with_the_cure(
    profiles: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(Trouble) as refused:
        read_profile(rig(tmp_path), game="talo", profiles=spoilt(profiles, tmp_path, old, new))
    assert said in str(refused.value)


def test_a_missing_profile_is_said_with_the_line_to_type(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"type: turmwart calibrate camera --rig attic"):
        read_profile(rig(tmp_path), game="talo", profiles=tmp_path)


def test_the_mat_is_measured_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearsed(tmp_path, "mat", "--game", "talo") == 0
    assert capsys.readouterr().out.count("marker ") == 8
    assert "[pose]" in (tmp_path / "attic" / "mat.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("camera", "--size", "large"), "--size 'large' is no size"),
        (("camera", "--device", "left"), "--device 'left' is neither"),
        (("camera", "--pictures", "nowhere"), "nowhere is no folder"),
        (("mat",), "Name its rig.toml with --config"),
        (("mat", "--virtual", "--rig", "The Attic"), "--rig 'The Attic'"),
    ],
)
def test_a_wrong_word_is_named(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *words, "--into", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_pictures_of_another_size_or_without_the_board_keep_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures, into = tmp_path / "pictures", tmp_path / "into"
    pictures.mkdir()
    words = ["calibrate", "camera", "--pictures", str(pictures), "--into", str(into)]
    cv2.imwrite(str(pictures / "a.png"), np.zeros((720, 1280, 3), np.uint8))
    assert main(words) == 2
    assert "the board is in no picture" in capsys.readouterr().err
    cv2.imwrite(str(pictures / "a.png"), np.zeros((480, 640, 3), np.uint8))
    assert main(words) == 2
    assert "picture 1 is 640x480, not 1280x720" in capsys.readouterr().err
    assert not into.exists()
