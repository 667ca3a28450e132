"""Events as JSON and back: one text form per value, print and parse side by side."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from turmwart.model.events import (
    Acted,
    Asked,
    Doubted,
    Event,
    GameStarted,
    Paused,
    Refused,
    Resumed,
    TakenBack,
)

KINDS: Mapping[str, type[Event]] = {
    "game_started": GameStarted,
    "acted": Acted,
    "asked": Asked,
    "doubted": Doubted,
    "refused": Refused,
    "taken_back": TakenBack,
    "paused": Paused,
    "resumed": Resumed,
}
NAMES: Mapping[type[Event], str] = {kind: name for name, kind in KINDS.items()}


class BadEvent(Exception):
    """A text that is no event of ours."""


def plain(event: Event) -> dict[str, Any]:
    """{"kind": ..., fields} as JSON has it."""
    held = {field.name: getattr(event, field.name) for field in fields(event)}
    return {"kind": NAMES[type(event)], **held}


def printed(event: Event) -> str:
    """The event as text, with sorted keys, so that equal events are equal texts."""
    return json.dumps(plain(event), sort_keys=True, ensure_ascii=False)


def parsed(text: str) -> Event:
    """The event that `printed` wrote."""
    try:
        raw = json.loads(text)
    except ValueError as wrong:
        raise BadEvent(f"{text[:80]!r} is no event: {wrong}") from wrong
    return thawed(raw)


def thawed(raw: Any) -> Event:
    """The event that `plain` made, after a way through JSON."""
    try:
        given = dict(raw)
        kind = KINDS[given.pop("kind")]
        return kind(**{name: _frozen(name, value) for name, value in given.items()})
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise BadEvent(f"{str(raw)[:80]!r} is no event: {wrong}") from wrong


def _frozen(name: str, value: Any) -> Any:
    return LISTS[name](value) if name in LISTS and isinstance(value, list) else value


def _nested(value: list[list[object]]) -> tuple[tuple[object, ...], ...]:
    return tuple(tuple(inner) for inner in value)


LISTS: Mapping[str, Callable[..., tuple[object, ...]]] = {
    "seats": tuple,
    "violations": tuple,
    "candidates": tuple,
    "acts": tuple,
    "readings": _nested,
}
"""The fields that are tuples here and lists in JSON."""
