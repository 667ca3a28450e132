"""Plays a recording through the real pipeline, or judges an exported game anew, as fast as it goes."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from turmwart.app.exporting import differences, imported
from turmwart.app.lines import Line, final, line
from turmwart.app.recording import read_recording, replayed
from turmwart.app.trouble import Trouble
from turmwart.model.events import Entry
from turmwart.session.session import apply, replay
from turmwart.vision.cameras import write_picture
from turmwart.vision.watch import Watcher


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "directory", type=Path, metavar="DIR", help="the recording, or the file of an exported game"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--debug", type=Path, metavar="DIR", help="write each judged picture with its reading"
    )


def main(args: argparse.Namespace) -> int:
    if args.directory.is_file():
        return _game(args.directory, args.json)
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


def _game(file: Path, as_json: bool) -> int:
    """An exported game, judged anew; 1 when today's rules say otherwise than it does."""
    try:
        entries = imported(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as wrong:
        raise Trouble(f"{file} cannot be read ({wrong}).") from wrong
    found = list(differences(entries))
    if not found:
        for each in (*_lines(entries), final(replay(entries))):
            print(json.dumps(each) if as_json else plain(each), flush=True)
    for difference in found:
        print(f"turmwart: {file}: {difference}", file=sys.stderr)
    return 1 if found else 0


def _lines(entries: list[Entry]) -> Iterator[Line]:
    session = replay(entries[:1])
    for entry in entries[1:]:
        if found := line(session, entry, entries[0].at_ms):
            yield found
        session = apply(session, entry.event)


def plain(found: Line) -> str:
    """A line for people."""
    if "final" in found:
        return f"final: {json.dumps(found['final'])}"
    seconds = float(str(found["t_ms"])) / 1000
    what = f"act {json.dumps(found['act'])}" if "act" in found else "not committed"
    sure = "" if found["certain"] else f", not sure ({len(list(found['candidates']))} readings)"  # type: ignore[call-overload]
    rules = ", ".join(str(rule) for rule in found["violations"])  # type: ignore[attr-defined]
    return f"{seconds:8.1f} s  {what}{sure}: {found['verdict']}{' ' + rules if rules else ''}"
