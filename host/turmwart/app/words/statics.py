"""`turmwart statics FILE`: judges structures, one line each."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from turmwart.statics.drawing import drawing
from turmwart.statics.judge import judge
from turmwart.statics.structures import StructureError, pile

JUDGED, SOME_BAD, UNREADABLE = 0, 1, 2


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a JSON list of structures")
    parser.add_argument("--svg", type=Path, metavar="DIR", help="draw each structure there")


def main(args: argparse.Namespace) -> int:
    try:
        structures = _read(args.file)
        if args.svg:
            args.svg.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        print(f"turmwart statics: {error}", file=sys.stderr)
        return UNREADABLE
    bad = 0
    for number, structure in enumerate(structures, 1):
        answer, picture = _answer(structure, drawn=args.svg is not None)
        bad += "error" in answer
        print(json.dumps(answer, ensure_ascii=False), flush=True)
        if picture:
            (args.svg / _file_name(number, structure)).write_text(picture, encoding="utf-8")
    return SOME_BAD if bad else JUDGED


def _read(file: Path) -> list[Mapping[str, object]]:
    try:
        structures = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise OSError(f"cannot read {file}: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file} is no JSON: {error}.") from error
    if not isinstance(structures, list) or not all(isinstance(each, dict) for each in structures):
        raise ValueError(f"{file} holds no list of structures: write [{{...}}, ...].")
    return structures


def _answer(structure: Mapping[str, object], drawn: bool) -> tuple[dict[str, object], str]:
    name = {"id": structure.get("id")}
    try:
        built = pile(structure)
    except StructureError as error:
        return name | {"error": {"code": error.code, "message": error.message}}, ""
    found = judge(built)
    picture = drawing(built, found, str(structure.get("id"))) if drawn else ""
    verdict = {"verdict": found.standing, "margin_mm": found.margin_mm, "tips": list(found.tips)}
    return name | verdict, picture


def _file_name(number: int, structure: Mapping[str, object]) -> str:
    """Numbered, since ids may repeat and may hold anything."""
    plain = "".join(c if c.isalnum() or c in "-_" else "-" for c in str(structure.get("id")))
    return f"{number:03d}-{plain[:60]}.svg"
