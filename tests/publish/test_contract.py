"""Every message keeps the contract, and the contract keeps to AsyncAPI."""

import itertools
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from publish.games import TOPICS, messages
from turmwart.publish.contract import BY_NAME, CHANNELS, asyncapi, documents, schema
from turmwart.publish.payloads import Claim
from turmwart.publish.topics import Message

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
SPECS = Path("node_modules/@asyncapi/specs/schemas/3.0.0.json")
TYPED = [channel.name for channel in CHANNELS if channel.type is not None]
OTHERS: dict[str, Any] = {
    "status": "online",
    "health": {
        "ts": 1, "fps": 9.5, "controller": "ready", "residual_px": 0.4, "events_unsent": 0,
        "commands": {"done": 1, "refused": 0, "unanswered": 0},
    },
    "info": {
        "version": "1", "schema": 1, "page": None, "versions": {"turmwart": "1"},
        "instance": "a", "table": "attic", "asyncapi": None,
    },
    "claim": {"instance": "a", "since": 1, "held": True, "page": None},
    "cmd/{verb}": {"id": "1", "args": {}},
    "reply/{verb}": {"id": "1", "status": "refused", "error": "no", "reason": "stale"},
}  # fmt: skip
LENIENT = {"cmd/{verb}"}
"""Unknown fields are ignored there, so that newer programs can talk to older tables."""


def channel_of(message: Message) -> str:
    name = message.topic.removeprefix(TOPICS.at(""))
    return re.sub(r"^result/.*", "result/{game_id}", name)


@cache
def told(game: str) -> tuple[Message, ...]:
    return tuple(messages(game))


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(name))


@pytest.mark.parametrize("game", GAMES)
def test_every_message_of_a_whole_game_is_of_its_type(game: str):
    kinds = set()
    for message in told(game):
        name = channel_of(message)
        msgspec.json.decode(message.payload, type=BY_NAME[name].type)
        assert message.retain is BY_NAME[name].retained
        kinds.add(name)
    print(f"{game}: {len(told(game))} messages on {len(kinds)} topics")
    assert {"state", "game", "turn", "score", "timer", "legality", "warning", "dice"} < kinds
    assert {"event/acted", "event/game_started", "result/{game_id}"} < kinds


@pytest.mark.parametrize("game", GAMES)
def test_the_served_schemas_say_the_same(game: str, request: pytest.FixtureRequest):
    """In the long run for every message, every day for each 20th."""
    step = 1 if request.config.getoption("--long") else 20
    for message in told(game)[::step]:
        validator(channel_of(message)).validate(json.loads(message.payload))


@pytest.mark.parametrize("game", GAMES)
def test_every_slice_is_a_part_of_the_state(game: str):
    state: dict[str, Any] = {}
    for message in told(game):
        name, payload = channel_of(message), json.loads(message.payload)
        if name == "state":
            state = payload
        elif message.retain and "/" not in name:
            assert payload.items() <= state.items(), name


@pytest.mark.parametrize("game", GAMES)
def test_events_are_numbered_without_gaps_and_join_up(game: str):
    events = [json.loads(m.payload) for m in told(game) if "/event/" in m.topic]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["before"] is None
    for earlier, later in itertools.pairwise(events):
        assert later["before"] == earlier["after"]


def examples() -> Iterator[tuple[str, Any]]:
    """One payload for every typed topic, and for `state` one of each game."""
    yield from OTHERS.items()
    seen = set(OTHERS)
    for game in GAMES:
        for message in told(game):
            name = channel_of(message)
            key = f"{name} {game}" if name == "state" else name
            if key not in seen:
                seen.add(key)
                yield name, json.loads(message.payload)


def mutated(payload: Any) -> Iterator[tuple[str, Any]]:
    """The payload with one fault: a field gone, a strange one more, or one of a wrong type."""
    if not isinstance(payload, dict):
        yield "another word", "perhaps"
        return
    yield "one more", {**payload, "surplus": 1}
    for name in payload:
        yield f"without {name}", {k: v for k, v in payload.items() if k != name}
        wrong = deepcopy(payload)
        wrong[name] = [{"wrong": True}]
        yield f"wrong {name}", wrong


def test_every_topic_has_an_example():
    assert {name for name, _ in examples()} == set(TYPED)


def test_every_schema_rejects_mutated_messages():
    rejected = 0
    for name, payload in examples():
        validator(name).validate(payload)
        for fault, wrong in mutated(payload):
            if name in LENIENT and fault in ("one more", "without args"):
                continue
            if name == "reply/{verb}" and fault in ("without error", "without reason"):
                continue
            assert not validator(name).is_valid(wrong), (name, fault)
            rejected += 1
    print(f"{len(TYPED)} schemas rejected {rejected} mutated messages")
    assert rejected > 300


@pytest.mark.needs("asyncapi")
def test_the_document_keeps_to_the_official_schema_of_asyncapi():
    official = jsonschema.Draft7Validator(json.loads(SPECS.read_text("utf-8")))
    document = asyncapi("1.2.3")
    official.validate(document)
    for spoil in (
        ("info", "version"),
        ("channels", "state", "address"),
        ("operations", "state", "action"),
    ):
        broken = deepcopy(document)
        where = broken
        for step in spoil[:-1]:
            where = where[step]
        where[spoil[-1]] = 7
        assert not official.is_valid(broken), spoil


def test_every_reference_in_the_document_leads_somewhere():
    document = asyncapi("1.2.3")
    found = re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document))
    assert found
    for path in set(found):
        where: Any = document
        for step in path.split("/"):
            where = where[step]


def test_the_served_files_are_all_json():
    files = documents("1.2.3")
    assert {"asyncapi.json", "schemas/state.json", "schemas/event_acted.json"} <= files.keys()
    assert all(json.loads(body) for body in files.values())


def test_a_claim_is_told_as_its_type():
    claim = Claim(instance="a", since=1, held=True, page=None)
    assert json.loads(TOPICS.claim(claim).payload) == OTHERS["claim"]
