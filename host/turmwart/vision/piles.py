"""How many discs lie on a field: a pile is drawn with soft edges, disc by disc, until it fits.

From above one disc more changes little: the top grows by a quarter of a pixel and moves outward, and
one more side shows. No edge alone tells that, but all pixels around the pile together do. Every face
has one brightness, near that of its colour; what is left over is compared between the piles.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.scene import Disc, Scene
from turmwart.vision.colour import FLOOR
from turmwart.vision.look import Look
from turmwart.vision.rims import rim

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Spot = tuple[float, float]
Slip = tuple[float, float]
Pile = tuple[Disc, ...]
Maps = tuple[Floats, Floats]
BEVEL_MM = 0.45
SLIP_MM, STEPS_MM, ROUNDS = 0.8, (0.6, 0.3), 2
SOFT_PX = 1.6
"""How wide an edge is in the picture."""
CLEAR_MM, BAND_MM, OVERLAP_MM, AROUND_MM = 2.2, 3.5, 1.8, 5.0
"""From the rim of a disc: bare ground begins; pixels count; a neighbour's count no more; cut out."""
NEIGHBOURS_MM = 80.0
WITNESS_MM2 = 2.4
"""Neighbouring pixels say the same thing: so much of the table is one witness."""
NOISE, ROUGHNESS, USUAL_MAT = 10.0, 50.0, 160.0
"""Squared grey levels that every picture misses by, and that one with a mat of usual brightness does."""
FACES = (("top", 1.0, 0.12), ("bevel", 1.0, 0.4), ("side", 0.7, 0.4))
"""Each face's brightness as a part of its colour's, and how far it may be from that."""
TOP, BEVEL, SIDE = range(3)
DIM = 10.0
SURE = 40.0
"""No single pile is surer than this: a shadow that lies badly may spoil one, but hardly two."""


def weighed(look: Look, scenes: Sequence[Scene]) -> NDArray[np.float64]:
    """Log-likelihoods of scenes of upright piles, up to a constant, from where they differ."""
    piles = [_piles(scene) for scene in scenes]
    spots = dict.fromkeys(spot for each in piles for spot in each)
    heights = {spot: max(len(each.get(spot, ())) for each in piles) for spot in spots}
    worth = np.zeros(len(scenes))
    for spot in spots:
        found = [each.get(spot, ()) for each in piles]
        if len(set(found)) > 1:
            place = _Place.of(look, spot, heights, next(pile for pile in found if pile)[0])
            fits = {pile: place.fitted(pile) for pile in set(found)}
            lags = np.array([fits[pile] for pile in found]) - max(fits.values())
            worth += SURE * np.expm1(lags / SURE)
    return worth


def _piles(scene: Scene) -> dict[Spot, Pile]:
    found: dict[Spot, list[Disc]] = {}
    for disc in scene.solids:
        if isinstance(disc, Disc):
            found.setdefault((round(disc.foot.x, 2), round(disc.foot.y, 2)), []).append(disc)
    return {spot: tuple(discs) for spot, discs in found.items()}


