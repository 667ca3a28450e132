"""`turmwart referee GAME`: JSON lines in, JSON lines out."""

import argparse
import io
import sys

from turmwart.app.setup import asked_setup, split_options, split_seats
from turmwart.rules.catalogue import game_named
from turmwart.session.referee import Referee


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", metavar="A,B,...", help="seats in playing order")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--options", action="store_true", help="list the game's options and stop")


def main(args: argparse.Namespace) -> int:
    if args.options:
        for option in game_named(args.game).options:
            print(f"{option.name}={option.default}  {option.allowed}")
        return 0
    rules, setup = asked_setup(args.game, split_seats(args.seats), split_options(args.option))
    referee = Referee(rules, setup)
    output = io.TextIOWrapper(sys.stdout.buffer, "utf-8", errors="backslashreplace")
    for line in io.TextIOWrapper(sys.stdin.buffer, "utf-8", errors="replace", newline="\n"):
        output.write(referee.answer(line) + "\n")
        output.flush()
    return 0
