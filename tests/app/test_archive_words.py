"""games, show and export: what a person reads about the games of a table."""

from pathlib import Path

import pytest

from sim.oracle import Table
from turmwart.app.journal import Shelf
from turmwart.cli import main


@pytest.fixture
def data(tmp_path: Path) -> Path:
    Table("twentyseven", 3, 0.0, tmp_path).play(stopping_after=6)
    return tmp_path


def only(data: Path) -> str:
    (game,) = Shelf(data).games()
    return game


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main([str(word) for word in words]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    return found.err


def test_games_lists_each_game_with_its_standing(data: Path, capsys) -> None:
    line = said(capsys, "games", "--data", data)
    assert line.startswith(only(data))
    assert "5 acts" in line
    assert "not over" in line


def test_show_lists_the_acts_and_the_plan_what_stands(data: Path, capsys) -> None:
    assert len(said(capsys, "show", only(data), "--data", data).splitlines()) == 6
    plan = said(capsys, "show", "last", "--plan", "--data", data).splitlines()
    assert len(plan) == 9
    assert plan[0].startswith("field 1: red")


def test_an_export_replays_to_the_same_state(data: Path, capsys, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    said(capsys, "export", only(data), "--data", data, "--to", file)
    assert said(capsys, "export", "last", "--data", data) == file.read_text("utf-8")
    state = said(capsys, "show", "last", "--json", "--data", data)
    lines = said(capsys, "replay", file, "--json").splitlines()
    assert lines[-1] == '{"final": ' + state.strip() + "}"
    assert len(lines) == 6


def test_an_export_that_is_there_is_not_written_over(data: Path, capsys, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("mine")
    assert "choose another file" in refused(capsys, "export", "last", "--data", data, "--to", file)
    assert file.read_text() == "mine"


def test_what_is_not_there_is_named(data: Path, capsys) -> None:
    assert "no game 'chess'" in refused(capsys, "show", "chess", "--data", data)
    assert "no data directory" in refused(capsys, "games", "--data", data / "nowhere")
    assert "choose 0" in refused(capsys, "show", "last", "--at", "99", "--data", data)


def test_a_damaged_game_is_listed_with_what_is_whole(data: Path, capsys) -> None:
    (file,) = (data / "journal").iterdir()
    sound = file.read_bytes()
    file.write_bytes(sound.replace(b'"acted"', b'"actid"', 3).replace(b'"actid"', b'"acted"', 2))
    listed = said(capsys, "games", "--data", data).splitlines()
    assert "2 acts" in listed[0]
    assert "is damaged in line" in listed[1]
    assert file.read_bytes() != sound
