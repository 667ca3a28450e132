"""A real broker as a child, killed and come back; a real paho client listening."""

import os
import queue
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import paho.mqtt.client as paho
import pytest

from turmwart.app import broker as broker_module
from turmwart.app.broker import Address, ChildBroker, asked_address
from turmwart.app.trouble import Trouble
from turmwart.publish.connection import Connection
from turmwart.publish.topics import Message, Topics

TOPICS = Topics("attic")


@contextmanager
def listening(address: Address, topic: str) -> Iterator["queue.Queue[tuple[str, str]]"]:
    """Everything under *topic*, by a client that is not ours."""
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    client = paho.Client(paho.CallbackAPIVersion.VERSION2)
    client.reconnect_delay_set(1, 1)
    client.on_connect = lambda c, *_: c.subscribe(topic, qos=1)
    client.on_message = lambda _c, _d, m: heard.put((m.topic, m.payload.decode()))
    client.connect_async(address.host, address.port)
    client.loop_start()
    try:
        yield heard
    finally:
        client.disconnect()
        client.loop_stop()


def heard_until(
    heard: "queue.Queue[tuple[str, str]]", wanted: tuple[str, str], seconds: float
) -> bool:
    """Waits for one message, at most so long."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            if heard.get(timeout=left) == wanted:
                return True
        except queue.Empty:
            return False
    return False


@pytest.fixture(params=["mosquitto", "amqtt"])
def child(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if request.param == "amqtt":
        monkeypatch.setattr(broker_module, "_search_path", lambda: "")
    broker = ChildBroker(tmp_path, free_high_port())
    assert broker.kind == request.param
    yield broker
    broker.close()


def free_high_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.needs("mosquitto")
def test_a_late_listener_gets_what_is_retained(child: ChildBroker):
    connection = Connection(TOPICS, child.address.host, child.address.port, lambda *_: None)
    connection.tell([Message(TOPICS.at("turn"), "black", retain=True)])
    with listening(child.address, "turmwart/#") as heard:
        assert heard_until(heard, (TOPICS.at("turn"), "black"), 10)
    with listening(child.address, "turmwart/#") as heard:
        assert heard_until(heard, (TOPICS.at("status"), "online"), 10)
    connection.close()


@pytest.mark.needs("mosquitto")
def test_a_killed_broker_comes_back_with_the_newest_state(child: ChildBroker):
    connection = Connection(TOPICS, child.address.host, child.address.port, lambda *_: None)
    with listening(child.address, "turmwart/#") as heard:
        connection.tell([Message(TOPICS.at("turn"), "black", retain=True)])
        assert heard_until(heard, (TOPICS.at("turn"), "black"), 10)
        os.kill(child.pid, signal.SIGKILL)
        os.waitpid(child.pid, 0)
        connection.tell([Message(TOPICS.at("turn"), "white", retain=True)])
        child.look_after()
        assert heard_until(heard, (TOPICS.at("turn"), "white"), 10)
    assert child.restarts == 1
    connection.close()


@pytest.mark.needs("mosquitto")
def test_the_last_will_says_offline_when_the_rig_dies(tmp_path: Path):
    broker = ChildBroker(tmp_path, free_high_port())
    connection = Connection(TOPICS, broker.address.host, broker.address.port, lambda *_: None)
    with listening(broker.address, TOPICS.at("status")) as heard:
        assert heard_until(heard, (TOPICS.at("status"), "online"), 10)
        connection._client.socket().shutdown(2)
        assert heard_until(heard, (TOPICS.at("status"), "offline"), 10)
    connection.close()
    broker.close()


def test_events_without_a_broker_are_counted_not_queued():
    connection = Connection(TOPICS, "127.0.0.1", free_high_port(), lambda *_: None)
    connection.tell([Message(TOPICS.at("event/acted"), "{}")] * 3)
    assert connection.unsent == 3
    connection.close()


@pytest.mark.parametrize(
    "text", ["", "localhost", ":1883", "localhost:0", "localhost:99999", "a:b"]
)
def test_an_address_that_is_none_is_refused(text: str):
    with pytest.raises(Trouble, match="HOST:PORT"):
        asked_address(text)


def test_an_address():
    assert asked_address("hall.local:1884") == Address("hall.local", 1884)
