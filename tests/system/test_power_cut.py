"""kill -9 at any moment, and a disk that is full: the journal keeps its word."""

import random
import resource
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from system.journals import acts, entries
from system.rigs import play, turmwart
from system.rigs import started as begun
from turmwart.app.journal import Journal
from turmwart.app.rig import Begin, started
from turmwart.app.setup import asked_setup
from turmwart.model.events import Acted, Entry

TURNS, SEED = 6, 5
OPENING = "journal"


def quiet(data: Path, seed: int, turns: int, *more: str) -> list[str]:
    return play(data, seed, "base", "--broker", "none", "--turns", str(turns), *more)


def cut(words: list[str], after_s: float) -> bool:
    """Starts a rig and kills it; True when it had come to its end before."""
    with begun(words) as rig:
        assert rig.stderr is not None
        rig.stderr.readline()
        try:
            rig.communicate(timeout=after_s)
        except subprocess.TimeoutExpired:
            rig.send_signal(signal.SIGKILL)
            rig.communicate()
            return False
    assert rig.returncode == 0
    return True


def cut_often(tmp_path: Path, seed: int, turns: int, cuts: int, longest_s: float) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    whole.mkdir(), torn.mkdir()
    told = turmwart(*quiet(whole, seed, turns))
    assert told.code == 0, told.errors
    moments = random.Random(seed)
    before = []
    for _ in range(cuts):
        if cut(quiet(torn, seed, turns), moments.uniform(0.0, longest_s)):
            break
        if (torn / OPENING).exists():
            now = entries(torn)
            assert now[: len(before)] == before
            before = now
    last = turmwart(*quiet(torn, seed, turns))
    assert last.code == 0, last.errors
    found = entries(torn)
    assert found[: len(before)] == before
    assert [entry.number for entry in found] == list(range(1, len(found) + 1))
    assert len(acts(entries(whole))) >= TURNS
    assert acts(found) == acts(entries(whole))
    assert last.lines[-1] == told.lines[-1]


def test_a_game_killed_again_and_again_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    cut_often(tmp_path, seed=SEED, turns=TURNS, cuts=6, longest_s=6.0)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_hundred_power_cuts_in_a_whole_game(tmp_path: Path) -> None:
    cut_often(tmp_path, seed=5, turns=1000, cuts=100, longest_s=10.0)


def room_for(place: Path, acts: int) -> int:
    """How large the journal grows with a game that has just begun and so many commits."""
    rules, setup = asked_setup("twentyseven", None, {"variant": "base"})
    journal = Journal(place)
    session = started(journal, Begin(rules, setup), 0)
    move = rules.write(next(iter(rules.legal(session.state))))
    for number in range(2, acts + 2):
        journal.append(session.game_id, (Entry(number, 0, Acted(move)),), heard=number)
    size = sum(file.stat().st_size for file in (place / OPENING).iterdir())
    journal.close()
    return size


def full_at(size: int) -> None:
    """No file of this process grows beyond *size*."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_disk_that_is_full_from_the_start_is_no_damaged_journal(tmp_path: Path) -> None:
    ran = turmwart(*quiet(tmp_path, SEED, 1), preexec_fn=partial(full_at, 100))
    assert ran.code == 2
    assert "damaged" not in ran.errors
    assert "make room on the disk" in ran.errors.strip().splitlines()[-1]


def test_a_full_disk_is_said_in_one_sentence_and_the_game_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    words = [word for word in quiet(tmp_path, SEED, TURNS) if not word.startswith("--truth")]
    words.remove(str(tmp_path / "truth.jsonl"))
    room = room_for(tmp_path / "measured", acts=3)
    full = turmwart(*words, preexec_fn=partial(full_at, room))
    assert full.code == 2
    assert "Traceback" not in full.errors
    assert "make room on the disk" in full.errors.strip().splitlines()[-1]
    kept = entries(tmp_path)
    assert len(kept) > 1
    assert len(acts(kept)) < TURNS
    assert len(acts(kept)) == sum("act" in line for line in full.lines)
    after = turmwart(*words)
    assert after.code == 0, after.errors
    assert entries(tmp_path)[: len(kept)] == kept
    assert len(acts(entries(tmp_path))) == TURNS
