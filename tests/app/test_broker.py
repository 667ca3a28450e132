"""A real broker as a child, killed and come back, slow, strange or gone; a paho client listening."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from publish.brokers import Listener, free_port, mosquitto
from turmwart.app import broker as broker_module
from turmwart.app.announcing import BrokerWish, opened_line
from turmwart.app.broker import ChildBroker, asked_address
from turmwart.app.trouble import Trouble
from turmwart.publish.broker import Address, Fault, Login
from turmwart.publish.connection import OUTSTANDING, Connection
from turmwart.publish.payloads import Claim
from turmwart.publish.topics import Message, Topics

TOPICS = Topics("attic")
CLAIM = Claim(instance="a1", since=1000, held=False, page=None)


@contextmanager
def connected(address: Address, claim: Claim = CLAIM, modern: bool = True) -> Iterator[Connection]:
    connection = Connection(TOPICS, address, claim, modern=modern)
    try:
        yield connection
    finally:
        connection.close()


def turn(whose: bytes) -> Message:
    return Message(TOPICS.at("turn"), whose, retain=True)


@pytest.fixture(params=["mosquitto", "amqtt"])
def child(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if request.param == "amqtt":
        monkeypatch.setattr(broker_module, "_search_path", lambda: "")
    broker = ChildBroker(tmp_path, free_port())
    assert broker.kind == request.param
    yield broker
    broker.close()


@pytest.mark.needs("mosquitto")
def test_a_late_listener_gets_what_is_retained(child: ChildBroker):
    with connected(child.address) as connection:
        connection.tell([turn(b"black")])
        connection.enter()
        assert connection.settle(10)
        for topic, payload in (("turn", b"black"), ("status", b"online")):
            with Listener(child.address.port, ("turmwart/#",)) as listener:
                assert listener.until(TOPICS.at(topic), payload)


@pytest.mark.needs("mosquitto")
def test_a_killed_broker_comes_back_with_the_newest_state(child: ChildBroker):
    with connected(child.address) as connection, Listener(child.address.port) as listener:
        connection.enter()
        connection.tell([turn(b"black")])
        listener.until(TOPICS.at("turn"), b"black")
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)
        connection.tell([turn(b"white")])
        while child.restarts == 0:
            child.look_after()
        assert listener.until(TOPICS.at("turn"), b"white")
    assert child.restarts == 1


@pytest.mark.needs("mosquitto")
def test_what_was_lost_with_the_connection_is_no_trouble(tmp_path: Path):
    """A message that paho has given up may not end the game."""
    with mosquitto(tmp_path, port := free_port()), connected(Address("127.0.0.1", port)) as rig:
        rig.enter()
        assert rig.settle(10)
        rig.tell([turn(b"black")])
        rig._outstanding[0].rc = 4
        rig.tell([turn(b"white")])
        assert rig.health is None


@pytest.mark.needs("mosquitto")
def test_a_broker_that_cannot_live_is_not_started_in_a_hurry(tmp_path: Path):
    broker = ChildBroker(tmp_path, free_port())
    broker._mosquitto = "/bin/false"
    os.kill(broker.pid, signal.SIGKILL)
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        broker.look_after()
    assert 1 <= broker.restarts <= 4
    broker.close()


@pytest.mark.needs("mosquitto")
def test_the_broker_that_a_killed_rig_left_behind_is_ended(tmp_path: Path):
    left = ChildBroker(tmp_path, free_port())
    after = ChildBroker(tmp_path, free_port())
    assert left._child.wait(5) is not None
    assert after._child.poll() is None
    after.close()


@pytest.mark.needs("mosquitto")
def test_the_last_will_says_offline_when_the_rig_dies(tmp_path: Path):
    with mosquitto(tmp_path, port := free_port()), Listener(port) as listener:
        script = (
            "import time; from turmwart.publish.connection import *; from turmwart.publish.broker import *;"
            "c = Connection(Topics('attic'), Address('127.0.0.1', int(sys.argv[1])),"
            " Claim(instance='a', since=0, held=False, page=None)); c.enter(); time.sleep(60)"
        )
        rig = subprocess.Popen([sys.executable, "-c", f"import sys; {script}", str(port)])
        listener.until(TOPICS.at("status"), b"online", 30)
        rig.kill()
        rig.wait()
        assert listener.until(TOPICS.at("status"), b"offline", 5)


@pytest.mark.needs("mosquitto")
def test_a_will_that_comes_late_is_corrected(tmp_path: Path):
    with mosquitto(tmp_path, port := free_port()), connected(Address("127.0.0.1", port)) as rig:
        rig.enter()
        with Listener(port) as listener:
            listener.until(TOPICS.at("status"), b"online")
            listener.send(TOPICS.at("status"), b"offline", retain=True)
            listener.until(TOPICS.at("status"), b"offline")
            assert listener.until(TOPICS.at("status"), b"online")


def test_without_a_broker_the_game_goes_on_and_events_are_counted():
    with connected(Address("127.0.0.1", free_port())) as connection:
        connection.enter()
        connection.tell([Message(TOPICS.at("event/acted"), b"{}")] * 3)
        assert not connection.settle(5)
        assert (connection.unsent, connection.health) == (3, Fault.ABSENT)


@pytest.mark.needs("mosquitto")
def test_a_refused_login_is_named(tmp_path: Path):
    (tmp_path / "passwords").write_text("")
    strict = f"allow_anonymous false\npassword_file {tmp_path / 'passwords'}\n"
    with mosquitto(tmp_path, port := free_port(), strict):
        for modern in (True, False):
            address = Address("127.0.0.1", port, Login("rig", "not-this-one"))
            with connected(address, modern=modern) as connection:
                assert not connection.settle(5)
                assert connection.health is Fault.LOGIN


def test_a_password_is_never_shown():
    assert "hunter2" not in repr(Address("here", 1, Login("rig", "hunter2")))


@pytest.mark.needs("mosquitto")
def test_a_broker_of_the_old_kind_is_spoken_to_in_its_tongue(child: ChildBroker):
    with connected(child.address) as connection:
        connection.enter()
        connection.tell([turn(b"black")])
        assert connection.settle(10)
        assert int(connection.protocol) == (5 if child.kind == "mosquitto" else 4)
        with Listener(child.address.port) as listener:
            assert listener.until(TOPICS.at("turn"), b"black")


def test_a_broker_that_hangs_is_named_and_does_not_fill_the_memory():
    """It says yes to everything at first and then reads nothing more."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_greet_and_sleep, args=(server,), daemon=True).start()
        with connected(Address("127.0.0.1", server.getsockname()[1]), modern=False) as connection:
            connection.enter()
            assert connection.settle(5)
            big = Message(TOPICS.at("state"), b"x" * 20_000, retain=True)
            for _ in range(OUTSTANDING * 3):
                connection.tell([big])
            assert connection.health is Fault.SLOW
            assert len(connection._outstanding) <= OUTSTANDING + 1
            server.close()


