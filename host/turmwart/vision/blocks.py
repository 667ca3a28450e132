"""Loose coloured blocks: where a building stands, which colours it shows, how well it explains all.

There is no grid. Each patch of colour votes for a place of each block of the card; the votes are
tried, the best are moved until they fit, and then every neighbouring mistake is tried on them.
A block that is wholly hidden is known by elimination: its colour lies nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.interpret.make_n_break import Stand, scene
from turmwart.model.table import Table
from turmwart.rules.make_n_break.blocks import COLOURS, Block, Layout, overlap
from turmwart.vision.light import relit
from turmwart.vision.look import Look
from turmwart.vision.painting import SIDE, TOP, Window, faces, painted, window_around
from turmwart.vision.pose import View, scaled

Map = NDArray[np.float32]
Mask = NDArray[np.bool_]
RATIOS: Mapping[str, tuple[float, float, float]] = {
    "white": (-0.02, -0.03, -0.04),
    "yellow": (-1.80, -0.24, -0.05),
    "orange": (-1.65, -0.69, -0.13),
    "red": (-1.12, -1.05, -0.28),
    "purple": (-0.41, -0.90, -0.58),
    "brown": (-1.30, -1.16, -0.95),
    "light_green": (-1.06, -0.20, -0.38),
    "dark_green": (-1.15, -0.87, -1.18),
    "light_blue": (0.00, -0.18, -0.40),
    "dark_blue": (-0.53, -1.07, -1.37),
}
"""Logarithms of blue, green, red against the white patch."""
WIDE = 640
HUE, DIM_HUE = 0.15, 0.25
DARKER, SIDE_DARKER, BRIGHTER, MAT_DARKER = 0.40, 0.75, 0.30, 0.45
WORST = 6.0
LOOSE = 1.5
"""What a pixel costs that shows a block lying about."""
PIXELS_PER_WITNESS = 12.0
BLOB_SHARE = 0.12
LEAST_SEEN = 6
"""Pixels: a block that shows fewer is hidden."""
WHOLE, FILLED = (0.7, 1.45), 0.72
"""How long and wide the patch of a block that lies alone is, against its top; how rectangular."""
SLIP_MM = 2.0
SETTLING_MM = (3.0, 1.5, 0.8)
STEPS_MM = (8.0, 4.0, 2.0, 1.0)
STEPS_DEGREES = (3.0, 1.5, 1.0, 0.5)
RIM_PX = 4
PRINTED = 0.8
EDGE_PX = 20
CROWD_MM = 12.0
MOST_VOTES = 80


@dataclass(frozen=True, slots=True)
class Blob:
    """A patch of one colour: its middle in pixels; *whole* when it is as large as a block."""

    colour: str
    at: tuple[float, float]
    whole: bool


@dataclass(frozen=True, slots=True)
class Built:
    """A layout at its place, in colours; *score*: how much more of the picture it explains than none."""

    layout: Layout
    stand: Stand
    score: float
    hidden: tuple[int, ...] = ()
    loose: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """One picture on the bench: the cost of every colour at every pixel, as a top, then as a side."""

    table: Table
    view: View
    faces: Map
    ground: Map
    blobs: tuple[Blob, ...]

    @classmethod
    def of(cls, look: Look, table: Table) -> "Bench":
        scale = WIDE / look.picture.shape[1]
        size = (WIDE, round(look.picture.shape[0] * scale))
        view = View(scaled(table.lens, scale), look.view.pose)
        shrunk = np.asarray(cv2.resize(look.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        small, bare = relit(shrunk, look, view, table)
        taught = {shade.colour: shade.ratio for shade in table.shades}
        ratios = [np.array(taught.get(c, RATIOS[c]), np.float32) for c in COLOURS]
        tops = np.stack([_cost(small - each, each, DARKER) for each in ratios])
        sides = np.stack([_cost(small - each, each, SIDE_DARKER) for each in ratios])
        mat = _ground(small, bare, view, table)
        patches = np.full(mat.shape, -1, dtype=np.int8)
        blobs = tuple(_blobs(tops, mat, view, table, patches))
        alone = np.take_along_axis(sides, np.maximum(patches, 0)[None].astype(np.intp), axis=0)[0]
        ground = np.where(patches < 0, mat, np.minimum(mat, alone + np.float32(LOOSE)))
        return cls(table, view, np.concatenate([tops, sides]), ground, blobs)

    def shown(self, layout: Layout, stand: Stand) -> tuple[Window, NDArray[np.uint8]]:
        """Which face of which block each pixel of a window would show; 0 is none."""
        solids = [
            replace(box, colour=str(i))
            for i, box in enumerate(scene(layout, stand, self.table).solids)
        ]
        shapes = [faces(solid, self.view) for solid in solids]
        high, wide = self.ground.shape
        window = window_around([shape.bounds for shape in shapes], 1, wide, high)
        index = {("mat", TOP): 0}
        for i in range(len(layout)):
            index[(str(i), SIDE)], index[(str(i), TOP)] = 2 * i + 1, 2 * i + 2
        return window, painted(shapes, window, index)

    def _costs(self, layout: Layout, labels: NDArray[np.uint8], window: Window) -> Map:
        """Per block and colour the cost of its visible pixels."""
        covered = labels > 0
        rows, columns = np.nonzero(covered)
        label = labels[covered].astype(np.intp)
        here = self.faces[:, rows + window.upper, columns + window.left]
        shaded = label % 2 == 1
        many = len(COLOURS)
        costs = [
            np.bincount(label, np.where(shaded, here[many + c], here[c]), 2 * len(layout) + 1)
            for c in range(many)
        ]
        sums = np.stack(costs, axis=1)
        return np.asarray(sums[1::2] + sums[2::2], dtype=np.float32)

    def judged(self, layout: Layout, stand: Stand) -> Built:
        """The layout in its own colours, or for grey blocks in those that the picture shows."""
        window, labels = self.shown(layout, stand)
        covered = labels > 0
        loose = self._loose_colours(covered, window)
        sizes = _seen(labels, len(layout))
        if any(block.colour is None for block in layout):
            shown = {blob.colour: 1 for blob in self.blobs} | dict.fromkeys(loose, 2)
            layout = _in_colours(layout, self._costs(layout, labels, window), sizes, shown)
        places = [COLOURS.index(block.colour) for block in layout if block.colour]
        cut = np.s_[window.upper : window.lower, window.left : window.right]
        planes = np.array([0, *(p for i in places for p in (i + len(COLOURS), i))])
        rows, columns = np.nonzero(covered)
        own = self.faces[planes[labels[covered]], rows + window.upper, columns + window.left]
        cost = float(own.sum()) - float(self.ground[cut][covered].sum())
        hidden = tuple(int(i) for i in np.flatnonzero(sizes < LEAST_SEEN))
        worth = -cost / PIXELS_PER_WITNESS - _price(stand)
        return Built(layout, stand, worth, hidden, loose)

    def fitted(self, layout: Layout, stand: Stand) -> Built:
        """Moved and turned, step by step, until it explains most."""
        best = self.judged(layout, stand)
        for step, turn in zip(STEPS_MM, STEPS_DEGREES, strict=True):
            best = self._moved(layout, best, step, turn)
        return best

    def settled(self, built: Built) -> Built:
        """Each block slipped a little by itself: no hand builds exactly."""
        layout = built.layout
        slips = built.stand.slips or ((0.0, 0.0),) * len(layout)
        best = replace(built, stand=replace(built.stand, slips=slips))
        for step in SETTLING_MM:
            for i in range(len(layout)):
                best = self._slipped(best, i, step)
        return best

    def _slipped(self, best: Built, number: int, step: float) -> Built:
        for dx, dy in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
            x, y = best.stand.slips[number]
            slips = list(best.stand.slips)
            slips[number] = (x + dx, y + dy)
            tried = self.judged(best.layout, replace(best.stand, slips=tuple(slips)))
            if tried.score > best.score:
                best = tried
        return best

    def _moved(self, layout: Layout, best: Built, step: float, turn: float) -> Built:
        for _ in range(4):
            here = best.stand
            tried = [
                Stand(here.x + dx, here.y + dy, here.turn + dt)
                for dx, dy, dt in (
                    (step, 0, 0), (-step, 0, 0), (0, step, 0), (0, -step, 0), (0, 0, turn), (0, 0, -turn)
                )
            ]  # fmt: skip
            better = max((self.judged(layout, stand) for stand in tried), key=lambda b: b.score)
            if better.score <= best.score:
                return best
            best = better
        return best

    def votes(self, layout: Layout) -> list[Stand]:
        """Where the layout would stand if patches of colour were tops of its blocks, most agreed first."""
        section = self.table.material.block_mm[1]
        found = []
        for block in layout:
            if any(_over(other, block) for other in layout):
                continue
            height = (block.at.z + block.size[2]) * section
            middle = [(block.at[i] + block.size[i] / 2) * section for i in (0, 1)]
            for blob in self.blobs:
                if block.colour in (None, blob.colour):
                    x, y = _at_height(self.view, blob.at, height)
                    found.append((x - middle[0], y - middle[1]))
        return _agreed(found)

    def lying(self) -> frozenset[str]:
        """The colours of which a whole block lies in sight, or part of one at the picture's edge."""
        high, wide = self.ground.shape

        def cut(blob: Blob) -> bool:
            x, y = blob.at
            return bool(min(x, y, wide - x, high - y) < EDGE_PX)

        return frozenset(blob.colour for blob in self.blobs if blob.whole or cut(blob))

    def _loose_colours(self, covered: Mask, window: Window) -> frozenset[str]:
        """The colours of which a patch lies outside of what the building covers."""

        def outside(blob: Blob) -> bool:
            x, y = round(blob.at[0]) - window.left, round(blob.at[1]) - window.upper
            inside = 0 <= y < covered.shape[0] and 0 <= x < covered.shape[1]
            return not (inside and bool(covered[y, x]))

        return frozenset(blob.colour for blob in self.blobs if blob.whole and outside(blob))


