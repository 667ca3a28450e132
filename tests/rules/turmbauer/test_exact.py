"""What is listed is exactly what is legal, compared with a second, plain reading of the rules."""

from itertools import product
from random import Random

import pytest

from rules.turmbauer import plain
from rules.turmbauer.drawn import DATA
from turmwart.model.blocks import moved, pose_of
from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.acts import Build, Discard, Done, Move, Ring
from turmwart.rules.turmbauer.state import Phase, State
from turmwart.rules.verdicts import binding


def _nudged(build: Build, by: Cell) -> Build:
    return Build(build.piece, moved(build.cells, by), moved(build.coloured, by))


def wandered(seed: int, phase: Phase) -> State:
    """A position of a random game in which a fifth of the acts is forced through."""
    draw = Random(seed)
    overhang = draw.choice(("extent", "count"))
    seats = draw.choice((None, ("red", "blue"), ("green", "black", "red")))
    setup = TURMBAUER.setup(seats, {"overhang": overhang, "start": "red"}, DATA)
    state, acts = TURMBAUER.start(setup), draw.randrange(4, 60)
    while acts > 0 or state.phase is not phase:
        acts -= 1
        legal = list(TURMBAUER.legal(state))
        builds = [act for act in legal if isinstance(act, Build)]
        if builds and draw.random() < 0.2:
            act = _nudged(draw.choice(builds), Cell(*draw.choice(plain.SIDES), draw.randrange(2)))
            if binding(TURMBAUER.violations(state, act)):
                continue
        else:
            walks = [act for act in legal if isinstance(act, Move | Ring)]
            act = draw.choice(walks if walks and draw.random() < 0.5 else legal)
        state = TURMBAUER.apply(state, act)
        if state.phase is Phase.OVER:
            return wandered(seed + 10_000, phase)
    return state


def candidates(state: State, piece: str) -> list[Build]:
    """Every placement of *piece* in and around the building, one cell below the ground too."""
    xs, ys, zs = zip(*plain.standing(state), strict=True)
    found = []
    for shape in state.pieces[piece].shapes:
        for at in product(
            range(min(xs) - 3, max(xs) + 3), range(min(ys) - 3, max(ys) + 3), range(-1, max(zs) + 3)
        ):
            found.append(_nudged(Build(piece, shape.pose.cells, shape.pose.coloured), Cell(*at)))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_every_placement_is_judged_as_the_plain_reading_judges_it(seed):
    state = wandered(seed, Phase.BUILD)
    draw = Random(seed)
    for piece in draw.sample(list(state.pieces), 3):
        for build in draw.sample(candidates(state, piece), 120):
            ids = [violation.rule for violation in TURMBAUER.violations(state, build)]
            body, coloured = [tuple(c) for c in build.cells], [tuple(c) for c in build.coloured]
            assert ids == plain.build_faults(state, piece, body, coloured), build


@pytest.mark.parametrize("seed", [0, 2, 3, 7, 8])
def test_a_build_is_listed_exactly_if_nothing_is_wrong_with_it(seed):
    """Of the candidates most fail, so each listed one is judged and each unlisted kind sampled."""
    state = wandered(seed, Phase.BUILD)
    listed = [act for act in TURMBAUER.legal(state) if isinstance(act, Build)]
    assert len(set(listed)) == len(listed)
    for build in Random(seed).sample(listed, min(len(listed), 150)):
        body, coloured = [tuple(c) for c in build.cells], [tuple(c) for c in build.coloured]
        assert plain.build_faults(state, build.piece, body, coloured) == []
    piece = Random(seed).choice(state.fitting() or state.hand.supply)
    right = {build for build in candidates(state, piece) if not TURMBAUER.violations(state, build)}
    assert right == {build for build in listed if build.piece == piece}


@pytest.mark.parametrize("seed", range(12))
def test_boxing_is_legal_exactly_if_no_build_is(seed):
    state = wandered(seed, Phase.BUILD)
    legal = set(TURMBAUER.legal(state))
    builds = any(isinstance(act, Build) for act in legal)
    for piece in state.hand.supply:
        assert (Discard(piece) in legal) is not builds
        assert (TURMBAUER.violations(state, Discard(piece)) == ()) is not builds


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_is_listed_exactly_if_the_plain_reading_finds_a_way(seed):
    state = wandered(seed, Phase.MOVE)
    listed = [act for act in TURMBAUER.legal(state) if isinstance(act, Move)]
    ends = {"table" if act.to is None else tuple(act.to) for act in listed}
    assert ends == plain.reachable(state)
    assert len(ends) == len(listed)
    for act in (Move(None), *(Move(Cell(*spot)) for spot in plain.fields(plain.standing(state)))):
        assert (TURMBAUER.violations(state, act) == ()) is (act in listed)
    assert TURMBAUER.violations(state, Done()) == ()


def test_every_listed_pose_is_a_turn_of_its_piece():
    state = wandered(3, Phase.BUILD)
    for build in TURMBAUER.legal(state):
        if isinstance(build, Build):
            pose, _ = pose_of(build.cells, build.coloured)
            assert pose in {shape.pose for shape in state.pieces[build.piece].shapes}