def _greet_and_sleep(server: socket.socket) -> None:
    peer, _ = server.accept()
    peer.recv(1024)
    peer.sendall(b"\x20\x02\x00\x00")
    time.sleep(20)
    peer.close()


@pytest.mark.needs("mosquitto")
def test_two_rigs_with_one_name_the_second_does_not_start(tmp_path: Path):
    with mosquitto(tmp_path, port := free_port()), ExitStack() as stack:
        (tmp_path / "one").mkdir()
        (tmp_path / "two").mkdir()
        wish = BrokerWish("attic", f"127.0.0.1:{port}")
        first = opened_line(wish, tmp_path / "one", stack)
        assert first is not None
        first.connection.enter("http://127.0.0.1:8027/")
        with pytest.raises(Trouble, match=r"'attic' is taken .* http://127.0.0.1:8027/.*--table"):
            opened_line(wish, tmp_path / "two", stack)
        other = opened_line(BrokerWish("cellar", wish.at), tmp_path / "two", stack)
        assert other is not None
        assert first.connection.health is None


@pytest.mark.needs("mosquitto")
def test_of_two_that_meet_later_the_newer_one_is_silent(tmp_path: Path):
    """Both began without a broker; when it comes, the rig that was there first keeps the name."""
    port = free_port()
    with (
        connected(Address("127.0.0.1", port), CLAIM) as older,
        connected(
            Address("127.0.0.1", port), Claim(instance="b2", since=2000, held=False, page=None)
        ) as newer,
    ):
        older.enter()
        newer.enter()
        with mosquitto(tmp_path, port):
            end = time.monotonic() + 10
            while (older.health, newer.health) != (None, Fault.NAME) and time.monotonic() < end:
                time.sleep(0.02)
            assert (older.health, newer.health) == (None, Fault.NAME)


@pytest.mark.parametrize(
    "text", ["", "localhost", ":1883", "localhost:0", "localhost:99999", "a:b"]
)
def test_an_address_that_is_none_is_refused(text: str):
    with pytest.raises(Trouble, match="HOST:PORT"):
        asked_address(text)


def test_an_address():
    assert asked_address("hall.local:1884") == Address("hall.local", 1884)
