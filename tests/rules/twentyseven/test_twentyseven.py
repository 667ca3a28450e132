"""27, rule by rule: each kept and broken."""

import pytest

from turmwart.rules.ruleset import BadAct, BadSetup
from turmwart.rules.twentyseven import TWENTYSEVEN, MoveAct, State
from turmwart.rules.twentyseven.board import Move, legal, start_row
from turmwart.rules.twentyseven.perft import divide, perft
from turmwart.rules.verdicts import binding


def row(*stacks: str) -> tuple[str, ...]:
    """A row from its discs; the bases are put under them."""
    last = len(stacks) - 1
    return tuple(("r" if i in (0, last) else "g") + stack for i, stack in enumerate(stacks))


def at(stacks: tuple[str, ...], side: str = "B", variant: str = "base") -> State:
    return State(stacks, side, variant, "black")


def broken(state: State, act: MoveAct) -> list[str]:
    return [found.rule for found in TWENTYSEVEN.violations(state, act)]


START = at(start_row())
SPREAD = at(row("BBB", "", "B", "", "W", "B", "", "", "WW"))


@pytest.mark.rule("D-1")
def test_every_stack_with_the_own_disc_on_top_is_a_tower_wherever_it_stands():
    assert at(row("B", "WB", "", "", "BW", "", "", "", "WB")).steps == 3
    assert at(row("B", "WB", "", "", "BW", "", "", "", "WB"), "W").steps == 1


@pytest.mark.rule("D-1")
def test_a_stack_with_grey_on_top_is_nobodys():
    assert at(("rB", "gBg", "g", "rW")).steps == 1


@pytest.mark.rule("D-2")
def test_a_tower_goes_exactly_as_far_as_there_are_towers():
    assert broken(SPREAD, MoveAct(1, 2)) == []
    assert broken(SPREAD, MoveAct(1, 2, to=4)) == []
    assert broken(SPREAD, MoveAct(1, 2, to=3)) == ["D-2"]
    assert broken(SPREAD, MoveAct(1, 2, to=5)) == ["D-2"]
    assert broken(SPREAD, MoveAct(1, 2, to=1)) == ["D-2"]


@pytest.mark.rule("D-2")
def test_only_an_own_tower_moves():
    assert broken(START, MoveAct(1, 9)) == []
    assert broken(START, MoveAct(9, 1, to=8)) == ["D-2", "D-3"]
    assert broken(SPREAD, MoveAct(5, 1)) == ["D-2"]


@pytest.mark.rule("D-2")
def test_nobody_takes_more_discs_than_there_are_not_even_by_force():
    too_many = TWENTYSEVEN.violations(SPREAD, MoveAct(3, 2))
    assert [found.rule for found in too_many] == ["D-2"]
    assert binding(too_many)


@pytest.mark.rule("D-2")
def test_foreign_discs_come_along_in_their_order_and_land_on_anything():
    state = at(row("", "BWB", "W", "", "", "", "", "", ""))
    assert TWENTYSEVEN.apply(state, MoveAct(2, 2)).row == row(
        "", "B", "WWB", "", "", "", "", "", ""
    )


@pytest.mark.rule("D-3")
def test_nobody_moves_back():
    assert broken(SPREAD, MoveAct(6, 1, to=9)) == []
    assert broken(SPREAD, MoveAct(6, 1, to=3)) == ["D-3"]
    white = at(SPREAD.row, "W")
    assert broken(white, MoveAct(5, 1, to=7)) == ["D-3"]
    assert broken(white, MoveAct(5, 1, to=3)) == []


@pytest.mark.rule("D-3")
def test_the_goal_is_reached_by_exact_count():
    near = at(row("B", "", "", "", "", "", "B", "B", ""))
    assert broken(near, MoveAct(1, 1)) == []
    assert broken(near, MoveAct(8, 1)) == ["D-3"]
    assert binding(TWENTYSEVEN.violations(near, MoveAct(8, 1)))


@pytest.mark.rule("D-3")
def test_a_tower_on_its_goal_counts_but_does_not_move():
    stacks = row("", "", "B", "", "", "B", "", "", "B")
    assert list(legal(stacks, "B", "base")) == [Move(2, 1), Move(5, 1)]


@pytest.mark.rule("D-4")
def test_who_cannot_move_is_skipped_until_there_is_a_move_again():
    stuck = at(row("W", "", "", "", "B", "", "", "", ""))
    after = TWENTYSEVEN.apply(stuck, MoveAct(5, 1))
    assert TWENTYSEVEN.turn(after) == "black"
    freed = at(row("", "W", "", "", "B", "", "", "", ""))
    assert TWENTYSEVEN.turn(TWENTYSEVEN.apply(freed, MoveAct(5, 1))) == "white"


@pytest.mark.rule("D-5")
def test_when_both_are_stuck_the_higher_end_stack_wins_whatever_its_colours():
    last = at(row("W", "", "", "", "", "", "", "B", "WW"))
    over = TWENTYSEVEN.apply(last, MoveAct(8, 1))
    outcome = TWENTYSEVEN.outcome(over)
    assert outcome is not None
    assert (outcome.winners, outcome.rule) == (("black",), "D-5")
    assert broken(over, MoveAct(1, 1)) == ["D-5"]
    assert TWENTYSEVEN.outcome(last) is None


@pytest.mark.rule("D-5")
def test_the_same_height_is_a_draw():
    last = at(row("W", "", "", "", "", "", "", "B", ""))
    outcome = TWENTYSEVEN.outcome(TWENTYSEVEN.apply(last, MoveAct(8, 1)))
    assert outcome is not None
    assert outcome.winners == ("black", "white")


