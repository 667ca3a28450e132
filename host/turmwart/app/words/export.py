"""Writes one game as a text file that can be read, compared, replayed and pasted into a test."""

import argparse
import sys
from pathlib import Path

from turmwart.app.exporting import exported
from turmwart.app.looking import data_argument, kept_game
from turmwart.app.trouble import Trouble


def arguments(parser: argparse.ArgumentParser) -> None:
    data_argument(parser)
    parser.add_argument("game", metavar="GAME-ID", help="as `games` lists it; 'last' is the newest")
    parser.add_argument("--to", type=Path, metavar="FILE", help="instead of standard output")


def main(args: argparse.Namespace) -> int:
    text = exported(kept_game(args.data, args.game))
    if args.to is None:
        sys.stdout.write(text)
        return 0
    try:
        with args.to.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as wrong:
        raise Trouble(
            f"{args.to} cannot be written ({wrong.strerror}); choose another file."
        ) from wrong
    return 0
