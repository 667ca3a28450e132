"""What is recorded can be replayed."""

from pathlib import Path

import numpy as np
import pytest

from turmwart.app.recorder import Recorder
from turmwart.app.recording import read_recording
from turmwart.app.rig import Begin
from turmwart.app.setup import asked_setup
from turmwart.app.trouble import Trouble
from turmwart.model.events import Paused, TakenBack
from turmwart.model.signals import Declared, DiceRolled, Key, KeyPressed
from turmwart.sim.tables import TABLES
from turmwart.vision.frame import Frame

PICTURE = np.full((72, 128, 3), 99, np.uint8)
MOVE = {"do": "move", "from": 1, "count": 8, "base": False}


def begun() -> Begin:
    return Begin(*asked_setup("twentyseven", None, {"variant": "grey"}))


def test_frames_and_keys_come_back(tmp_path: Path) -> None:
    table = TABLES["twentyseven"]
    recorder = Recorder.opened(tmp_path / "new", table, begun(), [MOVE], 1_000)
    recorder.see(Frame(0, PICTURE))
    recorder.see(Frame(150, PICTURE))
    recorder.see(Frame(400, PICTURE))
    recorder.hear(KeyPressed(Key.DONE), 1_900)
    recorder.hear(DiceRolled((2, 3)), 2_000)
    recorder.close()
    found = read_recording(tmp_path / "new")
    assert found.table == table
    assert found.begin.setup.options["variant"] == "grey"
    assert found.start == (MOVE,)
    assert [moment.t_ms for moment in found.moments] == [0, 400, 900, 1000]
    assert [moment.signal for moment in found.moments][2:] == [
        KeyPressed(Key.DONE),
        DiceRolled((2, 3)),
    ]


def test_what_was_said_on_the_page_and_done_by_the_operator_comes_back(tmp_path: Path) -> None:
    recorder = Recorder.opened(tmp_path, TABLES["twentyseven"], begun(), (), 1_000)
    recorder.hear(Declared({"do": "ring", "effect": "a"}), 1_500)
    recorder.note((TakenBack(2), Paused()), 1_700)
    recorder.close()
    found = read_recording(tmp_path).moments
    assert [moment.t_ms for moment in found] == [500, 700, 700]
    assert found[0].signal == Declared({"do": "ring", "effect": "a"})
    assert [moment.event for moment in found[1:]] == [TakenBack(2), Paused()]


def test_an_event_that_is_none_is_named(tmp_path: Path) -> None:
    Recorder.opened(tmp_path, TABLES["twentyseven"], begun(), (), 0).close()
    (tmp_path / "index.jsonl").write_text('{"t_ms": 0, "event": {"kind": "guessed"}}\n')
    with pytest.raises(Trouble, match="line 1"):
        read_recording(tmp_path)


def test_a_recording_is_not_written_over(tmp_path: Path) -> None:
    Recorder.opened(tmp_path, TABLES["talo"], begun(), (), 0).close()
    with pytest.raises(Trouble, match="holds a recording already"):
        Recorder.opened(tmp_path, TABLES["talo"], begun(), (), 0)
