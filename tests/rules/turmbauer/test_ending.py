"""Turmbauer: who begins, how a game ends, and two players with two colours each."""

from dataclasses import replace

import pytest

from rules.turmbauer.drawn import DATA, Spot, broken, by, cube, fresh, pillar, position
from turmwart.model.geometry import Cell
from turmwart.rules.ruleset import BadAct, BadSetup
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer.acts import Done, Fallen, Roll
from turmwart.rules.turmbauer.state import Phase, State


def started(*seats: str, **options: str) -> State:
    return TURMBAUER.start(TURMBAUER.setup(seats or None, options, DATA))


def thrown(state: State, *dice: int) -> State:
    for die in dice:
        assert broken(state, Roll((die,))) == []
        state = TURMBAUER.apply(state, Roll((die,)))
    return state


@pytest.mark.rule("T-1")
def test_the_pawns_begin_on_the_table_and_the_highest_roll_begins():
    state = started()
    assert TURMBAUER.show(state)["pawns"] == dict.fromkeys(state.seats, "table")
    assert broken(state, Done()) == ["T-2"]
    state = thrown(state, 2, 5, 3, 4)
    assert (state.turn, state.phase) == ("blue", Phase.ROLL)
    assert dict(state.start_rolls) == {"red": 2, "blue": 5, "green": 3, "black": 4}


@pytest.mark.rule("X-5")
def test_the_tied_roll_again_and_only_they():
    state = thrown(started(), 5, 2, 5, 1)
    assert (state.turn, state.phase) == ("red", Phase.START)
    state = thrown(state, 3)
    assert state.turn == "green"
    state = thrown(state, 3)
    assert (state.turn, state.phase) == ("red", Phase.START)
    state = thrown(state, 1, 2)
    assert (state.turn, state.phase) == ("green", Phase.ROLL)


@pytest.mark.rule("T-1")
def test_play_goes_on_clockwise_from_the_starter():
    state = thrown(started("black", "red", "green"), 1, 2, 6)
    order = []
    for _ in range(4):
        order.append(state.turn)
        state = TURMBAUER.apply(replace(state, phase=Phase.DONE), Done())
    assert order == ["green", "black", "red", "green"]


def ended(
    levels: dict[str, int], box: dict[str, tuple[str, ...]], rings: dict[str, int], *seats: str
) -> State:
    """The last DONE of a game in which only heights, boxes and rings differ."""
    state = fresh(seats or None)
    hands = tuple(
        replace(
            hand,
            supply=(),
            pawn=Cell(n, 0, levels[seat]) if levels.get(seat) else None,
            box=box.get(seat, ()),
            rings=rings.get(seat, 0),
        )
        for n, (seat, hand) in enumerate(zip(state.seats, state.hands, strict=True))
    )
    last = 12 * len(state.seats) - 1
    ready = replace(state, hands=hands, turns=last, turn=state.seats[-1], phase=Phase.DONE)
    return TURMBAUER.apply(ready, Done())


@pytest.mark.rule("T-22")
@pytest.mark.parametrize(
    ("levels", "box", "rings", "winners"),
    [
        ({"red": 3, "blue": 4}, {}, {}, ("blue",)),
        ({"red": 4, "blue": 4}, {"red": ("R6",), "blue": ("I2a", "L3")}, {"red": 2}, ("blue",)),
        ({"red": 4, "blue": 4}, {"red": ("L5",), "blue": ("I2a", "L3")}, {"red": 1}, ("red",)),
        ({"red": 4, "blue": 4}, {}, {"red": 1, "blue": 1, "green": 2}, ("red", "blue")),
    ],
)
def test_the_highest_wins_then_fewest_parts_then_most_rings(levels, box, rings, winners):
    outcome = ended(levels, box, rings).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == (winners, "T-22")


@pytest.mark.rule("T-22")
def test_after_the_end_nothing_is_done():
    over = ended({"red": 1}, {}, {})
    assert broken(position(phase=Phase.DONE), Done()) == []
    assert broken(over, Done()) == ["T-22"]
    assert broken(over, Roll((1, 2))) == ["T-22"]
    assert list(TURMBAUER.legal(over)) == []


@pytest.mark.rule("T-25")
def test_heights_are_floors_and_the_table_is_0():
    state = position(*by("red", *pillar(0, 0, 1, 2)), pawns={"red": (0, 0, 3), "blue": (1, 0, 1)})
    assert TURMBAUER.standing(state) == {"red": 3, "blue": 1, "green": 0, "black": 0}


SEVERAL = by("blue", *pillar(0, 0, 1, 4))


@pytest.mark.rule("T-21")
def test_one_or_two_are_put_back_and_three_are_a_collapse():
    state = position(*SEVERAL)
    assert broken(state, Fallen(2)) == []
    assert TURMBAUER.apply(state, Fallen(2)) == state
    assert TURMBAUER.apply(state, Fallen(3)).phase is Phase.OVER
    assert broken(position(phase=Phase.START), Fallen(3)) == ["T-2"]
    early = TURMBAUER.read(position(phase=Phase.START), {"do": "fallen", "pieces": 49})
    assert broken(position(phase=Phase.START), early) == ["T-2"]


