"""A whole rig as its own process, driven as people drive it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

VARIANTS = ("base", "grey", "red")


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended, and what it said."""

    code: int
    lines: list[dict[str, object]]
    errors: str


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "turmwart", *map(str, words)]


def turmwart(*words: str | Path, timeout: float = 280.0, **more: object) -> Ran:
    """Runs one word of the command to its end."""
    done = subprocess.run(
        command(*words),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        **more,  # type: ignore[call-overload]
    )
    lines = [json.loads(text) for text in done.stdout.splitlines() if text.startswith("{")]
    return Ran(done.returncode, lines, done.stderr)


def play(data: Path, seed: int, variant: str, *more: str | Path) -> list[str]:
    """The words for one headless game as fast as it goes; its truth is beside its journal."""
    return [
        *("run", "--virtual", "--headless", "--speed", "max", "--json"),
        *("--seed", str(seed), "--option", f"variant={variant}"),
        *("--data", str(data), "--truth", str(data / "truth.jsonl")),
        *map(str, more),
    ]


def started(words: Sequence[str], **more: object) -> "subprocess.Popen[str]":
    """A rig that goes on in the background; whoever starts it ends it."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(  # type: ignore[call-overload]
        command(*words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        **more,
    )
