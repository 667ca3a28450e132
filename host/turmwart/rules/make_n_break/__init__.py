"""Make 'n' Break: ten blocks, a deck of building cards and a clock."""

from turmwart.rules.make_n_break.game import MAKE_N_BREAK, MakeNBreak
from turmwart.rules.make_n_break.state import Built, Expired, Roll, Start, State

__all__ = ["MAKE_N_BREAK", "Built", "Expired", "MakeNBreak", "Roll", "Start", "State"]
