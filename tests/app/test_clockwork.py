"""What the controller's clock is told in a game of Make 'n' Break."""

import json
from pathlib import Path

from turmwart.app.clockwork import Clockwork
from turmwart.app.moments import Moments
from turmwart.app.setup import SHIPPED
from turmwart.model.cues import Clock, Countdown, Cue
from turmwart.model.events import Acted, Entry, Event, GameStarted, Paused, Resumed
from turmwart.rules.make_n_break import MAKE_N_BREAK
from turmwart.session.session import Session, replay

DECK = json.loads(Path(SHIPPED / "deck.json").read_text("utf-8"))
ROLL, START = Acted({"do": "roll", "dice": [2]}), Acted({"do": "start"})


class Told:
    """As much of a rig as the clockwork looks at."""

    def __init__(self, session: Session) -> None:
        self.session = session


def game(*events: tuple[int, Event]) -> list[Entry]:
    setup = MAKE_N_BREAK.setup(
        None, {"shuffle": "none", "timer_seconds": "10,20,30"}, {"deck": DECK}
    )
    first = GameStarted("g", "make_n_break", setup.seats, setup.options, setup.data)
    timed = [(0, first), *events]
    return [Entry(number, at_ms, event) for number, (at_ms, event) in enumerate(timed, 1)]


def cues(before: list[Entry], *later: list[Entry]) -> list[Cue]:
    """What is said at the start on *before*, and after each of *later*."""
    said: list[Cue] = []
    clockwork = Clockwork(said.append, before)
    for entries in (before, *later):
        clockwork.tell(Told(replay(entries)), ())  # type: ignore[arg-type]
    return said


def test_after_the_roll_the_clock_is_armed_with_the_dials_seconds() -> None:
    said = cues(game(), game((50, ROLL)))
    assert said == [Countdown(Clock.IDLE), Countdown(Clock.ARMED, 20_000)]


def test_the_start_key_needs_no_word_from_the_rig() -> None:
    said = cues(game((50, ROLL)), game((50, ROLL), (900, START)))
    assert said == [Countdown(Clock.ARMED, 20_000)]


def test_after_a_restart_the_clock_runs_on_with_what_was_left() -> None:
    cut = game((50, ROLL), (1_000, START), (6_500, Acted({"do": "built", "blocks": []})))
    assert cues(cut) == [Countdown(Clock.RUNNING, 14_500)]


def test_a_pause_stops_the_clock_and_it_goes_on_with_what_was_left() -> None:
    began = game((50, ROLL), (1_000, START))
    held = game((50, ROLL), (1_000, START), (6_500, Paused()))
    again = game((50, ROLL), (1_000, START), (6_500, Paused()), (90_000, Resumed()))
    said: list[Cue] = []
    clockwork = Clockwork(said.append, began)
    clockwork.tell(Told(replay(began)), ())  # type: ignore[arg-type]
    clockwork.tell(Told(replay(held)), tuple(held[-1:]))  # type: ignore[arg-type]
    clockwork.tell(Told(replay(again)), tuple(again[-1:]))  # type: ignore[arg-type]
    assert said[1:] == [Countdown(Clock.STOPPED, 14_500), Countdown(Clock.RUNNING, 14_500)]


def test_a_game_that_was_paused_when_the_power_went_stays_stopped() -> None:
    held = game((50, ROLL), (1_000, START), (6_500, Paused()))
    assert cues(held) == [Countdown(Clock.STOPPED, 14_500)]


def test_the_countdown_goes_on_from_the_last_second_before_the_power_cut(tmp_path: Path) -> None:
    began = game((50, ROLL), (1_000, START))
    session = replay(began)
    for at_ms in (1_500, 2_000, 8_250, 8_900):
        Moments(tmp_path).pass_by(session, at_ms)
    said: list[Cue] = []
    last_ms = Moments(tmp_path).last("g")
    Clockwork(said.append, began, last_ms).tell(Told(session), ())  # type: ignore[arg-type]
    assert said == [Countdown(Clock.RUNNING, 20_000 - (8_900 - 1_000))]
    assert Moments(tmp_path).last("another") == 0


def test_a_moment_is_kept_each_second_and_only_while_the_clock_runs(tmp_path: Path) -> None:
    moments = Moments(tmp_path)
    moments.pass_by(replay(game((50, ROLL))), 5_000)
    assert moments.last("g") == 0
    running = replay(game((50, ROLL), (1_000, START)))
    for at_ms in (6_000, 6_999):
        moments.pass_by(running, at_ms)
    assert moments.last("g") == 6_000
    (tmp_path / "moment").write_text("torn")
    assert moments.last("g") == 0


def test_the_bell_lets_the_clock_rest() -> None:
    rung = game((50, ROLL), (1_000, START), (21_000, Acted({"do": "expired"})))
    assert cues(game((50, ROLL)), rung)[-1] == Countdown(Clock.IDLE)
