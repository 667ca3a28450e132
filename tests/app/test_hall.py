"""A hall over real brokers: a table that is cut off, a hall that goes, brokers that are killed."""

import json
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from urllib.request import urlopen

import msgspec
import pytest

from publish.brokers import free_port, mosquitto, run_mosquitto
from system.rigs import started
from turmwart.app.broker import ChildBroker, Hall
from turmwart.app.hall import SILENT_MS, Keeper, wanted
from turmwart.app.hall_archive import Ending, HallArchive, Place, standings
from turmwart.app.trouble import Trouble
from turmwart.display.hall import hall_board
from turmwart.publish.broker import Address
from turmwart.publish.connection import Connection
from turmwart.publish.listening import Listening
from turmwart.publish.payloads import Claim, Result
from turmwart.publish.topics import Message, Topics

TOPICS = Topics("attic")


def result(winner: str = "black", seq: int = 40) -> dict[str, object]:
    return {
        "seq": seq, "ts": 1, "game": "twentyseven", "seats": ["black", "white"],
        "standing": {"black": 3, "white": 2}, "outcome": {"winners": [winner], "rule": "D-5"},
    }  # fmt: skip


def told(game: str, **more: object) -> bytes:
    return TOPICS.result(game, result(**more)).payload  # type: ignore[arg-type]


def until(true: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


def test_a_result_is_kept_once_however_often_it_comes(tmp_path: Path):
    archive = HallArchive(tmp_path)
    assert [archive.take("attic", told("g1")) for _ in range(3)] == [True, False, False]
    archive.take("attic", told("g2", winner="white"))
    archive.take("cellar", told("g1"))
    archive.close()
    again = HallArchive(tmp_path)
    assert not again.take("attic", told("g1"))
    assert [(e.table, e.result.game_id) for e in again.results()] == [
        ("attic", "g1"), ("attic", "g2"), ("cellar", "g1"),
    ]  # fmt: skip
    assert again.standings() == (
        Place("twentyseven", "black", 3, 2),
        Place("twentyseven", "white", 3, 1),
    )


def test_the_newest_word_on_a_game_counts_in_any_order(tmp_path: Path):
    archive = HallArchive(tmp_path)
    archive.take("attic", told("g1", winner="white", seq=43))
    archive.take("attic", told("g1", winner="black", seq=40))
    assert archive.results()[0].result.outcome is not None
    assert archive.results()[0].result.outcome.winners == ["white"]
    withdrawn = TOPICS.result("g1", {**result(seq=44), "outcome": None})
    archive.take("attic", withdrawn.payload)
    assert archive.results() == ()


def test_what_is_no_result_is_left_alone(tmp_path: Path):
    archive = HallArchive(tmp_path)
    for payload in (b"", b"[]", b"\xff", told("g1")[:-4], b"[" * 5000):
        assert not archive.take("attic", payload)
    assert archive.results() == ()


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Trouble, match="--data"):
        HallArchive(tmp_path / "file" / "hall")


def test_shared_wins_count_for_each_winner():
    both = {**result(), "outcome": {"winners": ["black", "white"], "rule": "D-5"}}
    ending = Ending("attic", msgspec.json.decode(TOPICS.result("g", both).payload, type=Result))
    assert [place.won for place in standings((ending,))] == [1, 1]


def test_a_table_that_falls_silent_is_shown_as_gone(tmp_path: Path):
    now = [1_000_000]
    board, archive = hall_board(), HallArchive(tmp_path)
    keeper = Keeper(board, archive, lambda: now[0])
    keeper.hear("turmwart/attic/status", b"online")
    keeper.hear("turmwart/attic/cmd/done", b"{}")
    keeper.hear("turmwart/Not A Table/status", b"online")
    keeper.refresh()
    assert board.latest is not None
    assert [(t.table, t.online) for t in board.latest.view] == [("attic", True)]
    now[0] += SILENT_MS + 1
    keeper.refresh()
    assert [t.online for t in board.latest.view] == [False]
    keeper.hear("turmwart/attic/health", b"{}")
    keeper.refresh()
    assert [t.online for t in board.latest.view] == [True]


class Table:
    """A table with its own broker, a bridge to the hall, and games that end."""

    def __init__(self, directory: Path, name: str, hall_port: int) -> None:
        directory.mkdir()
        self.topics, self.ended = Topics(name), dict[str, str]()
        address = Address("127.0.0.1", hall_port)
        self.broker = ChildBroker(directory, free_port(), Hall(name, address))
        claim = Claim(instance=name, since=1, held=False, page=None)
        self.connection = Connection(self.topics, self.broker.address, claim)
        self.connection.enter()

    def end_game(self, draw: Random) -> None:
        winner = draw.choice(("black", "white"))
        game = f"g{len(self.ended):03d}"
        self.ended[game] = winner
        self.connection.tell([self.topics.result(game, result(winner))])

    def kill_broker(self) -> None:
        self.broker._child.kill()
        self.broker._child.wait()

    def close(self) -> None:
        self.connection.close()
        self.broker.close()


