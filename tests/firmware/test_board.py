"""Which controller a virtual table gets, and how it is pressed."""

import pytest

from turmwart.link import Link, serial_port
from turmwart.model.signals import DialTurned, DiceRolled, Key, KeyPressed
from turmwart.sim import board
from turmwart.sim.controller import OnPty, StandIn

KINDS = [
    "stand-in",
    pytest.param("firmware", marks=[pytest.mark.needs("simavr"), pytest.mark.needs("avr-gcc")]),
]


class Played:
    """A virtual table's controller with a host at the other end."""

    def __init__(self, kind: str, boot: int) -> None:
        self.controller = board.controller(kind, seed=3, boot=boot, now_ms=1000.0)
        self.link = Link(serial_port(self.controller.path), (boot - 1) << 16 | 9, session=5)
        self.now_ms = 1000

    def run(self, ms: int) -> list[object]:
        heard = []
        for _ in range(ms + 2):  # the pseudo terminal hands bytes on when it likes
            self.now_ms += 1
            self.controller.step(self.now_ms)
            self.link.wait(0.001)
            for each in self.link.poll(self.now_ms):
                heard.append(each.signal)
                self.link.stored(each.seq)
        return [signal for signal in heard if signal is not None]

    def close(self) -> None:
        self.link.close()
        self.controller.close()


@pytest.fixture(params=KINDS)
def played(request):
    played = Played(request.param, boot=5)
    played.run(200)
    yield played
    played.close()


def test_it_goes_on_from_the_boot_that_the_journal_knows(played):
    assert played.link.health.boot == 5
    assert played.link.dialogue.figures.exchanged == 0


def test_a_press_is_told_after_as_long_as_it_says(played):
    assert played.run(played.controller.press("done")) == [KeyPressed(Key.DONE)]


@pytest.mark.parametrize(
    ("key", "dice", "sides"),
    [("dice_a", 2, 6), ("dice_b", 1, 6), ("dice_c", 1, 10), ("dice_d", 1, 3)],
)
def test_a_dice_key_rolls_the_dice_of_its_game(played, key, dice, sides):
    (roll,) = played.run(played.controller.press(key))
    assert isinstance(roll, DiceRolled)
    assert len(roll.dice) == dice
    assert all(1 <= face <= sides for face in roll.dice)


def test_the_dial_is_told_after_as_long_as_it_says(played):
    assert played.run(played.controller.dial(3)) == [DialTurned(3)]


def test_where_it_cannot_be_simulated_the_stand_in_plays(monkeypatch):
    monkeypatch.setattr(board, "available", lambda: False)
    board.library.cache_clear()
    with pytest.raises(board.BoardError, match="--controller stand-in"):
        board.controller("firmware", 1, 1, 0.0)
    chosen = board.controller(None, 1, 1, 0.0)
    assert type(chosen) is OnPty
    assert isinstance(chosen.device, StandIn)
    chosen.close()
