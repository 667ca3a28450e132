"""Players of Talo: each raises a staircase of upright bricks from the start field to level 10."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.rules.talo import TALO, Act, Build, Move, State
from turmwart.rules.talo.building import choices
from turmwart.rules.talo.material import BOARD, TOP, Brick, brick
from turmwart.rules.talo.moving import moves
from turmwart.rules.talo.placing import builds
from turmwart.rules.talo.site import site_of
from turmwart.sim.hands import Hand
from turmwart.sim.players.habits import (
    Plan,
    Wrong,
    broken,
    carried_out,
    habits,
    hand_of,
    picked,
    put,
    wrong,
)
from turmwart.sim.stages.loose import Slip
from turmwart.sim.stages.talo import BrickStage, Hitch
from turmwart.sim.steps import Do, KeyDown, Note, Offer, Step

ASKEW = (Slip(8.0, 0.0), Slip(0.0, 8.0), Slip(0.0, 0.0, 15.0))
IDLE = 0.06
"""How often a brick goes anywhere but on the stairs, as people do."""
Column = tuple[int, int]
SPIRAL = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0))
"""The steps as seen from a start field in the left near quarter."""


@dataclass(frozen=True, slots=True)
class BrickPlayer:
    """Everybody at one table of Talo."""

    table: Table
    seed: int
    clumsy: float

    @property
    def stage(self) -> BrickStage:
        return BrickStage(self.table, self.seed)

    def scene(self, state: State, acts: int) -> Scene:
        return self.stage.scene(state)

    def turn(self, state: State, acts: int) -> Iterator[Step]:
        rng = np.random.default_rng([self.seed, 81, acts])
        if state.phase == "roll":
            yield Do(KeyDown("dice_c"))
            return
        chosen = _chosen(state, rng) if state.phase == "build" else ()
        yield from self._set(state, chosen, rng)

    def _set(
        self, state: State, bricks: tuple[Brick, ...], rng: np.random.Generator
    ) -> Iterator[Step]:
        acts: tuple[Act, ...] = (Build(bricks),) if bricks else ()
        built = TALO.apply(state, acts[0]) if acts else state
        ways = _climb(built, rng) if built.phase == "move" else ()
        after = TALO.apply(built, ways[0]) if ways else built
        habit, hand = habits(rng, self.clumsy), hand_of(self.seed, state.seat, rng)
        before = self.stage.scene(state)
        loose = _tops(state)
        if habit.collapse and len(loose) > 3 and bricks:
            yield from self._collapse(state, before, hand, rng)
            return
        if not bricks:
            habit = replace(habit, illegal=False, crooked=False, trial=False, fall=False)
        last = len(built.bricks) - 1
        askew = Hitch(slips={last: picked(list(ASKEW), rng)})
        dropped = Hitch(fallen=frozenset({picked(loose, rng)})) if loose else Hitch()
        plan = Plan(
            before,
            self.stage.scene(after),
            tuple(TALO.write(act) for act in (*acts, *ways)),
            trial=self._trial(state, rng) if habit.trial else None,
            wrong=self._wrong(state, built, acts, rng) if habit.illegal else None,
            askew=(self.stage.scene(built, askew), ("L-5", "X-3")) if habit.crooked else None,
            tumbled=self.stage.scene(state, dropped) if loose and habit.fall else None,
        )
        yield from carried_out(plan, habit, hand, rng)

    def _trial(self, state: State, rng: np.random.Generator) -> Scene | None:
        places = list(builds(state))
        return self.stage.scene(TALO.apply(state, picked(places, rng))) if places else None

    def _collapse(
        self, state: State, before: Scene, hand: Hand, rng: np.random.Generator
    ) -> Iterator[Step]:
        """Much of the building comes down and nobody knows how it stood (L-17)."""
        down = frozenset(int(n) for n in rng.permutation(_tops(state))[:6])
        yield Note(f"collapse: {len(down)} bricks fall")
        yield from put(before, self.stage.scene(state, Hitch(fallen=down)), hand)
        yield Offer(({"do": "collapse", "rebuilt": False},))

    def _wrong(
        self, state: State, built: State, legal: tuple[Act, ...], rng: np.random.Generator
    ) -> Wrong | None:
        """A brick too long or over the edge, or a pawn that goes too far."""
        acts: tuple[Act, ...]
        astray = _strayed(built) if rng.random() < 0.3 else []
        if astray:
            acts = (*legal, picked(astray, rng))
        else:
            found = [act for act in _lying(state, rng) if wrong(TALO, state, act)]
            if not found:
                return None
            acts = (picked(found, rng),)
        after = state
        for act in acts:
            after = TALO.apply(after, act)
        return Wrong(
            self.stage.scene(after), tuple(map(TALO.write, acts)), broken(TALO, state, acts)
        )


def stairs(start: Cell) -> tuple[Column, ...]:
    """Ten columns for levels 1 to 10, around the start field and within its quarter of the board."""
    half = len(BOARD) // 2
    right, up = (1 if start.x < half else -1), (1 if start.y < half else -1)
    ways = ((start.x + right * x, start.y + up * y) for x, y in SPIRAL)
    return tuple((x, y) for x, y in ways if x in BOARD and y in BOARD)


def _starts(state: State) -> list[Cell]:
    pairs = state.setup.options["start_fields"].split(";")
    return [Cell(int(pair.split(",")[0]), int(pair.split(",")[1]), 0) for pair in pairs]


def _chosen(state: State, rng: np.random.Generator) -> tuple[Brick, ...]:
    """One or two bricks that raise the own stairs; otherwise out of everybody's way."""
    goal = {column: level for level, column in enumerate(stairs(_starts(state)[state.seat]), 1)}
    if rng.random() > IDLE:
        best = max(_takings(state), key=lambda lengths: _gain(state, goal, lengths), default=())
        if _gain(state, goal, best) and (set_ := _raised(state, goal, best)):
            return set_
    return _aside(state, rng)


