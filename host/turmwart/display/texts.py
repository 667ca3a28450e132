"""The catalogue of texts that the page and the server share: one JSON file, two languages."""

from functools import cache
from pathlib import Path

import msgspec

from turmwart.rules.sheet import Words

STATIC = Path(__file__).parent / "static"


@cache
def catalogue() -> dict[str, Words]:
    return msgspec.json.decode((STATIC / "texts.json").read_bytes(), type=dict[str, Words])


def said(key: str, **facts: object) -> Words:
    """A text of the catalogue with its facts; a fact in two languages is said in each."""
    words = catalogue()[key]
    de = {name: fact.de if isinstance(fact, Words) else fact for name, fact in facts.items()}
    en = {name: fact.en if isinstance(fact, Words) else fact for name, fact in facts.items()}
    return Words(words.de.format_map(de), words.en.format_map(en))
