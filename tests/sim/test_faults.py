"""Camera, controller and disk fail at random moments of a game: nothing is lost, nothing is wrong."""

import json
import random
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sim.oracle import Parts, Table
from turmwart.app.journal import DiskTrouble
from turmwart.link.line import Fault
from turmwart.model.events import TakenBack
from turmwart.session.session import Site

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
FAULTS, GAP, OUTAGE = 20, 18, 4
"""So many faults, one in so many looks at most, each lasting so many looks at most."""
ROOM = 4_000


@dataclass
class Meddler:
    """Breaks something now and then, and mends it some looks later."""

    broken: Callable[[Parts, bool], None]
    draw: random.Random
    done: int = 0
    _until: int = 0
    _looks: int = 0
    _next: int = field(init=False)

    def __post_init__(self) -> None:
        self._next = self.draw.randint(1, GAP)

    def __call__(self, parts: Parts) -> None:
        self._looks += 1
        if self._until and self._looks >= self._until:
            self.broken(parts, False)
            self._until, self._next = 0, self._looks + self.draw.randint(1, GAP)
        elif not self._until and self._looks >= self._next and self.done < FAULTS:
            self.broken(parts, True)
            self.done += 1
            self._until = self._looks + self.draw.randint(1, OUTAGE)


def camera(parts: Parts, gone: bool) -> None:
    parts.watcher.blind = gone
    if gone:
        parts.rig.blind()
        assert parts.rig.session.trial is None
        assert parts.rig.session.site is not Site.FITS


def controller(parts: Parts, gone: bool) -> None:
    parts.plug.out = gone
    if gone:
        parts.link.close()
        assert parts.link.health.fault is Fault.ABSENT


def right(table: Table) -> None:
    """The game ended, and what is committed is what was done."""
    assert not table.gave_up
    assert table.over
    done = [row["act"] for row in table.truth if "act" in row]
    assert json.loads(json.dumps(done)) == json.loads(json.dumps(table.acts))


def failing(game: str, seed: int, data: Path, broken: Callable[[Parts, bool], None]) -> int:
    """One game in which a part comes and goes; how often it went."""
    meddler = Meddler(broken, random.Random(seed))
    right(Table(game, seed, 0.3, data).play(meddle=meddler))
    return meddler.done


@pytest.mark.parametrize("broken", [camera, controller], ids=["camera", "controller"])
def test_a_part_that_is_gone_twenty_times_in_a_game_of_27_costs_nothing(
    broken: Callable[[Parts, bool], None], tmp_path: Path
) -> None:
    assert failing("twentyseven", 2, tmp_path, broken) == FAULTS


@pytest.mark.parametrize("game", ["talo", "twentyseven"])
def test_after_acts_were_taken_back_the_players_go_on_to_the_end(game: str, tmp_path: Path) -> None:
    undone: list[int] = []

    def take_back(parts: Parts) -> None:
        past = len(parts.rig.session.past)
        if past >= 4 * (len(undone) + 2) and len(undone) < 3 and not parts.rig.session.over:
            undone.append(min(past, len(undone) + 1))
            parts.rig.add((TakenBack(undone[-1]),), 0)

    table = Table(game, 2, 0.0, tmp_path).play(meddle=take_back)
    assert undone == [1, 2, 3]
    assert table.over
    assert not table.gave_up


@contextmanager
def small_disk(size: int) -> Iterator[None]:
    """No file of this process grows beyond *size*."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)


def stopped(table: Table, room: int) -> str:
    """What the rig says when there is no more room; nothing when it came to the end."""
    try:
        with small_disk(room):
            table.play()
    except DiskTrouble as trouble:
        return str(trouble)
    return ""


def filling(game: str, seed: int, data: Path) -> int:
    """The disk is full again and again; each time the rig says so, ends, and is started again."""
    draw, full, table = random.Random(seed), 0, Table(game, seed, 0.3, data / "cut")
    whole = Table(game, seed, 0.3, data / "whole").play()
    while not table.over:
        files = list((data / "cut" / "journal").glob("*"))
        room = sum(file.stat().st_size for file in files) + draw.randint(100, ROOM)
        said = stopped(table, room if full < FAULTS else resource.RLIM_INFINITY)
        assert not said or "make room on the disk" in said
        full += bool(said)
    assert table.events[1:] == whole.events[1:]
    return full


def test_a_disk_that_is_full_again_and_again_costs_nothing(tmp_path: Path) -> None:
    assert filling("twentyseven", 2, tmp_path) > 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_every_part_fails_twenty_times_in_every_game(game: str, tmp_path: Path) -> None:
    for broken in (camera, controller):
        done, seed = 0, 1
        while done < FAULTS:
            done += failing(game, seed, tmp_path / broken.__name__ / str(seed), broken)
            seed += 1
    done, seed = 0, 1
    while done < FAULTS:
        done += filling(game, seed, tmp_path / str(seed))
        seed += 1
    print(f"{game}: camera, controller and disk failed {FAULTS} times each, nothing lost")
