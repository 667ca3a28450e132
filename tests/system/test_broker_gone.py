"""The broker is killed in the middle of a game, again and again; the game does not care."""

import json
import os
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import paho.mqtt.client as paho
import pytest
from paho.mqtt import subscribe

from system.journals import entries
from system.rigs import play, started

BASE = "turmwart/table-1"
SLICES = ("state", "game", "turn", "score", "timer", "legality", "warning", "dice")
BACK_S = 2.0


@dataclass
class Listener:
    """A subscriber of events that is no part of the rig; it comes back by itself."""

    port: int
    heard: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe(f"{BASE}/event/#", qos=1)
        self.client.on_message = lambda _c, _d, m: self.heard.append(json.loads(m.payload)["seq"])
        self.client.connect_async("127.0.0.1", self.port)
        self.client.loop_start()

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def broker_of(rig: "subprocess.Popen[str]") -> int:
    """The broker's process: the only child of the rig that is a broker."""
    tasks = Path(f"/proc/{rig.pid}/task")
    children = " ".join((task / "children").read_text() for task in tasks.iterdir()).split()
    (pid,) = (int(c) for c in children if "mosquitto" in Path(f"/proc/{c}/cmdline").read_text())
    return pid


def port_of(rig: "subprocess.Popen[str]") -> int:
    assert rig.stderr is not None
    for line in rig.stderr:
        if "broker:" in line:
            return int(line.rsplit(":", 1)[1])
    raise AssertionError("the rig said no broker")


def wait_for_port(port: int) -> None:
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 0.5).close()
            return
        except OSError:
            assert time.monotonic() < end, "the broker did not come back"
            time.sleep(0.02)


def retained(port: int) -> dict[str, dict[str, object]]:
    """What a newcomer is given at once, as soon as all of it is kept there."""
    topics = [f"{BASE}/{name}" for name in SLICES]
    while True:
        got = subscribe.simple(topics, msg_count=len(SLICES), hostname="127.0.0.1", port=port)
        if all(message.retain for message in got):
            break
    return {message.topic.rsplit("/", 1)[1]: json.loads(message.payload) for message in got}


def killed_and_back(rig: "subprocess.Popen[str]", port: int) -> float:
    """Kills the broker; the seconds from its return until all that is retained is there again."""
    os.kill(broker_of(rig), signal.SIGKILL)
    time.sleep(0.05)
    wait_for_port(port)
    back = time.monotonic()
    found = retained(port)
    seconds = time.monotonic() - back
    assert found["turn"]["turn"] == found["state"]["turn"]
    assert found["score"]["standing"] == found["state"]["standing"]
    return seconds


def played_without_mercy(data: Path, kills: int, turns: int) -> tuple[list[float], list[int]]:
    with started(play(data, 3, "base", "--turns", str(turns), "--clumsy", "0.2")) as rig:
        port = port_of(rig)
        wait_for_port(port)
        listener = Listener(port)
        retained(port)
        seconds = [killed_and_back(rig, port) for _ in range(kills)]
        out, errors = rig.communicate(timeout=600)
        listener.close()
    assert rig.returncode == 0, errors
    assert '"final"' in out
    return seconds, listener.heard


def holds(data: Path, seconds: list[float], heard: list[int]) -> None:
    numbers = [entry.number for entry in entries(data)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert heard
    assert heard == sorted(heard)
    assert set(heard) <= set(numbers)
    assert max(seconds) < BACK_S, seconds


@pytest.mark.needs("mosquitto")
def test_a_killed_broker_costs_the_game_nothing(tmp_path: Path) -> None:
    holds(tmp_path, *played_without_mercy(tmp_path, kills=2, turns=6))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.needs("mosquitto")
def test_ten_killed_brokers_in_one_game(tmp_path: Path) -> None:
    holds(tmp_path, *played_without_mercy(tmp_path, kills=10, turns=1000))
