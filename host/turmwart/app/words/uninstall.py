"""`turmwart uninstall`: takes the service away; games, profiles and rig.toml stay."""

import argparse
from contextlib import suppress
from pathlib import Path

from turmwart.app.installing.carrying import below, run, taken_away
from turmwart.app.installing.plan import AFTERWARDS, CONFIG, DATA, FAREWELL, MANIFEST
from turmwart.app.trouble import Trouble


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--root", type=Path, default=Path("/"), metavar="DIR")


def main(args: argparse.Namespace) -> int:
    real = args.root == Path("/")
    if real and below(args.root, MANIFEST).exists():
        for command in FAREWELL:
            with suppress(Trouble):  # a unit that was never enabled is as good as gone
                run(command)
    for line in taken_away(args.root):
        print(line)
    if real:
        for command in AFTERWARDS:
            run(command)
    print(f"uninstalled. Games in {DATA} and {CONFIG} were left; delete them by hand if you wish.")
    return 0
