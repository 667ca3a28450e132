"""How the known state looks: which colour each sample shows, and where the building stands."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from turmwart.model.scene import Colour
from turmwart.vision.evidence import Floats, Mask, Samples, colour_cost, shades
from turmwart.vision.rays import Space, Stance, path_through
from turmwart.vision.towers.bench import (
    MAT,
    UNKNOWN,
    Bench,
    Labels,
    Owners,
    filled,
    first_hits,
    met_by,
    pawn_samples,
    per_mm,
    reaching,
    spot_of,
)

Slip = tuple[float, float, float]
"""Millimetres along x and y, and radians."""
Beside = dict[Colour, tuple[float, float]]
WITNESS = 10.0
"""Neighbouring samples say the same thing: so many of them are one witness."""
COVERED = 0.9
"""A pawn is hidden where something reaches higher above its foot, in cells."""
DRIFT_MM, DRIFT_TURN = 3.0, 0.035
WIDE_STEPS = ((1.6, 1.6, 0.018), (0.8, 0.8, 0.009))
FINE_STEPS = ((0.5, 0.5, 0.006), (0.25, 0.25, 0.003), (0.12, 0.12, 0.0015))
ROUNDS = 4
LEAST_LEAD = 1.5
HEAD_MM = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A state as it would look, per sample. *behind*: the same without the pawn on turn."""

    labels: Labels
    behind: Labels
    heights: Floats
    owners: Owners
    mover: Mask


def ground_of(bench: Bench, stance: Stance, beside: Beside) -> Ground:
    labels = np.where(bench.plain.ravel(), MAT, UNKNOWN).astype(np.int8)
    heights = np.zeros(len(labels), np.float32)
    owners = np.full(len(labels), UNKNOWN, np.int16)
    if bench.standing.bodies:
        at, hits = met_by(bench.rays, stance, filled(bench, bench.standing.bodies))
        labels[at], heights[at], owners[at] = hits.colours, hits.heights, hits.owners
    behind, mover = labels.copy(), np.zeros(len(labels), dtype=bool)
    walls = heights.copy()
    for number, pawn in enumerate(bench.standing.pawns):
        if (spot := spot_of(pawn, beside)) is None:
            continue
        seen = pawn_samples(bench, spot, stance)
        seen = seen[walls[seen] < spot[2] + COVERED]
        labels[seen] = bench.number(pawn.colour)
        if number == bench.standing.mover:
            mover[seen] = True
        else:
            behind[seen], heights[seen] = bench.number(pawn.colour), spot[2] + 0.5
    return Ground(labels, behind, heights, owners, mover)


def shifted(stance: Stance, slip: Slip, about: tuple[float, float]) -> Stance:
    """*stance* turned about a place in cells, and moved."""
    x, y = about[0] * stance.cell_mm, about[1] * stance.cell_mm
    cos, sin = np.cos(stance.turn), np.sin(stance.turn)
    to_x, to_y = stance.x + cos * x - sin * y + slip[0], stance.y + sin * x + cos * y + slip[1]
    turn = stance.turn + slip[2]
    cos, sin = np.cos(turn), np.sin(turn)
    return Stance(
        float(to_x - cos * x + sin * y), float(to_y - sin * x - cos * y), turn, stance.cell_mm
    )


def climbed(
    worth: Callable[[Slip], float], start: Slip, steps: tuple[Slip, ...]
) -> tuple[Slip, float]:
    """The best slip near *start*, by smaller and smaller steps."""
    best, value = start, worth(start)
    for step in steps:
        for _ in range(ROUNDS):
            before = value
            for axis in range(3):
                for sign in (1.0, -1.0):
                    moved = [*best]
                    moved[axis] += sign * step[axis]
                    tried = (moved[0], moved[1], moved[2])
                    if (found := worth(tried)) > value:
                        best, value = tried, found
            if value == before:
                break
    return best, value


def stance_of(bench: Bench, lit: Floats, home: Stance, last: Stance, first: bool) -> Stance:
    """Where the building stands as a whole: near *home*, sought from where it stood *last*."""
    full = filled(bench, bench.standing.bodies)
    space = full.space
    wide = Space(space.west - 1, space.south - 1, space.columns + 2, space.rows + 2, space.levels)
    foot, lean = bench.rays.within(last)
    near = np.flatnonzero(reaching(foot, lean, wide))
    part, costs = bench.rays.part(near), _costs(bench, lit)[:, near]
    about = (space.west + space.columns / 2, space.south + space.rows / 2)

    def worth(slip: Slip) -> float:
        foot, lean = part.within(shifted(home, slip, about))
        labels = np.maximum(first_hits(path_through(foot, lean, space), full).colours, MAT)
        cost = np.take_along_axis(costs, labels[None].astype(np.intp), 0).sum()
        off = (slip[0] ** 2 + slip[1] ** 2) / DRIFT_MM**2 + slip[2] ** 2 / DRIFT_TURN**2
        return -float(cost) / WITNESS - off / 2

    upright = shifted(last, (0.0, 0.0, -last.turn), about)
    start = (upright.x - home.x, upright.y - home.y, last.turn)
    best, _ = climbed(worth, start, (*WIDE_STEPS, *FINE_STEPS) if first else FINE_STEPS)
    return shifted(home, best, about)


def _costs(bench: Bench, lit: Floats) -> Floats:
    known = shades(Samples(lit, lit, lit), {}, bench.table, bench.view, bench.stride)
    costs = [colour_cost(lit, known.get(c, known["grey"])).ravel() for c in bench.colours]
    return np.stack(costs)


def found_beside(bench: Bench, lit: Floats, colour: Colour, stance: Stance) -> Floats | None:
    """The best patch of *colour* on the bare mat, in cells of the building; none if none is clear."""
    known = shades(Samples(lit, lit, lit), {}, bench.table, bench.view, bench.stride)
    own = colour_cost(lit, known.get(colour, known["grey"]))
    free = bench.plain.copy()
    if bench.standing.bodies:
        covered, _ = met_by(bench.rays, stance, filled(bench, bench.standing.bodies))
        free.ravel()[covered] = False
    lead = np.where(free, colour_cost(lit, known["mat"]) - own, -3.0).astype(np.float32)
    base = bench.table.material.pawn_mm[0]
    width = max(3, round(0.8 * base * per_mm(bench.view) / bench.stride))
    mean = cv2.blur(lead, (width, width))
    at = int(mean.argmax())
    if mean.ravel()[at] < LEAST_LEAD:
        return None
    foot, lean = bench.rays.part(np.array([at])).within(stance)
    return np.asarray((foot + lean * (HEAD_MM / bench.cell))[0], dtype=np.float32)
