"""A camera that is knocked during play: noticed at the next picture, named, and read from there."""

import pytest

from turmwart.app.eyes import watcher_of
from turmwart.app.lamps import lamps
from turmwart.app.outlets import Gauge
from turmwart.link.line import Link
from turmwart.link.port import Port, PortError
from turmwart.model.scene import Scene
from turmwart.rules.catalogue import game_named
from turmwart.sim.camera import AIM, ROW_EYE, Sight, VirtualCamera
from turmwart.sim.optics import hanging
from turmwart.sim.tables import TABLES

TABLE = TABLES["twentyseven"]


def nothing_there() -> Port:
    raise PortError("no port")


def calibration_lamp(gauge: Gauge) -> tuple[bool, str]:
    found = next(
        lamp for lamp in lamps(gauge, Link(nothing_there, 0), None) if lamp.part == "calibration"
    )
    return found.well, found.text.en


@pytest.mark.parametrize(
    ("knock_mm", "well"), [(1.0, True), (4.0, True), (15.0, False), (20.0, False)]
)
def test_a_knock_is_named_at_the_next_picture(knock_mm: float, well: bool) -> None:
    rules = game_named("twentyseven")
    state = rules.start(rules.setup(None, {}, {}))
    camera, eye, gauge = VirtualCamera(TABLE, 1), watcher_of("twentyseven", TABLE), Gauge()
    x, y, z = ROW_EYE
    for moment, aside in ((1, 0.0), (2, knock_mm)):
        pose = hanging((x + aside, y, z), AIM, 0.6)
        gauge.notice(eye.see(camera.frame(Sight(Scene(()), pose), moment), state))
    assert gauge.moved_mm == pytest.approx(knock_mm, abs=1.0)
    assert calibration_lamp(gauge)[0] is well


def test_the_measured_place_counts_where_there_is_one() -> None:
    gauge = Gauge(residual_px=0.2, home_mm=(0.0, 0.0, 600.0), eye_mm=(0.0, 30.0, 640.0))
    assert calibration_lamp(gauge) == (
        False,
        "The camera has slipped by 50 mm; it is read from where it hangs now.",
    )
