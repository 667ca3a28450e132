"""The journal keeps what it was given, and says when it was not kept."""

import sqlite3
from pathlib import Path

import pytest

from turmwart.app.journal import DamagedJournal, DiskTrouble, Journal
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


def test_a_flipped_byte_is_found_and_named(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.append("g1", ENTRIES)
    journal.close()
    base = sqlite3.connect(tmp_path / "journal.sqlite")
    base.execute("UPDATE entry SET event = replace(event, '8', '7') WHERE number = 2")
    base.commit()
    base.close()
    with pytest.raises(
        DamagedJournal, match="entry 2 of game g1; the 1 entries before it are whole"
    ):
        Journal(tmp_path).entries("g1")


def test_a_missing_entry_is_found(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.append("g1", [*ENTRIES, Entry(3, 30, MOVE)])
    journal.close()
    base = sqlite3.connect(tmp_path / "journal.sqlite")
    base.execute("DELETE FROM entry WHERE number = 2")
    base.commit()
    base.close()
    with pytest.raises(DamagedJournal) as caught:
        Journal(tmp_path).entries("g1")
    assert caught.value.whole == 1


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path):
    (tmp_path / "journal.sqlite").write_bytes(b"not a database, but long enough to look" * 50)
    before = (tmp_path / "journal.sqlite").read_bytes()
    with pytest.raises(DamagedJournal, match="cannot be opened"):
        Journal(tmp_path)
    assert (tmp_path / "journal.sqlite").read_bytes() == before


def test_a_full_disk_commits_nothing_and_says_so(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.append("g1", ENTRIES[:1], heard=1)
    pages = journal._base.execute("PRAGMA page_count").fetchone()[0]
    journal._base.execute(f"PRAGMA max_page_count = {pages}")
    bulky = Acted({"do": "move", "note": "x" * 100_000})
    with pytest.raises(DiskTrouble, match="make room"):
        journal.append("g1", [Entry(2, 20, bulky)], heard=2)
    assert journal.entries("g1") == ENTRIES[:1]
    assert journal.heard == 1
    journal._base.execute("PRAGMA max_page_count = 1000000")
    journal.append("g1", ENTRIES[1:], heard=2)
    assert journal.entries("g1") == ENTRIES
    journal.close()


def test_two_rigs_do_not_share_a_directory(tmp_path: Path):
    journal = Journal(tmp_path)
    with pytest.raises(Trouble, match="in use by another"):
        Journal(tmp_path)
    journal.close()
