"""Players of Turmbauer: they build upwards, climb, spend rings and box what does not fit."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.model.signals import Declared
from turmwart.model.table import Table
from turmwart.rules.turmbauer import TURMBAUER, order
from turmwart.rules.turmbauer.acts import Act, Build, Discard, Move, Ring
from turmwart.rules.turmbauer.choosing import fits, rings
from turmwart.rules.turmbauer.order import COLLAPSE
from turmwart.rules.turmbauer.state import Phase, State
from turmwart.rules.turmbauer.walking import walks
from turmwart.sim.hands import Hand
from turmwart.sim.players.falling import tumbling
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
from turmwart.sim.players.landing import heights, landings, open_above
from turmwart.sim.stages.loose import Slip
from turmwart.sim.stages.turmbauer import Hitch, TowerStage
from turmwart.sim.steps import Do, KeyDown, Note, Offer, Step

LOOKED_AT = 10
"""So many places a player thinks through before choosing one."""
ASKEW = (Slip(8.0, 0.0), Slip(0.0, -8.0), Slip(0.0, 0.0, 15.0), Slip(0.0, 0.0, -16.0))
RINGS = 0.35
"""How often a ring that helps is spent."""


@dataclass(frozen=True, slots=True)
class TowerPlayer:
    """Everybody at one table of Turmbauer."""

    table: Table
    seed: int
    clumsy: float

    @property
    def stage(self) -> TowerStage:
        return TowerStage(self.table, self.seed)

    def scene(self, state: State, acts: int) -> Scene:
        return self.stage.scene(state)

    def turn(self, state: State, acts: int) -> Iterator[Step]:
        rng = np.random.default_rng([self.seed, 71, acts])
        match state.phase:
            case Phase.START:
                yield Do(KeyDown("dice_b"))
            case Phase.ROLL:
                yield Do(KeyDown("dice_a"))
            case Phase.BUILD:
                yield from self._building(state, rng)
            case _:
                yield from self._walking(state, rng)

    def _building(self, state: State, rng: np.random.Generator) -> Iterator[Step]:
        usable = list(fits(state))
        ring = self._ring(state, usable, rng)
        if ring is not None:
            yield Note(f"ring {ring.effect} is spent")
            yield Do(Declared(TURMBAUER.write(ring)))
        elif not usable:
            boxed = min(state.hand.supply, key=lambda piece: state.pieces[piece].size)
            yield Note("nothing fits: a piece goes to the box")
            yield Do(Declared(TURMBAUER.write(Discard(boxed))))
        else:
            yield from self._set(state, _chosen(state, usable, rng), usable, rng)

    def _ring(self, state: State, usable: list[Build], rng: np.random.Generator) -> Ring | None:
        """Ring a when nothing fits; b or c when it carries the pawn higher."""
        may = list(rings(state))
        if not may or rng.random() > RINGS:
            return None
        if not usable:
            anything = replace(state, ring="a")
            return Ring("a") if next(fits(anything), None) else None
        if state.round < 5:
            return None
        best = picked([ring for ring in may if ring.effect != "a"], rng)
        build = _chosen(state, usable, rng)
        without, with_ring = (
            TURMBAUER.apply(s, build) for s in (state, TURMBAUER.apply(state, best))
        )
        return best if _reach(with_ring) > _reach(without) else None

    def _set(
        self, state: State, build: Build, usable: list[Build], rng: np.random.Generator
    ) -> Iterator[Step]:
        habit = habits(rng, self.clumsy)
        hand = hand_of(self.seed, state.seats.index(state.turn), rng)
        built = TURMBAUER.apply(state, build)
        moves = _climb(built, rng)
        after = TURMBAUER.apply(built, moves[0]) if moves else built
        before, number = self.stage.scene(state), len(state.built)
        most = COLLAPSE + 1 if habit.collapse else 2
        down = tumbling(state, most, rng) if habit.collapse or habit.fall else ()
        if (habit.collapse or (habit.fall and rng.random() < 0.5)) and down:
            yield from self._fallen(built, frozenset({*down[:-1], number}), before, hand)
            return
        askew = Hitch(slips={number: picked(list(ASKEW), rng)})
        plan = Plan(
            before,
            self.stage.scene(after),
            (TURMBAUER.write(build), *map(TURMBAUER.write, moves)),
            trial=self._trial(state, usable, rng) if habit.trial else None,
            wrong=self._wrong(state, build, rng) if habit.illegal else None,
            askew=(self.stage.scene(built, askew), ("T-11", "X-3")) if habit.crooked else None,
            tumbled=self.stage.scene(state, Hitch(frozenset(down[:1]))) if down else None,
        )
        yield from carried_out(plan, habit, hand, rng)

    def _trial(self, state: State, usable: list[Build], rng: np.random.Generator) -> Scene:
        return self.stage.scene(order.built(state, picked(usable, rng), ()))

    def _fallen(
        self, built: State, down: frozenset[int], before: Scene, hand: Hand
    ) -> Iterator[Step]:
        """The piece just set takes others along (T-21)."""
        scene = self.stage.scene(built, Hitch(down))
        yield Note(f"fall: {len(down)} pieces fall, the new one among them")
        yield from put(before, scene, hand)
        yield Offer(({"do": "fallen", "pieces": len(down)},))

    def _walking(self, state: State, rng: np.random.Generator) -> Iterator[Step]:
        """After a piece was boxed: the pawn may still move."""
        habit = replace(habits(rng, self.clumsy), illegal=False, crooked=False, trial=False)
        moves = _climb(state, rng) if state.phase is Phase.MOVE else ()
        after = TURMBAUER.apply(state, moves[0]) if moves else state
        hand = hand_of(self.seed, state.seats.index(state.turn), rng)
        acts = tuple(TURMBAUER.write(act) for act in moves)
        plan = Plan(self.stage.scene(state), self.stage.scene(after), acts)
        yield from carried_out(plan, habit, hand, rng)

    def _wrong(self, state: State, build: Build, rng: np.random.Generator) -> Wrong | None:
        """A piece of the wrong size or in the wrong place, or a pawn that goes too far."""
        acts: tuple[Act, ...] | None = None
        if rng.random() < 0.25:
            acts = _strayed(state, build, rng)
        if acts is None:
            found = [act for act in landings(state, rng) if wrong(TURMBAUER, state, act)]
            acts = (picked(found, rng),) if found else None
        if acts is None:
            return None
        after = state
        for act in acts:
            after = TURMBAUER.apply(after, act)
        faults = broken(TURMBAUER, state, acts)
        return Wrong(self.stage.scene(after), tuple(map(TURMBAUER.write, acts)), faults)


def _chosen(state: State, usable: list[Build], rng: np.random.Generator) -> Build:
    """A place that carries the own pawn up; seldom one under something."""
    high = heights(state)
    open_ones = [build for build in usable if open_above(high, build.cells)]
    pool = usable if rng.random() < 0.06 or not open_ones else open_ones
    some = [pool[int(n)] for n in rng.permutation(len(pool))[:LOOKED_AT]]
    return max(some, key=lambda build: _worth(state, build))


def _worth(state: State, build: Build) -> float:
    after = order.built(state, build, ())
    high = max(cell.z for cell in build.cells)
    wide = sum(abs(cell.x) + abs(cell.y) for cell in build.cells) / len(build.cells)
    return 2.0 * _reach(after) - 0.45 * high - 0.3 * max(0.0, wide - 4.0)


def _reach(state: State) -> int:
    return max((move.to.z for move in walks(state) if move.to is not None), default=0)


def _climb(state: State, rng: np.random.Generator) -> tuple[Move, ...]:
    """The way to the highest field, if it is higher than where the pawn stands."""
    ways = [move for move in walks(state) if move.to is not None]
    top = max((move.to.z for move in ways if move.to), default=0)
    best = [move for move in ways if move.to and move.to.z == top]
    return (picked(best, rng),) if best and top > state.hand.level else ()


def _strayed(state: State, build: Build, rng: np.random.Generator) -> tuple[Act, ...] | None:
    """A legal build, then a pawn on a field that it may not go to."""
    built = TURMBAUER.apply(state, build)
    fields = built.site.lattice.cells(built.site.fields)
    targets = [Move(Cell(*field)) for field in fields if wrong(TURMBAUER, built, Move(field))]
    return (build, picked(targets, rng)) if targets else None
