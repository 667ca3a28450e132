"""`turmwart teach turmbauer|make_n_break FILE`: a real box's pieces or cards, checked and kept."""

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from turmwart.app.trouble import Trouble
from turmwart.rules.make_n_break.deck import BadCard, read_deck
from turmwart.rules.ruleset import BadSetup
from turmwart.rules.turmbauer.pieces import read_pieces

KEPT = Path("calibration") / "profiles" / "box"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=tuple(BOXES), metavar="|".join(BOXES))
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--into", type=Path, default=KEPT, metavar="DIR", help=f"default {KEPT}")


def main(args: argparse.Namespace) -> int:
    data = _read(args.file)
    name, option, check = BOXES[args.game]
    try:
        said = check(data)
    except (BadSetup, BadCard) as wrong:
        raise Trouble(f"{args.file} is not kept: {wrong}") from wrong
    target = args.into / name
    try:
        args.into.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as wrong:
        raise Trouble(
            f"{target} cannot be written ({wrong.strerror}); name another --into."
        ) from wrong
    print(f"{said} kept in {target}; play with them: --option {option}={target}")
    return 0


def _pieces(data: object) -> str:
    return f"{len(read_pieces(data))} pieces"


def _box(data: object) -> str:
    """Cards, and where given the sizes of the blocks and the timer's three lengths."""
    cards = read_deck(data)
    assert isinstance(data, dict)
    for key, wanted in (("block_mm", "length, width and height"), ("timer_seconds", "1, 2 and 3")):
        if key in data and not _three(data[key]):
            raise BadCard(f"key {key!r} is {data[key]!r}; give three numbers above 0: {wanted}.")
    seconds = data.get("timer_seconds")
    timer = f", timer_seconds={','.join(map(str, seconds))}" if seconds else ""
    return f"{len(cards)} cards{timer}"


def _three(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(isinstance(n, int | float) and not isinstance(n, bool) and n > 0 for n in value)
    )


BOXES: Mapping[str, tuple[str, str, Callable[[object], str]]] = {
    "turmbauer": ("turmbauer_pieces.json", "pieces", _pieces),
    "make_n_break": ("deck.json", "deck", _box),
}
"""The name of the file that is kept, the game's option that names it, and the check."""


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as wrong:
        raise Trouble(f"{path} cannot be read ({wrong.strerror}); check the name.") from wrong
    except ValueError as wrong:
        raise Trouble(f"{path} is no JSON ({wrong}); mend it there.") from wrong
