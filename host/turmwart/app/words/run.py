"""Runs the rig. Without hardware it plays on the virtual table, with everything else real."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from turmwart.app.broker import asked_address
from turmwart.app.calibrated import PROFILES, kept_pose
from turmwart.app.logins import read_login
from turmwart.app.looking import USUAL_DATA
from turmwart.app.profile import Profile, read_profile
from turmwart.app.real import Hardware
from turmwart.app.rig import Begin
from turmwart.app.setup import asked_setup, split_options, split_seats
from turmwart.app.trouble import Trouble
from turmwart.app.wiring import Wish, run_rig
from turmwart.link.port import Port, PortError, serial_port
from turmwart.publish.broker import Address
from turmwart.sim.board import BoardError, library
from turmwart.sim.tables import TABLES
from turmwart.vision.cameras import PiCamera, UsbCamera
from turmwart.vision.frame import Camera

SPEEDS = {"1": 1.0, "5": 5.0, "max": None}


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--config", type=Path, metavar="rig.toml", help="camera and mat of a real rig")
    add("--virtual", action="store_true", help="play on the virtual table")
    add("--game", default="twentyseven", metavar="GAME")
    add("--seats", metavar="SEAT,SEAT")
    add("--option", action="append", default=[], metavar="NAME=VALUE", dest="options")
    add("--seed", type=int, default=1, metavar="N", help="decides everything the players do")
    add("--speed", choices=SPEEDS, default="1", help="times as fast as people")
    add("--clumsy", type=float, default=0.3, metavar="0..1", help="how often players err")
    add("--turns", type=int, metavar="N", help="stop after so many acts")
    add("--headless", action="store_true", help="without the page")
    add("--json", action="store_true", help="print the lines of replay --json")
    add("--truth", type=Path, metavar="FILE", help="write what the players really did")
    add("--data", type=Path, metavar="DIR", help="the journal's place; a game there goes on")
    add("--mend", action="store_true", help="go on after what is whole of a damaged journal")
    add("--page-port", type=int, metavar="PORT")
    add("--lan", action="store_true", help="let phones in the same network reach the page")
    add("--broker", default="auto", metavar="auto|none|HOST:PORT")
    add(
        "--controller",
        choices=("firmware", "stand-in"),
        help="the simulated microcontroller (usual where simavr is installed) or Python's",
    )
    add("--table", default="table-1", metavar="NAME", help="the table's name in MQTT topics")
    add("--login", type=Path, metavar="FILE", help="name and password for the broker")
    add("--hall", metavar="HOST:PORT", help="also tell the hall's broker; needs mosquitto")
    add("--hall-login", type=Path, metavar="FILE", help="name and password for the hall's broker")


def main(args: argparse.Namespace) -> int:
    profile = (
        None if args.config is None or args.virtual else read_profile(args.config, game=args.game)
    )
    data = args.data or (USUAL_DATA if profile else None)
    if data is not None:
        return run_rig(wish(args, data, profile))
    with TemporaryDirectory(prefix="turmwart-") as passing:
        return run_rig(wish(args, Path(passing), profile))


def wish(args: argparse.Namespace, data: Path, profile: Profile | None = None) -> Wish:
    """The arguments, checked; *profile* is that of a real rig."""
    if not 0.0 <= args.clumsy <= 1.0:
        raise Trouble(f"--clumsy {args.clumsy} is outside 0..1; choose for example 0.3.")
    if args.turns is not None and args.turns < 1:
        raise Trouble(f"--turns {args.turns} is no number of acts; choose 1 or more.")
    if args.page_port is not None and not 0 <= args.page_port < 65536:
        raise Trouble(f"--page-port {args.page_port} is no port; choose 0 to 65535.")
    if not re.fullmatch(r"[a-z0-9-]+", args.table):
        raise Trouble(f"--table {args.table!r} may hold a-z, 0-9 and '-' only.")
    if args.broker not in ("auto", "none"):
        asked_address(args.broker)
    if args.controller == "firmware":
        _simulated()
    box = PROFILES / profile.name if profile and profile.name else None
    rules, setup = asked_setup(
        args.game, split_seats(args.seats), split_options(args.options), box=box
    )
    return Wish(
        begin=Begin(rules, setup),
        table=profile.table if profile else TABLES[rules.name],
        name=args.table,
        seed=args.seed,
        speed=SPEEDS[args.speed],
        clumsy=args.clumsy,
        turns=args.turns,
        headless=args.headless,
        json=args.json,
        truth=args.truth,
        data=data,
        page_port=args.page_port,
        broker=args.broker,
        page_lan=args.lan,
        hardware=plugged_in(profile) if profile else None,
        controller=args.controller,
        mend=args.mend,
        login=args.login,
        hall=asked_hall(args),
        lan=lan_broker(args, data),
        box=box,
    )


def lan_broker(args: argparse.Namespace, data: Path) -> Path | None:
    """With --lan our broker serves the LAN too, once `broker setup` has made its logins."""
    made = data / "broker"
    return made if args.lan and (made / "mosquitto.conf").exists() else None


def asked_hall(args: argparse.Namespace) -> Address | None:
    """The hall's broker, checked before anything begins."""
    if args.hall is None:
        return None
    hall = asked_address(args.hall)
    if args.broker != "auto":
        raise Trouble("--hall needs a broker of our own; leave --broker out.")
    return read_login(args.hall_login, hall) if args.hall_login else hall


def _simulated() -> None:
    """The microcontroller was asked for: it is built now, or nothing begins."""
    try:
        library()
    except BoardError as missing:
        raise Trouble(str(missing)) from missing


def plugged_in(profile: Profile) -> Hardware:
    """The camera and the controller that rig.toml names."""
    lens, device, port = profile.table.lens, profile.device, profile.port

    def camera(clock: Callable[[], int]) -> Camera:
        if device == "pi":
            return PiCamera(lens.width, lens.height, clock=clock)
        return UsbCamera(device, lens.width, lens.height, clock=clock)

    path = f"/dev/video{device}" if isinstance(device, int) else device
    eye = "the Pi's camera" if device == "pi" else path
    said = f"camera {eye}, {f'controller {port}' if port else 'no controller: keys on the page'}"
    pose = kept_pose(PROFILES / profile.name) if profile.name else None
    home_mm = pose.centre if pose else None
    return Hardware(camera, serial_port(port) if port else _nothing_there, said, home_mm)


def _nothing_there() -> Port:
    raise PortError("rig.toml names no controller; add [controller] with its port.")
