"""From what a person asks for (game, seats, options, data files) to a checked set-up."""

import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from turmwart.rules.catalogue import AnyRuleset, game_named
from turmwart.rules.ruleset import BadSetup, Setup
from turmwart.rules.turmbauer.pieces import read_pieces

SHIPPED = Path(__file__).parent / "data"
DATA_FILES: Mapping[str, Mapping[str, str]] = {
    "turmbauer": {"pieces": "turmbauer_pieces.json"},
    "make_n_break": {"deck": "deck.json"},
}
"""The data files that a game needs, and what ships with the program. An option of the same name
gives another file."""


def asked_setup(
    game: str,
    seats: Sequence[str] | None,
    options: Mapping[str, str],
    beside: Path = Path(),
    box: Path | None = None,
) -> tuple[AnyRuleset, Setup]:
    """The game and its set-up; file names in options are relative to *beside*.

    What an owner taught lies in *box*; it takes the place of what ships with the program.
    """
    rules = game_named(game)
    settled = dict(options)
    if game == "make_n_break" and "shuffle" not in settled:
        settled["shuffle"] = str(secrets.randbelow(2**31))
    data = {
        name: _data(name, _data_file(shipped, options.get(name), beside, box))
        for name, shipped in DATA_FILES.get(game, {}).items()
    }
    if "pieces" in data:
        _check_pieces(settled.pop("pieces", "") or "of the box", data["pieces"])
    if seconds := timer_lengths(data.get("deck")):
        settled.setdefault("timer_seconds", seconds)
    return rules, rules.setup(tuple(seats) if seats is not None else None, settled, data)


def _check_pieces(name: str, data: object) -> None:
    """The pieces of a real box, taught by its owner: what is wrong is told with the file's name."""
    try:
        read_pieces(data)
    except BadSetup as wrong:
        raise BadSetup(f"pieces file {name}: {wrong}") from wrong


def split_seats(text: str | None) -> list[str] | None:
    return None if text is None else [seat.strip() for seat in text.split(",")]


def split_options(texts: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE words as a table."""
    for text in texts:
        if "=" not in text:
            raise BadSetup(f"option {text!r} has no '='; write it as name=value.")
    return dict(text.split("=", 1) for text in texts)


def timer_lengths(deck: object) -> str:
    """The three lengths that a deck file gives the timer, as the option wants them."""
    given = deck.get("timer_seconds") if isinstance(deck, Mapping) else None
    return ",".join(map(str, given)) if isinstance(given, list) else ""


def _data_file(shipped: str, asked: str | None, beside: Path, box: Path | None) -> Path:
    if asked:
        return beside / asked
    taught = box / shipped if box is not None else SHIPPED / shipped
    return taught if taught.exists() else SHIPPED / shipped


def _data(name: str, path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as wrong:
        raise BadSetup(
            f"{name} file {path} cannot be read ({wrong.strerror}); check the name."
        ) from wrong
    except ValueError as wrong:
        raise BadSetup(f"{name} file {path} is no JSON ({wrong}); mend it there.") from wrong
