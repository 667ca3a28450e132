"""Which block could have been set: all places of all shapes at once, then the best one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.interpret.lattice import Placed, Shape
from turmwart.model.geometry import Cell
from turmwart.model.scene import Colour
from turmwart.vision.evidence import FRESH, Floats, Mask
from turmwart.vision.rays import (
    EAST,
    FACES,
    NORTH,
    SOUTH,
    TOP,
    WEST,
    Path,
    Space,
    Stance,
    path_through,
)
from turmwart.vision.towers.bench import (
    Bench,
    Hits,
    Labels,
    Numbers,
    filled,
    first_hits,
    reaching,
    rim_of,
)
from turmwart.vision.towers.faces import WORST, tone_of, worn
from turmwart.vision.towers.ground import WITNESS, Ground, Slip, climbed, shifted

Grid = NDArray[np.float64]
SIDES: Mapping[int, Cell] = {
    TOP: Cell(0, 0, 1),
    WEST: Cell(-1, 0, 0),
    EAST: Cell(1, 0, 0),
    SOUTH: Cell(0, -1, 0),
    NORTH: Cell(0, 1, 0),
}
NEIGHBOURS = (*SIDES.values(), Cell(0, 0, -1))
KEPT_OF_A_SHAPE = 12
DUE, RIM_WITNESS = 0.5, 4.0
"""How much of an edge is due at an outline, and how many samples of it are one witness."""
SLIPS = ((1.2, 1.2, 0.02), (0.5, 0.5, 0.01))
STRAIGHT_MM, STRAIGHT_TURN, AT_MOST = 0.4, 0.0122, 14.0
WORTH_IT, CROOKED_WORTH = 0.5, 25.0
"""So much better it must explain the picture that a block does not sit straight, or not on its cells."""
TOLERANCE, TURN_TOLERANCE = 0.25, 10.0
"""X-3: of a cell, and degrees."""
STRAIGHT: Slip = (0.0, 0.0, 0.0)
LEAST_HOPE = -60.0
OUT_OF_SIGHT, LEAST_SEEN = -6.0, 30
"""People rarely set a block where hardly anything of it can be seen."""
PAD = 6
ANYWHERE = 10


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """Nats per sample: nothing changed; only the pawn left; what is known, seen alone; each colour."""

    stay: Floats
    left: Floats
    unlike: Floats
    anew: Floats
    like: Floats | None
    edge: Floats
    lit: Floats
    noise: Floats
    shades: Floats
    least: Floats
    steady: bool

    def of_faces(self, samples: Numbers, labels: Labels, faces: Labels) -> Floats:
        """What it costs that these samples show the faces of one new block."""
        key = labels.astype(np.intp) * FACES + faces
        cost = np.full(len(key), FRESH, np.float32)
        for number in np.unique(key):
            at = np.flatnonzero(key == number)
            mine, look = samples[at], self.shades[number // FACES]
            off = self.lit[mine] - look
            cost[at] += worn(off, self.noise[mine], tone_of(off), look)
        return cost

    def of_worn(self, samples: Numbers, hits: Hits) -> Floats:
        """The same for all *samples*, by colour and face, with the tones that *hits* show."""
        key = hits.colours.astype(np.intp) * FACES + hits.faces
        table = np.full((len(self.shades) * FACES, len(samples)), FRESH + WORST, np.float32)
        for number in np.unique(key[hits.colours >= 0]):
            look = self.shades[number // FACES]
            off = self.lit[samples] - look
            tone = tone_of(off[key == number])
            table[number] = FRESH + worn(off, self.noise[samples], tone, look)
        return table


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Where a block shows: samples, what they cost then, and its height there in cells."""

    samples: Numbers
    costs: Floats
    heights: Floats


