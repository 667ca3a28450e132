"""Lamps: how bright, how warm, from where."""

from collections.abc import Mapping
from dataclasses import dataclass

Bgr = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp above the table and the light that comes from everywhere.

    *tint* multiplies blue, green and red. *lamp* is its place in millimetres, *softness* how far
    a shadow's edge is smeared. *slope* makes the light uneven: brightness gained per metre.
    """

    name: str
    tint: Bgr
    lamp: tuple[float, float, float]
    direct: float = 0.55
    ambient: float = 0.45
    softness: float = 5.0
    slope: tuple[float, float] = (0.1, 0.1)
    noise: float = 1.6


LIGHTS: Mapping[str, Light] = {
    light.name: light
    for light in (
        Light("day", (0.93, 0.97, 0.96), (-350.0, 500.0, 900.0), 0.45, 0.52, 7.0, (0.15, 0.2)),
        Light("warm", (0.66, 0.86, 0.97), (380.0, 420.0, 850.0), 0.55, 0.42, 4.0, (0.35, 0.2)),
        Light("cool", (1.0, 0.92, 0.82), (-450.0, 200.0, 1000.0), 0.5, 0.46, 6.0, (-0.3, 0.1)),
        Light("dim", (0.40, 0.47, 0.52), (300.0, -350.0, 800.0), 0.5, 0.5, 6.0, (0.2, -0.3), 3.2),
        Light("sun", (0.82, 0.97, 1.06), (-800.0, 500.0, 1100.0), 0.72, 0.36, 1.6, (-0.2, 0.3)),
    )
}
