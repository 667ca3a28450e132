"""`turmwart mats print TARGET`: a game's mat, or the ChArUco board, as PDF at its true size."""

import argparse
from pathlib import Path

from turmwart.app.printing import mats
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.pdf import pdf
from turmwart.app.trouble import Trouble
from turmwart.model.mats import MATS

TARGETS = (*MATS, "charuco")


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="print")
    make = verbs.add_parser("print", help="write a PDF")
    make.add_argument("target", choices=TARGETS, metavar="|".join(TARGETS))
    make.add_argument("--out", type=Path, required=True, metavar="FILE")
    make.add_argument("--paper", choices=tuple(PAPERS), default="a4")


def main(args: argparse.Namespace) -> int:
    pages = mats.pages(args.target, args.paper)
    save(args.out, pdf(pages, f"turmwart {args.target}"))
    print(f"{len(pages)} pages in {args.out}; print at 100 % and measure the scale bar.")
    return 0


def save(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as wrong:
        raise Trouble(
            f"the PDF cannot be written to {path} ({wrong.strerror}); name another file."
        ) from wrong
