"""Walking and starting anew against the plain reading, in buildings that nobody would build."""

from random import Random

import pytest

from rules.talo.drawn import across, along, game, standing
from rules.talo.plain import filled, free_face, move_faults, reachable, shut_in
from turmwart.model.geometry import Cell
from turmwart.rules.talo import TALO, Move, Restart

WAYS = (along, across, standing)


def crammed(draw: Random, bricks: int, size: int):
    """Bricks wherever there is room in a corner of the board and beside it, whether they hold or not."""
    placed, taken = [], set()
    while len(placed) < bricks:
        level = draw.randint(0, 6)
        low = 0 if level == 0 else -1
        cells = draw.choice(WAYS)(
            draw.randint(low, size), draw.randint(low, size), level, draw.randint(1, 3)
        )
        if taken.isdisjoint(cells) and cells[-1].z < 10:
            placed.append(cells)
            taken |= set(cells)
    return tuple(placed)


def position(seed: int):
    draw = Random(seed)
    size = draw.choice((3, 4))
    bricks = crammed(draw, draw.randint(4, 9 * size), size)
    wood = {cell for placed in bricks for cell in placed}
    fields = [Cell(x, y, z) for x in range(-1, 7) for y in range(-1, 7) for z in range(11)
              if free_face(wood, (x, y, z))]  # fmt: skip
    pawns = tuple(draw.sample(fields, 2))
    options = {"return_to_board": draw.choice(("no", "yes"))}
    return game(*bricks, pawns=pawns, phase="move", **options)


@pytest.mark.parametrize("part", range(2))
def test_a_walk_is_judged_and_listed_as_the_plain_reading_has_it(part):
    for seed in range(part, 60, 2):
        state = position(seed)
        listed = {tuple(act.to) for act in TALO.legal(state) if isinstance(act, Move)}
        assert listed == reachable(state), seed
        tops = {(x, y, z + by) for x, y, z in filled(state) for by in (1, 2)}
        board = {(x, y, 0) for x in range(10) for y in range(10)}
        for to in sorted(tops | board | {tuple(pawn) for pawn in state.pawns}):
            found = {broken.rule for broken in TALO.violations(state, Move(Cell(*to)))}
            assert found == move_faults(state, to), (seed, to)


def test_a_pawn_is_shut_in_exactly_if_the_plain_reading_finds_no_stairs():
    shut = []
    for seed in range(90):
        state = position(seed)
        before = game(*state.bricks, pawns=state.pawns, setup=state.setup)
        anew = any(isinstance(act, Restart) for act in TALO.legal(before))
        assert anew is shut_in(before), seed
        shut.append(anew)
    assert 5 < sum(shut) < 85
