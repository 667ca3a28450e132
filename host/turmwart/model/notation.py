"""Events as JSON and back: one text form per value, print and parse side by side."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from turmwart.model.events import (
    Acted,
    Asked,
    Corrected,
    Doubted,
    Event,
    GameStarted,
    Paused,
    Refused,
    Resumed,
    TakenBack,
    Verdicts,
)

KINDS: Mapping[str, type[Event]] = {
    "game_started": GameStarted,
    "acted": Acted,
    "asked": Asked,
    "doubted": Doubted,
    "refused": Refused,
    "taken_back": TakenBack,
    "corrected": Corrected,
    "paused": Paused,
    "resumed": Resumed,
}
NAMES: Mapping[type[Event], str] = {kind: name for name, kind in KINDS.items()}


class BadEvent(Exception):
    """A text that is no event of ours."""


def plain(event: Event) -> dict[str, Any]:
    """{"kind": ..., fields} as JSON has it."""
    held = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, Corrected):
        held["changed"] = [[each.number, each.was, each.now] for each in event.changed]
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


def _verdicts(value: list[list[Any]]) -> tuple[Verdicts, ...]:
    return tuple(Verdicts(number, tuple(was), tuple(now)) for number, was, now in value)


LISTS: Mapping[str, Callable[..., tuple[object, ...]]] = {
    "seats": tuple,
    "violations": tuple,
    "candidates": tuple,
    "acts": tuple,
    "readings": _nested,
    "acts_by_number": _nested,
    "changed": _verdicts,
}
"""The fields that are tuples here and lists in JSON."""
