"""ARCHITECTURE.md stays true: every name it gives is a name in the code."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "ARCHITECTURE.md"
ROOMS = "model|statics|rules|interpret|session|vision|link|publish|display|sim|app"
NAMES = sorted(set(re.findall(rf"`((?:{ROOMS})(?:\.\w+)+)`", PAGE.read_text("utf-8"))))


def resolved(name: str) -> object:
    """The longest module of the name, then its attributes."""
    parts = name.split(".")
    depth = next(n for n in range(len(parts), 0, -1) if _is_module(parts[:n]))
    found: object = import_module(".".join(["turmwart", *parts[:depth]]))
    for part in parts[depth:]:
        found = getattr(found, part)
    return found


def _is_module(parts: list[str]) -> bool:
    try:
        return find_spec(".".join(["turmwart", *parts])) is not None
    except ModuleNotFoundError:
        return False


def test_the_page_names_the_life_of_a_disc():
    assert len(NAMES) > 20


@pytest.mark.parametrize("name", NAMES)
def test_a_name_on_the_page_is_a_name_in_the_code(name):
    assert resolved(name)
