"""Who sits at the table, and what the table may switch."""

from collections.abc import Mapping

from turmwart.rules.options import checked_options, distinct
from turmwart.rules.ruleset import BadSetup, Option, Seat

GAME = "turmbauer"
COLOURS: tuple[Seat, ...] = ("red", "blue", "green", "black")
BY_ROLL = "roll"
OVERHANG = ("ask", "extent", "count")

OPTIONS = (
    Option("overhang", "extent", "|".join(OVERHANG)),
    Option("start", BY_ROLL, "|".join((BY_ROLL, *COLOURS))),
)


def checked_seats(seats: tuple[Seat, ...] | None) -> tuple[Seat, ...]:
    """The players' first colours, as the table named them."""
    seats = COLOURS if seats is None else seats
    if unknown := [seat for seat in seats if seat not in COLOURS]:
        raise BadSetup(f"{GAME} has no seat {unknown[0]!r}; take 2 to 4 of {', '.join(COLOURS)}.")
    distinct(GAME, seats, 2, len(COLOURS))
    return seats


def cycle(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All colours in playing order; two players take the free ones as second colours (T-24)."""
    spare = tuple(colour for colour in COLOURS if colour not in seats)
    return seats + spare if len(seats) == 2 else seats


def in_force(options: Mapping[str, str], seats: tuple[Seat, ...]) -> dict[str, str]:
    """Every option with its value; the starter sits at the table."""
    choices = {"overhang": OVERHANG, "start": (BY_ROLL, *cycle(seats))}
    return checked_options(GAME, options, OPTIONS, choices)
