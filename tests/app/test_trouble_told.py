"""A controller that cannot be used is named on the page, with the cure, as soon as it is found out."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from turmwart.app.journal import Journal
from turmwart.app.real import Clock, Hardware
from turmwart.app.rig import Begin
from turmwart.app.wiring import Wired, Wish
from turmwart.display.view import View
from turmwart.link.port import serial_port
from turmwart.rules.twentyseven import TWENTYSEVEN
from turmwart.sim.controller import OnPty, StandIn
from turmwart.sim.tables import TABLES
from turmwart.vision.frame import Camera

SETUP = TWENTYSEVEN.setup(None, {}, {})
PATIENT_MS = 30_000


class Bench:
    """A rig with a page and a controller; its camera is never opened."""

    def __init__(self, data: Path, stack: ExitStack, major: int) -> None:
        self.device = StandIn(1, major=major)
        keys = OnPty(self.device)
        stack.callback(keys.close)
        journal = Journal(data)
        stack.callback(journal.close)
        hardware = Hardware(_no_camera, serial_port(keys.path), "test")
        wish = Wish(
            Begin(TWENTYSEVEN, SETUP), TABLES["twentyseven"], "t", 1, None, 0.0, 1, True, False,
            None, data, None, "none", hardware=hardware,
        )  # fmt: skip
        self.keys, self.views, self.now_ms = keys, list[View](), 0
        self.wired = Wired(wish, journal, stack)
        self.wired.show_on(self.views.append)

    def until(self, true: Callable[[], bool]) -> None:
        """Runs on; a pseudo terminal hands bytes over when it likes, so there is time for that."""
        for _ in range(PATIENT_MS):
            if true():
                return
            self.now_ms += 1
            self.keys.step(float(self.now_ms))
            self.wired.link.wait(0.001)
            self.wired.running.listen(float(self.now_ms))
        raise AssertionError(f"it never came; the notice is {self.notice!r}")

    @property
    def notice(self) -> str:
        words = self.views[-1].notice if self.views else None
        return f"{words.de} | {words.en}" if words else ""


def _no_camera(_clock: Clock) -> Camera:
    raise OSError("no camera in this test")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_another_version_stands_on_the_page_with_its_cure(tmp_path: Path, stack: ExitStack) -> None:
    bench = Bench(tmp_path, stack, major=2)
    bench.until(lambda: "Das Steuergerät spricht eine andere Version." in bench.notice)
    assert bench.notice.count("make flash") == 2
    assert bench.wired.rig.session.past == ()
    bench.device.major = 1  # flashed
    bench.until(lambda: bench.wired.link.health.ready)
    assert bench.notice == ""


def test_a_controller_that_falls_silent_stands_there_within_two_seconds(
    tmp_path: Path, stack: ExitStack
) -> None:
    bench = Bench(tmp_path, stack, major=1)
    bench.until(lambda: bench.wired.link.health.ready)
    assert bench.notice == ""
    for _ in range(2000):
        bench.now_ms += 1
        bench.wired.running.listen(float(bench.now_ms))
    assert "does not answer" in bench.notice
