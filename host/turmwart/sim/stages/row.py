"""A game's state as solids on the mat: how the virtual players' hands leave it."""

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from turmwart.model.geometry import Place
from turmwart.model.scene import Disc, Scene
from turmwart.model.table import Table

Raw = Mapping[str, object]
LOOSE_MM = 0.7
"""How far discs of one stack lie beside each other, one standard deviation."""
MOST_LOOSE_MM = 1.5


def stage_row(shown: Raw, table: Table, seed: int) -> Scene:
    """27: the row as `Ruleset.show` writes it; hands never stack discs quite straight."""
    row = cast(Sequence[Sequence[str]], shown["row"])
    if table.mat.row is None:
        raise ValueError("the mat has no row: 27 needs [mat.row] with first and step.")
    (x, y), (across, up) = table.mat.row.first, table.mat.row.step
    discs = [
        _disc(colour, x + field * across, y + field * up, (field, level), table, seed)
        for field, stack in enumerate(row)
        for level, colour in enumerate(stack)
    ]
    return Scene(tuple(discs))


def nudged(scene: Scene, moved: Scene, by: tuple[float, float]) -> Scene:
    """*moved* with every disc that *scene* did not hold set aside by *by* millimetres."""
    before = set(scene.solids)
    return Scene(
        tuple(
            solid
            if solid in before or not isinstance(solid, Disc)
            else Disc(solid.colour, _shifted(solid.foot, by), solid.diameter, solid.height)
            for solid in moved.solids
        )
    )


def _disc(colour: str, x: float, y: float, where: tuple[int, int], table: Table, seed: int) -> Disc:
    field, level = where
    diameter, height = table.material.disc_mm
    loose = np.random.default_rng([seed, 11, field, level]).normal(0.0, LOOSE_MM, 2)
    dx, dy = np.clip(loose, -MOST_LOOSE_MM, MOST_LOOSE_MM)
    return Disc(colour, Place(x + float(dx), y + float(dy), level * height), diameter, height)


def _shifted(foot: Place, by: tuple[float, float]) -> Place:
    return Place(foot.x + by[0], foot.y + by[1], foot.z)
