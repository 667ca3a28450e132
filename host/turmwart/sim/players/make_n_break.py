"""Players of Make 'n' Break: dial, clock, and card after card, block by block."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.rules.make_n_break import MAKE_N_BREAK, Built, State
from turmwart.rules.make_n_break.blocks import COLOURS, Block, Layout, mirrored
from turmwart.rules.make_n_break.deck import Card
from turmwart.sim.hands import Hand
from turmwart.sim.players.habits import (
    KEPT,
    LONG_MS,
    REACH_MS,
    STILL_MS,
    Habits,
    broken,
    habits,
    hand_of,
    picked,
    waved,
    wrong,
)
from turmwart.sim.stages.loose import Slip
from turmwart.sim.stages.make_n_break import BlockStage
from turmwart.sim.steps import Await, Dialled, Do, KeyDown, Note, Offer, Show, Step

BLOCK_MS = 450
ASKEW = Slip(0.0, 0.0, 19.0)
CARDS = 50
"""More than anybody builds in one turn."""
ENOUGH = {1: 2, 2: 3, 3: 4}
"""So many cards are finished in a turn, by the dial; over the next one the bell rings.

A number and not the clock decides it, so that a game cut off goes on the same.
"""


@dataclass(frozen=True, slots=True)
class BlockPlayer:
    """Everybody at one table of Make 'n' Break."""

    table: Table
    seed: int
    clumsy: float

    def scene(self, state: State, acts: int) -> Scene:
        """Between two cards all blocks lie about."""
        return self._shown((), state)

    def turn(self, state: State, acts: int) -> Iterator[Step]:
        rng = np.random.default_rng([self.seed, 91, acts])
        habit = habits(rng, self.clumsy)
        if state.phase == "roll":
            yield Do(KeyDown("dice_d"))
        elif state.phase == "start":
            yield from self._clock(state, habit)
        elif state.card is None or len(state.finished) >= ENOUGH[state.dial or 1]:
            yield from self._until_the_bell(state, rng)
        else:
            habit = habit if not state.finished else Habits()
            yield from self._card(state, state.table.cards[state.card], habit, rng)

    def _until_the_bell(self, state: State, rng: np.random.Generator) -> Iterator[Step]:
        """One more card is begun, and the hand is still at it when the bell rings."""
        if state.card is not None:
            card = state.table.cards[state.card]
            begun = _in_order(_painted(card.solutions[0], rng))[:-1]
            hand = replace(hand_of(self.seed, state.place, rng), side=1)
            yield Show(self._shown(begun, state), BLOCK_MS, hand)
        yield Await()

    def _clock(self, state: State, habit: Habits) -> Iterator[Step]:
        """The neighbour presses stop, turns the dial, and starts on «Alles klar!» (M-2)."""
        bare = self._shown((), state)
        yield Do(KeyDown("stop"), commits=False)
        yield Do(Dialled(state.dial or 1), commits=False)
        if habit.forget:
            yield Note("the timer is started late")
            yield Show(bare, 2 * LONG_MS)
        yield Do(KeyDown("start"))

    def _card(
        self, state: State, card: Card, habit: Habits, rng: np.random.Generator
    ) -> Iterator[Step]:
        hand = hand_of(self.seed, state.place, rng)
        hand = replace(hand, side=1)
        layout = _painted(picked(list(card.solutions), rng), rng)
        if habit.wave:
            yield from waved(self._shown((), state), hand)
        fault = self._fault(state, card, layout, rng) if habit.illegal else None
        if fault is not None:
            keep = bool(rng.random() < KEPT)
            yield Note(f"wrong building, {'kept' if keep else 'then corrected'}")
            yield from self._raise(state, fault, hand)
            yield Offer((_written(fault),), broken(MAKE_N_BREAK, state, (Built(fault),)), keep)
            if keep:
                return
        yield from self._raise(state, layout, hand)
        if habit.crooked:
            askew = self._shown(_in_order(layout), state, ASKEW)
            yield Note("misaligned: one block lies askew, then it is straightened")
            yield Show(askew, STILL_MS)
            yield Offer((_written(layout),), keep=False, crooked=("X-3", "M-4", "M-5"))
            yield Show(askew, REACH_MS, hand)
            yield Show(self._shown(_in_order(layout), state), STILL_MS)
        yield Offer((_written(layout),))

    def _raise(self, state: State, layout: Layout, hand: Hand) -> Iterator[Step]:
        """Block upon block, with a hand in the picture all the time."""
        blocks = _in_order(layout)
        for number in range(len(blocks)):
            scene = self._shown(blocks[: number + 1], state)
            yield Show(scene, BLOCK_MS, replace(hand, lean=hand.lean + 4 * (number % 3)))
        yield Show(self._shown(blocks, state), STILL_MS)

    def _fault(
        self, state: State, card: Card, layout: Layout, rng: np.random.Generator
    ) -> Layout | None:
        """Mirrored, or two colours exchanged, if the card minds."""
        swapped = _exchanged(layout, rng)
        found = [
            each
            for each in (mirrored(layout), swapped)
            if each and wrong(MAKE_N_BREAK, state, Built(each))
        ]
        return picked(found, rng) if found else None

    def _shown(self, blocks: Layout, state: State, askew: Slip | None = None) -> Scene:
        stage, round_ = BlockStage(self.table, self.seed), state.turn * CARDS + len(state.finished)
        return stage.scene(blocks, round_) if askew is None else stage.scene(blocks, round_, askew)


def _in_order(layout: Layout) -> Layout:
    return tuple(sorted(layout, key=lambda block: (block.at.z, block.at.y, block.at.x)))


def _painted(layout: Layout, rng: np.random.Generator) -> Layout:
    """A colour for every grey block, whatever comes to hand."""
    bound = {block.colour for block in layout}
    free = [colour for colour in COLOURS if colour not in bound]
    order = iter([free[int(n)] for n in rng.permutation(len(free))])
    return tuple(
        block if block.colour else Block(next(order), block.pose, block.at) for block in layout
    )


def _exchanged(layout: Layout, rng: np.random.Generator) -> Layout | None:
    if len(layout) < 2:
        return None
    one, other = (int(n) for n in rng.permutation(len(layout))[:2])
    colours = [block.colour for block in layout]
    colours[one], colours[other] = colours[other], colours[one]
    return tuple(
        Block(colour, block.pose, block.at) for colour, block in zip(colours, layout, strict=True)
    )


def _written(layout: Layout) -> dict[str, object]:
    return MAKE_N_BREAK.write(Built(layout))
