"""The journal keeps what it was given, and says when it was not kept."""

import os
import random
import resource
import time
from pathlib import Path

import pytest

from turmwart.app.journal import DamagedJournal, DiskTrouble, Journal, Shelf
from turmwart.app.rig import Begin, opened, started
from turmwart.app.setup import asked_setup
from turmwart.app.trouble import Trouble
from turmwart.model.events import Acted, Asked, Doubted, Entry, GameStarted, Refused, TakenBack
from turmwart.model.notation import parsed, printed

START = GameStarted(
    "g1", "twentyseven", ("black", "white"), {"variant": "base", "start": "black"}, {}
)
MOVE = Acted({"do": "move", "from": 1, "count": 8, "base": False})
ENTRIES = [Entry(1, 10, START), Entry(2, 20, MOVE)]


@pytest.mark.parametrize(
    "event",
    [
        START,
        MOVE,
        Acted({"do": "done"}, ("T-10",), False, ({"do": "done"},)),
        Asked(({"do": "done"},), ("D-2",)),
        Doubted((({"do": "done"},), ())),
        Refused("not_seen"),
        TakenBack(2),
    ],
)
def test_an_event_reads_as_it_was_written(event: object):
    assert parsed(printed(event)) == event


def test_the_text_of_an_event_is_plain_json():
    assert printed(TakenBack(2)) == '{"acts": 2, "kind": "taken_back"}'


def test_what_was_appended_is_there_after_reopening(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.append("g1", ENTRIES, heard=7)
    journal.close()
    again = Journal(tmp_path)
    assert again.entries("g1") == ENTRIES
    assert again.games() == ["g1"]
    assert again.heard == 7
    again.close()


def written(directory: Path, *groups: list[Entry]) -> Path:
    """A journal with one line per group; the file that holds it."""
    journal = Journal(directory)
    for heard, group in enumerate(groups, 1):
        journal.append("g1", group, heard)
    journal.close()
    (file,) = (directory / "journal").iterdir()
    return file


def moves(*numbers: int) -> list[Entry]:
    return [Entry(number, 10 * number, MOVE) for number in numbers]


def test_a_flipped_byte_is_found_and_named(tmp_path: Path):
    file = written(tmp_path, ENTRIES[:1], moves(2), moves(3))
    first, second, third = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + second.replace(b'"count": 8', b'"count": 7') + third)
    with pytest.raises(DamagedJournal, match=r"line 2: its seal .* the 1 entries before it are"):
        Shelf(tmp_path).entries("g1")


def test_a_missing_line_is_found(tmp_path: Path):
    file = written(tmp_path, ENTRIES[:1], moves(2), moves(3))
    first, _, third = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + third)
    assert Shelf(tmp_path).whole("g1").entries == (ENTRIES[0],)


def test_after_a_flipped_byte_the_game_goes_on_with_what_is_whole(tmp_path: Path):
    file = written(tmp_path, ENTRIES[:1], moves(2), moves(3, 4))
    damaged = file.read_bytes().replace(b"[4, 40", b"[4, 41")
    file.write_bytes(damaged)
    journal = Journal(tmp_path)
    with pytest.raises(
        DamagedJournal, match=r"Nothing was changed; to go on after them add --mend"
    ):
        journal.mend()
    assert file.read_bytes() == damaged
    said = journal.mend(asked=True)
    assert said is not None
    assert "in line 3: its seal does not fit" in said
    assert "the 2 entries before it are whole" in said
    assert journal.entries("g1") == [ENTRIES[0], *moves(2)]
    assert journal.heard == 2
    journal.append("g1", moves(3), 3)
    journal.close()
    assert Shelf(tmp_path).entries("g1") == [ENTRIES[0], *moves(2, 3)]
    assert file.with_suffix(".damaged-1").read_bytes() == damaged
    assert Journal(tmp_path).mend() is None


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_torn_last_line_costs_only_itself(tmp_path: Path, cut: int):
    file = written(tmp_path, ENTRIES[:1], moves(2), moves(3))
    os.truncate(file, file.stat().st_size - cut)
    journal = Journal(tmp_path)
    assert "line 3: it was never written to its end" in str(journal.mend())
    assert journal.entries("g1") == [ENTRIES[0], *moves(2)]
    journal.close()


