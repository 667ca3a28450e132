"""Who sits where, by which options."""

import re
from collections.abc import Mapping

from turmwart.model.geometry import Cell
from turmwart.rules.options import checked_options, distinct
from turmwart.rules.ruleset import BadSetup, Option, Seat, Setup
from turmwart.rules.talo.material import BOARD, START_FIELDS, State

GAME = "talo"
SEATS: tuple[Seat, ...] = ("red", "blue")
MOST_SEATS = len(START_FIELDS)
SEAT = re.compile(r"[a-z0-9_]+")
PLACE = re.compile(r"(\d),(\d)")
YES_NO = ("no", "yes")


def _written(places: tuple[tuple[int, int], ...]) -> str:
    return ";".join(f"{x},{y}" for x, y in places)


OPTIONS = (
    Option("return_to_board", "no", "no|yes"),
    Option("start_fields", _written(START_FIELDS), "x,y;x,y... one per seat, 0 to 9"),
    Option("start", SEATS[0], "a seat; without it the first one"),
)


def checked(seats: tuple[Seat, ...] | None, options: Mapping[str, str]) -> Setup:
    """Seats and options in force; raises BadSetup."""
    names = SEATS if seats is None else seats
    distinct(GAME, names, 2, MOST_SEATS)
    wrong = next((seat for seat in names if not SEAT.fullmatch(seat)), None)
    if wrong is not None:
        raise BadSetup(
            f"seat {wrong!r} of talo is no name; use small letters, digits and underscores."
        )
    defaults = {"start_fields": _written(START_FIELDS[: len(names)]), "start": names[0]}
    choices = {"return_to_board": YES_NO, "start": names}
    chosen = checked_options(GAME, {**defaults, **options}, OPTIONS, choices)
    places = start_fields(chosen["start_fields"])
    if len(places) != len(names) or len(set(places)) < len(places):
        raise BadSetup(
            f"option start_fields of talo is {chosen['start_fields']!r}; "
            f"give {len(names)} different fields, one per seat."
        )
    return Setup(names, chosen)


def start_fields(text: str) -> tuple[Cell, ...]:
    """The fields that *text* writes: '2,2;7,7'."""
    found = [PLACE.fullmatch(part.strip()) for part in text.split(";")]
    if None in found:
        raise BadSetup(
            f"option start_fields of talo is {text!r}; write fields of the board as "
            f"x,y;x,y with numbers from {BOARD[0]} to {BOARD[-1]}."
        )
    return tuple(Cell(int(place[1]), int(place[2]), 0) for place in found if place)


def start(setup: Setup) -> State:
    return State(
        setup,
        start_fields(setup.options["start_fields"]),
        setup.seats.index(setup.options["start"]),
    )
