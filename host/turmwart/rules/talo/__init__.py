"""Talo: straight bricks, stairs of one step, and the first pawn on level 10."""

from turmwart.rules.talo.game import TALO, Talo
from turmwart.rules.talo.material import Act, Build, Collapse, Done, Move, Restart, Roll, State

__all__ = [
    "TALO",
    "Act",
    "Build",
    "Collapse",
    "Done",
    "Move",
    "Restart",
    "Roll",
    "State",
    "Talo",
]
