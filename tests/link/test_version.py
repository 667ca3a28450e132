"""A controller of another version: said with the cure, and nothing else done."""

import pytest

from firmware.core import OTHER_MAJOR, flashed
from firmware.table import MS, Table
from turmwart.link import CURES, Fault, Link, serial_port
from turmwart.link.frames import Deframer
from turmwart.link.messages import Hello, Kind
from turmwart.model.cues import Lamps, Light
from turmwart.model.signals import Key, KeyPressed, LinkFound
from turmwart.sim.board import build
from turmwart.sim.controller import OnPty, StandIn


class Overheard(StandIn):
    """A stand-in that remembers what it was told."""

    def step(self, data, now_ms):
        self.types = getattr(self, "types", set())
        self.types |= {packet.type for packet in Deframer().feed(data)}
        return super().step(data, now_ms)


def test_another_version_is_named_and_only_greeted():
    device = Overheard(seed=1, major=2)
    pty = OnPty(device)
    link = Link(serial_port(pty.path), 0, session=7)
    link.cue(Lamps(green=Light.ON))
    device.press("done")
    heard = []
    for now_ms in range(1, 3000):
        pty.step(float(now_ms))
        heard += link.poll(float(now_ms))
    assert (heard, link.health.ready, link.health.fault) == ([], False, Fault.VERSION)
    assert "make flash" in CURES[Fault.VERSION]["de"]
    assert "make flash" in CURES[Fault.VERSION]["en"]
    assert device.types == {Hello.TYPE}
    assert device.lamps is None
    device.major = 1  # flashed
    for now_ms in range(3000, 3500):
        pty.step(float(now_ms))
        heard += link.poll(float(now_ms))
    signals = [each.signal for each in heard if each.signal is not None]
    assert signals == [LinkFound(), KeyPressed(Key.DONE)]
    assert link.health.fault is None
    link.close()
    pty.close()


@pytest.mark.needs("simavr")
@pytest.mark.needs("avr-gcc")
def test_firmware_of_another_version_forgets_nothing_and_obeys_nothing():
    build("bench")
    with flashed(OTHER_MAJOR) as image:
        table = Table(15, image)
        table.press(2, table.bench.now + MS)
        table.dialogue.cue(Lamps(green=Light.ON))
        table.run(2000)
        assert table.dialogue.mismatch == (1, 2)
        assert table.order == []
        kinds = {entry.kind for entry in table.entries.values()}
        assert kinds == {Kind.BOOT, Kind.PRESS, Kind.RELEASE}
        table.close()
