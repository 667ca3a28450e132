"""Talo as a ruleset: what is allowed when, and what follows."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from turmwart.rules.ruleset import Outcome, Raw, Seat, Setup
from turmwart.rules.sheet import Rule
from turmwart.rules.talo import acts, building, moving, setting_up
from turmwart.rules.talo.material import (
    ROLLS,
    SIDES,
    TOP,
    Act,
    Build,
    Collapse,
    Done,
    Move,
    Restart,
    Roll,
    State,
)
from turmwart.rules.talo.placing import buildable, builds
from turmwart.rules.talo.sheet import SHEET
from turmwart.rules.verdicts import RuleId, Violation

OUT_OF_PHASE: Mapping[type[Act], tuple[tuple[str, ...], RuleId]] = {
    Roll: (("roll",), RuleId("L-2")),
    Build: (("build",), RuleId("L-3")),
    Move: (("build", "move"), RuleId("L-14")),
    Restart: (("roll",), RuleId("L-15")),
    Done: (("move", "done"), RuleId("L-2")),
    Collapse: (("roll", "build", "move", "done"), RuleId("L-17")),
}
"""When an act has its time, and which rule says so."""


class Talo:
    """The rules of Talo; a value without state."""

    name = setting_up.GAME
    options = setting_up.OPTIONS
    sheet: tuple[Rule, ...] = SHEET

    def setup(
        self, seats: tuple[Seat, ...] | None, options: Mapping[str, str], data: Mapping[str, object]
    ) -> Setup:
        return setting_up.checked(seats, options)

    def start(self, setup: Setup) -> State:
        return setting_up.start(setup)

    def read(self, state: State, raw: Raw) -> Act:
        return acts.read(state, raw)

    def write(self, act: Act) -> dict[str, object]:
        return acts.write(act)

    def violations(self, state: State, act: Act) -> tuple[Violation, ...]:
        if state.outcome:
            return (Violation(state.outcome.rule, binding=True, case="over"),)
        _, rule = OUT_OF_PHASE[type(act)]
        if not _in_time(state, act):
            return (Violation(rule, binding=True, case=f"not_in_{state.phase}"),)
        match act:
            case Build():
                return building.violations(state, act)
            case Move():
                return moving.violations(state, act)
            case Restart():
                return moving.restart_violations(state, act)
        return ()

    def apply(self, state: State, act: Act) -> State:
        return APPLYING[type(act)](state, act)

    def legal(self, state: State) -> Iterator[Act]:
        if not state.outcome:
            yield from LISTING[state.phase](state)

    def show(self, state: State) -> dict[str, object]:
        outcome = state.outcome
        return {
            "game": self.name,
            "seats": list(state.seats),
            "turn": self.turn(state),
            "phase": state.phase,
            "round": state.turns // len(state.seats) + 1,
            "standing": self.standing(state),
            "options": dict(state.setup.options),
            "outcome": outcome and {"winners": list(outcome.winners), "rule": outcome.rule},
            "rolls": list(state.rolls),
            "rest": state.rest,
            "supply": {str(length): number for length, number in state.supply.items()},
            "bricks": [[list(cell) for cell in placed] for placed in state.bricks],
            "pawns": {
                seat: list(pawn) for seat, pawn in zip(state.seats, state.pawns, strict=True)
            },
        }

    def turn(self, state: State) -> Seat:
        return state.seats[state.seat]

    def phase(self, state: State) -> str:
        return state.phase

    def standing(self, state: State) -> dict[Seat, int]:
        return {seat: pawn.z for seat, pawn in zip(state.seats, state.pawns, strict=True)}

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome


def _in_time(state: State, act: Act) -> bool:
    phases, _ = OUT_OF_PHASE[type(act)]
    if isinstance(act, Restart):
        return state.phase in phases and not state.rolls and not state.restarted
    if isinstance(act, Done) and state.phase == "build":
        return _partner_goes_back(state)
    return state.phase in phases


def _partner_goes_back(state: State) -> bool:
    """The second brick of a pair has no place (L-3)."""
    return state.set_now > 0 and not buildable(state)


def _legal_in_roll(state: State) -> Iterator[Act]:
    yield from (Roll(number) for number in range(1, SIDES + 1))
    if _in_time(state, Restart(state.pawn)):
        yield from moving.restarts(state)


def _legal_in_build(state: State) -> Iterator[Act]:
    none = True
    for act in builds(state):
        none = False
        yield act
    yield from moving.moves(state)
    if none and state.set_now:
        yield Done()


def _legal_in_move(state: State) -> Iterator[Act]:
    yield from moving.moves(state)
    yield Done()


def _legal_in_done(_state: State) -> Iterator[Act]:
    yield Done()


LISTING: Mapping[str, Callable[[State], Iterator[Act]]] = {
    "roll": _legal_in_roll,
    "build": _legal_in_build,
    "move": _legal_in_move,
    "done": _legal_in_done,
}


def _rolled(state: State, act: Roll) -> State:
    """Something fits: build. Nothing does: roll again, three times in all (L-4)."""
    thrown = replace(state, rolls=(*state.rolls, act.number))
    trying = replace(thrown, rest=act.number, phase="build")
    if buildable(trying):
        return trying
    return replace(thrown, phase="done" if len(thrown.rolls) >= ROLLS else "roll")


def _built(state: State, act: Build) -> State:
    set_now = state.set_now + len(act.bricks)
    rest = state.rest - sum(act.lengths)
    complete = rest <= 0 or set_now >= building.PAIR
    return replace(
        state,
        bricks=(*state.bricks, *act.bricks),
        set_now=set_now,
        rest=0 if complete else rest,
        phase="move" if complete else "build",
    )


def _moved(state: State, act: Move | Restart) -> State:
    pawns = (*state.pawns[: state.seat], act.to, *state.pawns[state.seat + 1 :])
    there = replace(state, pawns=pawns, restarted=state.restarted or isinstance(act, Restart))
    if act.to.z < TOP:
        return there
    return _over(there, (state.seats[state.seat],), "L-16")


def _collapsed(state: State, act: Collapse) -> State:
    if act.rebuilt:
        return state
    loser = state.seats[state.seat]
    return _over(state, tuple(seat for seat in state.seats if seat != loser), "L-17")


def _ended(state: State, _act: Done) -> State:
    """The next seat's turn, or the end after a whole round without building (L-18)."""
    idle = 0 if state.set_now else state.idle + 1
    if idle >= len(state.seats):
        best = max(pawn.z for pawn in state.pawns)
        high = [s for s, pawn in zip(state.seats, state.pawns, strict=True) if pawn.z == best]
        return _over(replace(state, idle=idle), tuple(high), "L-18")
    return replace(
        state,
        seat=(state.seat + 1) % len(state.seats),
        turns=state.turns + 1,
        phase="roll",
        rolls=(),
        rest=0,
        set_now=0,
        restarted=False,
        idle=idle,
    )


def _over(state: State, winners: tuple[Seat, ...], rule: str) -> State:
    return replace(state, phase="over", outcome=Outcome(winners, RuleId(rule)))


APPLYING: Mapping[type[Act], Callable[[State, Any], State]] = {
    Roll: _rolled,
    Build: _built,
    Move: _moved,
    Restart: _moved,
    Collapse: _collapsed,
    Done: _ended,
}

TALO = Talo()
