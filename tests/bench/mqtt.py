"""MQTT in figures: a state to a subscriber beside bare paho, and a hall of many tables.

`./rig bench mqtt [latency|hall [TABLES]]`
"""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import websockets

from publish.brokers import Listener, free_port, run_mosquitto, wait_for
from turmwart.publish.broker import Address
from turmwart.publish.connection import Connection
from turmwart.publish.payloads import Claim
from turmwart.publish.topics import Message, Topics

SIZE, ROUNDS = 20_000, 400
TABLES, SECONDS = 300, 20.0
STATE = {
    "schema": 1, "seq": 1, "game": "twentyseven", "seats": ["black", "white"], "turn": "black",
    "phase": "move", "round": 1, "standing": {"black": 3, "white": 2}, "outcome": None,
    "options": {"variant": "base", "start": "black"}, "row": [["red"] + ["black"] * 9] * 9,
    "paused": False, "question": None, "violations": [], "last_warning": None, "deadline": None,
    "left_ms": None, "total_ms": None,
}  # fmt: skip


def main(arguments: list[str]) -> int:
    what, *rest = arguments or ["all"]
    codes = []
    if what in ("all", "latency"):
        codes.append(latency())
    if what in ("all", "hall"):
        codes.append(hall(int(rest[0]) if rest else TABLES))
    return max(codes)


def latency() -> int:
    """Ours and bare paho take turns on one broker, so that noise meets both alike."""
    worst = 0.0
    for kind, start in (("mosquitto", _mosquitto), ("amqtt", _amqtt)):
        with tempfile.TemporaryDirectory() as place:
            port = free_port()
            broker = start(Path(place), port)
            try:
                ours, bare = _taken(port, modern=kind == "mosquitto")
            finally:
                broker.kill()
                broker.wait()
        ratio = statistics.median(ours) / statistics.median(bare)
        worst = max(worst, ratio)
        print(
            f"{SIZE // 1000} kB state over {kind}: p50 {_ms(ours)} ms, bare paho {_ms(bare)} ms, "
            f"ratio {ratio:.2f} (limit 1.5)"
        )
    return 0 if worst <= 1.5 else 1


def _mosquitto(place: Path, port: int) -> "subprocess.Popen[bytes]":
    return run_mosquitto(place, port)


def _amqtt(_place: Path, port: int) -> "subprocess.Popen[bytes]":
    child = subprocess.Popen([sys.executable, "-m", "turmwart.publish.fallback", str(port)])
    wait_for(port, 30)
    return child


def _ms(seconds: list[float]) -> str:
    return f"{1000 * statistics.median(seconds):.2f}"


def _taken(port: int, modern: bool) -> tuple[list[float], list[float]]:
    topics = Topics("attic")
    claim = Claim(instance="a", since=1, held=False, page=None)
    connection = Connection(topics, Address("127.0.0.1", port), claim, modern=modern)
    connection.enter()
    assert connection.settle(10)
    publisher = paho.Client(paho.CallbackAPIVersion.VERSION2)
    publisher.connect("127.0.0.1", port)
    publisher.loop_start()
    payload = b"x" * SIZE

    def bare() -> None:
        publisher.publish("bare/state", payload, qos=0, retain=True)

    def ours() -> None:
        connection.tell((Message(topics.at("state"), payload, retain=True),))

    found: dict[str, list[float]] = {"ours": [], "bare": []}
    with Listener(port, (topics.at("state"), "bare/state")) as listener:
        for _ in range(ROUNDS):
            for name, publish, topic in (
                ("ours", ours, topics.at("state")),
                ("bare", bare, "bare/state"),
            ):
                began = time.monotonic()
                publish()
                found[name].append(listener.until(topic).at - began)
    publisher.disconnect()
    publisher.loop_stop()
    connection.close()
    return found["ours"][20:], found["bare"][20:]