@dataclass(slots=True, eq=False)
class Yard:
    """The part of the picture in which something has changed, ray by ray."""

    bench: Bench
    costs: Costs
    ground: Ground
    stance: Stance
    space: Space
    near: Numbers
    full: Mask
    who: Numbers
    step: Numbers
    cells: Numbers
    faces: NDArray[np.int8]
    starts: Numbers
    apart: int
    slips: dict[Placed, Slip] = field(default_factory=dict)
    _shown: dict[Placed, Shown] = field(default_factory=dict)

    def shown(self, placed: Placed) -> Shown:
        if placed not in self._shown:
            self._shown[placed] = self._drawn(placed)
        return self._shown[placed]

    def _drawn(self, placed: Placed) -> Shown:
        """Of the cells that a ray meets the first one counts."""
        body = placed.body
        numbers = [self.space.number(*cell) for cell in body.cells]
        spans = [np.arange(self.starts[n], self.starts[n + 1]) for n in numbers]
        at = np.concatenate(spans)
        counts = [len(span) for span in spans]
        labels = np.repeat([self.bench.number(colour) for colour in body.colours], counts)
        tops = np.repeat([cell.z + 1.0 for cell in body.cells], counts).astype(np.float32)
        order = np.lexsort((self.step[at], self.who[at]))
        who = self.who[at][order]
        first = np.ones(len(who), dtype=bool)
        first[1:] = who[1:] != who[:-1]
        samples = self.near[who[first]]
        labels, tops = labels[order][first].astype(np.int8), tops[order][first]
        faces = self.faces[at][order][first]
        return Shown(samples, self.costs.of_faces(samples, labels, faces), tops)

    def worth(self, blocks: Sequence[Placed], base: Floats) -> float:
        """How much better blocks explain the picture than *base* does, which costs so much."""
        if not blocks:
            return 0.0
        seen = self._in_sight(blocks)
        gain = sum(float((base[s] - costs).sum()) for s, costs in seen) / WITNESS
        known = sum(block.shape.prior for block in blocks)
        known += self._outlines([samples for samples, _ in seen])
        return gain + known - sum(price(self.slips.get(b, STRAIGHT)) for b in blocks)

    def after(self, costs: Floats, blocks: Sequence[Placed]) -> Floats:
        """*costs* with the blocks drawn in, the higher before the lower."""
        drawn = costs.copy()
        for seen in sorted(map(self.shown, blocks), key=lambda s: float(s.heights.sum())):
            drawn[seen.samples] = seen.costs
        return drawn

    def _outlines(self, seen: Sequence[Numbers]) -> float:
        """What the new edges say; where two blocks touch, both have the same edge."""
        worth = sum(OUT_OF_SIGHT for samples in seen if len(samples) < LEAST_SEEN)
        seen = [samples for samples in seen if len(samples)]
        if not seen:
            return worth
        rims = np.concatenate([rim_of(self.bench, samples) for samples in seen])
        shared = np.ones(len(rims), np.float32)
        if len(seen) > 1:
            outer = rim_of(self.bench, np.unique(np.concatenate(seen)))
            shared[~np.isin(rims, outer)] = 0.5
        return worth + float(((self.costs.edge[rims] - DUE) * shared).sum()) / RIM_WITNESS

    def _in_sight(self, blocks: Sequence[Placed]) -> list[tuple[Numbers, Floats]]:
        """Each block's samples and their costs, without those that a higher one hides."""
        if len(blocks) == 1:
            only = self.shown(blocks[0])
            return [(only.samples, only.costs)]
        left, hidden = [], np.zeros(len(self.costs.stay), dtype=bool)
        for seen in sorted(map(self.shown, blocks), key=lambda s: -float(s.heights.sum())):
            free = ~hidden[seen.samples]
            left.append((seen.samples[free], seen.costs[free]))
            hidden[seen.samples] = True
        return left

    def fit(self, placed: Placed, starts: Sequence[Slip] = (STRAIGHT,)) -> None:
        """How far a block lies off its cells: the slip that explains the picture best."""
        seen = self.shown(placed)
        if not len(seen.samples):
            return
        near = self._box(seen.samples)
        part, full = self.bench.rays.part(near), filled(self.bench, (placed.body,))
        base, walls = self.costs.stay[near], self.ground.heights[near]
        xs, ys, _ = zip(*placed.body.cells, strict=True)
        about = (sum(xs) / len(xs) + 0.5, sum(ys) / len(ys) + 0.5)

        def drawn(slip: Slip) -> tuple[Hits, Numbers]:
            foot, lean = part.within(shifted(self.stance, slip, about))
            hits = first_hits(path_through(foot, lean, full.space), full)
            return hits, np.flatnonzero((hits.colours >= 0) & (hits.heights > walls + 0.01))

        table = self.costs.of_worn(near, drawn(STRAIGHT)[0])

        def worth(slip: Slip) -> float:
            hits, at = drawn(slip)
            key = hits.colours[at].astype(np.intp) * FACES + hits.faces[at]
            return float((base[at] - table[key, at]).sum()) / WITNESS - price(slip)

        best, value = climbed(worth, max(starts, key=worth), SLIPS)
        due = CROOKED_WORTH if crooked(best, self.bench.cell) else WORTH_IT
        if value > worth(STRAIGHT) + due:
            hits, at = drawn(best)
            costs = self.costs.of_faces(near[at], hits.colours[at], hits.faces[at])
            self._shown[placed] = Shown(near[at], costs, hits.heights[at])
            self.slips[placed] = best

    def _box(self, samples: Numbers) -> Numbers:
        high, wide = self.bench.shape
        rows, columns = np.divmod(samples, wide)
        down = np.arange(max(0, rows.min() - PAD), min(high, rows.max() + PAD))
        across = np.arange(max(0, columns.min() - PAD), min(wide, columns.max() + PAD))
        return np.asarray((down[:, None] * wide + across[None]).ravel(), dtype=np.intp)


