"""Turns, cards and points: M-1, M-2 and M-6 to M-13, each kept and broken."""

import json

import pytest

from turmwart.rules.make_n_break import MAKE_N_BREAK, Built, Expired, Roll, Start
from turmwart.rules.ruleset import BadAct, BadSetup
from turmwart.rules.verdicts import binding


def deck(draw, number, **other):
    return [draw.card(f"c{n}", draw.gate, **other) for n in range(number)]


def solved(state):
    return MAKE_N_BREAK.apply(state, next(iter(MAKE_N_BREAK.legal(state))))


def rung(state):
    return MAKE_N_BREAK.apply(state, Expired())


def shown(state, *names):
    whole = MAKE_N_BREAK.show(state)
    return [whole[name] for name in names]


@pytest.mark.rule("M-1")
def test_the_chosen_seat_builds_first_and_then_it_goes_round(draw):
    state = draw.begun(draw.cards, ("ann", "bob", "cyd"), start="bob")
    order = []
    for _ in range(4):
        order.append(MAKE_N_BREAK.turn(state))
        state = rung(draw.building(state))
    assert order == ["bob", "cyd", "ann", "bob"]
    assert MAKE_N_BREAK.turn(draw.begun(draw.cards)) == "ann"


@pytest.mark.rule("M-2")
def test_roll_then_start_then_the_card_is_turned(draw):
    state = draw.begun(draw.cards)
    assert [act.die for act in MAKE_N_BREAK.legal(state)] == [1, 2, 3]
    state = MAKE_N_BREAK.apply(state, Roll(3))
    assert shown(state, "phase", "dial", "card") == ["start", 3, None]
    assert list(MAKE_N_BREAK.legal(state)) == [Start()]
    state = MAKE_N_BREAK.apply(state, Start())
    assert shown(state, "phase", "dial", "card", "deck") == ["build", 3, "gate", 2]


@pytest.mark.rule("M-2")
def test_out_of_order_nothing_goes_not_even_by_force(draw):
    roll = draw.begun(draw.cards)
    start = MAKE_N_BREAK.apply(roll, Roll(1))
    build = MAKE_N_BREAK.apply(start, Start())
    for state, acts in (
        (roll, (Start(), Expired())),
        (start, (Roll(2), Expired())),
        (build, (Roll(2), Start())),
    ):
        for act in acts:
            found = MAKE_N_BREAK.violations(state, act)
            assert [violation.rule for violation in found] == ["M-2"]
            assert binding(found)
    assert MAKE_N_BREAK.violations(roll, Roll(2)) == ()
    assert MAKE_N_BREAK.violations(start, Start()) == ()


@pytest.mark.rule("M-6")
def test_a_wrong_building_leaves_the_card_until_it_is_right_or_forced(draw):
    state = draw.on("gate")
    wrong = MAKE_N_BREAK.violations(state, Built(()))
    assert [violation.rule for violation in wrong] == ["M-4"]
    assert not binding(wrong)
    assert MAKE_N_BREAK.show(state)["card"] == "gate"
    assert MAKE_N_BREAK.apply(state, Built(())).finished == ("gate",)


@pytest.mark.rule("M-7")
def test_a_right_building_turns_the_next_card(draw):
    state = solved(draw.building(draw.begun(deck(draw, 3))))
    assert shown(state, "phase", "card", "finished", "deck") == ["build", "c1", ["c0"], 1]


@pytest.mark.rule("M-8")
def test_nine_cards_at_a_turns_start_take_up_the_discards_and_ten_do_not(draw):
    state = rung(draw.building(draw.begun(deck(draw, 11))))
    assert shown(state, "deck", "discards") == [10, 1]
    state = rung(draw.building(state))
    assert shown(state, "deck", "discards") == [11, 0]
    assert state.pile.deck == (*(f"c{n}" for n in range(2, 11)), "c0", "c1")


