"""The device of Home Assistant: as text every day, in a real Home Assistant in the long run."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from publish.brokers import Listener, free_port, mosquitto
from publish.games import TOPICS, messages, started
from turmwart.publish.contract import BY_NAME
from turmwart.publish.homeassistant import ACTS, GAMES, ICONS, discovery
from turmwart.publish.payloads import Command

HERE = Path(__file__).parent
RELEASE = ("homeassistant==2025.4.4", "paho-mqtt==2.1.0")
"""The newest release for Python 3.13, and the client that it asks for."""
HEALTH = {
    "ts": 1, "fps": 9.5, "controller": "ready", "residual_px": 0.4, "events_unsent": 0,
    "commands": {"done": 0, "refused": 0, "unanswered": 0},
}  # fmt: skip


def device(*seats: str) -> dict[str, Any]:
    message = discovery(TOPICS, "1.2", seats or ("black", "white"), "http://10.0.0.7:8027/")
    assert message.retain
    assert message.topic == "homeassistant/device/turmwart_attic/config"
    payload = json.loads(message.payload)
    assert isinstance(payload, dict)
    return payload


def test_the_device_and_where_it_comes_from():
    payload = device()
    assert payload["device"]["identifiers"] == ["turmwart_attic"]
    assert payload["origin"] == {"name": "turmwart", "sw_version": "1.2"}
    assert payload["availability"] == [{"topic": "turmwart/attic/status"}]


def test_every_entity_has_a_name_of_its_own_and_a_topic_of_the_contract():
    known = {name.split("{")[0].rstrip("/") for name in BY_NAME}
    components = device()["components"]
    alive = {key: c for key, c in components.items() if set(c) != {"platform"}}
    ids = [component["unique_id"] for component in alive.values()]
    assert len(set(ids)) == len(ids)
    for component in alive.values():
        for key, topic in component.items():
            if key.endswith("_topic"):
                name = topic.removeprefix("turmwart/attic/")
                assert name in known or name.split("/")[0] in known, topic


def test_a_seat_that_plays_no_more_is_taken_away():
    components = device("ann", "white")["components"]
    assert components["standing_black"] == {"platform": "sensor"}
    assert components["standing_ann"]["value_template"] == "{{ value_json.standing['ann'] }}"


def test_every_act_is_an_event_and_every_game_can_be_chosen():
    components = device()["components"]
    assert set(components["acts"]["event_types"]) == set(ACTS) > {"roll", "move", "built"}
    assert components["game"]["options"] == list(GAMES)
    assert len(GAMES) == 4


def python313() -> str | None:
    places = (Path.home() / ".pyenv/versions").glob("3.13*/bin/python3.13")
    paths = (
        Path(p) / "python3.13" for p in os.environ.get("PATH", "").split(":") if "shims" not in p
    )
    return next((str(path) for path in (*paths, *places) if path.exists()), None)


@pytest.fixture(scope="session")
def home_assistant() -> str:
    """Python with Home Assistant in it, made once beside our own packages."""
    python = python313()
    if python is None:
        pytest.skip("python3.13 is missing, and Home Assistant needs it")
    place = Path(sys.prefix) / "homeassistant"
    own = place / "bin" / "python"
    if not (place / "made").exists():
        subprocess.run([python, "-m", "venv", "--clear", str(place)], check=True)
        subprocess.run([str(own), "-m", "pip", "install", "-q", *RELEASE], check=True)
        (place / "made").touch()
    return str(own)


class Core:
    """A running Home Assistant."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def ask(self, line: str) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def states_once(self, ready: str, value: str, number: int) -> dict[str, Any]:
        """All states as soon as *ready* has the value that comes last, and all entities are made."""
        found: dict[str, Any] = {}
        end = time.monotonic() + 60
        while time.monotonic() < end:
            found = self.ask("states")
            if found.get(ready, {}).get("state") == value and len(found) >= number:
                return found
            time.sleep(0.2)
        raise AssertionError(f"{ready} is {found.get(ready)}, not {value}: {sorted(found)}")