def crooked(slip: Slip, cell: float) -> bool:
    """X-3."""
    off, turn = max(abs(slip[0]), abs(slip[1])), abs(float(np.degrees(slip[2])))
    return off > TOLERANCE * cell or turn > TURN_TOLERANCE


def price(slip: Slip) -> float:
    """What a slip costs: people set blocks straight, or, rarely, anyhow."""
    off = (slip[0] ** 2 + slip[1] ** 2) / STRAIGHT_MM**2 + slip[2] ** 2 / STRAIGHT_TURN**2
    return float(min(off / 2, AT_MOST))


def yard_of(
    bench: Bench,
    costs: Costs,
    ground: Ground,
    stance: Stance,
    space: Space,
    near: Numbers,
    apart: int,
) -> Yard:
    foot, lean = bench.rays.part(near).within(stance)
    path = path_through(foot, lean, space)
    full = np.zeros(space.size + 1, dtype=bool)
    for body in bench.standing.bodies:
        full[[space.number(*cell) for cell in body.cells]] = True
    who, step, cells, faces = _open(path, full, space)
    by = np.argsort(cells, kind="stable")
    starts = np.searchsorted(cells[by], np.arange(space.size + 1))
    parts = (who[by], step[by], cells[by], faces[by])
    return Yard(bench, costs, ground, stance, space, near, full, *parts, starts, apart)


def _open(
    path: Path, full: Mask, space: Space
) -> tuple[Numbers, Numbers, Numbers, NDArray[np.int8]]:
    """The cells that rays meet before anything that stands."""
    solid = full[path.cells]
    rank = np.where(solid.any(axis=1), solid.argmax(axis=1), solid.shape[1])
    free = (np.arange(solid.shape[1])[None] < rank[:, None]) & (path.cells < space.size)
    who, step = np.nonzero(free)
    return who, step, path.cells[who, step].astype(np.intp), path.faces[who, step]


def best_places(
    yard: Yard, shapes: Sequence[Shape], taken: Sequence[Cell], first: Placed | None = None
) -> list[Placed]:
    """The best few places of each shape, the best first; upon or beside *first*, if there is one."""
    space, costs, kept = yard.space, yard.costs.least, np.ones(len(yard.who), dtype=bool)
    full = yard.full[:-1].reshape(space.shape).copy()
    if first is not None:
        costs = yard.after(costs, (first,))
        kept = _before(yard, first)
        for x, y, z in first.body.cells:
            full[x - space.west, y - space.south, z] = True
    free = ~full & _over_mat(yard)[:, :, None]
    for x, y, z in taken:
        if space.holds(x, y, z):
            free[x - space.west, y - space.south, z] = False
    gains = _gains(yard, shapes, costs, kept)
    touching = _touching(full, yard.apart)
    found = [place for shape in shapes for place in _densest(shape, gains, free, touching, space)]
    return [placed for placed, _ in sorted(found, key=lambda each: -each[1])]


def _over_mat(yard: Yard) -> Mask:
    """The columns of cells over the mat: what lies beside it is no building."""
    space, size = yard.space, yard.bench.table.mat.size
    across = np.arange(space.west, space.west + space.columns) + 0.5
    along = np.arange(space.south, space.south + space.rows) + 0.5
    x, y = np.meshgrid(across, along, indexing="ij")
    stance = yard.stance
    cos, sin = np.cos(stance.turn), np.sin(stance.turn)
    right = stance.x + stance.cell_mm * (cos * x - sin * y)
    up = stance.y + stance.cell_mm * (sin * x + cos * y)
    return np.asarray((np.abs(right) < size.x / 2) & (np.abs(up) < size.y / 2))


