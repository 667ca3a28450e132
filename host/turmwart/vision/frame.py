"""A frame and where frames come from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows x columns x 3, blue green red, as the camera gave it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One camera picture. The time is data: nothing that sees reads a clock."""

    at_ms: int
    picture: Picture


class Camera(Protocol):
    """Anything that gives frames: a lens, a recording, the virtual table."""

    def frames(self) -> Iterator[Frame]:
        """The newest frame, again and again; older ones are dropped (latest wins)."""
        ...
