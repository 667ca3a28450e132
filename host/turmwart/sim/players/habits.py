"""The mistakes of people at a table, and the steps that all games share."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from turmwart.model.geometry import Point
from turmwart.model.scene import Scene
from turmwart.rules.catalogue import AnyRuleset
from turmwart.rules.verdicts import Verdict, binding, verdict
from turmwart.sim.hands import SKINS, SLEEVES, Hand
from turmwart.sim.steps import Acts, Note, Offer, Show, Step

REACH_MS, STILL_MS, LONG_MS = 700, 1100, 4000
KEPT = 0.3
"""How often an illegal act is kept when the rig warns."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What goes wrong in this turn."""

    illegal: bool = False
    crooked: bool = False
    trial: bool = False
    wave: bool = False
    rest: bool = False
    forget: bool = False
    fall: bool = False
    collapse: bool = False


CHANCES: Mapping[str, float] = {
    "illegal": 0.45,
    "crooked": 0.15,
    "trial": 0.35,
    "wave": 0.35,
    "rest": 0.2,
    "forget": 0.2,
    "fall": 0.08,
    "collapse": 0.003,
}
"""How often a fully clumsy player does it in a turn."""


def habits(rng: np.random.Generator, clumsy: float) -> Habits:
    drawn = zip(CHANCES.items(), rng.random(len(CHANCES)), strict=True)
    return Habits(**{name: bool(number < chance * clumsy) for (name, chance), number in drawn})


def hand_of(seed: int, place: int, rng: np.random.Generator, around: float = 0.0) -> Hand:
    """The hand of the seat at *place*: seats sit at the near and the far edge in turn.

    *around*: the line of the mat (its y) where the pieces are.
    """
    dress = np.random.default_rng([seed, 32, place])
    skin, sleeve = int(dress.integers(len(SKINS))), int(dress.integers(len(SLEEVES)))
    at = Point(float(rng.uniform(-110, 110)), around + float(rng.uniform(-15, 15)))
    return Hand(at, -1 if place % 2 else 1, float(rng.uniform(-20, 20)), skin, sleeve)


Item = TypeVar("Item")


def picked(items: list[Item], rng: np.random.Generator) -> Item:
    return items[int(rng.integers(len(items)))]


def broken(rules: AnyRuleset, state: Any, acts: tuple[Any, ...]) -> tuple[tuple[str, ...], ...]:
    """The rules that each of *acts* breaks, one after the other."""
    found = []
    for act in acts:
        faults = rules.violations(state, act)
        found.append(tuple(dict.fromkeys(str(fault.rule) for fault in faults)))
        state = rules.apply(state, act)
    return tuple(found)


def wrong(rules: AnyRuleset, state: Any, act: Any) -> bool:
    """Against the rules for certain, and still something that can stand there."""
    found = rules.violations(state, act)
    return verdict(found) is Verdict.ILLEGAL and not binding(found)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something against the rules: how it looks, the acts, and what each of them breaks."""

    scene: Scene
    acts: Acts
    violations: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """One offer and what may go wrong before it. *askew*: the scene, with the rules that name it."""

    before: Scene
    after: Scene
    acts: Acts
    trial: Scene | None = None
    wrong: Wrong | None = None
    askew: tuple[Scene, tuple[str, ...]] | None = None
    tumbled: Scene | None = None


def carried_out(plan: Plan, habit: Habits, hand: Hand, rng: np.random.Generator) -> Iterator[Step]:
    """The steps of one offer, mistakes first."""
    if habit.wave:
        yield from waved(plan.before, hand)
    if habit.trial and plan.trial is not None:
        yield Note("trial: it is tried elsewhere first")
        yield from put(plan.before, plan.trial, hand)
    if habit.fall and plan.tumbled is not None:
        yield Note("fall: something drops and is put back before DONE")
        yield from put(plan.before, plan.tumbled, hand)
        yield from put(plan.tumbled, plan.before, hand)
    if habit.illegal and plan.wrong is not None:
        keep = bool(rng.random() < KEPT)
        yield Note(f"illegal, {'kept' if keep else 'then corrected'}")
        yield from put(plan.before, plan.wrong.scene, hand)
        yield Offer(plan.wrong.acts, plan.wrong.violations, keep)
        if keep:
            return
    if habit.crooked and plan.askew is not None:
        yield Note("misaligned: set down askew, then straightened")
        yield from put(plan.before, plan.askew[0], hand)
        yield Offer(plan.acts, keep=False, crooked=plan.askew[1])
    if habit.rest:
        yield Show(plan.after, LONG_MS, hand)
    yield from put(plan.before, plan.after, hand)
    if habit.forget:
        yield Note("DONE is forgotten for a while")
        yield Show(plan.after, 2 * LONG_MS)
    yield Offer(plan.acts)


def put(before: Scene, after: Scene, hand: Hand) -> Iterator[Step]:
    """A hand reaches in, and when it has left the table looks like *after*."""
    if before != after:
        yield Show(before, REACH_MS, hand)
        yield Show(after, REACH_MS, replace(hand, lean=hand.lean + 8))
    yield Show(after, STILL_MS)


def waved(scene: Scene, hand: Hand) -> Iterator[Step]:
    yield Note("wave: a hand goes over the table, nothing changes")
    yield Show(scene, REACH_MS, hand)
    yield Show(scene, STILL_MS)
