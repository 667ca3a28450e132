"""Laws of Turmbauer that hold in every game, whatever is built."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.turmbauer.drawn import DATA, by, pillar, position
from turmwart.model.geometry import Cell
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.acts import Build, Done, Move
from turmwart.rules.turmbauer.site import CORNERSTONE
from turmwart.rules.turmbauer.state import Phase, State
from turmwart.rules.turmbauer.walking import stepped

PICKS = st.lists(st.integers(0, 10**6), min_size=1, max_size=40)
SEATS = st.sampled_from(
    [("red", "blue"), ("red", "blue", "green"), ("black", "green", "blue", "red")]
)


def played(seats: tuple[str, ...], picks: list[int], turns: int) -> list[State]:
    """The states of a game in which *picks*, over and over, choose among the legal acts."""
    state = TURMBAUER.start(TURMBAUER.setup(seats, {"start": seats[0]}, DATA))
    states, number = [state], 0
    while state.turns < turns and state.phase is not Phase.OVER:
        acts = list(TURMBAUER.legal(state))
        state = TURMBAUER.apply(state, acts[picks[number % len(picks)] % len(acts)])
        states.append(state)
        number += 1
    return states


@pytest.mark.rule("T-10")
@settings(max_examples=25, deadline=None)
@given(SEATS, PICKS)
def test_a_cubes_place_decides_its_class(seats, picks):
    for built in played(seats, picks, 24)[-1].built:
        for cell in built.cells:
            assert (cell in built.coloured) is ((cell.x + cell.y + cell.z) % 2 == 0)


@pytest.mark.rule("T-16")
@settings(max_examples=25, deadline=None)
@given(SEATS, PICKS)
def test_every_step_up_or_down_keeps_the_class(seats, picks):
    """So a pawn that starts on natural wood and only climbs stays on natural wood."""
    state = played(seats, picks, 24)[-1]
    coloured = {cell for built in state.built for cell in built.coloured}
    coloured |= {cell for cell in CORNERSTONE if (cell.x + cell.y) % 2 == 0}
    site = state.site
    fields = set(site.lattice.cells(site.fields))
    shows = {field: Cell(field.x, field.y, field.z - 1) in coloured for field in fields}
    for field in fields:
        for other in site.lattice.cells(stepped(site, site.lattice.body([field])) & site.fields):
            assert (shows[field] == shows[other]) is (field.z != other.z)


@pytest.mark.rule("T-22")
@settings(max_examples=6, deadline=None)
@given(SEATS, PICKS)
def test_every_game_has_exactly_12_rounds(seats, picks):
    states = played(seats, picks, 10**6)
    last, colours = states[-1], len(states[0].seats)
    assert last.phase is Phase.OVER
    assert last.turns == 12 * colours
    assert [state.round for state in states if state.phase is Phase.ROLL] == [
        turn for turn in range(1, 13) for _ in range(colours)
    ]
    assert all(hand.supply == () for hand in last.hands)


def test_a_tower_of_25_levels_is_built_on_and_climbed():
    tower = by("red", *pillar(0, 0, 1, 24))
    stairs = by("red", *(Build("I1n", (Cell(1, 0, z),), ()) for z in range(1, 24)))
    high = position(*tower, *stairs, dice=(4, 4))
    builds = [act for act in TURMBAUER.legal(high) if isinstance(act, Build)]
    assert max(cell.z for act in builds for cell in act.cells) == 28
    walking = position(*tower, *stairs, phase=Phase.MOVE, pawns={"red": (1, 0, 24)})
    assert {act for act in TURMBAUER.legal(walking) if not isinstance(act, Done)} >= {
        Move(Cell(0, 0, 25))
    }
    assert TURMBAUER.standing(TURMBAUER.apply(walking, Move(Cell(0, 0, 25))))["red"] == 25


def test_the_default_pieces_are_those_of_the_sheet():
    pieces = TURMBAUER.start(TURMBAUER.setup(None, {}, DATA)).pieces.values()
    assert sorted(piece.size for piece in pieces) == sorted([*range(1, 7)] * 2)
    assert sum(len(piece.block.coloured) for piece in pieces) == 21
    assert {(p.id, len(p.shapes)) for p in pieces if p.size < 4} == {
        ("I1c", 1), ("I1n", 1), ("I2a", 6), ("I2b", 6), ("I3", 3), ("L3", 12),
    }  # fmt: skip
    assert all(len(piece.shapes) <= 24 for piece in pieces)
    assert len(list(product(range(1, 7), repeat=2))) == len(
        list(TURMBAUER.legal(TURMBAUER.start(TURMBAUER.setup(None, {"start": "red"}, DATA))))
    )
