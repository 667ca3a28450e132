"""What a picture is read as: a hypothesis, several, or none."""

from collections.abc import Mapping
from dataclasses import dataclass

from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene

RawAct = Mapping[str, object]
"""An act as the referee protocol writes it."""


@dataclass(frozen=True, slots=True)
class Crooked:
    """A block that does not sit on the grid (X-3): how far off, and turned by how much."""

    rule: str
    cells: tuple[Cell, ...]
    offset_mm: tuple[float, float]
    turn_degrees: float


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way to explain the picture: these acts, in this order, led to this scene.

    No acts means that nothing has changed. *prior* is a log-probability up to a constant.
    """

    acts: tuple[RawAct, ...]
    scene: Scene
    prior: float = 0.0
    crooked: tuple[Crooked, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """A hypothesis with how well it explains the picture (log-likelihood plus prior)."""

    hypothesis: Hypothesis
    score: float


@dataclass(frozen=True, slots=True)
class Certain:
    """One hypothesis, and by how much it leads."""

    best: Hypothesis
    margin: float


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Several explain the picture about equally well, the best first; by how much it leads."""

    rivals: tuple[Hypothesis, ...]
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """Nothing explains the picture; *differing* cells or fields are where it does not fit."""

    differing: tuple[Cell, ...] = ()


Reading = Certain | Doubtful | OutOfStep
