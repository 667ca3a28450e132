"""The operator's PIN: made once, said once, kept hashed; changed on the operator's page."""

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from turmwart.display.doors import Doors
from turmwart.display.hub import Reply
from turmwart.display.roles import hashed
from turmwart.display.texts import said


def kept_pin(data: Path, say: Callable[[str], None]) -> str:
    """The PIN of this data directory, hashed; at the first start it is made and said."""
    file = data / "pin"
    if file.exists():
        return file.read_text("ascii").strip()
    pin = f"{secrets.randbelow(10**6):06d}"
    kept = _keep(data, pin)
    say(f"operator's PIN, said this once: {pin}")
    return kept


def changed_pin(data: Path, doors: Doors, args: Mapping[str, object]) -> Reply:
    """Another PIN; every operator has to give it anew. A bad one changes nothing."""
    try:
        kept = _keep(data, str(args.get("pin", "")))
    except ValueError:
        return Reply("error", said("refused.pin"))
    doors.change_pin(kept)
    return Reply("ok")


def _keep(data: Path, pin: str) -> str:
    """Written beside and moved into place, so that there is always a whole one."""
    kept = hashed(pin, secrets.token_bytes(16))
    fresh = data / "pin.new"
    fresh.touch(mode=0o600)
    with fresh.open("w", encoding="ascii") as file:
        file.write(kept + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(data / "pin")
    return kept
