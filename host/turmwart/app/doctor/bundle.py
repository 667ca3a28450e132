"""What a maker sends along when asking for help: findings, versions, journals' sizes; no pictures."""

import json
import platform
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

from turmwart import __version__
from turmwart.app.trouble import Trouble

SECRET = ("password", "pin", "code", "token", "key")
"""Lines of rig.toml with such a word are left out."""


def packed(target: Path, findings: str, config: Path | None, data: Path) -> None:
    """Writes the bundle whole."""
    parts = {"findings.json": findings, "machine.json": json.dumps(machine(), indent=1)}
    if config is not None and config.exists():
        parts["rig.toml"] = without_secrets(config.read_text("utf-8", errors="replace"))
    parts["data.json"] = json.dumps(sizes(data), indent=1)
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in parts.items():
                bundle.writestr(name, text)
    except OSError as wrong:
        raise Trouble(
            f"the bundle cannot be written to {target} ({wrong.strerror}); name another file."
        ) from wrong


def machine() -> dict[str, object]:
    found = {each.metadata["Name"]: each.version for each in distributions()}
    return {
        "turmwart": __version__,
        "python": sys.version.split()[0],
        "machine": platform.machine(),
        "system": platform.platform(),
        "packages": dict(sorted(found.items(), key=lambda pair: str(pair[0]).lower())),
    }


def without_secrets(text: str) -> str:
    kept = (
        line
        for line in text.splitlines()
        if not any(word in line.split("=", 1)[0].lower() for word in SECRET)
    )
    return "\n".join(kept) + "\n"


def sizes(data: Path) -> dict[str, int]:
    """The files of the data directory by name and size, without a look inside."""
    return {
        str(file.relative_to(data)): file.stat().st_size
        for file in sorted(data.rglob("*"))
        if file.is_file()
    }
