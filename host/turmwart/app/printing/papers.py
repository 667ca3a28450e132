"""Paper, upright."""

from collections.abc import Mapping

from turmwart.app.printing.shapes import Spot

PAPERS: Mapping[str, Spot] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
