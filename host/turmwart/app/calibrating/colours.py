"""`calibrate colours`: one block of each colour is laid in the middle of the mat."""

from collections.abc import Callable, Mapping, Sequence

from turmwart.app.trouble import Trouble
from turmwart.model.table import Material, Shade, Table
from turmwart.rules.make_n_break.blocks import COLOURS as BLOCK_COLOURS
from turmwart.vision.calibration.colours import Closeness, margins, taught
from turmwart.vision.frame import Picture
from turmwart.vision.pose import PoseFinder, View

COLOURS: Mapping[str, tuple[str, ...]] = {
    "turmbauer": ("natural", "brown", "red", "blue", "green", "black"),
    "talo": ("natural",),
    "twentyseven": ("black", "white", "grey", "red"),
    "make_n_break": tuple(BLOCK_COLOURS),
}


def wood_size(game: str, material: Material) -> tuple[float, float, float]:
    """What is laid down: a single cube, a brick, a disc or a block."""
    if game == "make_n_break":
        return material.block_mm
    if game == "twentyseven":
        return material.disc_mm[0], material.disc_mm[0], material.disc_mm[1]
    return material.cell_mm, material.cell_mm, material.cell_mm


def shades_of(
    bare: Picture, shown: Mapping[str, Callable[[], Picture]], table: Table, height_mm: float
) -> tuple[Shade, ...]:
    """The shade of each colour; a picture without its block is refused by name."""
    pose = PoseFinder(table).find(bare)
    if pose is None:
        raise Trouble("no mat is in the first picture; move it into sight and uncover its markers.")
    view, found = View(table.lens, pose), []
    for colour, picture in shown.items():
        shade = taught(bare, picture(), view, table, colour, height_mm)
        if shade is None:
            raise Trouble(f"no {colour} block lies in the middle of the mat; lay it there, alone.")
        found.append(shade)
    return tuple(found)


def report(shades: Sequence[Shade]) -> tuple[str, ...]:
    """The margins, the closest pair first, with a warning where two are too close."""
    return tuple(_line(pair) for pair in margins(shades))


def _line(pair: Closeness) -> str:
    warning = "  too close: give more light, or paint one of them" if pair.too_close else ""
    return f"{pair.first:>12} / {pair.second:<12} {pair.margin:6.1f} spreads apart{warning}"
