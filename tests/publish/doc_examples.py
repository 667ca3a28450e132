"""The examples of the MQTT pages: `PYTHONPATH=tests python -m publish.doc_examples` writes them anew."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from publish.games import messages
from turmwart.publish.contract import CHANNELS

PAGES = tuple(Path(f"docs/{language}/mqtt.md") for language in ("en", "de"))
BLOCK = re.compile(r"(### `([^`]+)`\n.*?```(?:json|text)\n)(.*?)(\n```)", re.DOTALL)
WIDTH = 110
SHOWN: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "dice": ("turmbauer", lambda found: bool(found["dice"])),
    "timer": ("make_n_break", lambda found: found["deadline"] is not None),
    "legality": ("twentyseven", lambda found: bool(found["violations"])),
    "warning": ("twentyseven", lambda found: bool(found["rules"])),
}
"""Where a game of 27 has nothing to show."""
OTHERS: Mapping[str, Any] = {
    "health": {
        "ts": 1760000005000, "fps": 9.5, "controller": "ready", "residual_px": 0.21,
        "events_unsent": 0, "commands": {"done": 1, "refused": 0, "unanswered": 0},
    },
    "info": {
        "schema": 1, "table": "attic", "version": "0.1.0",
        "versions": {"turmwart": "0.1.0", "python": "3.11.7"}, "page": "http://10.0.0.7:8027/",
        "asyncapi": "http://10.0.0.7:8027/asyncapi.json", "instance": "c7e4f80c",
    },
    "claim": {"instance": "c7e4f80c", "since": 1760000000000, "held": True, "page": None},
    "cmd/{verb}": {"id": "7f3a", "args": {"acts": 1}},
    "reply/{verb}": {
        "id": "7f3a", "status": "refused", "error": "That is not possible now.", "reason": "refused"
    },
}  # fmt: skip


def example(name: str) -> str:
    """The payload that the pages show for a topic."""
    if name == "status":
        return "online"
    if name in OTHERS:
        return laid_out(OTHERS[name])
    game, shows = SHOWN.get(name, ("twentyseven", lambda _: True))
    pattern = re.compile("turmwart/attic/" + re.sub(r"\{\w+\}", "[^/]+", name))
    for each in (game, "talo", "make_n_break", "turmbauer"):
        for message in messages(each):
            if pattern.fullmatch(message.topic) and shows(found := json.loads(message.payload)):
                return laid_out(found)
    raise AssertionError(f"no example of {name}")


def laid_out(value: Any, indent: str = "") -> str:
    """JSON that is broken into lines only where it must be."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + "  "
    if isinstance(value, list):
        parts = [laid_out(part, inner) for part in value]
        return "[\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}]"
    pairs = [f"{json.dumps(key)}: {laid_out(part, inner)}" for key, part in value.items()]
    return "{\n" + ",\n".join(inner + pair for pair in pairs) + f"\n{indent}}}"


def renewed(text: str) -> str:
    """The page with every example made anew."""
    return BLOCK.sub(lambda found: found[1] + example(found[2]) + found[4], text)


def shown(text: str) -> dict[str, str]:
    """Every example of a page by its topic."""
    return {found[2]: found[3] for found in BLOCK.finditer(text)}


WANTED = tuple(channel.name for channel in CHANNELS if channel.type is not None)


def main() -> None:
    for page in PAGES:
        page.write_text(renewed(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
