"""The archive of a data directory, for the words that only look: no lock, nothing changed."""

import argparse
import sys
from pathlib import Path

from turmwart.app.journal import Shelf
from turmwart.app.trouble import Trouble
from turmwart.model.events import Entry

USUAL_DATA = Path("turmwart-data")
"""Where a real rig keeps its journal when nobody says otherwise."""


def data_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, default=USUAL_DATA, metavar="DIR", help="the journal's place"
    )


def shelf(data: Path) -> Shelf:
    if not data.is_dir():
        raise Trouble(f"there is no data directory {data}; name it with --data.")
    return Shelf(data)


def kept_game(data: Path, game: str) -> tuple[Entry, ...]:
    """What is whole of one game; 'last' is the newest. Damage behind it is said."""
    kept = shelf(data)
    games = kept.games()
    wanted = games[-1] if game == "last" and games else game
    if wanted not in games:
        raise Trouble(f"{data} holds no game {game!r}; 'turmwart games --data {data}' lists them.")
    found = kept.whole(wanted)
    if not found.entries:
        raise found.damage or Trouble(f"game {wanted} is empty.")
    if found.damage is not None:
        print(f"turmwart: {found.damage}", file=sys.stderr)
    return found.entries
