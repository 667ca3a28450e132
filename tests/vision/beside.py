"""The recordings and photos that lie beside the project; tests that need them skip where they are not."""

import json
from pathlib import Path

import pytest

from turmwart.app.profile import read_game, read_table
from turmwart.model.table import Table

NAMES = tuple(
    f"{game}-{letter}"
    for game, letters in (
        ("turmbauer", "abc"),
        ("talo", "abc"),
        ("twentyseven", "ab"),
        ("make_n_break", "ab"),
    )
    for letter in letters
)
SHARED = Path(__file__).parents[3] / "shared"


def beside(name: str) -> Path:
    """A directory of the shared material, or a skip that says so."""
    if not (SHARED / name).exists():
        pytest.skip(f"../shared/{name} is not here")
    return SHARED / name


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(text) for text in file.read_text("utf-8").splitlines()]


def table_of(directory: Path) -> Table:
    return read_table(directory / "rig.toml", read_game(directory / "game.toml").material)