def test_wherever_a_byte_is_flipped_all_before_it_is_kept(tmp_path: Path):
    groups = [ENTRIES[:1], *(moves(number) for number in range(2, 40))]
    file = written(tmp_path, *groups)
    sound = file.read_bytes()
    entries = [entry for group in groups for entry in group]
    draw = random.Random(8)
    for place in draw.sample(range(len(sound)), 300):
        flipped = bytearray(sound)
        flipped[place] ^= 1 << draw.randrange(8)
        file.write_bytes(flipped)
        found = Shelf(tmp_path).whole("g1")
        before = sound[:place].count(b"\n")
        assert found.entries == tuple(entries[:before])
        assert found.damage is not None
        assert found.damage.line == before + 1


def test_a_journal_whose_first_line_is_damaged_is_put_aside(tmp_path: Path):
    file = written(tmp_path, ENTRIES)
    file.write_bytes(b"fifty years of sunshine " * 400)
    journal = Journal(tmp_path)
    assert "A new game is begun" in str(journal.mend(asked=True))
    assert journal.games() == []
    assert file.with_suffix(".damaged-1").read_bytes() == b"fifty years of sunshine " * 400
    journal.close()


@pytest.mark.parametrize("left", [b"5", b'01234567 {"hea', b"\0\0\0"])
def test_the_very_first_line_torn_begins_anew_by_itself(tmp_path: Path, left: bytes):
    file = written(tmp_path, ENTRIES)
    file.write_bytes(left)
    journal = Journal(tmp_path)
    assert "A new game is begun" in str(journal.mend())
    journal.close()


def test_a_full_disk_commits_nothing_and_says_so(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.append("g1", ENTRIES[:1], heard=1)
    (file,) = (tmp_path / "journal").iterdir()
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 50, most[1]))
    try:
        with pytest.raises(DiskTrouble, match="make room"):
            journal.append("g1", ENTRIES[1:], heard=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert journal.entries("g1") == ENTRIES[:1]
    assert journal.heard == 1
    journal.append("g1", ENTRIES[1:], heard=2)
    assert journal.entries("g1") == ENTRIES
    journal.close()


def test_ten_thousand_events_are_read_in_under_a_second(tmp_path: Path):
    written(tmp_path, ENTRIES[:1], *(moves(number) for number in range(2, 4)))
    journal = Journal(tmp_path)
    journal.append("g1", moves(*range(4, 10_001)))
    journal.close()
    began = time.process_time()
    assert len(Shelf(tmp_path).entries("g1")) == 10_000
    assert time.process_time() - began < 1.0


def test_a_game_of_ten_thousand_events_is_resumed_in_under_a_second(tmp_path: Path):
    begin = Begin(*asked_setup("twentyseven", None, {}))
    journal = Journal(tmp_path)
    game = started(journal, begin, 0).game_id
    pairs = [event for _ in range(5_000) for event in (MOVE, TakenBack(1))]
    for first in range(0, 10_000, 50):
        group = [Entry(first + n, 10, event) for n, event in enumerate(pairs[:50], 2)]
        journal.append(game, group)
    journal.close()
    again = Journal(tmp_path)
    began = time.process_time()
    session, goes_on = opened(again, begin, 0)
    took = time.process_time() - began
    assert (session.entries, goes_on) == (10_001, True)
    assert took < 1.0, f"{took:.2f} s"
    again.close()


def test_two_rigs_do_not_share_a_directory(tmp_path: Path):
    journal = Journal(tmp_path)
    with pytest.raises(Trouble, match="in use by another"):
        Journal(tmp_path)
    journal.close()
