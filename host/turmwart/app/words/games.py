"""Lists the games of a table, the newest first."""

import argparse
from datetime import UTC, datetime

from turmwart.app.archive import line_of
from turmwart.app.looking import data_argument, shelf
from turmwart.display.sources import Line


def arguments(parser: argparse.ArgumentParser) -> None:
    data_argument(parser)


def main(args: argparse.Namespace) -> int:
    kept = shelf(args.data)
    for game in reversed(kept.games()):
        found = kept.whole(game)
        if found.entries:
            print(plain(line_of(found.entries)))
        if found.damage is not None:
            print(f"{'':8}{found.damage}")
    return 0


def plain(line: Line) -> str:
    """One game for people."""
    began = datetime.fromtimestamp(line.began_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    standing = ", ".join(f"{seat.id} {seat.standing}" for seat in line.seats)
    ending = line.ending.en if line.ending else "not over"
    return f"{line.id}  {began}  {line.acts:4} acts  {standing}  {ending}"
