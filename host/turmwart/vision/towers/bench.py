"""One still picture on the bench: its samples, its rays, and the state that it is held against."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.interpret.lattice import Body, Figure, Standing
from turmwart.model.geometry import Cell, Place
from turmwart.model.scene import Colour
from turmwart.model.table import Mat, Table
from turmwart.vision.evidence import Floats, Mask
from turmwart.vision.pose import Array, View
from turmwart.vision.rays import Path, Rays, Space, Stance, path_through

Numbers = NDArray[np.intp]
Labels = NDArray[np.int8]
Owners = NDArray[np.int16]
Spot = tuple[float, float, float]
"""Where a pawn's foot is, in cells."""
UNKNOWN = -1
MAT = 0
SEEN_TALL, SEEN_WIDE = 0.85, 0.48
"""The part of a pawn that shows as its outline: of its height, and as a radius of its base."""
RIM = np.ones((3, 3), np.uint8)
STEPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """*colours* are numbered, the mat first; *plain* is where the mat is neither covered nor printed."""

    table: Table
    view: View
    stride: int
    shape: tuple[int, int]
    rays: Rays
    standing: Standing
    colours: tuple[Colour, ...]
    plain: Mask

    def number(self, colour: Colour) -> int:
        return self.colours.index(colour)

    @property
    def cell(self) -> float:
        return float(self.table.material.cell_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """A box of cells with what fills them: the colour's number and the body's, or UNKNOWN."""

    space: Space
    colours: Labels
    owners: Owners


def filled(bench: Bench, bodies: Sequence[Body]) -> Filled:
    cells = [cell for body in bodies for cell in body.cells] or [Cell(0, 0, 0)]
    xs, ys, zs = zip(*cells, strict=True)
    space = Space(
        min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1, max(zs) + 1, min(zs)
    )
    colours = np.full(space.size + 1, UNKNOWN, np.int8)
    owners = np.full(space.size + 1, UNKNOWN, np.int16)
    for number, body in enumerate(bodies):
        for cell, colour in zip(body.cells, body.colours, strict=True):
            colours[space.number(*cell)] = bench.number(colour)
            owners[space.number(*cell)] = number
    return Filled(space, colours, owners)


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """What each ray meets first: a colour's number or UNKNOWN, its height in cells, body and face."""

    colours: Labels
    heights: Floats
    owners: Owners
    faces: Labels


def first_hits(path: Path, full: Filled) -> Hits:
    met = full.colours[path.cells]
    solid = met >= 0
    first = solid.argmax(axis=1)
    row = np.arange(len(first))
    level = full.space.levels - 1 - first // STEPS
    height = np.where(first % STEPS == 0, level + 1.0, level + 0.5).astype(np.float32)
    return Hits(
        met[row, first], height, full.owners[path.cells[row, first]], path.faces[row, first]
    )


def met_by(rays: Rays, stance: Stance, full: Filled) -> tuple[Numbers, Hits]:
    """The rays that meet something of *full*, and what they meet."""
    foot, lean = rays.within(stance)
    near = np.flatnonzero(reaching(foot, lean, full.space))
    hits = first_hits(path_through(foot[near], lean[near], full.space), full)
    hit = hits.colours >= 0
    return near[hit], Hits(hits.colours[hit], hits.heights[hit], hits.owners[hit], hits.faces[hit])


def reaching(foot: Array, lean: Array, space: Space) -> Mask:
    """Which rays pass through the box of *space*."""
    inside = np.ones(len(foot), dtype=bool)
    for axis, (low, wide) in enumerate(((space.west, space.columns), (space.south, space.rows))):
        ground, top = foot[:, axis], foot[:, axis] + lean[:, axis] * space.levels
        inside &= (np.maximum(ground, top) > low) & (np.minimum(ground, top) < low + wide)
    return inside


def place_of(stance: Stance, x: float, y: float, z: float) -> Place:
    """Cells to millimetres of the mat."""
    cos, sin, cell = np.cos(stance.turn), np.sin(stance.turn), stance.cell_mm
    return Place(
        float(stance.x + cell * (cos * x - sin * y)),
        float(stance.y + cell * (sin * x + cos * y)),
        float(z * cell),
    )


def pawn_samples(bench: Bench, spot: Spot, stance: Stance) -> Numbers:
    """The samples that would show a pawn, if nothing were before it."""
    base, height = bench.table.material.pawn_mm
    x, y, z = spot
    near = _around(bench, place_of(stance, x, y, z + 0.5), 1.5 * base + 0.5 * height)
    foot, lean = bench.rays.part(near).within(stance)
    low = foot + lean * z - (x, y)
    way = lean * (height * SEEN_TALL / bench.cell)
    share = np.clip(-(low * way).sum(1) / np.maximum((way * way).sum(1), 1e-12), 0, 1)
    gap = low + way * share[:, None]
    within = (gap * gap).sum(1) < (base * SEEN_WIDE / bench.cell) ** 2
    return np.asarray(near[within], dtype=np.intp)


def _around(bench: Bench, place: Place, reach_mm: float) -> Numbers:
    at = bench.view.project(np.array([place]))[0] / bench.stride
    half = round(reach_mm * per_mm(bench.view) / bench.stride) + 2
    high, wide = bench.shape
    rows = np.arange(max(0, int(at[1]) - half), min(high, int(at[1]) + half + 1))
    columns = np.arange(max(0, int(at[0]) - half), min(wide, int(at[0]) + half + 1))
    return np.asarray((rows[:, None] * wide + columns[None]).ravel(), dtype=np.intp)


def per_mm(view: View) -> float:
    """How many pixels a millimetre of the mat has, about."""
    return float(view.lens.matrix[0][0] / max(float(view.pose.centre[2]), 1.0))


def rim_of(bench: Bench, samples: Numbers) -> Numbers:
    """Those of *samples* that lie at the edge of their patch."""
    rows, columns = np.divmod(samples, bench.shape[1])
    upper, left = rows.min() - 1, columns.min() - 1
    mask = np.zeros((rows.max() - upper + 2, columns.max() - left + 2), np.uint8)
    mask[rows - upper, columns - left] = 1
    inner = cv2.erode(mask, RIM)[rows - upper, columns - left]
    return np.asarray(samples[inner == 0], dtype=np.intp)


def spot_of(pawn: Figure, beside: dict[Colour, tuple[float, float]]) -> Spot | None:
    """Where a pawn stands; *beside* are those found next to the building."""
    if pawn.at is not None:
        return pawn.at.x + 0.5, pawn.at.y + 0.5, float(pawn.at.z)
    found = beside.get(pawn.colour)
    return None if found is None else (*found, 0.0)


def plain_mat(rays: Rays, mat: Mat) -> Mask:
    """Rays that end on the mat where nothing is printed."""
    wide, high = mat.size.x / 2 - 2.0, mat.size.y / 2 - 2.0
    plain = (np.abs(rays.foot[:, 0]) < wide) & (np.abs(rays.foot[:, 1]) < high)
    squares = [(marker.centre, marker.size * 0.72) for marker in mat.markers]
    squares += [(patch.centre, patch.size * 0.6) for patch in mat.patches]
    for centre, half in squares:
        plain &= (np.abs(rays.foot[:, 0] - centre.x) > half) | (
            np.abs(rays.foot[:, 1] - centre.y) > half
        )
    return plain.reshape(rays.shape)