@dataclass(slots=True)
class _Place:
    """The part of a picture around one field, pixel by pixel; the planes of its levels in mm."""

    look: Look
    radius: float
    maps: list[Maps]
    seen: Floats
    ground: Floats
    pixel_mm: float
    noise: float
    _covers: dict[tuple[int, Slip, float], Floats] = field(default_factory=dict)
    _shades: dict[tuple[str, ...], tuple[Floats, Floats]] = field(default_factory=dict)

    @classmethod
    def of(cls, look: Look, spot: Spot, heights: dict[Spot, int], disc: Disc) -> "_Place":
        radius, levels = disc.diameter / 2, heights[spot]
        cut = _cut(look, spot, radius + AROUND_MM, levels * disc.height)
        maps = [_plane(look, spot, i * disc.height, cut) for i in range(levels + 1)]
        far = np.min([np.hypot(*plane) for plane in maps], axis=0)
        other = _others(look, spot, heights, disc, cut)
        picture = look.picture[cut].astype(np.float32)
        ground = _ground_around(picture, (far > radius + CLEAR_MM) & ~other)
        counted = (far < radius + BAND_MM) & ~(other & (far > radius - 1.0))
        mat = float((np.exp(look.palette.shade("mat")) - FLOOR).mean())
        return cls(
            look,
            radius,
            [(x[counted], y[counted]) for x, y in maps],
            np.ascontiguousarray(picture[counted].T),
            np.ascontiguousarray(ground[counted].T),
            _pixel_mm(maps[0]),
            NOISE + ROUGHNESS * (mat / USUAL_MAT) ** 2,
        )

    def fitted(self, pile: Pile) -> float:
        """The pile where its discs fit best, each a little slipped."""
        slips: list[Slip] = [(0.0, 0.0)] * len(pile)
        if not pile:
            return self._worth(pile, slips)
        best = self._worth(pile, slips)
        slipped = [*slips[:-1], rim(self.look, pile[-1])[1]]
        if (value := self._worth(pile, slipped)) > best:
            best, slips = value, slipped
        for step in STEPS_MM:
            for _ in range(ROUNDS):
                before = best
                for i in reversed(range(len(pile))):
                    best, slips = self._stepped(pile, slips, i, step, best)
                if best == before:
                    break
        return best

    def _stepped(
        self, pile: Pile, slips: list[Slip], number: int, step: float, best: float
    ) -> tuple[float, list[Slip]]:
        below = self._drawn(pile[:number], slips, None, _rows(pile))
        for dx, dy in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
            x, y = slips[number]
            tried = [*slips[:number], (x + dx, y + dy), *slips[number + 1 :]]
            if (value := self._worth(pile, tried, (number, below))) > best:
                best, slips = value, tried
        return best, slips

    def _worth(
        self, pile: Pile, slips: list[Slip], below: tuple[int, Floats] | None = None
    ) -> float:
        """What the picture says of the pile as it is drawn, less the price of its slips."""
        shares = self._drawn(pile, slips, below, _rows(pile))
        usual, weight = self._usual(tuple(_rows(pile)))
        bare = self.seen - shares[0] * self.ground
        faces = shares[1:]
        squares = faces @ faces.T + np.diag(weight)
        shades = np.linalg.solve(squares, faces @ bare.T + weight[:, None] * usual)
        missed = ((bare - shades.T @ faces) ** 2).sum(axis=0)
        unusual = float((((shades - usual) ** 2).mean(axis=1) * weight).sum()) / (2 * self.noise)
        fit = float(np.log1p(missed / np.float32(3 * self.noise)).sum())
        price = sum(x * x + y * y for x, y in slips) / (2 * SLIP_MM**2)
        return -fit * self.pixel_mm**2 / WITNESS_MM2 - unusual - price

    def _drawn(
        self, pile: Pile, slips: list[Slip], below: tuple[int, Floats] | None, rows: dict[str, int]
    ) -> Floats:
        """How much of each pixel shows ground, and each face of each colour; from below upwards."""
        first, shares = below or (0, self._bare(len(rows)))
        shares = shares.copy() if below else shares
        for i in range(first, len(pile)):
            top = self._cover(i + 1, slips[i], self.radius)
            inner = self._cover(i + 1, slips[i], self.radius - BEVEL_MM)
            whole = np.maximum(top, self._cover(i, slips[i], self.radius))
            row = rows[pile[i].colour]
            shares *= 1 - whole
            shares[row + TOP] += inner
            shares[row + BEVEL] += top - inner
            shares[row + SIDE] += whole - top
        return shares

    def _bare(self, colours: int) -> Floats:
        shares = np.zeros((1 + len(FACES) * colours, self.seen.shape[1]), np.float32)
        shares[0] = 1.0
        return shares

    def _cover(self, level: int, slip: Slip, radius: float) -> Floats:
        """How much of each pixel lies inside a circle on this level."""
        key = (level, slip, radius)
        if key not in self._covers:
            x, y = self.maps[level]
            far = np.hypot(x - np.float32(slip[0]), y - np.float32(slip[1]))
            inside = np.float32(0.5) - (far - np.float32(radius)) / np.float32(
                SOFT_PX * self.pixel_mm
            )
            self._covers[key] = np.clip(inside, 0.0, 1.0)
        return self._covers[key]

    def _usual(self, colours: tuple[str, ...]) -> tuple[Floats, Floats]:
        """The brightness that each face should have, and how many pixels that is worth."""
        if colours not in self._shades:
            self._shades[colours] = self._looked_up(colours)
        return self._shades[colours]

    def _looked_up(self, colours: tuple[str, ...]) -> tuple[Floats, Floats]:
        usual, weight = [], []
        for colour in colours:
            shade = np.exp(self.look.palette.shade(colour)) - np.float32(FLOOR)
            for _, part, loose in FACES:
                usual.append(shade * part)
                weight.append(self.noise / (loose * (float(shade.mean()) * part + DIM)) ** 2)
        if not usual:
            return np.zeros((0, 3), np.float32), np.zeros(0, np.float32)
        return np.array(usual, np.float32), np.array(weight, np.float32)


