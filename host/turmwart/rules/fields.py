"""Reads the fields of a JSON act; what is missing, mistyped or out of range is named."""

from collections.abc import Mapping

from turmwart.rules.ruleset import BadAct


def required(raw: Mapping[str, object], name: str) -> object:
    if name not in raw:
        raise BadAct("missing_field", f"field {name!r} is missing in the act; add it.")
    return raw[name]


def whole(raw: Mapping[str, object], name: str, low: int, high: int) -> int:
    """A whole number from *low* to *high*."""
    return in_range(required(raw, name), name, low, high)


def in_range(value: object, name: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadAct("bad_type", f"{name!r} is {shortened(value)}; give a whole number.")
    if not low <= value <= high:
        raise BadAct("out_of_range", f"{name!r} is {value}; give a number from {low} to {high}.")
    return value


def truth(raw: Mapping[str, object], name: str) -> bool:
    value = required(raw, name)
    if not isinstance(value, bool):
        raise BadAct("bad_type", f"{name!r} is {shortened(value)}; give true or false.")
    return value


def one_of(raw: Mapping[str, object], name: str, allowed: tuple[str, ...]) -> str:
    value = required(raw, name)
    if not isinstance(value, str):
        raise BadAct("bad_type", f"{name!r} is {shortened(value)}; give a text.")
    if value not in allowed:
        raise BadAct("unknown_value", f"{name!r} is {value!r}; give one of {', '.join(allowed)}.")
    return value


def listed(raw: Mapping[str, object], name: str) -> list[object]:
    value = required(raw, name)
    if not isinstance(value, list):
        raise BadAct("bad_type", f"{name!r} is {shortened(value)}; give a list.")
    return value


def dice(raw: Mapping[str, object], number: int, sides: int) -> tuple[int, ...]:
    """Exactly *number* dice of *sides* sides."""
    thrown = listed(raw, "dice")
    if len(thrown) != number:
        raise BadAct("out_of_range", f"'dice' has {len(thrown)} numbers; give exactly {number}.")
    return tuple(in_range(die, "dice", 1, sides) for die in thrown)


def unknown_do(raw: Mapping[str, object], known: tuple[str, ...]) -> BadAct:
    did = raw.get("do")
    return BadAct("unknown_do", f"'do' is {shortened(did)}; this game knows {', '.join(known)}.")


def shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
