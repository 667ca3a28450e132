"""A whole rig at a broker that is not ours: topics, slices, commands, floods; by another client."""

import json
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from publish.brokers import Listener, free_port, mosquitto
from system.rigs import started

BASE = "turmwart/attic"
RETAINED = ("status", "health", "info", "state", "game", "turn", "score", "timer", "legality",
            "warning", "dice")  # fmt: skip


@contextmanager
def rig(data: Path, port: int, *more: str) -> Iterator["subprocess.Popen[str]"]:
    words = ["run", "--headless", "--table", "attic", "--data", str(data)]
    broker = ["--broker", f"127.0.0.1:{port}", "--controller", "stand-in"]
    table = more if "--config" in more else ("--virtual", *more)
    with started([*words, *broker, *table]) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=60)


def memory_kb(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


def command(client: Listener, verb: str, id_: str, **args: object) -> dict[str, Any]:
    client.send(f"{BASE}/cmd/{verb}", json.dumps({"id": id_, "args": args}))
    reply = json.loads(client.until(f"{BASE}/reply/{verb}").payload)
    assert isinstance(reply, dict)
    assert reply["id"] == id_
    return reply


def retained(port: int) -> dict[str, bytes]:
    with Listener(port, (f"{BASE}/#",)) as late:
        late.until(f"{BASE}/dice")
        time.sleep(0.2)
        return {m.topic.removeprefix(f"{BASE}/"): m.payload for m in late.all if m.retained}


@pytest.mark.needs("mosquitto")
def test_what_a_rig_says_and_obeys(tmp_path: Path):
    with (
        mosquitto(tmp_path, port := free_port()),
        Listener(port, (f"{BASE}/#",)) as client,
        rig(tmp_path / "data", port, "--seed", "4", "--clumsy", "0") as process,
    ):
        client.until(f"{BASE}/health", seconds=60)
        kept = retained(port)
        assert set(RETAINED) <= set(kept)
        state = json.loads(kept["state"])
        for name in RETAINED[4:]:
            slice_ = json.loads(kept[name])
            assert {**slice_, "ts": 0}.items() <= {**state, "ts": 0}.items()
        assert command(client, "pause", "1") == {"id": "1", "status": "ok"}
        assert json.loads(retained(port)["game"])["paused"] is True
        assert command(client, "pause", "1") == {"id": "1", "status": "ok"}
        assert command(client, "pause", "2")["reason"] == "refused"
        assert command(client, "fly", "3")["reason"] == "unknown"
        assert command(client, "change_pin", "4", pin="123456")["reason"] == "unknown"
        client.send(f"{BASE}/cmd/resume", b'{"id": "5"}', retain=True)
        assert json.loads(client.until(f"{BASE}/reply/resume").payload)["reason"] == "retained"
        assert command(client, "resume", "6") == {"id": "6", "status": "ok"}
        kinds = [m.topic.rsplit("/", 1)[1] for m in client.all if f"{BASE}/event/" in m.topic]
        assert kinds.count("paused") == kinds.count("resumed") == 1
        seqs = [json.loads(m.payload)["seq"] for m in client.all if f"{BASE}/event/" in m.topic]
        assert seqs == list(range(1, len(seqs) + 1))
        process.kill()
        assert client.until(f"{BASE}/status", b"offline", 20)


VERBS = ("answer", "done", "roll", "ring", "discard", "fallen", "collapse", "take_back", "correct",
         "new_game", "hints", "share_camera", "no_such_verb")  # fmt: skip
ODD: tuple[object, ...] = (
    None, True, -1, 10**30, 1e308, "", "x" * 999, [], [[]], {}, {"do": {}}, {"do": "move"},
    {"do": "move", "from": {}, "count": [], "base": 0}, [None], {"": {"": 0}}, "../../etc/passwd",
)  # fmt: skip
NAMES = ("doubt", "choice", "dice", "effect", "piece", "pieces", "rebuilt", "acts", "act", "on",
         "game", "seats", "options", "names")  # fmt: skip


def odd(draw: random.Random, number: int) -> tuple[str, bytes]:
    """Well-formed or not, but never something that a table could do."""
    verb = draw.choice(VERBS)
    if draw.random() < 0.3:
        return verb, draw.randbytes(draw.randrange(300))
    if draw.random() < 0.02:
        return verb, b'{"id": "' + b"x" * 20_000 + b'"}'
    args = {name: draw.choice(ODD) for name in NAMES if draw.random() < 0.4}
    if verb in ("done", "take_back", "roll", "hints", "share_camera", "collapse"):
        verb = "answer"
    return verb, json.dumps({"id": f"n{number}", "args": args}).encode()


IDLE = """
[camera]
width = 1280
height = 720
matrix = [[1000.0, 0.0, 640.0], [0.0, 1000.0, 360.0], [0.0, 0.0, 1.0]]
device = 97
"""


def waiting(tmp_path: Path) -> tuple[str, ...]:
    """A real table whose camera is unplugged: nobody plays, so no game ends before the flood does."""
    file = tmp_path / "rig.toml"
    file.write_text(IDLE, "utf-8")
    return "--config", str(file), "--game", "turmbauer"


def flooded(tmp_path: Path, number: int, *table: str) -> str:
    """Sends so many commands that mean nothing, while the rig is at work."""
    draw = random.Random(9)
    with (
        mosquitto(tmp_path, port := free_port(), "allow_anonymous true\nmax_queued_messages 0\n"),
        Listener(port, (f"{BASE}/reply/#", f"{BASE}/health", f"{BASE}/event/#")) as client,
        rig(tmp_path / "data", port, *table) as process,
    ):
        client.until(f"{BASE}/health", seconds=60)
        before = 0
        for n in range(number):
            if n == number // 2:
                before = memory_kb(process.pid)  # by then the eye has warmed up
            verb, payload = odd(draw, n)
            client.send(f"{BASE}/cmd/{verb}", payload, retain=n % 50 == 0, qos=int(n % 100 == 99))
        end = time.monotonic() + 120
        figures: dict[str, int] = {}
        while sum(figures.values()) < number and time.monotonic() < end:
            beat = client.until(f"{BASE}/health", seconds=30)
            figures = json.loads(beat.payload)["commands"]
        grown = memory_kb(process.pid) - before
        assert process.poll() is None
        time.sleep(2.0)  # so long good commands may be too many
        assert command(client, "pause", "end")["status"] == "ok"
    done = {m.topic for m in client.all if b'"ok"' in m.payload and "/reply/" in m.topic}
    assert done == {f"{BASE}/reply/pause"}
    assert figures["done"] == 0
    assert sum(figures.values()) == number
    assert grown < 30_000
    return f"{number} commands: {figures}, memory +{grown} kB"


@pytest.mark.needs("mosquitto")
def test_commands_that_mean_nothing_do_nothing(tmp_path: Path):
    print(flooded(tmp_path, 1500, *waiting(tmp_path)))


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.needs("mosquitto")
def test_a_hundred_thousand_commands_that_mean_nothing(tmp_path: Path):
    print(flooded(tmp_path, 100_000, *waiting(tmp_path)))


@pytest.mark.needs("mosquitto")
def test_a_second_rig_of_the_same_name_does_not_start(tmp_path: Path):
    with (
        mosquitto(tmp_path, port := free_port()),
        Listener(port, (f"{BASE}/status",)) as client,
        rig(tmp_path / "one", port),
    ):
        client.until(f"{BASE}/status", b"online", 60)
        with rig(tmp_path / "two", port) as second:
            _, errors = second.communicate(timeout=60)
        assert second.returncode == 2
        assert "'attic' is taken" in errors
        assert "--table" in errors
        assert client.all[-1].payload == b"online"