@contextmanager
def running(python: str, directory: Path, port: int) -> Iterator[Core]:
    directory.mkdir()
    (directory / "configuration.yaml").touch()
    errors = (directory / "errors").open("w")
    process = subprocess.Popen(
        [python, str(HERE / "homeassistant_core.py"), str(directory), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    core = Core(process)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == '"ready"\n', (directory / "errors").read_text()
        yield core
        core.process.communicate("stop\n", timeout=30)
    finally:
        process.kill()
        process.wait()
        errors.close()


def entity(found: dict[str, Any], platform: str, name: str) -> dict[str, Any]:
    one = found[f"{platform}.tower_table_attic_{name}"]
    assert isinstance(one, dict)
    return one


def told(client: Listener, game: str) -> dict[str, Any]:
    """Publishes a whole game; gives its last state."""
    state: dict[str, Any] = {}
    for message in messages(game):
        if message.topic == TOPICS.at("state"):
            state = json.loads(message.payload)
        client.send(message.topic, message.payload, message.retain)
    return state


def announced(client: Listener, seats: tuple[str, ...]) -> int:
    """The rig is there; gives how many entities it wants."""
    client.send(TOPICS.at("status"), b"online", retain=True)
    client.send(TOPICS.at("health"), json.dumps(HEALTH), retain=True)
    found = discovery(TOPICS, "1.2", seats, "http://10.0.0.7:8027/")
    client.send(found.topic, found.payload, retain=True)
    return sum(set(one) != {"platform"} for one in device(*seats)["components"].values())


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.needs("mosquitto")
@pytest.mark.parametrize("game", ["twentyseven", "turmbauer", "talo", "make_n_break"])
def test_a_real_home_assistant_shows_the_game_as_it_is(
    game: str, home_assistant: str, tmp_path: Path
):
    with (
        mosquitto(tmp_path, port := free_port(), "allow_anonymous true\nmax_queued_messages 0\n"),
        Listener(port, (TOPICS.at("cmd/+"),)) as client,
        running(home_assistant, tmp_path / "core", port) as core,
    ):
        wanted = announced(client, started(game).seats)
        core.states_once("sensor.tower_table_attic_winner", "unknown", wanted)
        state = told(client, game)
        winners = ", ".join(state["outcome"]["winners"])
        found = core.states_once("sensor.tower_table_attic_winner", winners, wanted)
        own = [key for key in found if "tower_table_attic" in key]
        print(f"{game}: {len(own)} entities of {wanted} wanted, in {RELEASE[0]}")
        assert len(own) == wanted
        for seat in state["seats"]:
            assert entity(found, "sensor", f"standing_{seat}")["state"] == str(
                state["standing"][seat]
            )
        assert entity(found, "sensor", "turn")["state"] == state["turn"]
        assert entity(found, "sensor", "phase")["state"] == state["phase"]
        warning = entity(found, "sensor", "last_warning")
        assert warning["state"] == ", ".join(state["last_warning"]["rules"])
        assert warning["attributes"]["text"] == state["last_warning"]["text"]
        assert entity(found, "binary_sensor", "illegal")["state"] == "off"
        assert entity(found, "sensor", "controller")["state"] == "ready"
        assert entity(found, "sensor", "pictures_per_second")["state"] == "9.5"
        assert entity(found, "select", "game")["state"] == game
        assert entity(found, "event", "acts")["attributes"]["event_type"] in ACTS
        if game != "twentyseven":
            assert entity(found, "event", "dice")["attributes"]["event_type"] == "rolled"
        obeyed(client, core)


def obeyed(client: Listener, core: Core) -> None:
    """Its buttons and its choice of a game are commands of ours, each with an id of its own."""
    ids = set()
    for verb in ICONS:
        core.ask(f"press button.tower_table_attic_{verb}")
        heard = client.until(TOPICS.at(f"cmd/{verb}"))
        ids.add(msgspec.json.decode(heard.payload, type=Command).id)
    core.ask("select select.tower_table_attic_game talo")
    heard = client.until(TOPICS.at("cmd/new_game"))
    command = msgspec.json.decode(heard.payload, type=Command)
    assert command.args == {"game": "talo"}
    assert len(ids) == len(ICONS)
    assert all(re.fullmatch(r"ha-\d+", str(one)) for one in ids)
