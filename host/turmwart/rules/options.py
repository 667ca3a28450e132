"""Checks seats and options against what a game allows."""

from collections.abc import Mapping

from turmwart.rules.ruleset import BadSetup, Option, Seat


def checked_options(
    game: str,
    asked: Mapping[str, str],
    options: tuple[Option, ...],
    choices: Mapping[str, tuple[str, ...]],
) -> dict[str, str]:
    """The options in force: *asked* over the defaults. *choices* are the closed sets of values."""
    known = {option.name: option for option in options}
    for name, value in asked.items():
        if name not in known:
            raise BadSetup(f"{game} has no option {name!r}; it has {', '.join(known) or 'none'}.")
        if name in choices and value not in choices[name]:
            allowed = "|".join(choices[name])
            raise BadSetup(f"option {name} of {game} is {value!r}; give {allowed}.")
    return {name: asked.get(name, option.default) for name, option in known.items()}


def distinct(game: str, seats: tuple[Seat, ...], least: int, most: int | None) -> None:
    """Refuses a repeated seat and a wrong number of seats."""
    repeated = next((seat for seat in seats if seats.count(seat) > 1), None)
    if repeated is not None:
        raise BadSetup(f"seat {repeated!r} of {game} is named twice; name each seat once.")
    if len(seats) < least or (most is not None and len(seats) > most):
        wanted = f"{least} to {most}" if most else f"{least} or more"
        raise BadSetup(
            f"{game} is played with {wanted if least != most else least} seats, not {len(seats)}."
        )