def _before(yard: Yard, first: Placed) -> Mask:
    """What is still open when *first* stands."""
    rank = np.full(len(yard.near), np.iinfo(np.int32).max, np.int64)
    for cell in first.body.cells:
        number = yard.space.number(*cell)
        span = slice(yard.starts[number], yard.starts[number + 1])
        np.minimum.at(rank, yard.who[span], yard.step[span])
    return np.asarray(yard.step < rank[yard.who])


def _gains(yard: Yard, shapes: Sequence[Shape], costs: Floats, kept: Mask) -> dict[Colour, Grid]:
    """Per colour, face and cell: what it is worth that this face shows."""
    size, who = yard.space.size, yard.who[kept]
    keys = yard.faces[kept].astype(np.int64) * size + yard.cells[kept]
    found: dict[Colour, Grid] = {}
    for colour in {colour for shape in shapes for colour in shape.colours}:
        anew = yard.costs.anew[yard.bench.number(colour)][yard.near]
        gain = (costs[yard.near] - anew) / WITNESS
        sums = np.bincount(keys, weights=gain[who], minlength=FACES * size)
        found[colour] = np.asarray(sums, dtype=np.float64).reshape(FACES, *yard.space.shape)
    return found


def _touching(full: Mask, apart: int) -> Mask:
    """Cells beside something that stands, and those on the ground that are near."""
    touching = np.zeros_like(full)
    padded = np.pad(full, 1)
    columns, rows, levels = full.shape
    for dx, dy, dz in NEIGHBOURS:
        touching |= padded[
            1 + dx : 1 + dx + columns, 1 + dy : 1 + dy + rows, 1 + dz : 1 + dz + levels
        ]
    around = np.ones((2 * apart + 1, 2 * apart + 1), np.uint8)
    near = cv2.dilate(np.asarray(full.any(axis=2), np.uint8), around)
    touching[:, :, 0] = (near > 0) | (apart >= ANYWHERE)
    return touching


def _densest(
    shape: Shape, gains: Mapping[Colour, Grid], free: Mask, touching: Mask, space: Space
) -> list[tuple[Placed, float]]:
    """All places of a shape by sums of shifted grids; the best of them."""
    reach = [max(cell[axis] for cell in shape.cells) for axis in range(3)]
    size = [wide - far for wide, far in zip(space.shape, reach, strict=True)]
    if min(size) <= 0:
        return []
    fits, near, total = np.ones(size, bool), np.zeros(size, bool), np.zeros(size)
    cells = set(shape.cells)
    for cell, colour in zip(shape.cells, shape.colours, strict=True):
        cut = tuple(slice(at, at + wide) for at, wide in zip(cell, size, strict=True))
        fits &= free[cut]
        near |= touching[cut]
        for face, (dx, dy, dz) in SIDES.items():
            if Cell(cell.x + dx, cell.y + dy, cell.z + dz) not in cells:
                total += gains[colour][face][cut]
    flat = np.where(fits & near & (total != 0.0), total, -np.inf).ravel()
    best = np.argpartition(-flat, min(KEPT_OF_A_SHAPE, flat.size - 1))[:KEPT_OF_A_SHAPE]
    found = []
    for number in best[flat[best] > LEAST_HOPE]:
        x, y, z = np.unravel_index(number, size)
        corner = Cell(int(x) + space.west, int(y) + space.south, int(z))
        found.append((Placed(shape, corner), float(flat[number]) + shape.prior))
    return found


def samples_near(bench: Bench, stance: Stance, space: Space, differs: Mask, pad: int) -> Numbers:
    """The samples around all that differs, as far as *space* reaches."""
    foot, lean = bench.rays.within(stance)
    inside = reaching(foot, lean, space)
    at = np.flatnonzero(differs & inside)
    if not len(at):
        return at
    rows, columns = np.divmod(at, bench.shape[1])
    box = np.zeros(bench.shape, dtype=bool)
    box[
        max(0, rows.min() - pad) : rows.max() + pad + 1,
        max(0, columns.min() - pad) : columns.max() + pad + 1,
    ] = True
    return np.flatnonzero(box.ravel() & inside)