def _agreed(votes: list[tuple[float, float]]) -> list[Stand]:
    """The middles of the votes that lie together, the largest crowds first."""
    rest = np.array(votes).reshape(-1, 2)
    stands: list[Stand] = []
    while len(rest) and len(stands) < MOST_VOTES:
        far = np.linalg.norm(rest[:, None] - rest[None], axis=2)
        crowd = far[int(np.argmax((far < CROWD_MM).sum(axis=1)))] < CROWD_MM
        x, y = rest[crowd].mean(axis=0)
        stands.append(Stand(float(x), float(y)))
        rest = rest[~crowd]
    return stands


def _over(upper: Block, lower: Block) -> bool:
    return upper.at.z >= lower.at.z + lower.size[2] - 0.1 and all(
        overlap(upper, lower, axis) > 0.1 for axis in (0, 1)
    )


def _seen(labels: NDArray[np.uint8], blocks: int) -> NDArray[np.intp]:
    """How many pixels each block shows."""
    sizes = np.bincount(labels.ravel(), minlength=2 * blocks + 1)
    return np.asarray(sizes[1::2] + sizes[2::2])


def _price(stand: Stand) -> float:
    return sum(x * x + y * y for x, y in stand.slips) / (2 * SLIP_MM**2)


def _in_colours(
    layout: Layout, costs: Map, sizes: NDArray[np.intp], shown: Mapping[str, int]
) -> Layout:
    """Grey blocks get the colours that suit them best, the surest first; hidden ones the rest."""
    free = [c for c in COLOURS if all(block.colour != c for block in layout)]
    chosen: dict[int, str] = {}
    grey = [i for i, block in enumerate(layout) if block.colour is None]
    seen = [
        (float(costs[i, COLOURS.index(c)]) - 3.0 * float(sizes[i]), i, c)
        for i in grey
        for c in free
    ]
    for _, i, colour in sorted(seen):
        if i not in chosen and colour in free and sizes[i] >= LEAST_SEEN:
            chosen[i] = colour
            free.remove(colour)
    rest = sorted(free, key=lambda colour: shown.get(colour, 0))
    for i in grey:
        if i not in chosen:
            chosen[i] = rest.pop(0)
    return tuple(
        replace(block, colour=chosen.get(i, block.colour)) for i, block in enumerate(layout)
    )


