"""`turmwart doctor`: looks at every part of the rig, and says what to do about each fault."""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from turmwart.app.address import USUAL_PAGE_PORT
from turmwart.app.broker import asked_address, find_mosquitto
from turmwart.app.calibrated import PROFILES
from turmwart.app.calibrating.eyes import virtual_mat
from turmwart.app.doctor import checks, measuring
from turmwart.app.doctor.bundle import packed
from turmwart.app.doctor.checks import Finding, State
from turmwart.app.logins import read_login
from turmwart.app.looking import USUAL_DATA
from turmwart.app.profile import Profile, read_profile
from turmwart.app.trouble import Trouble
from turmwart.app.words.run import plugged_in
from turmwart.link.port import Port
from turmwart.rules.sheet import Words
from turmwart.sim.tables import TABLES
from turmwart.vision.frame import Camera, Frame

SIGNS = {State.GREEN: "ok  ", State.AMBER: "look", State.RED: "BAD "}
FRAME_MS = 50


class VirtualEye:
    """The virtual table's empty mat."""

    def __init__(self, game: str) -> None:
        self._game = game

    def frames(self) -> Iterator[Frame]:
        for number, picture in enumerate(virtual_mat(TABLES[self._game], 1)):
            yield Frame(FRAME_MS * number, picture)


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--config", type=Path, metavar="rig.toml", help="camera and controller of the rig")
    add("--game", choices=tuple(TABLES), default="turmbauer", help="whose mat lies there")
    add("--virtual", action="store_true", help="look at the virtual table")
    add("--broker", default="auto", metavar="auto|none|HOST:PORT")
    add("--login", type=Path, metavar="FILE", help="name and password for the broker")
    add("--page-port", type=int, default=USUAL_PAGE_PORT, metavar="PORT")
    add("--data", type=Path, default=USUAL_DATA, metavar="DIR")
    add("--profiles", type=Path, default=PROFILES, metavar="DIR", help=f"default {PROFILES}")
    add("--language", choices=("de", "en"), default="en")
    add("--json", action="store_true")
    add("--bundle", type=Path, metavar="FILE", help="a report to send along; no pictures in it")


def main(args: argparse.Namespace) -> int:
    found = findings(args)
    report = json.dumps(as_json(found), ensure_ascii=False, indent=1)
    if args.json:
        print(report)
    else:
        for finding in found:
            print(line(finding, args.language))
    if args.bundle is not None:
        packed(args.bundle, report, args.config, args.data)
    return 1 if checks.worst(found) is State.RED else 0


def findings(args: argparse.Namespace) -> list[Finding]:
    found = _senses(args)
    if args.broker != "none":
        asked = None if args.broker == "auto" else asked_address(args.broker)
        asked = read_login(args.login, asked) if args.login else asked
        found.append(measuring.broker(asked, "mosquitto" if find_mosquitto() else "amqtt"))
    return [*found, measuring.page(args.page_port), *measuring.body(args.data)]


def _senses(args: argparse.Namespace) -> list[Finding]:
    camera: Callable[[], Camera] | None = None
    port: Callable[[], Port] | None = None
    profile = Profile(TABLES[args.game])
    if args.virtual:
        camera = lambda: VirtualEye(args.game)  # noqa: E731
    elif args.config is not None:
        try:
            profile = read_profile(args.config, game=args.game, profiles=args.profiles)
        except Trouble as wrong:
            return [measuring.refused(wrong)]
        hardware = plugged_in(profile)
        camera = lambda: hardware.camera(measuring.now_ms)  # noqa: E731
        port = hardware.port if profile.port else None
    return [*measuring.sight(profile, camera, args.profiles), *measuring.keys(port)]


def line(finding: Finding, language: str) -> str:
    said: str = getattr(finding.said, language)
    cure = f"  ->  {_in(finding.cure, language)}" if finding.cure else ""
    return f"{SIGNS[finding.state]}  {finding.part:<12} {said}{cure}"


def _in(words: Words, language: str) -> str:
    return str(getattr(words, language))


def as_json(found: Sequence[Finding]) -> dict[str, object]:
    return {
        "worst": checks.worst(found).name.lower(),
        "checks": [
            {
                "part": each.part,
                "state": each.state.name.lower(),
                "said": {"de": each.said.de, "en": each.said.en},
                "cure": {"de": each.cure.de, "en": each.cure.en} if each.cure else None,
            }
            for each in found
        ],
    }
