"""Positions of Turmbauer as the tests draw them."""

import json
from dataclasses import replace
from pathlib import Path

import turmwart
from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.acts import Act, Build, Effect
from turmwart.rules.turmbauer.site import bare_site
from turmwart.rules.turmbauer.state import Built, Phase, State
from turmwart.rules.verdicts import Violation

FILE = Path(turmwart.__file__).parent / "app" / "data" / "turmbauer_pieces.json"
DATA = {"pieces": json.loads(FILE.read_text(encoding="utf-8"))}

Spot = tuple[int, int, int]


def cells(*spots: Spot) -> tuple[Cell, ...]:
    return tuple(sorted(Cell(*spot) for spot in spots))


def piece(name: str, *spots: Spot) -> Build:
    """A piece on these cells, coloured as the chessboard wants it."""
    return Build(name, cells(*spots), cells(*(spot for spot in spots if sum(spot) % 2 == 0)))


def swapped(build: Build) -> Build:
    """The same cells with colour and natural wood the other way round."""
    return replace(build, coloured=tuple(c for c in build.cells if c not in build.coloured))


def cube(x: int, y: int, z: int) -> Build:
    """The single cube that the chessboard wants there."""
    return piece("I1c" if (x + y + z) % 2 == 0 else "I1n", (x, y, z))


def pillar(x: int, y: int, low: int, high: int) -> tuple[Build, ...]:
    """Single cubes on top of each other."""
    return tuple(cube(x, y, z) for z in range(low, high + 1))


def fresh(seats: tuple[str, ...] | None = None, **options: str) -> State:
    return TURMBAUER.start(TURMBAUER.setup(seats, {"start": "red", **options}, DATA))


def position(
    *standing: tuple[str, Build],
    dice: tuple[int, ...] = (1, 1),
    phase: Phase = Phase.BUILD,
    later: bool = True,
    ring: Effect | None = None,
    pawns: dict[str, Spot] | None = None,
    supply: tuple[str, ...] | None = None,
    **options: str,
) -> State:
    """Red is on turn; *later* is any round but the first. Supplies stay full unless given."""
    state = fresh(**options)
    site = bare_site(state.seats)
    built = []
    for seat, build in standing:
        site = site.with_piece(seat, build.cells, build.coloured)
        built.append(Built(seat, build.piece, build.cells, build.coloured, ()))
    hands = []
    for seat, hand in zip(state.seats, state.hands, strict=True):
        spot = (pawns or {}).get(seat)
        held = supply if supply is not None and seat == "red" else hand.supply
        hands.append(replace(hand, pawn=Cell(*spot) if spot else None, supply=held))
    return replace(
        state,
        site=site,
        built=tuple(built),
        hands=tuple(hands),
        phase=phase,
        dice=dice,
        ring=ring,
        turns=4 if later else 0,
    )


def by(seat: str, *builds: Build) -> tuple[tuple[str, Build], ...]:
    return tuple((seat, build) for build in builds)


def judged(state: State, act: Act) -> tuple[Violation, ...]:
    """What is wrong with *act*, which is drawn as the protocol would accept it."""
    assert TURMBAUER.read(state, TURMBAUER.write(act)) == act
    return TURMBAUER.violations(state, act)


def found(state: State, act: Act) -> dict[str, Violation]:
    return {violation.rule: violation for violation in judged(state, act)}


def broken(state: State, act: Act) -> list[str]:
    return [violation.rule for violation in judged(state, act)]
