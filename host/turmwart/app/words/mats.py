"""`turmwart mats print TARGET`: a game's mat, or the ChArUco board, as PDF at its true size.

`turmwart mats sight`: how high a camera must hang over each mat.
"""

import argparse
from pathlib import Path

from turmwart.app.printing import mats
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.pdf import pdf
from turmwart.app.trouble import Trouble
from turmwart.model.mats import MATS
from turmwart.model.sighting import CAMERAS, Camera, hangings

TARGETS = (*MATS, "charuco")


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="print|sight", dest="verb")
    make = verbs.add_parser("print", help="write a PDF")
    make.add_argument("target", choices=TARGETS, metavar="|".join(TARGETS))
    make.add_argument("--out", type=Path, required=True, metavar="FILE")
    make.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    sight = verbs.add_parser("sight", help="say how high the camera hangs")
    sight.add_argument("--camera", choices=tuple(CAMERAS), default="module-3")


def main(args: argparse.Namespace) -> int:
    return sight(CAMERAS[args.camera]) if args.verb == "sight" else print_pages(args)


def sight(camera: Camera) -> int:
    one, rows = hangings(camera)
    print(f"{camera.name}: {one:.0f} mm from mat to lens serves all mats.")
    for row in rows:
        print(
            f"{row.game}: at least {row.height:.0f} mm; tallest tower in sight {row.tallest:.0f} mm, "
            f"at {one:.0f} mm {row.at_one:.0f} mm; focus at {row.focus:.0f} mm, "
            f"{row.dots_per_mm:.1f} pixels to a millimetre"
        )
    return 0


def print_pages(args: argparse.Namespace) -> int:
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
