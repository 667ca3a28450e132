"""What DONE, doubts and answers do to a game of 27."""

import pytest

from turmwart.interpret.reading import Certain, Crooked, Doubtful, Hypothesis, OutOfStep
from turmwart.model.events import (
    Acted,
    Asked,
    Doubted,
    Entry,
    GameStarted,
    Paused,
    Refused,
    TakenBack,
)
from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.model.signals import Answered, DialTurned, DiceRolled, Key, KeyPressed
from turmwart.rules.verdicts import Verdict
from turmwart.session.decide import decide, settled
from turmwart.session.session import (
    Session,
    Site,
    apply,
    begun,
    blinded,
    looked_away,
    noted,
    observe,
    replay,
)

DONE = KeyPressed(Key.DONE)
START = GameStarted(
    "g", "twentyseven", ("black", "white"), {"variant": "base", "start": "black"}, {}
)
EIGHT = {"do": "move", "from": 1, "count": 8, "base": False}
SEVEN = {"do": "move", "from": 1, "count": 7, "base": False}
TOO_FAR = {"do": "move", "from": 1, "count": 8, "base": False, "to": 4}


FAR_SEVEN = SEVEN | {"to": 5}


def reading(*acts: dict[str, object]) -> Hypothesis:
    return Hypothesis(acts, Scene(()))


def seen(*acts: dict[str, object]) -> Session:
    return observe(begun(START), Certain(reading(*acts), 9.0))


def after(session: Session, *events: object) -> Session:
    for event in events:
        session = apply(session, event)
    return session


@pytest.mark.rule("X-1")
def test_nothing_counts_before_done():
    session = seen(EIGHT)
    assert session.state == begun(START).state
    assert session.trial.best.verdict is Verdict.LEGAL
    assert decide(session, DONE) == (Acted(EIGHT),)


@pytest.mark.rule("X-1")
def test_done_commits_what_stands_now_not_what_stood_before():
    session = observe(seen(EIGHT), Certain(reading(SEVEN), 9.0))
    assert decide(session, DONE) == (Acted(SEVEN),)


@pytest.mark.rule("X-2")
def test_done_on_an_illegal_trial_asks_once_and_the_second_done_records_it():
    session = seen(TOO_FAR)
    assert session.trial.best.rules == ("D-2",)
    asked = decide(session, DONE)
    assert asked == (Asked((TOO_FAR,), ("D-2",)),)
    assert decide(after(session, *asked), DONE) == (Acted(TOO_FAR, ("D-2",)),)


@pytest.mark.rule("X-2")
def test_the_question_goes_when_something_else_stands_there():
    session = after(seen(TOO_FAR), Asked((TOO_FAR,), ("D-2",)))
    mended = observe(session, Certain(reading(EIGHT), 9.0))
    assert mended.question is None
    assert decide(mended, DONE) == (Acted(EIGHT),)
    wrong_again = observe(mended, Certain(reading(TOO_FAR), 9.0))
    assert decide(wrong_again, DONE) == (Asked((TOO_FAR,), ("D-2",)),)


@pytest.mark.rule("X-3")
def test_a_crooked_disc_is_not_committed():
    crooked = Hypothesis(
        (EIGHT,), Scene(()), crooked=(Crooked("X-3", (Cell(2, 0, 0),), (9, 0), 0),)
    )
    session = observe(begun(START), Certain(crooked, 9.0))
    assert decide(session, DONE) == (Refused("crooked", ("X-3",)),)


@pytest.mark.rule("X-4")
def test_done_without_a_move_is_no_pass():
    assert decide(seen(), DONE) == (Refused("nothing_done"),)


def test_a_doubt_is_asked_and_the_answer_commits():
    session = observe(begun(START), Doubtful((reading(EIGHT), reading(SEVEN))))
    doubted = decide(session, DONE)
    assert doubted == (Doubted(((EIGHT,), (SEVEN,))),)
    asked = after(session, *doubted)
    assert decide(asked, Answered(SEVEN)) == (Acted(SEVEN, (), False, (EIGHT, SEVEN)),)


def test_an_answer_that_nobody_asked_for_is_nothing():
    assert decide(seen(EIGHT), Answered(SEVEN)) == ()


def test_a_doubt_settles_by_itself_when_the_picture_gets_clear():
    session = after(
        observe(begun(START), Doubtful((reading(EIGHT), reading(SEVEN)))),
        Doubted(((EIGHT,), (SEVEN,))),
    )
    clear = observe(session, Certain(reading(SEVEN), 9.0))
    assert clear.question is None
    assert decide(clear, DONE) == (Acted(SEVEN),)


