"""Piles for the statics tests."""

import random
from collections.abc import Callable

import pytest

from turmwart.model.geometry import Cell
from turmwart.statics.bodies import Body, Box, of_cells
from turmwart.statics.structures import Pile, pile

Bricks = tuple[frozenset[Cell], ...]
ALONG = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def dropped(rng: random.Random, count: int, width: int = 6) -> Bricks:
    """Straight bricks let fall on random places: many stand, many do not."""
    tops: dict[tuple[int, int], int] = {}
    bricks = []
    for _ in range(count):
        step, length = ALONG[rng.choice((0, 0, 1, 1, 2))], rng.randint(1, 5)
        x, y = rng.randrange(width), rng.randrange(width)
        flat = [(x + step[0] * i, y + step[1] * i, step[2] * i) for i in range(length)]
        floor = max(tops.get((a, b), 0) for a, b, _ in flat)
        cells = frozenset(Cell(a, b, c + floor) for a, b, c in flat)
        for cell in cells:
            tops[cell.x, cell.y] = max(tops.get((cell.x, cell.y), 0), cell.z + 1)
        bricks.append(cells)
    return tuple(bricks)


def boxes(rng: random.Random, count: int) -> tuple[Body, ...]:
    """Cuboids in odd places, each let fall on the others."""
    placed: list[Box] = []
    for _ in range(count):
        dx, dy, dz = (rng.choice((1.0, 1.5, 2.0, 3.0)) for _ in range(3))
        x, y = rng.randrange(24) / 8, rng.randrange(24) / 8
        below = [
            box.high[2]
            for box in placed
            if box.low[0] < x + dx and x < box.high[0] and box.low[1] < y + dy and y < box.high[1]
        ]
        z = max(below, default=0.0)
        placed.append(Box((x, y, z), (x + dx, y + dy, z + dz)))
    return tuple(Body((box,), box.volume) for box in placed)


def as_pile(bodies: tuple[Body, ...]) -> Pile:
    return Pile(20.0, 0.4, tuple(range(len(bodies))), bodies)


@pytest.fixture
def drop() -> Callable[[int, int], Bricks]:
    return lambda seed, count: dropped(random.Random(seed), count)


@pytest.fixture
def drop_boxes() -> Callable[[int, int], Pile]:
    return lambda seed, count: as_pile(boxes(random.Random(seed), count))


@pytest.fixture
def brick_pile() -> Callable[[Bricks], Pile]:
    return lambda bricks: as_pile(tuple(of_cells(brick) for brick in bricks))


@pytest.fixture
def structure() -> Callable[..., Pile]:
    """structure(a=[[0,0,0]], b=(0,0,1,2,1,1)): lists are cells, tuples are boxes."""

    def make(friction: float = 0.4, **bodies: object) -> Pile:
        listed = [
            value | {"id": name}
            if isinstance(value, dict)
            else {"id": name, "cells" if isinstance(value, list) else "box": list(value)}
            for name, value in bodies.items()
        ]
        return pile({"friction": friction, "bodies": listed})

    return make
