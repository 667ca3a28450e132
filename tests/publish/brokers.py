"""Brokers and listeners that are no part of the rig, for the tests."""

import getpass
import queue
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import paho.mqtt.client as paho

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 0.5).close()
            return
        except OSError:
            assert time.monotonic() < end, f"nobody listens on port {port}"
            time.sleep(0.01)


def run_mosquitto(
    directory: Path, port: int, more: str = "allow_anonymous true\n", whole: str = ""
) -> "subprocess.Popen[bytes]":
    """A mosquitto on loopback; *whole* is all of its configuration. Whoever starts it ends it."""
    file = directory / f"broker-{port}.conf"
    user = getpass.getuser()
    file.write_text(whole or f"listener {port} 127.0.0.1\nuser {user}\n{more}", "utf-8")
    child = subprocess.Popen(
        [MOSQUITTO, "-c", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_for(port)
    return child


@contextmanager
def mosquitto(
    directory: Path, port: int, more: str = "allow_anonymous true\n", whole: str = ""
) -> Iterator["subprocess.Popen[bytes]"]:
    """A mosquitto that ends with the test."""
    child = run_mosquitto(directory, port, more, whole)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


@dataclass
class Heard:
    """One message as a subscriber got it."""

    topic: str
    payload: bytes
    retained: bool
    at: float
    properties: object = None


@dataclass
class Listener:
    """A subscriber that is not ours and comes back by itself."""

    port: int
    topics: tuple[str, ...] = ("#",)
    protocol: int = paho.MQTTv311
    login: tuple[str, str] | None = None
    all: list[Heard] = field(default_factory=list)

    def __enter__(self) -> "Listener":
        self.news: queue.Queue[Heard] = queue.Queue()
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=self.protocol)
        if self.login:
            self.client.username_pw_set(*self.login)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda c, *_: c.subscribe([(topic, 1) for topic in self.topics])
        self.client.on_message = self._heard
        self.client.on_subscribe = lambda *_: self.ready.put(True)
        self.ready: queue.Queue[bool] = queue.Queue()
        self.client.connect_async("127.0.0.1", self.port)
        self.client.loop_start()
        self.ready.get(timeout=15)
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def _heard(self, _c: object, _d: object, message: paho.MQTTMessage) -> None:
        heard = Heard(
            message.topic,
            bytes(message.payload),
            message.retain,
            time.monotonic(),
            getattr(message, "properties", None),
        )
        self.all.append(heard)
        self.news.put(heard)

    def until(self, topic: str, payload: bytes | None = None, seconds: float = 10.0) -> Heard:
        """The next message there, with this payload if one is named; anything else is skipped."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                heard = self.news.get(timeout=left)
            except queue.Empty:
                break
            if heard.topic == topic and payload in (None, heard.payload):
                return heard
        raise AssertionError(f"{topic} {payload!r} did not come within {seconds} s")

    def send(self, topic: str, payload: bytes | str, retain: bool = False, qos: int = 1) -> None:
        self.client.publish(topic, payload, qos=qos, retain=retain).wait_for_publish(10)