@pytest.mark.rule("M-8")
def test_an_empty_deck_takes_up_the_discards_within_a_turn(draw):
    state = draw.building(rung(draw.building(draw.begun(deck(draw, 11)))))
    for _ in range(9):
        state = solved(state)
    assert shown(state, "card", "deck", "discards") == ["c10", 0, 1]
    state = solved(state)
    assert shown(state, "card", "deck", "discards") == ["c0", 0, 0]
    state = solved(state)
    assert shown(state, "card", "deck", "discards") == [None, 0, 0]
    assert list(MAKE_N_BREAK.legal(state)) == []
    assert [found.rule for found in MAKE_N_BREAK.violations(state, Built(()))] == ["M-9"]


@pytest.mark.rule("M-8")
def test_the_same_seed_gives_the_same_game_and_another_seed_another(draw):
    def orders(seed):
        state = draw.begun(deck(draw, 12), shuffle=seed)
        first = state.pile.deck
        for _ in range(3):
            state = rung(draw.building(state))
        return first, state.pile.deck

    assert orders("7") == orders("7")
    assert orders("7") != orders("8")
    assert sorted(orders("7")[0]) == sorted(f"c{n}" for n in range(12))
    assert orders("7")[0] != tuple(f"c{n}" for n in range(12))


@pytest.mark.rule("M-9")
def test_the_bell_ends_the_turn_and_the_open_card_scores_nothing(draw):
    state = rung(solved(draw.building(draw.begun(deck(draw, 12, points=3)))))
    assert shown(state, "phase", "turn", "card", "finished") == ["roll", "bob", None, []]
    assert shown(state, "standing", "discards") == [{"ann": 3, "bob": 0}, 2]
    assert state.pile.discards == ("c0", "c1")


@pytest.mark.rule("M-9")
def test_nothing_is_built_without_the_clock(draw):
    roll = draw.begun(draw.cards)
    for state in (roll, MAKE_N_BREAK.apply(roll, Roll(1))):
        found = MAKE_N_BREAK.violations(state, Built(()))
        assert [violation.rule for violation in found] == ["M-9"]
        assert binding(found)


@pytest.mark.rule("M-10")
def test_the_printed_points_count_once_the_bell_has_rung(draw):
    state = solved(solved(draw.building(draw.begun(draw.cards))))
    assert MAKE_N_BREAK.standing(state) == {"ann": 0, "bob": 0}
    assert MAKE_N_BREAK.standing(rung(state)) == {"ann": 5, "bob": 0}


@pytest.mark.rule("M-11")
def test_after_four_turns_each_most_points_win_and_nothing_more_happens(draw):
    state = draw.begun(deck(draw, 20))
    for turn in range(8):
        assert MAKE_N_BREAK.outcome(state) is None
        assert MAKE_N_BREAK.show(state)["round"] == turn // 2 + 1
        state = draw.building(state)
        state = rung(solved(state) if turn == 2 else state)
    assert shown(state, "phase", "outcome", "round") == [
        "over",
        {"winners": ["ann"], "rule": "M-11"},
        4,
    ]
    for act in (Roll(1), Start(), Built(()), Expired()):
        found = MAKE_N_BREAK.violations(state, act)
        assert [violation.rule for violation in found] == ["M-11"]
        assert binding(found)


@pytest.mark.rule("M-11")
def test_a_tie_has_several_winners(draw):
    state = draw.begun(deck(draw, 20))
    for _ in range(8):
        state = rung(solved(draw.building(state)))
    assert MAKE_N_BREAK.outcome(state).winners == ("ann", "bob")


@pytest.mark.rule("M-12")
def test_without_the_die_the_dial_follows_the_round(draw):
    state = draw.begun(deck(draw, 20), variant="no_die")
    dials = []
    while MAKE_N_BREAK.phase(state) != "over":
        assert MAKE_N_BREAK.phase(state) == "start"
        assert [found.rule for found in MAKE_N_BREAK.violations(state, Roll(1))] == ["M-2"]
        dials.append(state.dial)
        state = rung(draw.building(state))
    assert dials == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("M-13")
