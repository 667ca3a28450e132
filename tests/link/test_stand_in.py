"""The whole host side of the link against the stand-in, through a pseudo terminal."""

import pytest

from turmwart.link import CURES, Fault, Heard, Link, serial_port
from turmwart.model.cues import Clock, Countdown, DiceKey, Digits, Lamps, Light
from turmwart.model.signals import DialTurned, DiceRolled, Key, KeyPressed, LinkFound, TimerExpired
from turmwart.sim.controller import OnPty, StandIn


class Bench:
    """A host and a controller on one virtual clock."""

    def __init__(self, last_seq: int = 0) -> None:
        self.controller = StandIn(seed=4)
        self.pty = OnPty(self.controller)
        self.link = Link(serial_port(self.pty.path), last_seq, session=7)
        self.now_ms = 0.0
        self.store = True
        self.heard: list[Heard] = []

    def run(self, ms: float) -> list[Heard]:
        heard: list[Heard] = []
        for _ in range(int(ms)):
            self.now_ms += 1
            self.pty.step(self.now_ms)
            new = self.link.poll(self.now_ms)
            heard += new
            if self.store:
                for each in new:
                    self.link.stored(each.seq)
        self.heard += heard
        return heard

    def restart_host(self, last_seq: int) -> None:
        self.link.close()
        self.link = Link(serial_port(self.pty.path), last_seq, session=8)

    def close(self) -> None:
        self.link.close()
        self.pty.close()


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.close()


def signals(heard):
    return [each.signal for each in heard if each.signal is not None]


def test_keys_dice_and_dial_arrive_as_signals(bench):
    assert signals(bench.run(50)) == [LinkFound()]
    bench.controller.press("done")
    bench.controller.dial(3)
    bench.controller.press("dice_a")
    done, dial, roll = signals(bench.run(200))
    assert (done, dial) == (KeyPressed(Key.DONE), DialTurned(3))
    assert isinstance(roll, DiceRolled)
    assert len(roll.dice) == 2


def test_an_event_is_repeated_until_it_is_stored(bench):
    bench.run(50)
    bench.store = False
    bench.controller.press("done")
    assert signals(bench.run(3000)) == [KeyPressed(Key.DONE)]
    assert len(bench.controller.journal) == 2
    bench.restart_host(last_seq=bench.heard[1].seq)
    bench.store = True
    assert signals(bench.run(1000)) == [LinkFound(), KeyPressed(Key.DONE)]
    assert bench.controller.journal == []


def test_a_stored_event_is_not_told_again_to_the_next_host(bench):
    bench.run(50)
    bench.controller.press("stop")
    bench.run(500)
    bench.restart_host(last_seq=max(each.seq for each in bench.heard))
    assert signals(bench.run(2000)) == [LinkFound()]


def test_the_countdown_runs_in_the_controller(bench):
    bench.run(50)
    bench.link.cue(Countdown(Clock.ARMED, 30_000))
    bench.run(100)
    bench.controller.press("start")
    started = bench.now_ms
    bench.link.close()
    heard = bench.run(31_000)
    assert signals(heard)[-1] == TimerExpired()
    expiry = next(each for each in heard if each.signal == TimerExpired())
    assert expiry.at_ms == pytest.approx(started + 30_000, abs=3)


def test_cues_are_absolute_and_come_again_after_a_boot(bench):
    bench.run(50)
    bench.link.cue(Lamps(green=Light.ON, white=Light.BLINK))
    bench.link.cue(Digits("12"))
    bench.link.cue(DiceKey("d", 20, 1))
    bench.run(300)
    assert (bench.controller.lamps.on, bench.controller.lamps.blink) == (0b1001, 0b1000)
    assert bench.controller.text.segments == 0x5B06
    bench.controller = bench.pty.device = StandIn(seed=5, boot=2, now_ms=bench.now_ms)
    bench.run(4000)
    assert bench.controller.lamps.on == 0b1001


def test_what_a_full_journal_drops_is_counted_and_shown(bench):
    bench.run(50)
    assert bench.link.health.fault is None
    for _ in range(40):
        bench.controller.press("done")
    heard = bench.run(2000)
    assert signals(heard) == [KeyPressed(Key.DONE)] * 30  # so many fit
    releases = [each for each in heard if each.signal is None]
    losses = 2
    dropped = bench.link.health.figures.dropped
    assert 30 + len(releases) - losses + dropped == 80
    assert bench.link.health.fault is Fault.LOSSES
    assert "lost" in CURES[Fault.LOSSES]["en"]
