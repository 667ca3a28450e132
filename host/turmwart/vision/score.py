"""How well a scene explains a picture, in log-likelihoods.

Two questions per pixel: is it of the colour that the scene puts there, lit or in shade; and is it
like its neighbours on the same face, so that real edges lie where the scene has edges.
The picture is judged in tiles, one per place where anything may stand; a tile depends only on the
solids that reach into it, so scenes that differ elsewhere share its score.
Round pieces never lie exactly on their places: a small slip of each is sought and paid for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.scene import Box, Disc, Scene, Solid
from turmwart.vision.look import Look
from turmwart.vision.painting import (
    GROUND,
    SIDE,
    TOP,
    Faces,
    Surface,
    Window,
    faces,
    painted,
    shifted,
    window_around,
)
from turmwart.vision.rims import rim

Spot = tuple[float, float]
Slip = tuple[float, float]
Pile = tuple[Solid, ...]
HUE_SPREAD, SHADE_DARKER, SHADE_BRIGHTER = 0.13, 0.45, 0.25
SIDE_DARKER = 0.9
TEXTURE_SPREAD = 0.12
WORST = 6.0
"""No pixel counts for more than this: it may be a spark, a scratch, a reflection."""
KERNEL = 7
PIXELS_PER_WITNESS = 25.0
"""Neighbouring pixels say the same thing: so many of them are one witness."""
SLIP_MM = 1.2
STEPS_MM = (0.8,)
REFINED = 6
MARGIN_PX = 6
RIM_WEIGHT = 2.0


def score(look: Look, scenes: Sequence[Scene]) -> NDArray[np.float64]:
    """Log-likelihoods of the scenes, the first being what stood there before.

    All are judged coarsely, place by place; the best with the slips of what differs among them.
    """
    piles = [_piles(scene) for scene in scenes]
    bench = _Bench.of(look, piles)
    coarse = bench.coarse(piles)
    best = np.argsort(-coarse)[:REFINED]
    contested = _contested([piles[i] for i in best])
    fine = np.full(len(scenes), -np.inf)
    for i in best:
        fine[i] = bench.fine(piles[i], contested)
    weakest = fine[best].min(initial=0.0)
    rest = np.setdiff1d(np.arange(len(scenes)), best)
    fine[rest] = weakest + np.minimum(coarse[rest] - coarse[best].min(initial=0.0), 0.0)
    return fine


def _contested(piles: Sequence[dict[Spot, Pile]]) -> tuple[Spot, ...]:
    """The places about which the scenes do not agree."""
    spots = dict.fromkeys(spot for each in piles for spot in each)
    return tuple(spot for spot in spots if len({each.get(spot) for each in piles}) > 1)


def _piles(scene: Scene) -> dict[Spot, Pile]:
    found: dict[Spot, list[Solid]] = {}
    for solid in scene.solids:
        foot = solid.centre if isinstance(solid, Box) else solid.foot
        found.setdefault((round(foot.x, 2), round(foot.y, 2)), []).append(solid)
    return {spot: tuple(solids) for spot, solids in found.items()}


@dataclass(slots=True)
class _Bench:
    """One picture on the bench: cost of every surface at every pixel, and what was drawn so far."""

    look: Look
    region: Window
    index: dict[Surface, int]
    costs: NDArray[np.float32]
    logs: NDArray[np.float32]
    tiles: dict[Spot, Window]
    _drawn: dict[tuple[Solid, Slip], Faces] = field(default_factory=dict)
    _judged: dict[object, float] = field(default_factory=dict)
    _slips: dict[Pile, tuple[tuple[Slip, Slip], float]] = field(default_factory=dict)

    @classmethod
    def of(cls, look: Look, piles: Sequence[dict[Spot, Pile]]) -> "_Bench":
        heaps = {(spot, pile) for each in piles for spot, pile in each.items()}
        solids = {solid for _, pile in heaps for solid in pile}
        shapes = {solid: faces(solid, look.view) for solid in solids}
        high, wide = look.picture.shape[:2]
        at: dict[Spot, list[tuple[float, float, float, float]]] = {}
        for spot, pile in heaps:
            at.setdefault(spot, []).extend(shapes[solid].bounds for solid in pile)
        tiles = {spot: window_around(bounds, MARGIN_PX, wide, high) for spot, bounds in at.items()}
        region = window_around(
            [bound for bounds in at.values() for bound in bounds], MARGIN_PX, wide, high
        )
        surfaces = [GROUND, *sorted({(s.colour, face) for s in solids for face in (TOP, SIDE)})]
        logs = region.cut(look.logs)
        costs = np.stack([_class_cost(logs, look, surface) for surface in surfaces])
        bench = cls(look, region, {s: i for i, s in enumerate(surfaces)}, costs, logs, tiles)
        bench._drawn.update({(solid, (0.0, 0.0)): shape for solid, shape in shapes.items()})
        return bench

    def coarse(self, piles: Sequence[dict[Spot, Pile]]) -> NDArray[np.float64]:
        """Each place on its own, its neighbours as they stood before; by colour alone."""
        before = {spot: self._shapes(pile, None) for spot, pile in piles[0].items()}
        worth: dict[tuple[Spot, Pile], float] = {}
        for spot, pile in {(spot, each.get(spot, ())) for each in piles for spot in self.tiles}:
            shapes = {**before, spot: self._shapes(pile, None)}
            worth[spot, pile] = self._tile(spot, shapes, rough=False)
        return np.array([sum(worth[s, each.get(s, ())] for s in self.tiles) for each in piles])

    def fine(self, piles: dict[Spot, Pile], contested: Sequence[Spot]) -> float:
        """The scene with the slips of its contested piles; their rims speak about heights."""
        shapes = {spot: self._shapes(pile, None) for spot, pile in piles.items()}
        paid = rims = 0.0
        for spot in contested:
            if pile := piles.get(spot):
                slips, met = self._fit(spot, pile, shapes)
                shapes[spot] = self._shapes(pile, slips)
                paid += _price(slips[0]) + _price(slips[1])
                rims += met
        near = [spot for spot in self.tiles if self._touched(spot, contested)]
        worth = sum(self._tile(spot, shapes, rough=True) for spot in near)
        return worth - paid + RIM_WEIGHT * rims

    def _touched(self, spot: Spot, contested: Sequence[Spot]) -> bool:
        here = self.tiles[spot]
        return any(here.meets(self.tiles[other]) for other in contested)

    def _fit(
        self, spot: Spot, pile: Pile, shapes: Mapping[Spot, tuple[Faces, ...]]
    ) -> tuple[tuple[Slip, Slip], float]:
        """The slips of a pile's body and of its top, and how well its rim fits."""
        if pile in self._slips:
            return self._slips[pile]
        met, top = rim(self.look, pile[-1]) if isinstance(pile[-1], Disc) else (0.0, (0.0, 0.0))
        others = dict(shapes)

        def worth(body: Slip) -> float:
            others[spot] = self._shapes(pile, (body, top))
            return self._tile(spot, others, rough=True) - _price(body)

        body = max(((0.0, 0.0), (top[0] / 2, top[1] / 2), top), key=worth)
        best = worth(body)
        for step in STEPS_MM if len(pile) > 1 else ():
            for dx, dy in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
                tried = (body[0] + dx, body[1] + dy)
                if (value := worth(tried)) > best:
                    best, body = value, tried
        self._slips[pile] = ((body, top), met)
        return self._slips[pile]

    def _shapes(self, pile: Pile, slips: tuple[Slip, Slip] | None) -> tuple[Faces, ...]:
        body, top = slips or ((0.0, 0.0), (0.0, 0.0))
        return tuple(self._shape(solid, top if solid is pile[-1] else body) for solid in pile)

    def _shape(self, solid: Solid, slip: Slip) -> Faces:
        key = (solid, slip)
        if key not in self._drawn:
            self._drawn[key] = self._moved(solid, slip)
        return self._drawn[key]

    def _moved(self, solid: Solid, slip: Slip) -> Faces:
        """A slip is so small that all of the solid moves by the same pixels."""
        if not isinstance(solid, Disc):
            return self._shape(solid, (0.0, 0.0))
        x, y, z = solid.foot
        there = self.look.view.project(np.array([(x, y, z), (x + slip[0], y + slip[1], z)]))
        return shifted(self._shape(solid, (0.0, 0.0)), there[1] - there[0])

    def _tile(self, spot: Spot, shapes: Mapping[Spot, tuple[Faces, ...]], rough: bool) -> float:
        window = self.tiles[spot]
        near = [face for pile in shapes.values() for face in pile if _reaches(face, window)]
        key = (spot, rough, tuple(id(face) for face in near))
        if key not in self._judged:
            self._judged[key] = self._judge(window, near, rough)
        return self._judged[key]

    def _judge(self, window: Window, shapes: list[Faces], rough: bool) -> float:
        labels = painted(shapes, window, self.index)
        left, upper = window.left - self.region.left, window.upper - self.region.upper
        high, wide = window.shape
        inside = np.s_[upper : upper + high, left : left + wide]
        colour = np.take_along_axis(self.costs[:, *inside], labels[None].astype(np.intp), axis=0)
        cost = float(colour.sum())
        if rough:
            cost += float(_roughness(self.logs[inside], labels).sum())
        return -cost / PIXELS_PER_WITNESS


