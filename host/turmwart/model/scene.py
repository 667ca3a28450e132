"""A scene: what stands on the table, as coloured solids in millimetres.

It is all that the virtual camera and the scorer of pictures share.
"""

from dataclasses import dataclass

from turmwart.model.geometry import Degrees, Place

Colour = str
"""A colour's name: natural, dark_brown, beech, red, blue, green, black, white, grey, yellow ..."""


@dataclass(frozen=True, slots=True)
class Box:
    """A cuboid that lies flat; *turn* is about the upright axis, counter-clockwise from above."""

    colour: Colour
    centre: Place
    size: tuple[float, float, float]
    turn: Degrees = Degrees(0.0)  # noqa: RUF009


@dataclass(frozen=True, slots=True)
class Disc:
    """An upright cylinder; *foot* is the centre of its lower face."""

    colour: Colour
    foot: Place
    diameter: float
    height: float


@dataclass(frozen=True, slots=True)
class Pawn:
    """A playing figure: a cone-like body that is *base* wide and *height* tall."""

    colour: Colour
    foot: Place
    base: float
    height: float


Solid = Box | Disc | Pawn


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that stands or lies on the mat, in no particular order."""

    solids: tuple[Solid, ...]
