"""Who plays what on the virtual table."""

from collections.abc import Callable, Mapping
from typing import Any

from turmwart.model.table import Table
from turmwart.sim.players.make_n_break import BlockPlayer
from turmwart.sim.players.row import RowPlayer
from turmwart.sim.players.talo import BrickPlayer
from turmwart.sim.players.turmbauer import TowerPlayer

PLAYERS: Mapping[str, Callable[[Table, int, float], Any]] = {
    "turmbauer": TowerPlayer,
    "talo": BrickPlayer,
    "twentyseven": RowPlayer,
    "make_n_break": BlockPlayer,
}
"""Everybody at one table, made from the table, a seed and how clumsy they are."""