def _cost(off: Map, ratio: Map, darker: float) -> Map:
    """How unlike a colour each pixel is, freely lit; a colour's dark channels say little."""
    trust = 1.0 / (HUE + DIM_HUE * (1.0 - np.exp(np.minimum(ratio, 0.0))) ** 2) ** 2
    scale = float(trust.sum() / 3.0)
    weight = (trust / scale).astype(np.float32)
    shade = (off @ weight) / 3.0
    hue = ((off * off) @ weight - 3.0 * shade * shade) * np.float32(scale / 2)
    spread = np.where(shade < 0, np.float32(darker), np.float32(BRIGHTER))
    return np.asarray(np.minimum(hue + (shade / spread) ** 2 / 2, WORST), np.float32)


def _ground(small: Map, bare: Map, view: View, table: Table) -> Map:
    """Bare mat, or whatever the table beside it is covered with, or something printed."""
    on_mat = _filled(view, small.shape[:2], [_square(0, 0, table.mat.size.x, table.mat.size.y)])
    plain = np.zeros(3, np.float32)
    cost = _cost(small - bare, plain, MAT_DARKER)
    beside = small[~on_mat]
    if len(beside):
        usual = np.median(beside, axis=0)
        cost = np.where(on_mat, cost, _cost(small - usual.astype(np.float32), plain, MAT_DARKER))
    printed = [_square(*m.centre, 1.45 * m.size, 1.45 * m.size) for m in table.mat.markers]
    printed += [_square(*p.centre, 1.2 * p.size, 1.2 * p.size) for p in table.mat.patches]
    cost[_filled(view, small.shape[:2], printed)] = PRINTED
    return np.asarray(cost, dtype=np.float32)


