"""Whole recorded games through the real pipeline, judged by the tool that lies beside them."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from turmwart.app.recording import read_recording, replayed
from vision.beside import beside, lines


def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scorer", beside("tools") / "score_recordings.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kinds(name: str, data: Path) -> tuple[list[str], int]:
    """What became of each turn, and how many acts never happened."""
    directory, tool = beside(f"recordings/{name}"), scorer()
    said = list(replayed(read_recording(directory), data))
    index, truth = lines(directory / "index.jsonl"), lines(directory / "truth.jsonl")
    game = name.rsplit("-", 1)[0]
    judged = [tool.judge(turn, said, game, index) for turn in tool.turns_of(truth, index)]
    return [each["kind"] for each in judged], sum(each["phantom"] for each in judged)


def test_a_recorded_game_of_27_is_followed_or_asked_about(tmp_path: Path) -> None:
    found, phantom = kinds("twentyseven-b", tmp_path)
    assert (len(found), phantom) == (10, 0)
    assert set(found) <= {"right", "doubtful"}
    assert found.count("right") >= 5


def test_recorded_buildings_are_read(tmp_path: Path) -> None:
    assert kinds("make_n_break-b", tmp_path) == (["right"] * 4, 0)


@pytest.mark.long
def test_buildings_with_hidden_blocks_are_read_or_asked_about(tmp_path: Path) -> None:
    found, phantom = kinds("make_n_break-a", tmp_path)
    assert phantom == 0
    assert not {"wrong", "missed"} & set(found)
    assert found.count("right") >= 2
