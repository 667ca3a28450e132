"""A printed mat and a lens for each game, for a table that needs no hardware."""

from collections.abc import Mapping

from turmwart.model.mats import MATS
from turmwart.model.table import Lens, Material, Table

LENS = Lens(
    1280,
    720,
    ((1045.0, 0.0, 638.5), (0.0, 1045.5, 366.0), (0.0, 0.0, 1.0)),
    (-0.072, 0.03, -0.0001, 0.0001, 0.0),
)
MATERIAL: Mapping[str, Material] = {"talo": Material(pawn_mm=(15.0, 31.0))}
TABLES: Mapping[str, Table] = {
    game: Table(LENS, mat, MATERIAL.get(game, Material())) for game, mat in MATS.items()
}
