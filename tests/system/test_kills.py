"""kill -9 at any moment of any game: the same journal in the end, as if nothing had been."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from turmwart.app.journal import Shelf
from turmwart.model.events import Entry, Event
from turmwart.session.session import replay

TESTS = Path(__file__).parents[1]
GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
LAST = 300.0


def started(game: str, seed: int, data: Path) -> "subprocess.Popen[str]":
    """A rig that is ready to play on."""
    rig = subprocess.Popen(
        [sys.executable, "-m", "sim.sitting", game, str(seed), str(data)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
    )
    assert rig.stdout is not None
    assert rig.stdout.readline() == "ready\n"
    return rig


def ended(game: str, seed: int, data: Path) -> float:
    """Plays to the end; how long that took from the moment when it was ready."""
    rig = started(game, seed, data)
    began = time.monotonic()
    rig.communicate(timeout=LAST)
    assert rig.returncode == 0
    return time.monotonic() - began


def killed(game: str, seed: int, data: Path, after_s: float) -> bool:
    """Kills a rig in the middle; False when it had come to its end before."""
    rig = started(game, seed, data)
    try:
        rig.communicate(timeout=after_s)
    except subprocess.TimeoutExpired:
        rig.send_signal(signal.SIGKILL)
        rig.communicate()
        return True
    assert rig.returncode == 0
    return False


def told(found: list[Entry]) -> list[Event]:
    """What happened, without the times and without the name that holds the day."""
    return [entry.event for entry in found[1:]]


def torn(game: str, seed: int, data: Path, kills: int) -> int:
    """Kills the rig so often before the game is over; how often it was."""
    whole, cut = data / "whole", data / "cut"
    longest_s = 2.0 * ended(game, seed, whole) / kills
    draw, done, before = random.Random(f"{game}{seed}"), 0, list[Entry]()
    while done < kills and not over(before):
        done += killed(game, seed, cut, draw.uniform(0.0, longest_s))
        now = first_game(cut)
        assert now[: len(before)] == before
        before = now
    if not over(before):
        ended(game, seed, cut)
    assert told(first_game(cut)) == told(first_game(whole))
    return done


def first_game(data: Path) -> list[Entry]:
    """The entries of the first game there; none before it has begun."""
    shelf = Shelf(data)
    return shelf.entries(shelf.games()[0]) if shelf.games() else []


def over(found: list[Entry]) -> bool:
    return bool(found) and replay(found).over


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", ["twentyseven", "make_n_break"])
def test_a_game_killed_now_and_then_leaves_the_same_journal(tmp_path: Path, game: str) -> None:
    assert torn(game, 6, tmp_path, kills=4) > 0


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_killed_at_fifty_random_moments_leaves_the_same_journal(
    tmp_path: Path, game: str
) -> None:
    done, seed = 0, 1
    while done < 50:
        done += torn(game, seed, tmp_path / str(seed), kills=50 - done)
        seed += 1
    print(f"{game}: killed {done} times in {seed - 1} games, journals identical")