def _class_cost(logs: NDArray[np.float32], look: Look, surface: Surface) -> NDArray[np.float32]:
    colour, face = surface
    off = logs - look.palette.shade(colour)
    shade = off.mean(axis=2)
    hue = ((off - shade[..., None]) ** 2).sum(axis=2) / (2 * HUE_SPREAD**2)
    darker = SIDE_DARKER if face == SIDE else SHADE_DARKER
    spread = np.where(shade < 0, darker, SHADE_BRIGHTER)
    return np.asarray(np.minimum(hue + shade**2 / (2 * spread**2), WORST), dtype=np.float32)


def _roughness(logs: NDArray[np.float32], labels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How little each pixel is like its neighbours of the same label."""
    counted = cv2.merge([logs, np.ones(labels.shape, np.float32)])
    miss = np.empty_like(logs)
    for label in np.flatnonzero(np.bincount(labels.ravel())):
        here = labels == label
        same = cv2.bitwise_and(counted, counted, mask=here.view(np.uint8))
        summed = cv2.boxFilter(same, -1, (KERNEL, KERNEL), normalize=False)[here]
        miss[here] = logs[here] - summed[:, :3] / summed[:, 3:]
    missed = np.einsum("ijk,ijk->ij", miss, miss) / (6 * TEXTURE_SPREAD**2)
    return np.asarray(np.minimum(missed, WORST), dtype=np.float32)


def _price(slip: Slip) -> float:
    return (slip[0] ** 2 + slip[1] ** 2) / (2 * SLIP_MM**2)


def _reaches(shape: Faces, window: Window) -> bool:
    left, upper, right, lower = shape.bounds
    return (
        left < window.right
        and right > window.left
        and upper < window.lower
        and lower > window.upper
    )
