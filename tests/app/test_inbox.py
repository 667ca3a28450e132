"""What the page may ask of the rig, and what it is refused."""

import pytest

from turmwart.app.inbox import Order, obeyed
from turmwart.app.journal import Journal
from turmwart.app.rig import Begin, Rig, started
from turmwart.app.setup import asked_setup
from turmwart.app.showing import Choices
from turmwart.display.roles import OPERATOR, Kind, Role


@pytest.fixture
def rig(tmp_path):
    journal = Journal(tmp_path)
    begin = Begin(*asked_setup("talo", ["ann", "bob"], {}))
    yield Rig(journal, started(journal, begin, 1_000), lambda *_: None)
    journal.close()


def asked(rig, verb, role=OPERATOR, choices=None, begin=None, **args):
    return obeyed(Order(rig, args, 2_000, role, choices or Choices(), begin), verb)


def test_dice_of_the_table_are_typed_in(rig):
    assert asked(rig, "roll", dice=[4]).status == "ok"
    assert rig.session.state.rolls == (4,)


def test_without_dice_the_rig_rolls(rig):
    assert asked(rig, "roll").status == "ok"
    assert rig.session.state.rolls[0] in range(1, 11)


@pytest.mark.parametrize("dice", [[11], [0], [1, 2], ["3"], [True], 3, [2.0]])
def test_what_is_no_roll_is_an_error_and_changes_nothing(rig, dice):
    assert asked(rig, "roll", dice=dice).status == "error"
    assert rig.session.entries == 1


def test_a_phone_presses_only_in_its_own_turn(rig):
    assert asked(rig, "roll", Role(Kind.SEAT, "bob"), dice=[4]).status == "refused"
    assert asked(rig, "roll", Role(Kind.SEAT, "ann"), dice=[4]).status == "ok"


def test_a_phone_takes_back_only_its_own_act(rig):
    asked(rig, "roll", dice=[4])
    assert asked(rig, "take_back", Role(Kind.SEAT, "bob")).status == "refused"
    assert asked(rig, "take_back", Role(Kind.SEAT, "ann")).status == "ok"
    assert rig.session.past == ()


@pytest.mark.parametrize("acts", [0, 2, -1, "1", None, True])
def test_what_was_not_done_is_not_taken_back(rig, acts):
    asked(rig, "roll", dice=[4])
    assert asked(rig, "take_back", acts=acts).status == "refused"
    assert len(rig.session.past) == 1


def test_the_table_chooses_hints(rig):
    choices = Choices()
    asked(rig, "hints", choices=choices, on=True)
    assert choices.hints
    asked(rig, "hints", choices=choices, on="yes")
    assert not choices.hints


def test_a_pause_is_an_event_and_ends_once(rig):
    assert [asked(rig, verb).status for verb in ("pause", "pause", "resume", "resume")] == [
        "ok", "refused", "ok", "refused",
    ]  # fmt: skip


def test_a_new_game_carries_the_players_names(rig):
    begun = []
    reply = asked(
        rig, "new_game", begin=lambda begin, at_ms: begun.append(begin), game="twentyseven",
        seats=["black", "white"], names={"black": " Ada ", "nobody": "Eve"}, options={"variant": "red"},
    )  # fmt: skip
    assert reply.status == "ok"
    assert begun[0].setup.data["names"] == {"black": "Ada"}
    assert begun[0].setup.options["variant"] == "red"


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"game": "talo", "seats": ["ann"]},
        {"game": "twentyseven", "options": {"variant": "blue"}},
        {"game": "make_n_break", "options": {"deck": "/etc/passwd"}},
    ],
)
def test_a_game_that_cannot_be_is_an_error(rig, wish):
    begun = []
    reply = asked(rig, "new_game", begin=lambda *what: begun.append(what), **wish)
    assert (reply.status, begun) == ("error", [])
