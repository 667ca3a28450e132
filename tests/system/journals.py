"""Journals of whole runs, read after the fact."""

from pathlib import Path

from turmwart.app.journal import Journal
from turmwart.model.events import Acted, Entry, RawAct


def entries(data: Path) -> list[Entry]:
    """All entries of the only game there."""
    journal = Journal(data)
    try:
        (game,) = journal.games()
        return journal.entries(game)
    finally:
        journal.close()


def acts(found: list[Entry]) -> list[RawAct]:
    return [entry.event.act for entry in found if isinstance(entry.event, Acted)]