def archived(archive: HallArchive) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for ending in archive.results():
        assert ending.result.outcome is not None
        games = found.setdefault(ending.table, {})
        assert ending.result.game_id not in games
        games[ending.result.game_id] = ending.result.outcome.winners[0]
    return found


def ordeal(directory: Path, kills: int, seed: int = 1) -> tuple[int, float]:
    """Brokers of tables and hall are killed, the hall itself is restarted; games go on ending."""
    draw, port = Random(seed), free_port()
    with ExitStack() as stack:
        hall_broker = run_mosquitto(directory, port)
        archive = HallArchive(directory / "hall")
        listening = Listening(
            Address("127.0.0.1", port), wanted(), Keeper(hall_board(), archive).hear
        )
        tables = [Table(directory / name, name, port) for name in ("attic", "cellar", "yard")]
        for table in tables:
            stack.callback(table.close)
        for number in range(kills):
            draw.choice(tables).end_game(draw)
            if number % 3 == 0:
                hall_broker.kill()
                hall_broker.wait()
                draw.choice(tables).end_game(draw)
                hall_broker = run_mosquitto(directory, port)
            else:
                table = draw.choice(tables)
                table.kill_broker()
                table.end_game(draw)
            if number % 5 == 4:
                listening.close()
                archive.close()
                archive = HallArchive(directory / "hall")
                keeper = Keeper(hall_board(), archive)
                listening = Listening(Address("127.0.0.1", port), wanted(), keeper.hear)
            for table in tables:
                table.broker.look_after()
            time.sleep(0.05)
        began = time.monotonic()
        wanted_all = {table.topics.table: table.ended for table in tables if table.ended}

        def caught_up() -> bool:
            for table in tables:
                table.broker.look_after()
            return archived(archive) == wanted_all

        assert until(caught_up, 60), (archived(archive), wanted_all)
        took, games = time.monotonic() - began, sum(len(t.ended) for t in tables)
        won = sum(place.won for place in archive.standings())
        assert won == games
        listening.close()
        archive.close()
        hall_broker.kill()
        hall_broker.wait()
    return games, took


@pytest.mark.needs("mosquitto")
def test_whatever_is_killed_the_archive_has_every_result_once(tmp_path: Path):
    games, took = ordeal(tmp_path, kills=6)
    print(f"6 kills: {games} games, archive right {took:.1f} s after the last kill")


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.needs("mosquitto")
def test_fifty_killed_brokers_and_ten_restarts_of_the_hall(tmp_path: Path):
    games, took = ordeal(tmp_path, kills=50)
    print(f"50 kills, 10 hall restarts: {games} games, right {took:.1f} s after the last kill")


@pytest.mark.needs("mosquitto")
def test_a_table_that_was_cut_off_for_games_catches_up(tmp_path: Path):
    port, draw = free_port(), Random(3)
    table = Table(tmp_path / "attic", "attic", port)
    try:
        table.connection.settle()
        for _ in range(5):
            table.end_game(draw)
        table.connection.tell([Message(TOPICS.at("state"), b"{}", retain=True)])
        with mosquitto(tmp_path, port):
            archive = HallArchive(tmp_path / "hall")
            keeper = Keeper(hall_board(), archive)
            listening = Listening(Address("127.0.0.1", port), wanted(), keeper.hear)
            assert until(lambda: archived(archive) == {"attic": table.ended}, 30)
            listening.close()
    finally:
        table.close()


@pytest.mark.needs("mosquitto")
def test_the_word_hall_serves_its_page_and_ends_when_told(tmp_path: Path):
    with mosquitto(tmp_path, port := free_port()):
        words = ["hall", "--broker", f"127.0.0.1:{port}", "--data", str(tmp_path / "h")]
        with started([*words, "--page-port", "0"]) as hall:
            assert hall.stderr is not None
            page = hall.stderr.readline().split()[-1]
            topics = Topics("attic")
            claim = Claim(instance="a", since=1, held=False, page=None)
            rig = Connection(topics, Address("127.0.0.1", port), claim)
            rig.enter()
            rig.tell([topics.result("g1", result())])
            base = page.removesuffix("hall")

            def listed() -> bool:
                with urlopen(f"{base}api/hall/results") as answer:
                    return [row["table"] for row in json.load(answer)] == ["attic"]

            assert until(listed)
            with urlopen(page) as answer:
                assert b"hall.js" in answer.read()
            rig.close()
            hall.send_signal(signal.SIGTERM)
            _, errors = hall.communicate(timeout=20)
    assert hall.returncode == 0, errors
