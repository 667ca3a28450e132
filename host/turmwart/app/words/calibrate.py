"""`turmwart calibrate camera|mat|colours`: measures the rig and keeps a profile of it."""

import argparse
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

from turmwart import __version__
from turmwart.app.calibrated import (
    PROFILES,
    USUAL_RIG,
    Made,
    keep,
    lens_text,
    pose_text,
    rig_place,
    shades_text,
)
from turmwart.app.calibrating.camera import lens_of
from turmwart.app.calibrating.colours import COLOURS, report, shades_of, wood_size
from turmwart.app.calibrating.eyes import (
    BARE,
    files,
    live,
    opened,
    virtual_block,
    virtual_board,
    virtual_mat,
)
from turmwart.app.profile import Plugged, Profile, read_plugged, read_profile
from turmwart.app.trouble import Trouble
from turmwart.sim.tables import LENS, TABLES
from turmwart.vision.calibration.mat import MatCheck, check_mat
from turmwart.vision.frame import Picture

MAT_PICTURES = 10
SETTLE = 15
"""Live pictures passed over after somebody said that a block is laid."""


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="camera|mat|colours", dest="what")
    for what, said in (
        ("camera", "the lens, from the ChArUco board"),
        ("mat", "where the camera hangs, and whether the mat lies flat"),
        ("colours", "the owner's own wood in this light"),
    ):
        verb = verbs.add_parser(what, help=said)
        add = verb.add_argument
        add("--config", type=Path, metavar="rig.toml", help="camera and mat of the rig")
        add("--rig", metavar="NAME", help=f"whose profile it is; default {USUAL_RIG}")
        add("--pictures", type=Path, metavar="DIR", help="pictures instead of the camera")
        add("--virtual", action="store_true", help="rehearse without hardware")
        add("--into", type=Path, default=PROFILES, metavar="DIR", help=f"default {PROFILES}")
        add("--language", choices=("de", "en"), default="en")
        if what == "camera":
            add("--device", metavar="N|pi", help="/dev/videoN or the Pi's own; default 0")
            add("--size", metavar="WxH", help="size of the pictures; default 1280x720")
        else:
            add("--game", choices=tuple(TABLES), default="turmbauer", help="whose mat lies there")


def main(args: argparse.Namespace) -> int:
    return {"camera": _camera, "mat": _mat, "colours": _colours}[args.what](args)


def _camera(args: argparse.Namespace) -> int:
    plugged = read_plugged(args.config) if args.config else Plugged("", 0, (1280, 720))
    size = _size(args.size) if args.size else plugged.size
    device = _device(args.device) if args.device else plugged.device
    pictures: Iterable[Picture] = (
        virtual_board(LENS, 1)
        if args.virtual
        else map(opened, files(args.pictures))
        if args.pictures
        else live(device, *size)
    )
    fit = lens_of(
        pictures, size, args.pictures is not None, args.language, partial(print, flush=True)
    )
    if fit.dropped:
        print(f"{len(fit.dropped)} pictures did not fit the others and were left out.")
    place = _place(args, plugged.name)
    file = keep(place, _made(args.what, place.name, fit.residual_px), lens_text(fit.lens))
    print(
        f"lens kept in {file}: focal length {fit.lens.matrix[0][0]:.1f} px "
        f"(+-{100 * fit.focal_error:.2f} %), residual {fit.residual_px:.2f} px. "
        f'Write profile = "{place.name}" at the top of rig.toml.'
    )
    return 0


def _mat(args: argparse.Namespace) -> int:
    profile = _profile(args)
    pictures = list(islice(_of_mat(args, profile), MAT_PICTURES))
    checked = check_mat(pictures, profile.table)
    if checked is None:
        raise Trouble("no mat is in sight; move all of it into the picture and uncover it.")
    for line in _mat_lines(checked):
        print(line)
    place = _place(args, profile.name)
    checks = [(each.id, each.miss_px, each.lift_mm) for each in checked.markers]
    text = pose_text([float(value) for value in checked.pose.centre], checks)
    file = keep(place, _made(args.what, place.name, checked.pose.residual_px), text)
    print(f"pose kept in {file}: residual {checked.pose.residual_px:.2f} px.")
    return 1 if checked.bad else 0


def _mat_lines(checked: MatCheck) -> Iterator[str]:
    for each in checked.markers:
        cure = "" if each.fits else "  press the mat flat there, or print it again at 100 %"
        yield f"marker {each.id}: off by {each.miss_px:.2f} px, lies {each.lift_mm:+.1f} mm high{cure}"
    for number in checked.unseen:
        yield f"marker {number}: not in sight; uncover it or move the camera"


def _colours(args: argparse.Namespace) -> int:
    profile = _profile(args)
    size = wood_size(args.game, profile.table.material)
    colours = COLOURS[args.game]
    if args.pictures:
        by_name = {file.stem: file for file in files(args.pictures)}
        missing = [name for name in (BARE, *colours) if name not in by_name]
        if missing:
            raise Trouble(f"{args.pictures} lacks the pictures {', '.join(missing)}; add them.")
        bare = opened(by_name[BARE])
        shown = {colour: partial(opened, by_name[colour]) for colour in colours}
    elif args.virtual:
        bare = next(virtual_mat(profile.table, 1))
        shown = {c: partial(virtual_block, profile.table, 1, c, size) for c in colours}
    else:
        stream = live(profile.device, profile.table.lens.width, profile.table.lens.height)
        bare = _asked(stream, "Clear the mat")
        shown = {
            colour: partial(
                _asked, stream, f"Lay one {colour} block in the middle of the mat, alone"
            )
            for colour in colours
        }
    shades = shades_of(bare, shown, profile.table, size[2])
    for line in report(shades):
        print(line)
    place = _place(args, profile.name)
    file = keep(place, _made(args.what, place.name, 0.0), shades_text(shades))
    print(f"{len(shades)} colours kept in {file}.")
    return 0


def _asked(stream: Iterator[Picture], what: str) -> Picture:
    """A picture after the person has done what was asked."""
    input(f"{what}, then press Enter ")
    return next(islice(stream, SETTLE, None))


def _of_mat(args: argparse.Namespace, profile: Profile) -> Iterator[Picture]:
    if args.pictures:
        return map(opened, files(args.pictures))
    if args.virtual:
        return virtual_mat(profile.table, 1)
    lens = profile.table.lens
    return islice(live(profile.device, lens.width, lens.height), SETTLE, None)


def _profile(args: argparse.Namespace) -> Profile:
    if args.config:
        return read_profile(args.config, game=args.game, profiles=args.into)
    if args.virtual:
        return Profile(TABLES[args.game])
    raise Trouble("which camera? Name its rig.toml with --config, or rehearse with --virtual.")


def _place(args: argparse.Namespace, named: str) -> Path:
    usual = "virtual" if args.virtual else USUAL_RIG
    return rig_place(args.into, args.rig or named or usual)


def _made(what: str, rig: str, residual_px: float) -> Made:
    return Made(what, rig, datetime.now(UTC).date().isoformat(), __version__, residual_px)


def _size(text: str) -> tuple[int, int]:
    if not (found := re.fullmatch(r"([1-9]\d{1,4})x([1-9]\d{1,4})", text)):
        raise Trouble(f"--size {text!r} is no size; write for example 1280x720.")
    return int(found[1]), int(found[2])


def _device(text: str) -> int | str:
    if text == "pi":
        return text
    if not text.isdecimal():
        raise Trouble(f"--device {text!r} is neither the number of a /dev/video nor pi.")
    return int(text)