def hall(tables: int) -> int:
    """Virtual tables tell their state once a second; a browser's wire at the hall hears it."""
    with tempfile.TemporaryDirectory() as place:
        port = free_port()
        more = "allow_anonymous true\nmax_queued_messages 0\nset_tcp_nodelay true\n"
        broker = run_mosquitto(Path(place), port, more)
        served = _Hall(Path(place), port)
        try:
            plain = _Plain(port)
            told = _Told(port, tables)
            wire = _Wire(served.page)
            cpu = _cpu(broker.pid), _cpu(served.process.pid)
            began = time.monotonic()
            told.run(SECONDS)
            took = time.monotonic() - began
            used = _cpu(broker.pid) - cpu[0], _cpu(served.process.pid) - cpu[1]
            lags, yardstick = wire.lags(told.last), plain.lags()
        finally:
            served.process.terminate()
            served.process.wait(20)
            broker.kill()
            broker.wait()
    shares = [100 * each / took for each in used]
    missing = tables - len(lags.newest)
    p95 = 1000 * statistics.quantiles(lags.all, n=20)[-1]
    print(
        f"{tables} tables at 1 Hz: {told.sent} states told in {took:.1f} s, the generator was late by "
        f"{1000 * told.late:.0f} ms at most; to the hall's page p50 "
        f"{1000 * statistics.median(lags.all):.1f} ms, p95 {p95:.1f} ms (limit 50; a bare subscriber's "
        f"p95 {1000 * statistics.quantiles(yardstick, n=20)[-1]:.1f} ms), "
        f"broker {shares[0]:.1f} % of a core (limit 10), hall {shares[1]:.1f} % (limit 50), "
        f"{missing} tables without their last state (limit 0)"
    )
    return 0 if p95 < 50 and shares[0] < 10 and shares[1] < 50 and not missing else 1


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Hall:
    """The word `hall` as its own process."""

    def __init__(self, place: Path, port: int) -> None:
        words = ["hall", "--broker", f"127.0.0.1:{port}", "--data", str(place / "hall")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "turmwart", *words, "--page-port", "0"],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        self.page = self.process.stderr.readline().split()[-1]


class _Told:
    """Many tables over a few connections: what comes to the broker is the same."""

    def __init__(self, port: int, tables: int) -> None:
        self.tables, self.sent, self.late, self.last = tables, 0, 0.0, dict[str, int]()
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self.client.on_socket_open = lambda _c, _d, wire: wire.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
        )
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        for number in range(tables):
            self.client.publish(f"turmwart/t{number}/status", b"online", 1, retain=True)

    def run(self, seconds: float) -> None:
        began, total = time.monotonic(), int(self.tables * seconds)
        for number in range(total):
            due = began + number / self.tables
            wait = due - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            self.late = max(self.late, -wait)
            table = f"t{number % self.tables}"
            now = time.time_ns() // 1_000
            state = STATE | {"ts": now // 1000, "round": 1 + number, "game_id": "g"}
            self.client.publish(f"turmwart/{table}/state", json.dumps(state), 0, retain=True)
            self.last[table] = 1 + number
            _SENT[table, 1 + number] = now / 1e6
            self.sent += 1


_SENT: dict[tuple[str, int], float] = {}


class _Plain:
    """The yardstick: a bare subscriber of the same states in the same run."""

    def __init__(self, port: int) -> None:
        self._heard: list[tuple[float, str, bytes]] = []
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self.client.on_message = lambda _c, _d, m: self._heard.append(
            (time.time(), m.topic, m.payload)
        )
        self.client.connect("127.0.0.1", port)
        self.client.subscribe("turmwart/+/state")
        self.client.loop_start()

    def lags(self) -> list[float]:
        self.client.loop_stop()
        return [
            at - _SENT[topic.split("/")[1], json.loads(payload)["round"]]
            for at, topic, payload in self._heard
        ]


class _Lags:
    def __init__(self) -> None:
        self.all: list[float] = []
        self.newest: dict[str, int] = {}


class _Wire:
    """A client of the hall's page, in a process's thread of its own."""

    def __init__(self, page: str) -> None:
        self._address = page.replace("http", "ws") + "/live"
        self._origin = page.removesuffix("/hall")
        self._heard: list[tuple[float, str]] = []
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()), daemon=True)
        self._thread.start()
        time.sleep(2.0)

    async def _listen(self) -> None:
        async with websockets.connect(
            self._address,
            origin=self._origin,
            max_size=None,
            compression=None,  # type: ignore[arg-type]
        ) as wire:
            with suppress(websockets.ConnectionClosed):
                async for text in wire:
                    self._heard.append((time.time(), str(text)))

    def lags(self, last: dict[str, int]) -> _Lags:
        time.sleep(1.5)
        found = _Lags()
        for at, text in self._heard:
            told: dict[str, Any] = json.loads(text)
            for table, row in (told.get("changed") or told.get("full") or {}).items():
                sent = _SENT.get((table, row["round"])) if row else None
                if sent is not None:
                    found.all.append(at - sent)
                    if last.get(table) == row["round"]:
                        found.newest[table] = row["round"]
        return found
