"""The contract as a document: JSON Schemas of the payload types, and AsyncAPI 3 around them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from turmwart.publish import payloads as p

JSON = "application/json"
Doc = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Channel:
    """One topic below `turmwart/<table>/`. *type* is None where the payload is no JSON."""

    name: str
    type: Any
    says: str
    retained: bool = False
    kind: str = JSON
    receives: bool = False

    @property
    def key(self) -> str:
        return self.name.replace("/{", "_").replace("}", "").replace("/", "_")


SLICES_SAY: Mapping[str, str] = {
    "game": "Which game is played by whom under which options, and how it ended.",
    "turn": "Whose turn it is, in which phase and round.",
    "score": "The standing: one number per seat.",
    "timer": "The deadline while a clock runs. It never ticks.",
    "legality": "What stands on the table now, judged but not committed; and what is asked.",
    "warning": "The rules that are broken now, and the last warning of this game.",
    "dice": "The roll that counts now.",
}
EVENTS_SAY: Mapping[str, str] = {
    "game_started": "A game has begun.",
    "acted": "An act was committed.",
    "asked": "DONE came on an act against the rules: the table was asked once.",
    "doubted": "DONE came on a picture with several readings: the table was asked which.",
    "refused": "DONE came, and nothing could be committed.",
    "taken_back": "The last acts were taken back.",
    "corrected": "Acts that were read wrongly were put right; later verdicts that changed.",
    "paused": "The game was stopped for a while.",
    "resumed": "The game goes on.",
}

CHANNELS: tuple[Channel, ...] = (
    Channel("status", p.Status, "Is the rig there? Also its last will.", True, "text/plain"),
    Channel("health", p.Health, "How the rig is, every 5 s.", True),
    Channel("info", p.Info, "What the rig is and where its page is.", True),
    Channel("state", p.AnySnapshot, "Everything about the table, on every change.", True),
    *(Channel(name, type_, SLICES_SAY[name], True) for name, type_ in p.SLICES.items()),
    *(Channel(f"event/{kind}", type_, EVENTS_SAY[kind]) for kind, type_ in p.EVENTS.items()),
    Channel("result/{game_id}", p.Result, "How a finished game ended; newest counts.", True),
    Channel("camera/annotated", None, "The camera's picture, when shared.", kind="image/jpeg"),
    Channel("claim", p.Claim, "Two rigs of one name find each other here."),
    Channel("cmd/{verb}", p.Command, "A command to the table.", receives=True),
    Channel("reply/{verb}", p.Reply, "What became of a command."),
)
BY_NAME: Mapping[str, Channel] = {channel.name: channel for channel in CHANNELS}


def schema(name: str) -> Doc:
    """The JSON Schema of one topic's payload, whole by itself."""
    channel = BY_NAME[name]
    (found,), parts = msgspec.json.schema_components([channel.type], ref_template="#/$defs/{name}")
    whole: Doc = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name}
    rest: Doc = _plain(found)
    return whole | rest | ({"$defs": _plain(parts)} if parts else {})


def schemas() -> dict[str, Doc]:
    """Every schema by the key of its channel."""
    return {c.key: schema(c.name) for c in CHANNELS if c.type is not None}


def asyncapi(version: str) -> Doc:
    """The whole contract as an AsyncAPI 3 document."""
    typed = [channel for channel in CHANNELS if channel.type is not None]
    roots, parts = msgspec.json.schema_components(
        [channel.type for channel in typed], ref_template="#/components/schemas/{name}"
    )
    payloads = {channel.key: _plain(root) for channel, root in zip(typed, roots, strict=True)}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "turmwart",
            "version": version,
            "description": "A table that referees, over MQTT 3.1.1 or 5. Times are Unix "
            "milliseconds. `seq` numbers the journal entries of a game without gaps.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": JSON,
        "channels": {channel.key: _channel(channel) for channel in CHANNELS},
        "operations": {
            channel.key: _operation(channel)
            for channel in CHANNELS
            if channel.name != "reply/{verb}"
        },
        "components": {
            "schemas": _plain(parts),
            "messages": {
                channel.key: _message(channel, payloads.get(channel.key)) for channel in CHANNELS
            },
        },
    }


def _channel(channel: Channel) -> Doc:
    parameters: Doc = {"table": {"description": "The table's name: a-z, 0-9 and '-'."}}
    for name, says in (
        ("verb", "What to do; the reply comes under the same verb."),
        ("game_id", "The game's id in the table's journal."),
    ):
        if f"{{{name}}}" in channel.name:
            parameters[name] = {"description": says}
    return {
        "address": f"turmwart/{{table}}/{channel.name}",
        "description": channel.says,
        "parameters": parameters,
        "messages": {channel.key: {"$ref": f"#/components/messages/{channel.key}"}},
    }


def _operation(channel: Channel) -> Doc:
    action: Literal["send", "receive"] = "receive" if channel.receives else "send"
    found: Doc = {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel.key}"},
        "summary": channel.says,
        "bindings": {"mqtt": {"qos": 0 if channel.retained else 1, "retain": channel.retained}},
    }
    if channel.receives:
        found["reply"] = {"channel": {"$ref": "#/channels/reply_verb"}}
    return found


def _message(channel: Channel, payload: Doc | None) -> Doc:
    bytes_ = {"type": "string", "format": "binary"}
    return {
        "name": channel.key,
        "contentType": channel.kind,
        "payload": bytes_ if payload is None else payload,
    }


def _plain(value: Any) -> Any:
    """Without OpenAPI's `discriminator`, which is no JSON Schema."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if key != "discriminator"}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value


def documents(version: str) -> dict[str, bytes]:
    """The files that are served with the page: the document, and every schema by itself."""
    found = {f"schemas/{key}.json": each for key, each in schemas().items()}
    return {
        name: msgspec.json.format(msgspec.json.encode(doc), indent=1)
        for name, doc in {"asyncapi.json": asyncapi(version), **found}.items()
    }
