"""Turmbauer: everybody builds one tower, and the highest pawn wins."""

from turmwart.rules.turmbauer.game import Turmbauer

TURMBAUER = Turmbauer()
"""The one value that the rest of the project plays with."""

__all__ = ["TURMBAUER", "Turmbauer"]
