"""`turmwart perft twentyseven`: counts move sequences and compares them with the known counts."""

import argparse
import sys

from turmwart.rules.twentyseven.board import start_row
from turmwart.rules.twentyseven.perft import KNOWN, divide, perft


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=("twentyseven",))
    parser.add_argument("--variant", choices=tuple(KNOWN), default="base")
    parser.add_argument("--depth", type=int, default=5, metavar="N")


def main(args: argparse.Namespace) -> int:
    if args.depth < 1:
        print(f"--depth is {args.depth}; give a number from 1 up.", file=sys.stderr)
        return 2
    for ply in range(1, args.depth + 1):
        count = perft(start_row(), "B", args.variant, ply)
        print(f"{ply} {count}", flush=True)
        if ply <= len(KNOWN[args.variant]) and count != KNOWN[args.variant][ply - 1]:
            print(mismatch(args.variant, ply, count), file=sys.stderr)
            return 1
    return 0


def mismatch(variant: str, ply: int, count: int) -> str:
    """The count per first move, to find where the rules went astray."""
    lines = [
        f"ply {ply} of {variant} should be {KNOWN[variant][ply - 1]}, not {count}; per first move:"
    ]
    for move, below in divide(variant, ply).items():
        base = "+base" if move.base else ""
        lines.append(f"  {move.source + 1}x{move.count}{base} {below}")
    return "\n".join(lines)
