"""`turmwart teach turmbauer|make_n_break [FILE]`: a real box, checked and kept with the rig's profile.

Turmbauer's pieces may be shown to the camera instead, one after the other; of Make 'n' Break the
blocks and the timer may be told without a file.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from turmwart.app.box import BOXES, DECK, PIECES, keep_box
from turmwart.app.calibrated import PROFILES, USUAL_RIG, rig_place
from turmwart.app.calibrating.eyes import files, live, opened, virtual_piece
from turmwart.app.profile import Profile, read_profile
from turmwart.app.setup import SHIPPED
from turmwart.app.teaching import Shown, pictured_pieces, piece_file, shown_pieces
from turmwart.app.trouble import Trouble
from turmwart.model.blocks import Pose
from turmwart.rules.turmbauer.pieces import PieceSet, read_pieces
from turmwart.sim.tables import TABLES
from turmwart.vision.frame import Picture

SETTLE = 15
"""Live pictures passed over after somebody said that a piece lies there."""
COLOURS = ("red", "blue", "green", "black")


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", choices=tuple(BOXES), metavar="|".join(BOXES))
    add("file", type=Path, nargs="?", metavar="FILE", help="the box as JSON")
    add("--config", type=Path, metavar="rig.toml", help="show the pieces to this rig's camera")
    add("--pictures", type=Path, metavar="DIR", help="two pictures of each piece, by name")
    add("--virtual", action="store_true", help="rehearse without hardware")
    add("--colour", choices=COLOURS, default="red", help="whose pieces are shown; default red")
    add("--blocks", metavar="L,W,H", help="size of Make 'n' Break's blocks in millimetres")
    add("--timer", metavar="A,B,C", help="seconds for the dial's 1, 2 and 3")
    add("--rig", metavar="NAME", help=f"whose profile keeps it; default {USUAL_RIG}")
    add("--into", type=Path, default=PROFILES, metavar="DIR", help=f"default {PROFILES}")


def main(args: argparse.Namespace) -> int:
    profile = _profile(args)
    place = rig_place(args.into, args.rig or profile.name or USUAL_RIG)
    if args.file:
        data, source = _read(args.file), str(args.file)
    elif args.game == "turmbauer":
        data, source = piece_file(list(_seen(args, profile))), "what was shown"
    else:
        data, source = _told(args, place), "what was told"
    print(keep_box(args.game, data, place, source))
    return 0


def _profile(args: argparse.Namespace) -> Profile:
    table = TABLES[args.game]
    if args.config is None:
        return Profile(table)
    return read_profile(args.config, game=args.game, profiles=args.into)


def _seen(args: argparse.Namespace, profile: Profile) -> Iterator[Pose]:
    """The twelve pieces, from the camera, from pictures or from the virtual table."""
    table = profile.table
    if args.pictures:
        pictures = [(file.name, opened(file)) for file in files(args.pictures)]
        return pictured_pieces(pictures, table, args.colour)
    if args.virtual:
        return shown_pieces(_rehearsed(args.colour), _agreed, table, args.colour)
    if args.config is None:
        raise Trouble(
            "what is to be taught? Name a FILE, or show the pieces with --config rig.toml "
            "or --pictures DIR, or rehearse with --virtual."
        )
    stream = live(profile.device, table.lens.width, table.lens.height)
    return shown_pieces(partial(_asked, stream), input, table, args.colour)


def _asked(stream: Iterator[Picture], what: str) -> Picture:
    """A picture after the person has done what was asked."""
    input(f"{what}, then press Enter ")
    return next(islice(stream, SETTLE, None))


def _agreed(said: str) -> str:
    print(said)
    return ""


def _rehearsed(colour: str) -> Shown:
    """The pieces that ship, laid down one way and then another."""
    shapes = [[s.pose for s in piece.shapes if _flat(s.pose)] for piece in _shipped().values()]
    laid = (pose for poses in shapes for pose in (poses[0], poses[-1]))
    table = TABLES["turmbauer"]
    pictures = (virtual_piece(table, seed, colour, pose) for seed, pose in enumerate(laid, 1))

    def shown(what: str) -> Picture:
        print(what)
        return next(pictures)

    return shown


def _flat(pose: Pose) -> bool:
    return all(cell.z == 0 for cell in pose.cells)


def _shipped() -> PieceSet:
    return read_pieces(_read(SHIPPED / PIECES))


def _told(args: argparse.Namespace, place: Path) -> object:
    """The kept deck, or the one that ships, with other blocks and another timer."""
    if not (args.blocks or args.timer):
        raise Trouble("what is to be taught? Name a FILE with the cards, or --blocks or --timer.")
    kept = place / DECK
    data = _read(kept if kept.exists() else SHIPPED / DECK)
    told = {"block_mm": _numbers(args.blocks), "timer_seconds": _numbers(args.timer)}
    return {**dict(data), **{key: value for key, value in told.items() if value is not None}}


def _numbers(text: str | None) -> list[float | int | str] | None:
    """Each number as it is written; what is none is left for the check to name."""
    return None if text is None else [_number(part.strip()) for part in text.split(",")]


def _number(part: str) -> float | int | str:
    for kind in (int, float):
        with suppress(ValueError):
            return kind(part)
    return part


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as wrong:
        raise Trouble(f"{path} cannot be read ({wrong.strerror}); check the name.") from wrong
    except (ValueError, RecursionError) as wrong:
        raise Trouble(f"{path} is no JSON ({wrong}); mend it there.") from wrong
