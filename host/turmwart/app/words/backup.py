"""`turmwart backup DIR`: games, profiles and rig.toml in one archive; --restore brings one back."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from turmwart.app.calibrated import PROFILES
from turmwart.app.installing.backups import restored, saved
from turmwart.app.looking import USUAL_DATA
from turmwart.app.trouble import Trouble


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("place", type=Path, metavar="DIR", help="where backups go; with --restore: the archive")
    add("--data", type=Path, default=USUAL_DATA, metavar="DIR", help=f"default {USUAL_DATA}")
    add("--profiles", type=Path, default=PROFILES, metavar="DIR", help=f"default {PROFILES}")
    add("--config", type=Path, default=Path("rig.toml"), metavar="rig.toml")
    add("--keep", type=int, default=8, metavar="N", help="so many archives stay")
    add("--restore", action="store_true", help="bring the archive back")


def main(args: argparse.Namespace) -> int:
    parts = {"data": args.data, "profiles": args.profiles, "rig.toml": args.config}
    if args.restore:
        found = restored(args.place, parts)
        print(f"{len(found)} files restored from {args.place}.")
        return 0
    if args.keep < 1:
        raise Trouble(f"--keep {args.keep} would keep nothing; choose 1 or more.")
    if not args.data.is_dir():
        raise Trouble(f"{args.data} holds no games; name the rig's directory with --data.")
    there = {name: path for name, path in parts.items() if path.exists()}
    print(f"saved: {saved(args.place, there, datetime.now(UTC), args.keep)}")
    return 0