def test_out_of_step_and_unseen_are_said_not_guessed():
    assert decide(observe(begun(START), OutOfStep()), DONE) == (Refused("set_up"),)
    moved = apply(begun(START), Acted(EIGHT))
    assert decide(observe(moved, OutOfStep()), DONE) == (Refused("out_of_step"),)
    assert decide(begun(START), DONE) == (Refused("not_seen"),)


def test_done_while_a_hand_is_still_in_the_picture_commits_nothing():
    moving = looked_away(seen(EIGHT))
    assert decide(moving, DONE) == (Refused("not_seen"),)
    assert decide(observe(moving, Certain(reading(SEVEN), 9.0)), DONE) == (Acted(SEVEN),)


def test_a_camera_that_is_gone_leaves_no_trial_behind():
    gone = blinded(seen(EIGHT))
    assert decide(gone, DONE) == (Refused("not_seen"),)
    assert gone.site is Site.UNSEEN


def doubted():
    session = observe(begun(START), Doubtful((reading(EIGHT), reading(SEVEN))))
    return after(session, *decide(session, DONE))


def test_a_doubt_is_answered_at_the_controller():
    session = noted(doubted(), DialTurned(2))
    (acted,) = decide(session, KeyPressed(Key.START))
    assert (acted.act, acted.certain) == (SEVEN, False)
    assert decide(noted(session, DialTurned(3)), KeyPressed(Key.START)) == ()
    assert decide(session, KeyPressed(Key.STOP)) == (Refused("none_of_them"),)


def test_an_answer_names_the_whole_reading_where_one_act_is_in_two():
    session = after(begun(START), Doubted(((EIGHT, SEVEN), (EIGHT,))))
    assert [each.act for each in decide(session, Answered(EIGHT, (EIGHT,)))] == [EIGHT]


def test_a_doubt_is_settled_by_a_later_picture_and_by_no_other_reading():
    before = doubted()
    clear = observe(before, Certain(reading(SEVEN), 9.0))
    assert settled(clear, before.question) == (Acted(SEVEN),)
    other = observe(before, Certain(reading(TOO_FAR), 9.0))
    assert settled(other, before.question) == ()
    paused = after(before, Paused())
    assert settled(observe(paused, Certain(reading(SEVEN), 9.0)), before.question) == ()


def test_a_stray_roll_leaves_the_question_open():
    session = after(doubted(), Refused("out_of_turn"))
    assert isinstance(session.question, Doubted)


def test_dice_mean_nothing_in_27():
    assert decide(seen(EIGHT), DiceRolled((3,))) == ()


def test_taking_back_is_an_event_and_the_state_is_recomputed():
    session = after(begun(START), Acted(EIGHT), TakenBack(1))
    assert session.state == begun(START).state
    assert session.entries == 3


def test_a_replay_adds_up_to_the_same_session():
    events = (
        START,
        Acted(EIGHT),
        Acted({"do": "move", "from": 9, "count": 5, "base": False}),
        TakenBack(1),
    )
    entries = [Entry(i, i * 10, event) for i, event in enumerate(events, 1)]
    assert replay(entries) == after(begun(START), *events[1:])


@pytest.mark.rule("X-2")
def test_a_doubt_answered_against_the_rules_stays_asked_while_the_picture_is_in_doubt():
    unsure = Doubtful((reading(EIGHT), reading(SEVEN)))
    session = observe(begun(START), unsure)
    session = after(session, *decide(session, DONE))
    asked = after(session, *decide(session, Answered(TOO_FAR)))
    assert isinstance(observe(asked, unsure).question, Asked)
    assert observe(asked, Certain(reading(EIGHT), 9.0)).question is None
    (acted,) = decide(observe(asked, unsure), DONE)
    assert (acted.act, acted.violations) == (TOO_FAR, ("D-2",))


@pytest.mark.rule("X-2")
def test_what_was_answered_is_not_recorded_once_something_else_stands_there():
    """An illegal answer was asked about, then the table was put right: the new doubt is a new one."""
    session = observe(begun(START), Doubtful((reading(TOO_FAR), reading(FAR_SEVEN))))
    session = after(session, *decide(session, DONE))
    asked = after(session, *decide(session, Answered(TOO_FAR)))
    assert isinstance(asked.question, Asked)
    righted = observe(asked, Doubtful((reading(EIGHT), reading(SEVEN))))
    assert righted.question is None
    assert decide(righted, DONE) == (Doubted(((EIGHT,), (SEVEN,))),)


def test_an_open_doubt_goes_when_none_of_its_readings_stands_there_any_more():
    other = observe(doubted(), Doubtful((reading(TOO_FAR), reading(FAR_SEVEN))))
    assert other.question is None
