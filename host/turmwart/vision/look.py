"""The evidence of one still picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Table
from turmwart.vision.colour import Palette, logarithm, palette
from turmwart.vision.frame import Picture
from turmwart.vision.pose import Pose, View


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One still picture with the pose and the light it was taken in. *logs*: log of the colours."""

    picture: Picture
    view: View
    palette: Palette
    logs: NDArray[np.float32]


def look(picture: Picture, pose: Pose, table: Table) -> Look:
    view = View(table.lens, pose)
    return Look(picture, view, palette(picture, view, table), logarithm(picture))
