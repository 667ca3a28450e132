"""The page: its figures, and `./rig bench page --shots DIR` for a picture of every state,
`./rig bench page --only crowd,life` for some of the figures (cold, latency, redrawing, resting, life, crowd),
`./rig bench page --shifts` for what jumps while a game runs.

Filters for the shots: --pages, --widths, --languages, --schemes, --games, --states, each a,b,c.
"""

import argparse
from pathlib import Path

from display.figures import figures
from display.serving import chromium
from display.shifting import all_shifts
from display.shots import Wanted, taken


def main(arguments: list[str]) -> int:
    asked = _parsed(arguments)
    if asked.shots:
        return _shots(asked.shots, _wanted(asked))
    return _jumps(_wanted(asked)) if asked.shifts else _figures(asked.only)


def _jumps(wanted: Wanted) -> int:
    count = jumpy = 0
    with chromium() as browser:
        for name, found in all_shifts(browser, wanted.widths, wanted.languages):
            count += 1
            jumpy += bool(found)
            for jump in found:
                print(f"{name}: {jump}", flush=True)
    print(f"{count} games watched, {jumpy} with a jump of layout (target 0)")
    return 1 if jumpy else 0


def _figures(only: tuple[str, ...]) -> int:
    missed = 0
    print(f"{'what':44}{'figure':>10}  {'target':>10}")
    for figure in figures(only):
        missed += not figure.met
        target = "" if figure.target is None else f"{figure.target:g} {figure.unit}"
        sign = "" if figure.met else "  MISSED"
        print(f"{figure.what:44}{figure.value:10.2f}  {target:>10}{sign}", flush=True)
    return 1 if missed else 0


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="rig bench page")
    parser.add_argument("--shots", type=Path, metavar="DIR")
    parser.add_argument("--shifts", action="store_true")
    parser.add_argument("--only", type=lambda text: tuple(text.split(",")), default=())
    for name in Wanted.__dataclass_fields__:
        parser.add_argument(f"--{name}", type=lambda text: tuple(text.split(",")))
    return parser.parse_args(arguments)


def _wanted(asked: argparse.Namespace) -> Wanted:
    chosen = {
        name: getattr(asked, name) for name in Wanted.__dataclass_fields__ if getattr(asked, name)
    }
    if "widths" in chosen:
        chosen["widths"] = tuple(int(width) for width in chosen["widths"])
    return Wanted(**chosen)


def _shots(where: Path, wanted: Wanted) -> int:
    count = faulty = 0
    for name, faults in taken(where, wanted):
        count += 1
        faulty += bool(faults)
        for fault in faults:
            print(f"{name}: {fault}", flush=True)
    print(f"{count} pictures in {where}, {faulty} with faults (target 0)")
    return 1 if faulty else 0
