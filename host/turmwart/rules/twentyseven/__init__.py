"""27 by Laurent Escoffier: a row of nine fields, two colours, towers that walk."""

from turmwart.rules.twentyseven.game import TWENTYSEVEN, MoveAct, State, TwentySeven

__all__ = ["TWENTYSEVEN", "MoveAct", "State", "TwentySeven"]
