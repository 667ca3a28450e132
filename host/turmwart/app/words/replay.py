"""Plays a recording through the real pipeline, as fast as it goes."""

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from turmwart.app.lines import Line
from turmwart.app.recording import read_recording, replayed
from turmwart.vision.cameras import write_picture
from turmwart.vision.watch import Watcher


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directory", type=Path, metavar="DIR", help="the recording")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--debug", type=Path, metavar="DIR", help="write each judged picture with its reading"
    )


def main(args: argparse.Namespace) -> int:
    recording = read_recording(args.directory)
    debug: Path | None = args.debug

    def judged(t_ms: int, watcher: Watcher[Any]) -> None:
        picture = watcher.overlay()
        if debug is not None and picture is not None:
            write_picture(debug / f"{t_ms:08d}.png", picture)

    if debug is not None:
        debug.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        for found in replayed(recording, Path(data), judged if debug else None):
            print(json.dumps(found) if args.json else plain(found), flush=True)
    return 0


def plain(found: Line) -> str:
    """A line for people."""
    if "final" in found:
        return f"final: {json.dumps(found['final'])}"
    seconds = float(str(found["t_ms"])) / 1000
    what = f"act {json.dumps(found['act'])}" if "act" in found else "not committed"
    sure = "" if found["certain"] else f", not sure ({len(list(found['candidates']))} readings)"  # type: ignore[call-overload]
    rules = ", ".join(str(rule) for rule in found["violations"])  # type: ignore[attr-defined]
    return f"{seconds:8.1f} s  {what}{sure}: {found['verdict']}{' ' + rules if rules else ''}"
