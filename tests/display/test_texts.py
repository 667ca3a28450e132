"""The catalogue: every key is used, every key that is used is there, in both languages."""

import re

import pytest

from turmwart.display.offers import OFFERS
from turmwart.display.texts import STATIC, catalogue

HOME = STATIC.parent
APP = HOME.parent / "app"
SOURCES = [*STATIC.glob("*.js"), *STATIC.glob("*.html"), *HOME.rglob("*.py"), *APP.rglob("*.py")]
WHOLE = "\n".join(source.read_text() for source in SOURCES)
BUILT = {
    "game.": ("twentyseven", "turmbauer", "talo", "make_n_break"),
    "trial.": ("none", "open", "legal", "disputed", "illegal"),
    "link.": ("waiting", "live", "lost"),
    "part.": ("camera", "controller", "broker", "calibration", "disk"),
    "why.": (
        *("not_seen", "out_of_step", "nothing_done", "crooked", "impossible", "out_of_turn"),
        *("none_of_them", "set_up", "rebuild"),
    ),
    "set_up.": ("twentyseven", "turmbauer", "talo", "make_n_break"),
    "unit.": ("twentyseven", "turmbauer", "talo", "make_n_break"),
    "option.": tuple({o.name for offer in OFFERS for o in offer.options}),
    "choice.": tuple(
        {
            f"{o.name}.{value}"
            for offer in OFFERS
            for o in offer.options
            if re.fullmatch(r"[\w-]+(\|[\w-]+)+", o.allowed) and "SEED" not in o.allowed
            for value in o.allowed.split("|")
            if not (o.name == "start" and value != "roll")
        }
    ),
    "seat.": ("red", "blue", "green", "black", "white", "yellow", "purple", "orange"),
}
"""Keys that are put together when they are used: t(`game.${...}`)."""


def used() -> set[str]:
    plain = re.findall(r"""\b(?:t|said)\(\s*["']([\w.]+)["']""", WHOLE)
    chosen = re.findall(r"""\? "([\w.]+)" : "([\w.]+)\"""", WHOLE)
    marked = re.findall(r"""data-(?:text|label|title)="([\w.]+)\"""", WHOLE)
    kept = re.findall(r"""\b(?:_always|_plain|joined_by)\(\s*"([\w.]+)\"""", WHOLE)
    nouns = re.findall(r"""\bcounted\(.*?"([\w.]+)"\)""", WHOLE)
    kept += [f"{noun}.{number}" for noun in nouns for number in ("one", "many")]
    kept += [
        key
        for pair in re.findall(r"""said\(\s*"([\w.]+)" if [^,]*? else "([\w.]+)\"""", WHOLE)
        for key in pair
    ]
    refused = re.findall(r'"(refused\.\w+)"', WHOLE)
    pairs = {key for pair in chosen for key in pair if key in catalogue()}
    parts = {
        first + rest
        for first, many in BUILT.items()
        if f"`{first}$" in WHOLE or f'f"{first}{{' in WHOLE
        for rest in many
    }
    return {*plain, *kept, *marked, *refused, *pairs, *parts}


def test_no_key_is_missing():
    assert used() - catalogue().keys() == set()


def test_no_key_is_unused():
    assert catalogue().keys() - used() == set()


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_both_languages_say_it_with_the_same_facts(key):
    words = catalogue()[key]
    assert words.de.strip()
    assert words.en.strip()
    assert re.findall(r"\{\w+\}", words.de) == re.findall(r"\{\w+\}", words.en)