@pytest.mark.rule("D-6")
def test_a_grey_base_comes_along_and_the_row_closes_up():
    state = at(("rBB", "gB", "g", "gW", "g", "rW"), variant="grey")
    assert broken(state, MoveAct(2, 1, base=True)) == []
    assert TWENTYSEVEN.apply(state, MoveAct(2, 1, base=True)).row == ("rBB", "g", "gWgB", "g", "rW")


@pytest.mark.rule("D-6")
def test_a_base_stays_in_the_base_game_under_a_part_of_its_stack_and_when_it_is_red():
    base = at(("rBB", "gBB", "g", "gW", "g", "rW"))
    grey = at(("rBB", "gBB", "g", "gW", "g", "rW"), variant="grey")
    assert broken(base, MoveAct(2, 2, base=True)) == ["D-6"]
    assert broken(grey, MoveAct(2, 1, base=True)) == ["D-6"]
    assert broken(grey, MoveAct(1, 2, base=True)) == ["D-6"]
    assert binding(TWENTYSEVEN.violations(grey, MoveAct(1, 2, base=True)))


@pytest.mark.rule("D-7")
def test_a_red_base_may_come_along_and_the_ends_of_the_row_are_the_goals():
    red = at(("rBB", "g", "gW", "r"), variant="red")
    assert broken(red, MoveAct(1, 2, base=True)) == []
    assert TWENTYSEVEN.apply(red, MoveAct(1, 2, base=True)).row == ("grBB", "gW", "r")


@pytest.mark.rule("D-7")
def test_a_row_of_one_field_is_a_draw():
    two = at(("gB", "rW"), variant="red")
    over = TWENTYSEVEN.apply(two, MoveAct(1, 1, base=True))
    outcome = TWENTYSEVEN.outcome(over)
    assert over.row == ("rWgB",)
    assert outcome is not None
    assert outcome.winners == ("black", "white")


COUNTS = {
    "base": (9, 81, 729, 6561, 59049, 503727),
    "grey": (9, 81, 810, 8100, 88290, 896109),
    "red": (10, 100, 1090, 11881, 139302, 1555496),
}


@pytest.mark.parametrize(
    ("variant", "plies", "games"),
    [
        (variant, ply + 1, count)
        for variant, row_ in COUNTS.items()
        for ply, count in enumerate(row_)
    ],
)
def test_perft(variant: str, plies: int, games: int):
    assert perft(start_row(), "B", variant, plies) == games


def test_the_count_per_first_move_adds_up():
    split = divide("grey", 3)
    assert len(split) == 9
    assert sum(split.values()) == 810


GOLDEN = [
    ("B1x8 W9x5 B2x3 W8x5 B2x4 W6x5 B5x2 W4x7 B5x2 W2x1 B4x1", ("black",), (6, 2)),
    (
        "B1x5 W9x9 B2x5 W8x8 B4x1 W7x5 B4x3 W5x3 B1x3 W3x3 B4x1 B5x4 W5x1 W3x1",
        ("white",),
        (4, 5),
    ),
]


@pytest.mark.rule("D-4")
@pytest.mark.rule("D-5")
@pytest.mark.parametrize(("game", "winners", "heights"), GOLDEN)
def test_golden_games(game: str, winners: tuple[str, ...], heights: tuple[int, int]):
    state = START
    for word in game.split():
        assert TWENTYSEVEN.turn(state)[0].upper() == word[0], word
        source, count = word[1:].split("x")
        act = MoveAct(int(source), int(count))
        assert act in TWENTYSEVEN.legal(state), word
        state = TWENTYSEVEN.apply(state, act)
    outcome = TWENTYSEVEN.outcome(state)
    assert outcome is not None
    assert outcome.winners == winners
    assert tuple(TWENTYSEVEN.standing(state).values()) == heights


ONE_AHEAD = {"do": "move", "from": 1, "count": 1, "base": False}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"from": None}, "bad_type"),
        ({"from": "1"}, "bad_type"),
        ({"from": True}, "bad_type"),
        ({"from": 10}, "out_of_range"),
        ({"count": 0}, "out_of_range"),
        ({"to": 0}, "out_of_range"),
        ({"to": 10}, "out_of_range"),
        ({"to": None}, "bad_type"),
        ({"base": 1}, "bad_type"),
        ({"do": "roll"}, "unknown_do"),
    ],
)
def test_a_line_that_is_no_act_is_named(wrong: dict[str, object], code: str):
    with pytest.raises(BadAct) as caught:
        TWENTYSEVEN.read(START, ONE_AHEAD | wrong)
    assert caught.value.code == code


@pytest.mark.parametrize("name", ["from", "count", "base"])
def test_only_to_may_be_left_out(name: str):
    assert TWENTYSEVEN.read(START, ONE_AHEAD) == MoveAct(1, 1)
    with pytest.raises(BadAct) as caught:
        TWENTYSEVEN.read(START, {key: told for key, told in ONE_AHEAD.items() if key != name})
    assert caught.value.code == "missing_field"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (("black",), {}),
        (("black", "black"), {}),
        (None, {"variant": "blue"}),
        (None, {"speed": "9"}),
    ],
)
def test_a_bad_set_up_is_refused(seats: tuple[str, ...] | None, options: dict[str, str]):
    with pytest.raises(BadSetup):
        TWENTYSEVEN.setup(seats, options, {})
