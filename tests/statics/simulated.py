"""Random piles, let go in a rigid-body simulation. A cell is a metre there: size is no matter."""

import random
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from turmwart.model.geometry import Cell
from turmwart.statics.bodies import Body, Box, of_cells
from turmwart.statics.contacts import overlapping
from turmwart.statics.judge import Standing, stands
from turmwart.statics.structures import Pile

TIME_S = 3.0
STARTED, FALLEN = 0.03, 0.2
SLIPPERY = 1e-5
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True)
class Wood:
    """How hard it is. Side faces stay *clearance* apart, so that flush edges do not catch."""

    step_s: float
    clearance: float
    solref: str
    solimp: str


SOFT = Wood(0.005, 1e-3, "0.01 1", "0.99 0.999 0.001")
"""Quick, but a tall tower sinks in and bends by a millimetre or two."""
HARD = Wood(0.001, 1e-4, "0.002 1", "0.999 0.9999 0.0001")


@dataclass(frozen=True, slots=True)
class Fall:
    """What was seen: who had moved at the end, and who started."""

    moved: frozenset[int]
    first: int | None


def random_pile(seed: int) -> Pile:
    """3 to 55 blocks; two piles in three only grow by what leaves them standing, at first."""
    rng = random.Random(seed)
    count = rng.randint(3, 55)
    careful = count if seed % 3 == 0 else rng.randrange(count) if seed % 3 == 1 else 0
    width = rng.uniform(1.5, 2.0 + count**0.5)
    bodies: tuple[Body, ...] = ()
    for number in range(count):
        for _ in range(8):
            grown = (*bodies, _dropped(rng, bodies, width, cells=seed % 2 == 0))
            if number >= careful or stands(_pile(grown)) is Standing.STABLE:
                bodies = grown
                break
    return _pile(bodies)


def _pile(bodies: tuple[Body, ...]) -> Pile:
    return Pile(20.0, 0.4, tuple(range(len(bodies))), bodies)


def _dropped(rng: random.Random, standing: tuple[Body, ...], width: float, cells: bool) -> Body:
    shape = _polycube(rng, width) if cells else _cuboid(rng, width)
    floor = max((box.high[2] for body in standing for box in body.boxes), default=0.0)
    levels = sorted({0.0} | {box.high[2] for body in standing for box in body.boxes})
    best = _raised(shape, floor)
    for level in reversed(levels):
        lower = _raised(shape, level)
        if any(overlapping([body, lower]) for body in standing):
            break
        best = lower
    return best


def _raised(body: Body, by: float) -> Body:
    def up(point: tuple[float, float, float]) -> tuple[float, float, float]:
        return point[0], point[1], point[2] + by

    return Body(tuple(Box(up(box.low), up(box.high)) for box in body.boxes), body.weight)


def _polycube(rng: random.Random, width: float) -> Body:
    cells = [Cell(rng.randrange(int(width) + 1), rng.randrange(int(width) + 1), 0)]
    for _ in range(rng.randrange(5)):
        x, y, z = rng.choice(cells)
        dx, dy = rng.choice(SIDES)
        cells.append(Cell(x, y, z + 1) if rng.random() < 0.2 else Cell(x + dx, y + dy, z))
    return of_cells(cells)


def _cuboid(rng: random.Random, width: float) -> Body:
    dx, dy, dz = rng.choice(((3, 1, 1), (1, 3, 1), (1, 1, 3), (2, 1, 1), (1, 2, 1), (2, 2, 0.5)))
    x, y = rng.uniform(0, width), rng.uniform(0, width)
    box = Box((x, y, 0.0), (x + dx, y + dy, float(dz)))
    return Body((box,), box.volume)


def let_go(pile: Pile, wood: Wood) -> Fall:
    """Friction acts on faces that lie; faces that stand push without holding."""
    import mujoco  # only the long tests have it

    model = mujoco.MjModel.from_xml_string(_scene(pile, wood))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    start, first = data.qpos.reshape(-1, 7).copy(), None
    for _ in range(round(TIME_S / wood.step_s)):
        mujoco.mj_step1(model, data)
        data.contact.friction[np.abs(data.contact.frame[:, 2]) < 0.5] = SLIPPERY
        mujoco.mj_makeConstraint(model, data)
        mujoco.mj_island(model, data)
        mujoco.mj_projectConstraint(model, data)
        mujoco.mj_fwdVelocity(model, data)
        mujoco.mj_step2(model, data)
        gone = _gone(start, data.qpos.reshape(-1, 7))
        if first is None and gone.max() > STARTED:
            first = int(gone.argmax())
        if gone.max() > 1.0:
            break
    return Fall(frozenset(np.flatnonzero(gone > FALLEN).tolist()), first)


def _gone(start: np.ndarray, now: np.ndarray) -> np.ndarray:
    """How far each body has gone from its place or turned, whichever is more."""
    way = np.linalg.norm(now[:, :3] - start[:, :3], axis=1)
    turned = 2 * np.arccos(np.clip(np.abs((now[:, 3:] * start[:, 3:]).sum(axis=1)), 0, 1))
    return np.maximum(way, turned)


def _scene(pile: Pile, wood: Wood) -> str:
    bodies = "".join(_block(body, wood.clearance) for body in pile.bodies)
    return (
        f'<mujoco><option timestep="{wood.step_s}" cone="elliptic" impratio="10" iterations="100"/>'
        f'<size memory="200M"/><default><geom condim="3" friction="{pile.friction} 0.005 0.0001" '
        f'solref="{wood.solref}" solimp="{wood.solimp}"/></default><worldbody>'
        f'<geom type="plane" size="100 100 1"/>{bodies}</worldbody></mujoco>'
    )


def _block(body: Body, clearance: float) -> str:
    volume = sum(box.volume for box in body.boxes)
    geoms = "".join(
        f'<geom type="box" mass="{body.weight * box.volume / volume}" '
        f'size="{_triple(_half(box, clearance))}" '
        f'pos="{_triple(np.subtract(box.centre, body.centre))}"/>'
        for box in body.boxes
    )
    return f'<body pos="{_triple(body.centre)}"><freejoint/>{geoms}</body>'


def _half(box: Box, clearance: float) -> np.ndarray:
    return np.subtract(box.high, box.low) / 2 - (clearance, clearance, 0.0)


def _triple(numbers: Iterable[float]) -> str:
    return " ".join(map(str, numbers))
