"""Reads towers: which block was set where, and where the pawn went, from one still picture.

It remembers how the building stands on the mat and what the table looked like before this turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.interpret.lattice import Body, LatticeStaging, Placed, Standing, Turn
from turmwart.interpret.reading import Certain, Crooked, Hypothesis, Reading, Scored
from turmwart.model.geometry import Cell, Degrees
from turmwart.model.scene import Box, Pawn, Scene
from turmwart.model.table import Table
from turmwart.vision.evidence import (
    FRESH,
    STRANGE,
    Floats,
    Samples,
    colour_cost,
    edges,
    likeness,
    noise_of,
    samples,
    shades,
    small,
    steady,
    stride_of,
)
from turmwart.vision.look import Look
from turmwart.vision.pose import View
from turmwart.vision.rays import Rays, Space, Stance, rays_of
from turmwart.vision.towers.bench import (
    MAT,
    UNKNOWN,
    Bench,
    Labels,
    Numbers,
    pawn_samples,
    place_of,
    plain_mat,
    rim_of,
)
from turmwart.vision.towers.blocks import (
    DUE,
    RIM_WITNESS,
    STRAIGHT,
    Costs,
    Yard,
    best_places,
    crooked,
    samples_near,
    yard_of,
)
from turmwart.vision.towers.ground import (
    COVERED,
    WITNESS,
    Beside,
    Ground,
    Slip,
    found_beside,
    ground_of,
    stance_of,
)
from turmwart.vision.towers.verdict import judged

Mask8 = NDArray[np.uint8]
State = TypeVar("State")
Blocks = tuple[Placed, ...]
FIRST, SECOND, LEADERS, PARTNERS, READ = 120, 14, 8, 10, 40
"""So many are drawn exactly, fitted, paired, set beside one of them, judged by the rules."""
CHANGED, GONE = 4.0, 5.0
LEAST_CHANGED, LEAST_PAWN, LEAST_BLOCK = 12, 25, 40
HIDDEN, MOVED = -4.0, -4.0
"""A pawn is rarely put where nobody sees it; and it could have gone to many a field."""
FAR_BEHIND = 120.0
"""What explains so much less than the best is not fitted any more."""
LEFT_OVER, ASKEW_TRIED, LOST = 30, 4, 350
"""So many samples unexplained: a crooked block is thought of; nothing is certain any more."""
ASKEW: tuple[Slip, ...] = tuple(
    (x, y, turn)
    for x in (-8.0, 0.0, 8.0)
    for y in (-8.0, 0.0, 8.0)
    for turn in (-0.26, 0.0, 0.26)
    if 0.0 in (x, y, turn)
)
SAME_VIEW_PX = 1.0
ROOM = 6
HALO = np.ones((5, 5), np.uint8)
"""Around a pawn that left, its edge and its shadow have gone too."""
KNOWN_LIKE = 4.0
MOST_GONE_SHARE = 0.6
FALLEN, UNLIKE = 3.5, 2.0
"""So much it costs to say that something still shows its own colour when it is gone."""
LEAST_GONE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """A still picture of a known state."""

    seen: Samples
    view: View
    standing: Standing


@dataclass(slots=True)
class TowerReader(Generic[State]):
    """The memory of one game at one table."""

    table: Table
    staging: LatticeStaging[State]
    _stance: Stance | None = field(default=None, repr=False)
    _fitted: int = field(default=0, repr=False)
    _before: Before | None = field(default=None, repr=False)
    _last: tuple[Samples, View] | None = field(default=None, repr=False)
    _rays: tuple[View, Rays] | None = field(default=None, repr=False)
    _beside: Beside = field(default_factory=dict, repr=False)

    def __call__(self, look: Look, state: State, table: Table) -> Reading:
        standing = self.staging.standing(state)
        if self._before is not None and self._before.standing != standing:
            self._before = Before(*self._last, standing) if self._last else None
        bench = self._bench(look.view, state, standing)
        values = small(look.picture, bench.stride)
        stance = self._place(bench, samples(values, bench.plain).lit)
        ground = ground_of(bench, stance, self._beside)
        now = samples(values, bench.plain & (ground.labels == MAT).reshape(bench.shape))
        costs = self._costs(bench, ground, now)
        reading = _Desk(bench, self.staging, state, costs, ground, stance).reading()
        self._last = (now, look.view)
        same = isinstance(reading, Certain) and not reading.best.acts
        if same or (not self.staging.shapes(state) and self._apart(bench, now)):
            self._before = Before(now, look.view, standing)
        return reading

    def _apart(self, bench: Bench, now: Samples) -> bool:
        """Whether the camera or the light is another than when the known state was seen."""
        before = self._before
        if before is None or not same_view(before.view, bench.view):
            return True
        return not steady(now, before.seen, bench.plain)

    def _bench(self, view: View, state: State, standing: Standing) -> Bench:
        stride = stride_of(view)
        if self._rays is None or not same_view(self._rays[0], view):
            self._rays = (view, rays_of(view, stride))
        rays = self._rays[1]
        shown = {colour for body in standing.bodies for colour in body.colours}
        shown |= {pawn.colour for pawn in standing.pawns}
        shown |= {colour for shape in self.staging.shapes(state) for colour in shape.colours}
        colours = ("mat", *sorted(shown))
        plain = plain_mat(rays, self.table.mat)
        return Bench(self.table, view, stride, rays.shape, rays, standing, colours, plain)

    def _place(self, bench: Bench, lit: Floats) -> Stance:
        """Where the building stands, and the pawns beside it."""
        grid, number = self.table.mat.grid, len(bench.standing.bodies)
        x, y = grid.origin if grid else (0.0, 0.0)
        home = Stance(x, y, 0.0, bench.cell)
        stance = self._stance or home
        if self.staging.drifts and self._fitted != number:
            stance = stance_of(bench, lit, home, stance, first=not self._fitted)
            self._fitted = number
        self._stance = stance
        seen = self._before.seen.lit if self._before is not None else lit
        for pawn in bench.standing.pawns:
            if pawn.at is not None:
                self._beside.pop(pawn.colour, None)
            elif pawn.colour not in self._beside:
                spot = found_beside(bench, seen, pawn.colour, stance)
                if spot is not None:
                    self._beside[pawn.colour] = (float(spot[0]), float(spot[1]))
        return stance

    def _costs(self, bench: Bench, ground: Ground, now: Samples) -> Costs:
        bare = bench.plain & (ground.labels == MAT).reshape(bench.shape)
        before = self._before if self._before and same_view(self._before.view, bench.view) else None
        like = likeness(now, before.seen, bare).ravel() if before else None
        sure = np.ones(len(ground.labels), dtype=bool) if like is None else like < KNOWN_LIKE
        known = {
            colour: ((ground.labels == number) & sure).reshape(bench.shape)
            for number, colour in enumerate(bench.colours)
            if number != MAT
        }
        shade = shades(now, known, bench.table, bench.view, bench.stride)
        fresh = np.float32(FRESH)
        looks = np.stack([shade.get(c, shade["grey"]) for c in bench.colours])
        anew = np.stack([fresh + colour_cost(now.lit, look).ravel() for look in looks])
        labelled = _as_labelled(ground.labels, anew)
        even = before is not None and steady(now, before.seen, bare)
        if like is not None and not even:
            like = np.minimum(like, labelled).astype(np.float32)
        stay = labelled if like is None else like
        left = _as_labelled(ground.behind, anew)
        unlike = left
        if like is not None:
            left = _without_pawn(bench, ground, like, left)
        edge = edges(now, before.seen if before else None).ravel()
        noise = noise_of(now, bare).reshape(-1, 3)
        lit = now.lit.reshape(-1, 3)
        return Costs(
            stay,
            left,
            unlike,
            anew,
            like,
            edge,
            lit,
            noise,
            looks,
            np.minimum(stay, left),
            even,
        )


def _without_pawn(bench: Bench, ground: Ground, like: Floats, bare: Floats) -> Floats:
    """What it costs that only the pawn on turn has left; its edge and its shadow went with it."""
    if ground.mover.sum() < LEAST_PAWN:
        return like
    halo = cv2.dilate(ground.mover.reshape(bench.shape).astype(np.uint8), HALO).ravel() > 0
    gone = ground.mover | (halo & (like > CHANGED) & (bare < like))
    return np.where(gone, bare, like).astype(np.float32)


def _as_labelled(labels: Labels, anew: Floats) -> Floats:
    """What it costs that every sample shows the colour that it should."""
    known = np.take_along_axis(anew, np.maximum(labels, 0)[None].astype(np.intp), axis=0)[0]
    strange = np.minimum(anew.min(axis=0), np.float32(STRANGE))
    return np.asarray(np.where(labels == UNKNOWN, strange, known), dtype=np.float32)


@dataclass(slots=True, eq=False)
class _Desk(Generic[State]):
    """One picture being read."""

    bench: Bench
    staging: LatticeStaging[State]
    state: State
    costs: Costs
    ground: Ground
    stance: Stance
    _pawns: dict[Cell, Numbers] = field(default_factory=dict)

    def reading(self) -> Reading:
        yard = self._yard()
        sets: list[Blocks] = [()]
        if yard is not None:
            sets += self._fitted(yard, self._sets(yard))
        ways = [way for blocks in sets for way in self._ways(yard, blocks)]
        ways.sort(key=lambda way: way[1])
        ways = sorted({_key(way[0]): way for way in ways}.values(), key=lambda way: -way[1])[:READ]
        scored = [self._scored(yard, turn, worth) for turn, worth in ways]
        best = max(range(len(scored)), key=lambda number: scored[number].score)
        fall = self._fall(yard, ways[best][0])
        lost = self.staging.alike and self._left_over(yard, ways[best][0].placed) > LOST
        margin = float("inf") if lost and scored[best].hypothesis.acts else self.staging.margin
        return fall or judged(scored, margin)

    def _yard(self) -> Yard | None:
        """The part of the picture that has changed, if blocks may be set and anything has."""
        bench, costs = self.bench, self.costs
        cells = [*(c for body in bench.standing.bodies for c in body.cells), *self.staging.ground]
        xs, ys, zs = zip(*cells, strict=True)
        high = min(max(zs) + ROOM, self.staging.levels)
        space = Space(
            min(xs) - ROOM,
            min(ys) - ROOM,
            max(xs) - min(xs) + 2 * ROOM + 1,
            max(ys) - min(ys) + 2 * ROOM + 1,
            high,
        )
        strange = (costs.stay > CHANGED).reshape(bench.shape).astype(np.uint8)
        differs = _patches_of(strange)
        pad = round(1.3 * bench.cell)
        near = samples_near(bench, self.stance, space, differs.ravel() > 0, pad)
        if differs.sum() < LEAST_CHANGED or not len(near) or not self.staging.shapes(self.state):
            return None
        return yard_of(bench, costs, self.ground, self.stance, space, near, self.staging.apart)

    def _sets(self, yard: Yard) -> list[Blocks]:
        """One block, or two together, the best first."""
        pawns = self.bench.standing.pawns
        taken = [p.at for n, p in enumerate(pawns) if p.at and n != self.bench.standing.mover]
        singles: list[Blocks] = [
            (placed,)
            for placed in best_places(yard, self.staging.shapes(self.state), taken)[:FIRST]
        ]
        singles.sort(key=lambda blocks: -yard.worth(blocks, yard.costs.least))
        pairs: list[Blocks] = []
        for (first,) in singles[:LEADERS]:
            if partners := self.staging.partners(self.state, first.shape):
                second = best_places(yard, partners, taken, first)[:PARTNERS]
                pairs += [(first, placed) for placed in second if (placed, first) not in pairs]
        pairs.sort(key=lambda blocks: -yard.worth(blocks, yard.costs.least))
        return [*singles[:SECOND], *pairs[:SECOND]]

    def _fitted(self, yard: Yard, sets: list[Blocks]) -> list[Blocks]:
        sets = self._promising(yard, sets)
        for placed in dict.fromkeys(placed for blocks in sets for placed in blocks):
            yard.fit(placed)
        sets.sort(key=lambda blocks: -yard.worth(blocks, yard.costs.least))
        if sets and self._left_over(yard, sets[0]) > LEFT_OVER:
            for blocks in sets[:ASKEW_TRIED]:
                for placed in blocks:
                    yard.fit(placed, ASKEW)
        return sets

    def _promising(self, yard: Yard, sets: list[Blocks]) -> list[Blocks]:
        worths = [yard.worth(blocks, yard.costs.least) for blocks in sets]
        least = max(worths, default=0.0) - FAR_BEHIND
        return [blocks for blocks, worth in zip(sets, worths, strict=True) if worth > least]

    def _left_over(self, yard: Yard | None, blocks: Blocks) -> int:
        """How many samples have changed and are not explained by the best blocks."""
        if self.costs.like is None or yard is None:
            return 0
        left = np.zeros(len(self.costs.stay), dtype=bool)
        left[yard.near] = self.costs.like[yard.near] > GONE
        left[self.ground.mover] = False
        for placed in blocks:
            left[yard.shown(placed).samples] = False
        return int(left.sum())

    def _ways(self, yard: Yard | None, blocks: Blocks) -> list[tuple[Turn, float]]:
        """With these blocks: the pawn stays, or goes to any field."""
        worth = yard.worth(blocks, self.costs.stay) if yard is not None else 0.0
        after, heights = self.costs.left.copy(), self.ground.heights.copy()
        explained = float((self.costs.stay - self.costs.left).sum(dtype=np.float64)) / WITNESS
        if yard is not None and blocks:
            after = yard.after(after, blocks)
            for placed in blocks:
                seen = yard.shown(placed)
                heights[seen.samples] = np.maximum(heights[seen.samples], seen.heights)
            both = yard.after(self.costs.stay, blocks)
            explained = float((both - after).sum(dtype=np.float64)) / WITNESS
        ways = [(Turn(blocks), worth)]
        for to in self._fields(blocks):
            there = self._pawn(to, after, heights) + MOVED
            ways.append((Turn(blocks, True, to), worth + explained + there))
        return ways

    def _fields(self, blocks: Blocks) -> list[Cell]:
        bodies: Sequence[Body] = (*self.bench.standing.bodies, *(p.body for p in blocks))
        cells = {cell for body in bodies for cell in body.cells}
        taken = {pawn.at for pawn in self.bench.standing.pawns}
        above = {Cell(x, y, z + 1) for x, y, z in cells}
        return sorted(above - cells - {at for at in taken if at is not None})

    def _pawn(self, to: Cell, after: Floats, heights: Floats) -> float:
        """What it is worth that the pawn on turn stands at *to*."""
        spot = (to.x + 0.5, to.y + 0.5, float(to.z))
        if to not in self._pawns:
            self._pawns[to] = pawn_samples(self.bench, spot, self.stance)
        seen = self._pawns[to]
        seen = seen[heights[seen] < to.z + COVERED]
        if len(seen) < LEAST_PAWN:
            return HIDDEN
        pawn = self.bench.standing.pawns[self.bench.standing.mover]
        anew = self.costs.anew[self.bench.number(pawn.colour)][seen]
        outline = (self.costs.edge[rim_of(self.bench, seen)] - DUE).sum() / RIM_WITNESS
        return float((after[seen] - anew).sum()) / WITNESS + float(outline)

    def _scored(self, yard: Yard | None, turn: Turn, worth: float) -> Scored:
        acts, prior = self.staging.reading(self.state, turn)
        askew = tuple(
            found for placed in turn.placed if yard and (found := self._crooked(yard, placed))
        )
        scene = scene_after(self.bench, self.stance, turn)
        return Scored(Hypothesis(acts, scene, prior, askew), worth + prior)

    def _crooked(self, yard: Yard, placed: Placed) -> Crooked | None:
        """X-3."""
        slip = yard.slips.get(placed, STRAIGHT)
        if not crooked(slip, self.bench.cell):
            return None
        (dx, dy, _), degrees = slip, float(np.degrees(slip[2]))
        return Crooked(self.staging.crooked_rule, placed.body.cells, (dx, dy), degrees)

    def _fall(self, yard: Yard | None, turn: Turn) -> Reading | None:
        """Blocks that are gone from where they stood, and what that is."""
        if self.costs.like is None:
            return None
        changed = self.costs.like > FALLEN
        if not (self.staging.alike and self.costs.steady):
            changed &= self.costs.unlike > UNLIKE
        if yard is not None:
            for placed in turn.placed:
                changed[yard.shown(placed).samples] = False
        alone = self.ground.labels == self.ground.behind
        gone = 0
        for number in range(len(self.bench.standing.bodies)):
            mine = (self.ground.owners == number) & alone
            share = (changed & mine).sum() / max(int(mine.sum()), 1)
            gone += bool(mine.sum() >= LEAST_BLOCK and share > MOST_GONE_SHARE)
        if gone < LEAST_GONE or (act := self.staging.fall(self.state, gone)) is None:
            return None
        return Certain(Hypothesis((act,), Scene(())), 0.0)


def _key(turn: Turn) -> object:
    """Two bricks are the same two in either order."""
    return frozenset(placed.body.cells for placed in turn.placed), turn.moved, turn.to


def _patches_of(strange: Mask8) -> Mask8:
    """Without specks: what hangs together in more than a few samples, be it as thin as an edge."""
    _, parts, about, _ = cv2.connectedComponentsWithStats(strange, connectivity=8)
    large = about[:, cv2.CC_STAT_AREA] >= LEAST_CHANGED
    large[0] = False
    return np.asarray(large[parts], dtype=np.uint8)


def same_view(one: View, other: View) -> bool:
    """Does a picture taken in one view lie on one taken in the other, sample upon sample?"""
    corners = [(x, y, z) for x in (-150.0, 150.0) for y in (-110.0, 110.0) for z in (0.0, 150.0)]
    places = np.array(corners)
    return bool(np.abs(one.project(places) - other.project(places)).max() < SAME_VIEW_PX)


def scene_after(bench: Bench, stance: Stance, turn: Turn) -> Scene:
    """What stands after *turn*, as solids where the building stands."""
    size, degrees = (bench.cell,) * 3, Degrees(float(np.degrees(stance.turn)))
    bodies = (*bench.standing.bodies, *(placed.body for placed in turn.placed))
    cubes = [
        Box(colour, place_of(stance, c.x + 0.5, c.y + 0.5, c.z + 0.5), size, degrees)
        for body in bodies
        for c, colour in zip(body.cells, body.colours, strict=True)
    ]
    base, height = bench.table.material.pawn_mm
    pawns = []
    for number, pawn in enumerate(bench.standing.pawns):
        at = turn.to if turn.moved and number == bench.standing.mover else pawn.at
        if at is not None:
            foot = place_of(stance, at.x + 0.5, at.y + 0.5, float(at.z))
            pawns.append(Pawn(pawn.colour, foot, base, height))
    return Scene((*cubes, *pawns))
