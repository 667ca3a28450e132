"""The games that the eye can follow."""

from collections.abc import Callable, Mapping
from typing import Any

from turmwart.app.trouble import Trouble
from turmwart.interpret.lattice import LatticeStaging
from turmwart.interpret.make_n_break import MakeNBreakStaging
from turmwart.interpret.staging import Staging
from turmwart.interpret.talo import TaloStaging
from turmwart.interpret.turmbauer import TurmbauerStaging
from turmwart.interpret.twentyseven import TwentySevenStaging
from turmwart.model.table import Table
from turmwart.vision.building import read_building
from turmwart.vision.row import RowReader
from turmwart.vision.towers.reader import TowerReader
from turmwart.vision.watch import Reader, Watcher

STAGINGS: Mapping[str, Staging[Any]] = {
    "twentyseven": TwentySevenStaging(),
    "make_n_break": MakeNBreakStaging(),
    "turmbauer": TurmbauerStaging(),
    "talo": TaloStaging(),
}

TOWERS: Mapping[str, LatticeStaging[Any]] = {
    "turmbauer": TurmbauerStaging(),
    "talo": TaloStaging(),
}
"""Games whose reader remembers how the building stands: a new one for each table."""
READERS: Mapping[str, Callable[[], Reader[Any]]] = {
    "make_n_break": lambda: read_building,
    "twentyseven": RowReader,
}


def watcher_of(game: str, table: Table) -> Watcher[Any]:
    """The eye for one game at one table."""
    staging = staging_of(game)
    reader = TowerReader(table, TOWERS[game]) if game in TOWERS else READERS[game]()
    return Watcher(table, staging, reader=reader)


def staging_of(game: str) -> Staging[Any]:
    if game not in STAGINGS:
        known = ", ".join(STAGINGS)
        raise Trouble(f"the camera cannot follow {game!r} yet; it knows {known}.")
    return STAGINGS[game]
