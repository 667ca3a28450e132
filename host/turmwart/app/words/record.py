"""Runs the rig and keeps everything it sees and hears as a recording."""

import argparse
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from turmwart.app.profile import read_profile
from turmwart.app.wiring import run_rig
from turmwart.app.words import run


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directory", type=Path, metavar="DIR", help="where the recording goes")
    run.arguments(parser)


def main(args: argparse.Namespace) -> int:
    profile = (
        None if args.config is None or args.virtual else read_profile(args.config, game=args.game)
    )
    with TemporaryDirectory(prefix="turmwart-") as passing:
        wish = run.wish(args, args.data or Path(passing), profile)
        return run_rig(replace(wish, record=args.directory))