@pytest.mark.rule("T-21")
@pytest.mark.parametrize(("standing", "pieces"), [(SEVERAL, 5), (SEVERAL, 0), ((), 1)])
def test_no_more_falls_than_stands(standing, pieces):
    with pytest.raises(BadAct) as wrong:
        TURMBAUER.read(position(*standing), {"do": "fallen", "pieces": pieces})
    assert wrong.value.code == "out_of_range"


def brought_down(
    pawns: dict[str, Spot], supply: dict[str, tuple[str, ...]], rings: dict[str, int]
) -> State:
    state = position(*SEVERAL, pawns=pawns)
    hands = tuple(
        replace(hand, supply=supply.get(seat, hand.supply), rings=rings.get(seat, 2))
        for seat, hand in zip(state.seats, state.hands, strict=True)
    )
    return TURMBAUER.apply(replace(state, hands=hands), Fallen(4))


@pytest.mark.rule("T-23")
@pytest.mark.parametrize(
    ("pawns", "supply", "rings", "winners"),
    [
        ({"red": (0, 0, 5), "blue": (1, 0, 1)}, {}, {}, ("blue",)),
        ({}, {"green": ("I1c",)}, {}, ("green",)),
        ({}, {}, {"black": 1, "blue": 1}, ("green",)),
        ({}, {}, {}, ("blue", "green", "black")),
    ],
)
def test_who_brings_it_down_has_lost_and_the_others_compare(pawns, supply, rings, winners):
    outcome = brought_down(pawns, supply, rings).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == (winners, "T-23")


@pytest.mark.rule("T-23")
def test_after_a_collapse_nothing_is_done():
    assert broken(brought_down({}, {}, {}), Done()) == ["T-23"]
    assert broken(position(*SEVERAL, phase=Phase.MOVE), Done()) == []


@pytest.mark.rule("T-24")
def test_two_players_have_two_colours_each_and_roll_once():
    state = started("green", "red")
    assert (state.seats, state.players) == (
        ("green", "red", "blue", "black"),
        (("green", "blue"), ("red", "black")),
    )
    state = thrown(state, 2, 6)
    assert (state.turn, state.phase) == ("red", Phase.ROLL)
    assert started("green", "red", start="black").turn == "black"


@pytest.mark.rule("T-24")
def test_the_sum_of_both_heights_decides_and_the_first_colour_names_the_winner():
    seats = ("red", "blue")
    high = ended({"red": 13, "green": 8, "blue": 20}, {}, {}, *seats)
    assert high.outcome is not None
    assert (high.outcome.winners, high.outcome.rule) == (("red",), "T-24")
    boxed = ended({"red": 5, "black": 5}, {"green": ("I2a",), "blue": ("I1c",)}, {}, *seats)
    assert boxed.outcome is not None
    assert boxed.outcome.winners == ("blue",)
    assert broken(high, Done()) == ["T-24"]


@pytest.mark.rule("T-24")
def test_after_a_collapse_the_other_player_wins():
    tower = tuple(cube(0, 0, z) for z in range(1, 4))
    state = fresh(("red", "blue"))
    for build in tower:
        state = replace(state, phase=Phase.BUILD, dice=(1, 1))
        state = TURMBAUER.apply(state, build)
    over = TURMBAUER.apply(replace(state, turn="green"), Fallen(3))
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.rule) == (("blue",), "T-24")
    assert broken(state, Done()) == []


@pytest.mark.rule("T-24")
def test_the_own_second_colour_is_foreign_to_a_pawn():
    state = fresh(("red", "blue"))
    state = TURMBAUER.apply(
        replace(state, phase=Phase.BUILD, dice=(1, 1), turn="green"), cube(2, 0, 0)
    )
    walking = replace(state, turn="red", phase=Phase.MOVE)
    there = TURMBAUER.read(walking, {"do": "move", "to": [2, 0, 1]})
    assert broken(walking, there) == ["T-15"]
    assert broken(replace(walking, turn="green"), there) == []


@pytest.mark.parametrize(
    "seats", [("red",), ("red", "red"), ("red", "pink"), ("red", "blue", "green", "black", "red")]
)
def test_wrong_seats_are_refused(seats):
    with pytest.raises(BadSetup):
        TURMBAUER.setup(seats, {}, DATA)


@pytest.mark.parametrize(
    ("options", "named"),
    [({"overhang": "much"}, "overhang"), ({"start": "pink"}, "start"), ({"wind": "no"}, "wind")],
)
def test_wrong_options_are_refused_by_name(options, named):
    with pytest.raises(BadSetup, match=named):
        TURMBAUER.setup(None, options, DATA)