def _blobs(
    tops: Map, mat: Map, view: View, table: Table, patches: NDArray[np.int8]
) -> Iterable[Blob]:
    """The patches of colour, also written into *patches* by the number of their colour."""
    best = np.argmin(tops, axis=0)
    sure = tops.min(axis=0) < np.minimum(mat - 0.8, 4.0)
    px = view.project(np.array([(0.0, 0.0, 0.0), (100.0, 0.0, 0.0)]))
    scale = float(np.linalg.norm(px[1] - px[0])) / 100.0
    length, section, _ = table.material.block_mm
    for number, colour in enumerate(COLOURS):
        mask = cv2.morphologyEx(
            ((best == number) & sure).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
        )
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            share = cv2.contourArea(outline) / (length * section * scale**2)
            if share >= BLOB_SHARE:
                patches[_around(np.asarray(outline, np.int32), mask.shape) & (patches < 0)] = number
                middle, sides, _ = cv2.minAreaRect(outline)
                long, short = max(sides) / (length * scale), min(sides) / (section * scale)
                alike = all(WHOLE[0] < each < WHOLE[1] for each in (long, short))
                filled = cv2.contourArea(outline) > FILLED * sides[0] * sides[1]
                yield Blob(colour, (float(middle[0]), float(middle[1])), bool(alike and filled))


def _around(outline: NDArray[np.int32], shape: tuple[int, ...]) -> Mask:
    """A patch with its blurred rim and its dark sides."""
    mask = np.zeros(shape[:2], dtype=np.uint8)
    cv2.drawContours(mask, [outline], -1, 1, -1)
    cv2.drawContours(mask, [outline], -1, 1, 2 * RIM_PX + 1)
    return mask.astype(bool)


def _at_height(view: View, pixel: tuple[float, float], height: float) -> tuple[float, float]:
    """The place at *height* that is seen at *pixel*."""
    ray = cv2.undistortPoints(
        np.array([[pixel]]), np.array(view.lens.matrix), np.array(view.lens.distortion)
    ).ravel()
    way = view.pose.turn.T @ np.array([ray[0], ray[1], 1.0])
    centre = view.pose.centre
    far = (height - centre[2]) / way[2]
    return float(centre[0] + far * way[0]), float(centre[1] + far * way[1])


def _square(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    return [(x + a * wide / 2, y + b * high / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _filled(
    view: View, shape: tuple[int, ...], polygons: Sequence[list[tuple[float, float]]]
) -> Mask:
    mask = np.zeros(shape[:2], dtype=np.uint8)
    for polygon in polygons:
        pixels = view.project(np.array([(x, y, 0.0) for x, y in polygon]))
        cv2.fillConvexPoly(mask, np.rint(pixels).astype(np.int32), 1)
    return mask.astype(bool)
