"""Recordings of bad readings that users have sent in: each is read right now, and stays so."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from system.comparing import Line, Tally, compared, rows
from turmwart.app.recorder import Recorder
from turmwart.app.recording import read_recording, replayed
from turmwart.app.rig import Begin
from turmwart.app.setup import asked_setup
from turmwart.sim.tables import TABLES

SENT = Path(__file__).parents[1] / "recordings"


def held_against_its_truth(directory: Path) -> Tally:
    with TemporaryDirectory() as data:
        said: list[Line] = list(replayed(read_recording(directory), Path(data)))
    return compared(rows(directory / "truth.jsonl"), said)


def test_every_recording_that_was_sent_in_is_read_right() -> None:
    wrong = {
        directory.parent.name: tally
        for directory in SENT.glob("*/truth.jsonl")
        if not (tally := held_against_its_truth(directory.parent)).flawless
    }
    assert not wrong


@pytest.mark.parametrize(("count", "flawless"), [(8, True), (7, False)])
def test_a_wrong_line_of_a_recording_is_found(tmp_path: Path, count: int, flawless: bool) -> None:
    """A recording without pictures, in which the operator has entered what the camera missed."""
    move = {"do": "move", "from": 1, "count": 8, "base": False}
    entered = {"kind": "acted", "act": move, "violations": [], "certain": True, "candidates": []}
    _recording(tmp_path, {"t_ms": 900, "event": entered})
    (tmp_path / "truth.jsonl").write_text(
        json.dumps({"t_ms": 900, "act": {**move, "count": count}, "violations": []}) + "\n"
    )
    assert held_against_its_truth(tmp_path).flawless is flawless


def _recording(directory: Path, *lines: Line) -> None:
    begin = Begin(*asked_setup("twentyseven", None, {}))
    Recorder.opened(directory, TABLES["twentyseven"], begin, (), 0).close()
    (directory / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
