"""What a new game can be asked for: the games, their seats and their options."""

from dataclasses import dataclass

from turmwart.rules.catalogue import ALL
from turmwart.rules.ruleset import Option

SEATS = {
    "turmbauer": (("red", "blue", "green", "black"), 2, 4, False),
    "talo": (("red", "blue", "green", "black"), 2, 4, True),
    "twentyseven": (("black", "white"), 2, 2, False),
    "make_n_break": (("red", "blue", "green", "yellow", "purple", "orange"), 2, 6, True),
}
"""The usual seats of each game, the fewest and the most, and whether their names are free."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One game that can be started. *free*: its seats may have any name."""

    game: str
    seats: tuple[str, ...]
    fewest: int
    most: int
    free: bool
    options: tuple[Option, ...]


FILES = frozenset({"deck", "pieces"})
"""Options that name a file of the rig: for the command line alone."""

OFFERS = tuple(
    Offer(
        rules.name,
        *SEATS[rules.name],
        options=tuple(option for option in rules.options if option.name not in FILES),
    )
    for rules in ALL
)
