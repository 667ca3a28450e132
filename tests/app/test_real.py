"""The loop of a real rig with a camera and a controller behind the true protocols, no hardware."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from turmwart.app.journal import Journal
from turmwart.app.lamps import lamps
from turmwart.app.real import Clock, Hardware
from turmwart.app.rig import Begin
from turmwart.app.wiring import Wired, Wish
from turmwart.link.port import serial_port
from turmwart.model.events import Acted
from turmwart.rules.twentyseven import TWENTYSEVEN, MoveAct
from turmwart.sim.camera import Sight, VirtualCamera
from turmwart.sim.controller import OnPty, StandIn
from turmwart.sim.stages.row import stage_row
from turmwart.sim.tables import TABLES
from turmwart.vision.frame import Frame

TABLE = TABLES["twentyseven"]
SETUP = TWENTYSEVEN.setup(None, {}, {})
START = TWENTYSEVEN.start(SETUP)
ONE = MoveAct(1, 1)
PATIENT_S = 60.0


@dataclass
class Lens:
    """A camera over a scene that a test can change; unplugged it hangs."""

    drawn: VirtualCamera = field(default_factory=lambda: VirtualCamera(TABLE, 1))
    state: object = START
    plugged: threading.Event = field(default_factory=threading.Event)
    clock: Clock = lambda: 0

    def open(self, clock: Clock) -> "Lens":
        self.clock = clock
        return self

    def frames(self) -> Iterator[Frame]:
        while True:
            self.plugged.wait()
            scene = stage_row(TWENTYSEVEN.show(self.state), TABLE, 1)
            yield self.drawn.frame(Sight(scene), self.clock())


def until(true: Callable[[], bool], seconds: float = PATIENT_S) -> float:
    """Waits for the rig's own threads; the seconds it took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds, "it never came"
        time.sleep(0.01)
    return time.monotonic() - began


def test_a_move_under_a_real_loop_and_a_camera_that_is_unplugged(tmp_path: Path) -> None:
    lens, keys = Lens(), OnPty(StandIn(1))
    hardware = Hardware(lens.open, serial_port(keys.path), "test")
    wish = Wish(
        Begin(TWENTYSEVEN, SETUP), TABLE, "t", 1, None, 0.0, 1, True, False, None, tmp_path, None,
        "none", hardware=hardware,
    )  # fmt: skip
    with ExitStack() as stack:
        stack.callback(keys.close)
        journal = Journal(tmp_path)
        stack.callback(journal.close)
        wired = Wired(wish, journal, stack)
        lens.plugged.set()
        playing = threading.Thread(target=wired.play)
        playing.start()
        stop = threading.Event()
        stepping = threading.Thread(target=_stepped, args=(keys, stop))
        stepping.start()
        try:
            until(lambda: wired.rig.session.trial is not None)
            lens.plugged.clear()
            until(lambda: not _camera_lamp(wired))
            lens.state = TWENTYSEVEN.apply(START, ONE)
            lens.plugged.set()
            until(lambda: _camera_lamp(wired))
            until(lambda: _stands(wired) == TWENTYSEVEN.write(ONE))
            keys.press("done")
            playing.join(PATIENT_S)
        finally:
            wired.stop.set()
            stop.set()
            lens.plugged.set()
            playing.join(PATIENT_S)
            stepping.join(PATIENT_S)
        assert len(wired.rig.session.past) == 1, journal.entries(wired.rig.session.game_id)
        (acted,) = (acted for _, acted in wired.rig.session.past)
    assert isinstance(acted, Acted)
    assert acted.act == TWENTYSEVEN.write(ONE)


def _stepped(keys: OnPty, stop: threading.Event) -> None:
    began = time.monotonic()
    while not stop.is_set():
        keys.step((time.monotonic() - began) * 1000)
        time.sleep(0.002)


def _camera_lamp(wired: Wired) -> bool:
    return next(lamp.well for lamp in lamps(wired.gauge, wired.link, None) if lamp.part == "camera")


def _stands(wired: Wired) -> object:
    trial = wired.rig.session.trial
    best = trial.best if trial else None
    return best.acts[0] if best and best.acts else None
