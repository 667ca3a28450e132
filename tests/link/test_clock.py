"""Stamps of the controller in host time."""

import pytest

from turmwart.link.clock import WRAP_MS, ClockMap

WIRE = (0, 0)


def test_the_line_runs_in_the_middle_of_the_tightest_bounds():
    clock = ClockMap(boot=1)
    clock.ponged(100.0, sent=1000.0, received=1010.0, wire=WIRE)
    clock.ponged(200.0, sent=1102.0, received=1120.0, wire=WIRE)
    assert clock.host_ms(150.0) == 150 + (902 + 910) / 2
    assert clock.error_ms == 4.0


def test_a_heartbeat_tightens_one_side():
    clock = ClockMap(boot=1)
    clock.ponged(100.0, sent=1000.0, received=1016.0, wire=WIRE)
    clock.passed(300.0, received=1204.0, wire=0)
    clock.ponged(310.0, sent=1206.0, received=1230.0, wire=WIRE)
    assert clock.host_ms(300.0) == 300 + (900 + 904) / 2


def test_a_slow_quartz_is_measured():
    clock = ClockMap(boot=1)
    for second in range(60):
        ours = second * 1000.0
        clock.ponged(ours * (1 - 80e-6), ours, ours + 0.5, WIRE)
    assert clock.ppm == pytest.approx(80, abs=10)
    assert clock.host_ms(59_000 * (1 - 80e-6)) == pytest.approx(59_000, abs=0.5)


def test_a_quartz_is_not_accused_before_it_is_sure():
    clock = ClockMap(boot=1)
    clock.ponged(0.0, sent=0.0, received=1.0, wire=WIRE)
    clock.ponged(5000.0, sent=4997.0, received=4998.0, wire=WIRE)
    assert clock.ppm == 0.0


def test_stamps_go_on_after_forty_nine_days():
    clock = ClockMap(boot=1)
    clock.ponged(WRAP_MS - 500.0, sent=0.0, received=0.0, wire=WIRE)
    clock.ponged(500.0, sent=1000.0, received=1000.0, wire=WIRE)
    assert clock.host_ms(750.0) == 1250.0


def test_a_long_silence_leaves_something_to_go_by():
    clock = ClockMap(boot=1)
    for second in (0, 1, 2, 3, 4, 5, 6, 100, 200):
        clock.ponged(second * 1000.0, second * 1000.0, second * 1000.0 + second, WIRE)
    assert clock.host_ms(200_000.0) == pytest.approx(200_100.0, abs=100.0)


def test_a_jump_of_the_hosts_clock_is_followed():
    clock = ClockMap(boot=1)
    for second in range(5):
        clock.ponged(second * 1000.0, second * 1000.0, second * 1000.0 + 1, WIRE)
    clock.ponged(5000.0, sent=65_000.0, received=65_001.0, wire=WIRE)
    assert clock.host_ms(5000.0) == 65_000.5


@pytest.mark.needs("simavr")
@pytest.mark.needs("avr-gcc")
@pytest.mark.parametrize(("way", "most_ms"), [("USB", 1.0), ("FTDI", 3.0)])
def test_presses_are_mapped_to_host_time(way, most_ms):
    from link import cable  # the microcontroller is only simulated here

    off = cable.mapped(getattr(cable, way), seconds=60)
    assert off[round(0.99 * len(off)) - 1] <= most_ms
