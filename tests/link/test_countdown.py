"""The countdown belongs to the controller; the host mends it only when a boot has forgotten it."""

import pytest

from firmware.table import MS, Table
from turmwart.link.messages import Kind, Timer
from turmwart.model.cues import Clock, Countdown
from turmwart.sim.board import build

pytestmark = [pytest.mark.needs("simavr"), pytest.mark.needs("avr-gcc")]


@pytest.fixture
def table():
    build("bench")
    table = Table(14)
    table.run(300)
    yield table
    table.close()


def test_a_countdown_rings_on_time_though_the_controller_hangs_meanwhile(table):
    table.dialogue.cue(Countdown(Clock.RUNNING, 5000))
    table.run(1000)
    began = table.told(Kind.TIMER_START)[0]
    started = table.bench.figures.clock_at + began.ms * MS
    table.bench.hang()
    table.run(3000)
    assert table.told(Kind.TIMER_EXPIRE) == []
    table.run(2000)
    assert len(table.told(Kind.TIMER_EXPIRE)) == 1
    late_ms = (table.bench.figures.bell_at - started) / MS - 5000
    assert abs(late_ms) < 50


def test_an_armed_countdown_is_armed_again_after_a_boot(table):
    table.dialogue.cue(Countdown(Clock.ARMED, 7000))
    table.run(200)
    table.bench.reset()
    table.run(2000)
    assert (table.dialogue.state.timer, table.dialogue.state.left_ms) == (Timer.ARMED, 7000)


def test_a_stopped_countdown_stays_stopped_after_a_boot(table):
    table.dialogue.cue(Countdown(Clock.RUNNING, 7000))
    table.run(200)
    table.dialogue.cue(Countdown(Clock.IDLE))
    table.run(200)
    table.bench.reset()
    table.run(2000)
    assert table.dialogue.state.timer == Timer.IDLE


def test_a_running_countdown_is_not_set_back_by_a_host_that_comes_again(table):
    table.dialogue.cue(Countdown(Clock.RUNNING, 5000))
    table.run(2000)
    table.dialogue.cue(Countdown(Clock.RUNNING, 5000))
    table.run(1000)
    assert len(table.told(Kind.TIMER_START)) == 1
    assert table.dialogue.state.left_ms < 2600
