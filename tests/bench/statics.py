"""What statics costs: piles of 2 to 55 blocks, judged whole and block by block, in CPU time."""

import random
import statistics
import time
from collections.abc import Callable, Sequence

import numpy as np

from turmwart.model.geometry import Cell
from turmwart.statics.bodies import Body, of_cells
from turmwart.statics.growing import Growing
from turmwart.statics.judge import Standing, judge, stands
from turmwart.statics.structures import Pile

SIZES = (2, 4, 8, 12, 18, 25, 33, 42, 55)
TARGETS_MS = {"verdict": 25.0, "margin": 120.0, "one more": 33.0}
SEEDS = range(6)
FALLEN = range(12)
CELL_MM, FRICTION = 20.0, 0.4
WIDTH = 6
BAR = 40


def main(arguments: list[str]) -> int:
    """Prints the table and the plot; 1 when a target is missed."""
    yardstick = min(_milliseconds(lambda: sum(range(10**6))) for _ in range(5))
    print(f"yardstick: adding up a million numbers takes {yardstick:.1f} ms CPU")
    towers = [_standing_tower(seed) for seed in SEEDS]
    costs = {size: [_costs(tower, size) for tower in towers] for size in SIZES}
    print(
        f"{'blocks':>6} {'verdict':>9} {'margin':>9} {'one more':>9}   median ms CPU, margin drawn"
    )
    for size, found in costs.items():
        middle = _middle(found)
        bar = "#" * max(1, round(middle["margin"] / TARGETS_MS["margin"] * BAR))
        print(f"{size:6d} " + " ".join(f"{middle[what]:9.2f}" for what in TARGETS_MS) + f"   {bar}")
    missed = _report(costs, yardstick) + _report_falling()
    return 1 if missed else 0


def _report(costs: dict[int, list[dict[str, float]]], yardstick: float) -> int:
    missed = 0
    middle = _middle(costs[SIZES[-1]])
    print(f"\n{'what':34} {'figure':>10} {'target':>10} {'yardsticks':>10}")
    for what, target in TARGETS_MS.items():
        worst = max(found[what] for found in costs[SIZES[-1]])
        missed += middle[what] > target
        print(f"{'55 blocks, ' + what + ', median':34} {middle[what]:7.1f} ms {target:7.0f} ms "
              f"{middle[what] / yardstick:10.1f}")  # fmt: skip
        print(f"{'55 blocks, ' + what + ', worst':34} {worst:7.1f} ms")
    for what in TARGETS_MS:
        power = _power({size: _middle(found)[what] for size, found in costs.items()})
        missed += power > 2.0
        print(f"{'growth of ' + what + ', power':34} {power:10.2f} {'<= 2':>10}")
    return missed


def _costs(tower: Sequence[Body], size: int) -> dict[str, float]:
    pile = Pile(CELL_MM, FRICTION, tuple(range(size)), tuple(tower[:size]))
    growing = Growing(CELL_MM, FRICTION, pile.names[:-1], pile.bodies[:-1])
    growing.judge()

    def one_more() -> None:
        growing.add(pile.names[-1], pile.bodies[-1])
        growing.judge()

    return {
        "verdict": _milliseconds(lambda: stands(pile)),
        "margin": _milliseconds(lambda: judge(pile)),
        "one more": _milliseconds(one_more),
    }


def _report_falling() -> int:
    """The same targets for piles that fall, where margin and one more come with who tips."""
    fallen = [_dropped_pile(seed).bodies for seed in FALLEN]
    found = [_costs(bodies, SIZES[-1]) for bodies in fallen]
    middle, missed = _middle(found), 0
    for what, target in TARGETS_MS.items():
        worst = max(each[what] for each in found)
        missed += middle[what] > target
        print(f"{'55 falling, ' + what + ', median':34} {middle[what]:7.1f} ms {target:7.0f} ms")
        print(f"{'55 falling, ' + what + ', worst':34} {worst:7.1f} ms")
    print(f"{missed} targets missed by falling piles" if missed else "falling piles: none missed")
    return missed


def _middle(found: Sequence[dict[str, float]]) -> dict[str, float]:
    return {what: statistics.median(each[what] for each in found) for what in TARGETS_MS}


def _power(costs: dict[int, float]) -> float:
    """The slope of log cost over log blocks, where there is more to do than to begin."""
    large = [(size, cost) for size, cost in costs.items() if size >= 8]
    return float(np.polyfit(*np.log(np.array(large)).T, 1)[0])


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _standing_tower(seed: int) -> tuple[Body, ...]:
    """Straight bricks of one to five cells, let fall; what would not stand is taken away again."""
    rng = random.Random(seed)
    tops: dict[tuple[int, int], int] = {}
    kept: tuple[Body, ...] = ()
    while len(kept) < SIZES[-1]:
        cells = _dropped(rng, tops)
        body = of_cells(cells)
        if (
            stands(Pile(CELL_MM, FRICTION, tuple(range(len(kept) + 1)), (*kept, body)))
            is Standing.STABLE
        ):
            kept = (*kept, body)
            _lay(cells, tops)
    return kept


def _dropped_pile(seed: int) -> Pile:
    rng = random.Random(seed)
    tops: dict[tuple[int, int], int] = {}
    bodies = []
    for _ in range(SIZES[-1]):
        cells = _dropped(rng, tops)
        _lay(cells, tops)
        bodies.append(of_cells(cells))
    return Pile(CELL_MM, FRICTION, tuple(range(len(bodies))), tuple(bodies))


def _dropped(rng: random.Random, tops: dict[tuple[int, int], int]) -> list[Cell]:
    dx, dy, dz = rng.choice(((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    x, y, length = rng.randrange(WIDTH), rng.randrange(WIDTH), rng.randint(1, 5)
    cells = [Cell(x + dx * i, y + dy * i, dz * i) for i in range(length)]
    floor = max(tops.get((cell.x, cell.y), 0) for cell in cells)
    return [Cell(cell.x, cell.y, cell.z + floor) for cell in cells]


def _lay(cells: Sequence[Cell], tops: dict[tuple[int, int], int]) -> None:
    for cell in cells:
        tops[cell.x, cell.y] = max(tops.get((cell.x, cell.y), 0), cell.z + 1)
