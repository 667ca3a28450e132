"""Places and lengths. Millimetres on the mat: origin its centre, x right, y away, z up."""

from typing import NamedTuple, NewType

Millimetres = NewType("Millimetres", float)
Degrees = NewType("Degrees", float)


class Cell(NamedTuple):
    """One cube of the grid; z = 0 is the lowest layer."""

    x: int
    y: int
    z: int


class Point(NamedTuple):
    """A place on the mat, in millimetres."""

    x: float
    y: float


class Place(NamedTuple):
    """A place in space, in millimetres; z = 0 is the mat."""

    x: float
    y: float
    z: float