def _takings(state: State) -> list[tuple[int, ...]]:
    """Every choice of bricks for this roll, the longer first."""
    rest = state.rest
    return [(n,) if n == rest else (n, rest - n) for n in reversed(choices(state))]


def _gain(state: State, goal: dict[Column, int], lengths: tuple[int, ...]) -> float:
    """What bricks that all find a place on the stairs are worth; 0 if one does not."""
    placed = _raised(state, goal, lengths)
    if not lengths or len(placed) < len(lengths):
        return 0.0
    return max(0.1, sum(_worth(goal, cells) for cells in placed))


def _worth(goal: dict[Column, int], cells: Brick) -> float:
    """A step that is complete is worth most, a low one more; short bricks are kept for gaps."""
    level = goal[cells[0].x, cells[0].y]
    lacking = level - cells[-1].z - 1
    return len(cells) + (12.0 - 0.5 * level if lacking == 0 else -9.0 / lacking)


def _raised(state: State, goal: dict[Column, int], lengths: tuple[int, ...]) -> tuple[Brick, ...]:
    """Upright bricks where they are worth most, each legal after the one before."""
    placed: tuple[Brick, ...] = ()
    for length in lengths:
        found = [
            cells
            for column, level in goal.items()
            if (cells := _upright(state, column, level, length, placed)) is not None
        ]
        if not found:
            return placed
        placed = (*placed, max(found, key=lambda cells: _worth(goal, cells)))
    return placed


def _upright(
    state: State, column: Column, level: int, length: int, placed: tuple[Brick, ...]
) -> Brick | None:
    """A brick that stands in *column* on what is there, up to *level* at most, if it may."""
    taken = [cell.z for cell in site_of(state.bricks).owner if (cell.x, cell.y) == column]
    taken += [cell.z for cells in placed for cell in cells if (cell.x, cell.y) == column]
    low = max(taken, default=-1) + 1
    if low + length > level:
        return None
    cells = brick(Cell(*column, low + n) for n in range(length))
    return cells if _partial(state, (*placed, cells)) else None


def _partial(state: State, bricks: tuple[Brick, ...]) -> bool:
    """Nothing is wrong, or only that the partner is still missing."""
    found = TALO.violations(state, Build(bricks))
    return all(fault.rule == "L-3" and fault.case == "length" for fault in found)


def _aside(state: State, rng: np.random.Generator) -> tuple[Brick, ...]:
    """Legal places off the stairs; the second brick of a pair where the first leaves room."""
    keep_clear = {column for start in _starts(state) for column in stairs(start)}
    keep_clear |= {(start.x, start.y) for start in _starts(state)}
    placed: tuple[Brick, ...] = ()
    now = state
    while now.phase == "build":
        some = [act.bricks[0] for act in builds(now)]
        clear = [cells for cells in some if not any((c.x, c.y) in keep_clear for c in cells)]
        if not some:
            break
        longest = max(len(cells) for cells in clear or some)
        long = [cells for cells in clear or some if len(cells) == longest]
        low = min(cells[-1].z for cells in long)
        found = picked([cells for cells in long if cells[-1].z <= low + 1], rng)
        placed = (*placed, found)
        now = TALO.apply(now, Build((found,)))
    return placed


def _climb(state: State, rng: np.random.Generator) -> tuple[Move, ...]:
    ways = moves(state)
    top = max((way.to.z for way in ways), default=0)
    best = [way for way in ways if way.to.z == top]
    return (picked(best, rng),) if best and top > state.pawn.z else ()


def _strayed(state: State) -> list[Move]:
    """Fields the pawn may not go to from here."""
    tops = {Cell(c.x, c.y, c.z + 1) for cells in state.bricks for c in cells}
    owner = site_of(state.bricks).owner
    return [
        Move(cell)
        for cell in sorted(tops)
        if cell not in owner and cell.z < TOP and wrong(TALO, state, Move(cell))
    ]


def _lying(state: State, rng: np.random.Generator) -> Iterator[Build]:
    """Bricks on the board: too long ones, and right ones that stick out over the edge."""
    taken = set(site_of(state.bricks).owner) | set(state.pawns)
    heads = {Cell(p.x, p.y, p.z) for p in state.pawns}
    longer = [n for n in range(state.rest + 1, TOP + 1) if state.supply[n]]
    lengths = [picked(longer, rng)] if longer else []
    if not state.set_now and state.supply.get(state.rest):
        lengths.append(state.rest)
    for length in lengths:
        for row in BOARD:
            for at in range(-length // 2 + 1, len(BOARD) - length // 2):
                cells = brick(Cell(at + n, row, 0) for n in range(length))
                if not taken & set(cells) and not heads & set(cells):
                    yield Build((cells,))


def _tops(state: State) -> list[int]:
    """The bricks with nothing on them, neither brick nor pawn, and not on the board alone."""
    owner = site_of(state.bricks).owner
    pawns = set(state.pawns)
    return [
        number
        for number, cells in enumerate(state.bricks)
        if all(
            above not in pawns and owner.get(above, number) == number
            for above in (Cell(c.x, c.y, c.z + 1) for c in cells)
        )
    ]
