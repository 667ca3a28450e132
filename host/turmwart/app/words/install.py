"""`turmwart install`: the rig as a service that starts with the machine and comes back by itself."""

import argparse
import re
from pathlib import Path

from turmwart.app.installing.carrying import below, put, run
from turmwart.app.installing.plan import CONFIG, Wanted, commands, files
from turmwart.app.profile import read_plugged
from turmwart.app.trouble import Trouble
from turmwart.sim.tables import TABLES

HOME = Path(__file__).parents[4]
EXAMPLE = """\
# Camera and controller of this rig. Measure the lens with: turmwart calibrate camera --rig table-1
profile = "table-1"
[camera]
width = 1280
height = 720
device = "/dev/turmwart-camera"
[controller]
port = "/dev/turmwart-controller"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--config", type=Path, metavar="rig.toml", help="the rig's description; else an example")
    add("--game", choices=tuple(TABLES), default="twentyseven", help="played after the start")
    add("--kiosk", metavar="USER", default="", help="show the page on this user's screen")
    add("--lan", action="store_true", help="let the LAN see the read-only pages")
    add("--root", type=Path, default=Path("/"), metavar="DIR", help="below another root")


def main(args: argparse.Namespace) -> int:
    if args.kiosk and not re.fullmatch(r"[a-z_][a-z0-9_-]*", args.kiosk):
        raise Trouble(f"--kiosk {args.kiosk!r} is no user's name.")
    if args.root == Path("/") and (barred := closed(HOME)) is not None:
        raise Trouble(
            f"the service may not enter {barred}, where turmwart lies: move the checkout to /opt "
            f"and install from there."
        )
    wanted = Wanted(HOME, args.game, args.kiosk, args.lan)
    for line in put(args.root, files(wanted, _config(args.config))):
        print(line)
    if args.root == Path("/"):
        for command in commands(wanted):
            run(command)
            print(f"done: {' '.join(command)}")
    print(
        f"installed. Its description is {below(args.root, CONFIG)}; look with 'turmwart doctor "
        f"--config {CONFIG}', read its log with 'journalctl --namespace turmwart'."
    )
    return 0


def closed(place: Path) -> Path | None:
    """The outermost folder on the way to *place* that other users may not enter."""
    way = [*reversed(place.absolute().parents), place]
    return next((folder for folder in way if not folder.stat().st_mode & 0o001), None)


def _config(file: Path | None) -> str:
    """The text of rig.toml, after it was read as such."""
    if file is None:
        return EXAMPLE
    read_plugged(file)
    return file.read_text("utf-8")