def _rows(pile: Pile) -> dict[str, int]:
    """Where the faces of each colour begin; row 0 is the ground."""
    colours = dict.fromkeys(disc.colour for disc in pile)
    return {colour: 1 + len(FACES) * i for i, colour in enumerate(colours)}


def _cut(look: Look, spot: Spot, reach: float, height: float) -> tuple[slice, slice]:
    around = [
        (spot[0] + reach * np.cos(turn), spot[1] + reach * np.sin(turn), up)
        for up in (0.0, height)
        for turn in np.arange(0.0, 2 * np.pi, 0.5)
    ]
    pixels = look.view.project(np.array(around))
    left, upper = np.maximum(np.floor(pixels.min(axis=0)).astype(int), 0)
    right, lower = np.ceil(pixels.max(axis=0)).astype(int) + 1
    high, wide = look.picture.shape[:2]
    return slice(upper, min(lower, high)), slice(left, min(right, wide))


def _plane(look: Look, spot: Spot, up: float, cut: tuple[slice, slice]) -> Maps:
    """Where each pixel of the cut lies on a level, in millimetres from the spot."""
    x, y = spot
    three = look.view.project(np.array([(x, y, up), (x + 10, y, up), (x, y + 10, up)]))
    back = np.linalg.inv(np.stack([three[1] - three[0], three[2] - three[0]], axis=1) / 10)
    rows, columns = np.mgrid[cut]
    across, down = columns - three[0][0], rows - three[0][1]
    x_mm, y_mm = (back[i, 0] * across + back[i, 1] * down for i in (0, 1))
    return x_mm.astype(np.float32), y_mm.astype(np.float32)


def _pixel_mm(plane: Maps) -> float:
    """How wide a pixel is on a level."""
    x, y = plane
    return float(np.hypot(x[0, 1] - x[0, 0], y[0, 1] - y[0, 0]))


def _others(
    look: Look, spot: Spot, heights: dict[Spot, int], disc: Disc, cut: tuple[slice, slice]
) -> Mask:
    """What the piles beside this one may cover."""
    found = np.zeros((cut[0].stop - cut[0].start, cut[1].stop - cut[1].start), dtype=bool)
    for other, levels in heights.items():
        if other != spot and np.hypot(other[0] - spot[0], other[1] - spot[1]) < NEIGHBOURS_MM:
            for level in range(levels + 1):
                far = np.hypot(*_plane(look, other, level * disc.height, cut))
                found |= far < disc.diameter / 2 + OVERLAP_MM
    return found


def _ground_around(picture: Floats, clear: Mask) -> Floats:
    """For every pixel what the nearest bare ground shows, shadows and all."""
    if not clear.any():
        return picture
    _, nearest = cv2.distanceTransformWithLabels(
        (~clear).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    shown = np.zeros((int(nearest.max()) + 1, 3), np.float32)
    shown[nearest[clear]] = cv2.blur(picture, (3, 3))[clear]
    return np.asarray(shown[nearest], dtype=np.float32)
