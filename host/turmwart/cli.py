"""The command `turmwart`: one word, one module of app.words."""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module

from turmwart import __version__
from turmwart.app.trouble import Trouble
from turmwart.rules.ruleset import BadSetup

WORDS: dict[str, str] = {
    "run": "play on the table; without hardware, on the virtual one",
    "calibrate": "measure the lens, the mat or the colours of a rig",
    "doctor": "look at every part of the rig and say what to do",
    "install": "make the rig a service of this machine",
    "uninstall": "take the service away; the games stay",
    "update": "bring turmwart up to date and restart the service",
    "backup": "save games, profiles and rig.toml, or bring them back",
    "record": "run the rig and keep what it sees and hears",
    "replay": "play a recording, or an exported game, through the real pipeline",
    "games": "list the games of a table",
    "show": "show one game, act by act, or how to build it up again",
    "export": "write one game as a text file",
    "referee": "a referee on standard input and output",
    "rules": "print a rule and where the sheet says it",
    "perft": "count move sequences of 27",
    "statics": "say which structures stand, and by what margin",
    "cards": "make, print and check the cards of Make 'n' Break",
    "mats": "print a game's mat or the calibration board",
    "broker": "set up a broker for the LAN, with logins",
    "hall": "the page of many tables",
    "teach": "keep the pieces or cards of a real box",
}


def main(words: list[str] | None = None) -> int:
    asked = sys.argv[1:] if words is None else words
    args = parser(asked[:1]).parse_args(asked)
    run: Callable[[argparse.Namespace], int] = args.main
    try:
        return run(args)
    except (BadSetup, Trouble) as wrong:
        print(f"turmwart: {wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141


def parser(wanted: list[str]) -> argparse.ArgumentParser:
    """All words; only the one that is *wanted* is loaded, so that each starts at once."""
    whole = argparse.ArgumentParser(prog="turmwart", description=__doc__)
    whole.add_argument("--version", action="version", version=f"turmwart {__version__}")
    found = whole.add_subparsers(required=True, metavar="WORD")
    for name, said in WORDS.items():
        if name in wanted:
            module = import_module(f"turmwart.app.words.{name}")
            sub = found.add_parser(name, help=said, description=module.__doc__)
            module.arguments(sub)
            sub.set_defaults(main=module.main)
        else:
            found.add_parser(name, help=said)
    return whole