def test_the_young_build_blue_cards_the_experts_red_ones_for_one_point_each(draw):
    cards = [
        draw.card(f"{numeral}{n}", draw.gate, numeral=numeral, points=3)
        for n in range(12)
        for numeral in ("red", "blue")
    ]
    state = solved(draw.building(draw.begun(cards, variant="young", young="ann")))
    assert shown(state, "finished", "card", "deck") == [["blue0"], "blue1", 10]
    state = solved(draw.building(rung(state)))
    assert shown(state, "finished", "card", "discards") == [["red0"], "red1", 0]
    assert MAKE_N_BREAK.standing(rung(state)) == {"ann": 1, "bob": 1}


BAD_ACTS = [
    {"do": "roll"},
    {"do": "roll", "dice": [4]},
    {"do": "roll", "dice": [1, 2]},
    {"do": "fly"},
    {"do": "built"},
    {"do": "built", "blocks": [7]},
    {"do": "built", "blocks": [{"colour": None, "pose": "along", "at": [0, 0, 0]}]},
    {"do": "built", "blocks": [{"colour": "pink", "pose": "along", "at": [0, 0, 0]}]},
    {"do": "built", "blocks": [{"colour": "red", "pose": "askew", "at": [0, 0, 0]}]},
    {"do": "built", "blocks": [{"colour": "red", "pose": "along", "at": [0, 0]}]},
    {"do": "built", "blocks": [{"colour": "red", "pose": "along", "at": [0, 0, True]}]},
    {"do": "built", "blocks": [{"colour": "red", "pose": "along", "at": [0, 0, 10**400]}]},
    {"do": "built", "blocks": [{"colour": "red", "pose": "along", "at": [0, 0, float("nan")]}]},
    {
        "do": "built",
        "blocks": [{"colour": "red", "pose": "along", "at": [n, 0, 0]} for n in (0, 9)],
    },
    {"do": "built", "blocks": [{"colour": "red", "pose": "along", "at": [0, 0, 0]}] * 11},
]


@pytest.mark.parametrize("raw", BAD_ACTS, ids=lambda raw: json.dumps(raw)[:60])
def test_what_is_no_act_at_all_is_refused(draw, raw):
    with pytest.raises(BadAct):
        MAKE_N_BREAK.read(draw.on("gate"), raw)


BAD_SETUPS = [
    (("ann",), {}, "2 or more seats"),
    (("ann", "ann"), {}, "twice"),
    (("ann", "B b"), {}, "no name"),
    (("ann", "bob"), {"start": "cyd"}, "start"),
    (("ann", "bob"), {"young": "cyd"}, "young"),
    (("ann", "bob"), {"shuffle": "twice"}, "shuffle"),
    (("ann", "bob"), {"timer_seconds": "30,40"}, "timer_seconds"),
    (("ann", "bob"), {"timer_seconds": "30,40,0"}, "timer_seconds"),
    (("ann", "bob"), {"stand_seconds": "-1"}, "stand_seconds"),
    (("ann", "bob"), {"variant": "fast"}, "variant"),
    (("ann", "bob"), {"jokers": "2"}, "jokers"),
]


@pytest.mark.parametrize(("seats", "options", "named"), BAD_SETUPS)
def test_a_bad_set_up_is_named(draw, seats, options, named):
    with pytest.raises(BadSetup, match=named):
        draw.begun(draw.cards, seats, **options)


def test_every_act_survives_writing_and_reading(draw):
    state = draw.on("gate")
    for act in (Roll(2), Start(), Expired(), *MAKE_N_BREAK.legal(state)):
        assert MAKE_N_BREAK.read(state, json.loads(json.dumps(MAKE_N_BREAK.write(act)))) == act
