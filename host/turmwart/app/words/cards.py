"""`turmwart cards make|print|check`: a deck from a seed, as PDF, and an owner's deck checked."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from turmwart.app.printing import cards as art
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.pdf import pdf
from turmwart.app.setup import SHIPPED
from turmwart.app.trouble import Trouble
from turmwart.app.words.mats import save
from turmwart.rules.make_n_break.cards.making import Made, make_deck, written
from turmwart.rules.make_n_break.deck import BadCard, deck_faults, read_deck

SHIPPED_SEED = 1
"""The seed of the deck that comes with the program."""


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="make|print|check")
    make = verbs.add_parser("make", help="make a deck of 100 proven cards")
    make.add_argument("--seed", type=int, default=SHIPPED_SEED, metavar="N")
    make.add_argument("--out", type=Path, metavar="FILE", help="without it, standard output")
    make.set_defaults(cards=_make)
    sheets = verbs.add_parser("print", help="write the cards as PDF, nine to a page, with backs")
    sheets.add_argument("--deck", type=Path, default=SHIPPED / "deck.json", metavar="FILE")
    sheets.add_argument("--out", type=Path, required=True, metavar="FILE")
    sheets.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    sheets.set_defaults(cards=_print)
    check = verbs.add_parser("check", help="name what is wrong with a deck")
    check.add_argument("file", type=Path, nargs="?", default=SHIPPED / "deck.json", metavar="FILE")
    check.set_defaults(cards=_check)


def main(args: argparse.Namespace) -> int:
    status: int = args.cards(args)
    return status


def deck_text(made: tuple[Made, ...]) -> str:
    """The deck file, one card per line."""
    cards = written(made)["cards"]
    assert isinstance(cards, list)
    lines = ",\n".join(json.dumps(card) for card in cards)
    return f'{{"cards": [\n{lines}\n]}}\n'


def _make(args: argparse.Namespace) -> int:
    made = make_deck(args.seed)
    if args.out is None:
        sys.stdout.write(deck_text(made))
        return 0
    try:
        args.out.write_text(deck_text(made), "utf-8")
    except OSError as wrong:
        raise Trouble(
            f"the deck cannot be written to {args.out} ({wrong.strerror}); name another file."
        ) from wrong
    print(f"{len(made)} cards in {args.out}")
    print(histogram(made))
    return 0


def histogram(made: Sequence[Made]) -> str:
    """How many cards are how difficult: a sign per card, b for a blue numeral and R for a red one."""
    lines = ["difficulty  points  cards"]
    for low in range(
        int(min(m.difficulty for m in made)), int(max(m.difficulty for m in made)) + 1
    ):
        cards = [m.card for m in made if low <= m.difficulty < low + 1]
        points = "-".join(map(str, sorted({card.points for card in cards})))
        signs = "".join(sorted({"blue": "b", "red": "R"}[c.numeral] for c in cards)[::-1])
        lines.append(f"{low:3d} to {low + 1:2d}  {points:>6}  {len(cards):3d}  {signs}".rstrip())
    return "\n".join(lines)


def _print(args: argparse.Namespace) -> int:
    data = _read(args.deck)
    try:
        cards = read_deck(data)
    except BadCard as wrong:
        raise Trouble(f"{args.deck}: {wrong}") from wrong
    pages = art.pages(cards, two_handed(data), args.paper)
    save(args.out, pdf(pages, "turmwart cards"))
    print(f"{len(cards)} cards on {len(pages)} pages in {args.out}; print at 100 %, both sides.")
    return 0


def two_handed(data: object) -> frozenset[str]:
    """The ids of the cards that the file marks for two hands."""
    assert isinstance(data, dict)
    return frozenset(card["id"] for card in data["cards"] if card.get("two_hands") is True)


def _check(args: argparse.Namespace) -> int:
    data = _read(args.file)
    faults = list(deck_faults(data))
    for fault in faults:
        print(f"{args.file}: {fault}", file=sys.stderr)
    if faults:
        return 1
    cards = read_deck(data)
    numerals = Counter(card.numeral for card in cards)
    print(f"{args.file}: {len(cards)} cards, {numerals['blue']} blue and {numerals['red']} red.")
    return 0


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as wrong:
        raise Trouble(f"{path} cannot be read ({wrong.strerror}); check the name.") from wrong
    except ValueError as wrong:
        raise Trouble(f"{path} is no JSON ({wrong}); mend it there.") from wrong
