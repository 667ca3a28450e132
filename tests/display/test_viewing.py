"""From a session to the view and its pictures: pure, for all four games."""

from dataclasses import replace

import pytest

from display.tables import GAMES, STATES, fresh, legal, played, session_in, tried, view_in
from turmwart.display.correcting import corrections
from turmwart.display.countdown import Stopwatch
from turmwart.display.svg import draw
from turmwart.display.view import Countdown
from turmwart.display.viewing import viewed
from turmwart.model.events import Acted, Entry, Paused, Resumed
from turmwart.session.session import apply


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("state", STATES)
def test_every_state_of_every_game_is_a_view_and_a_drawing(game, state):
    view = view_in(game, state)
    assert view.next.de
    assert view.next.en
    assert draw(view.picture).startswith("<svg")
    assert bool(view.warnings) == (state == "warning")
    assert (view.doubt is not None) == (state == "doubt")
    assert (view.ending is not None) == (state == "ended")


def test_the_newest_block_is_the_one_just_built_and_the_trial_comes_before_it():
    session = played("turmbauer")
    act = next(act for act in legal(session) if act["do"] == "build")
    trial = viewed(tried(session, act)).picture
    assert {s.cell for s in trial.shapes if s.newest} == {tuple(cell) for cell in act["cells"]}
    built = viewed(apply(session, Acted(act))).picture
    assert {s.cell for s in built.shapes if s.newest} == {tuple(cell) for cell in act["cells"]}


def test_a_half_built_card_is_no_fault_but_a_wrong_one_is():
    assert view_in("make_n_break", "playing").trial.verdict == "open"
    assert [w.rule for w in view_in("make_n_break", "warning").warnings] == ["M-5"]


def test_offending_cells_are_lit():
    view = view_in("turmbauer", "warning")
    assert {mark.meaning for mark in view.picture.marks} == {"offending"}


def test_reachable_fields_are_lit_only_when_hints_are_on():
    session = session_in("twentyseven", "playing")
    assert viewed(session).picture.marks == ()
    assert {m.meaning for m in viewed(session, hints=True).picture.marks} == {"reachable"}


def test_legal_places_are_lit_where_a_block_may_rest():
    session = apply(fresh("talo"), Acted({"do": "roll", "dice": [3]}))
    assert viewed(session).picture.plumb is None
    lit = {m.at for m in viewed(session, hints=True).picture.marks if m.meaning == "place"}
    on_the_ground = {at for at in lit if at[2] == 0.0}
    assert on_the_ground == lit
    assert len(lit) == 100 - len(session.rules.show(session.state)["pawns"])


BAR = {"do": "build", "bricks": [{"cells": [[x, 5, 0] for x in range(5, 8)]}]}
JUTTING = {"do": "build", "bricks": [{"cells": [[x, 5, 1] for x in range(1, 6)]}]}


def test_the_plumb_bob_hangs_from_the_middle_of_what_stands():
    session = apply(apply(fresh("talo"), Acted({"do": "roll", "dice": [3]})), Acted(BAR))
    found = viewed(session, hints=True).picture.plumb
    assert found.at == pytest.approx((6.5 * 20, 5.5 * 20, 10.0))
    assert (found.standing, found.margin_mm) == ("stable", pytest.approx(10.0))


def test_the_plumb_bob_hangs_from_what_would_go():
    """A bar of five on one cell of another: its weight hangs a cell and a half beyond what bears it."""
    session = apply(apply(fresh("talo"), Acted({"do": "roll", "dice": [8]})), Acted(BAR))
    found = viewed(tried(session, JUTTING), hints=True).picture.plumb
    assert found.standing == "unstable"
    assert found.at == pytest.approx((3.5 * 20, 5.5 * 20, 30.0))


def test_the_plumb_bob_is_drawn_with_sign_and_millimetres():
    session = apply(apply(fresh("talo"), Acted({"do": "roll", "dice": [3]})), Acted(BAR))
    flat = draw(viewed(session, hints=True).picture)
    assert 'data-plumb="stable"' in flat
    assert "✓ 10 mm" in flat
    assert "data-plumb" not in draw(viewed(session).picture)


def test_two_players_at_turmbauer_have_two_colours_each():
    seats = viewed(fresh("turmbauer", ["red", "blue"])).seats
    assert [(seat.id, seat.player) for seat in seats] == [
        ("red", "red"), ("blue", "blue"), ("green", "red"), ("black", "blue"),
    ]  # fmt: skip


def test_players_are_called_by_their_names():
    session = fresh("twentyseven")
    named = replace(session.setup, data={"names": {"black": "Ada"}})
    view = viewed(replace(session, setup=named))
    assert view.next.de == "Ada: einen Turm 1 Feld vorziehen, dann Fertig."
    assert [seat.name.de for seat in view.seats] == ["Ada", "Weiß"]


def test_the_supply_says_what_the_roll_allows():
    session = apply(fresh("talo"), Acted({"do": "roll", "dice": [3]}))
    allowed = [piece.id for piece in viewed(session).supply if piece.allowed]
    assert allowed == ["1", "2", "3"]


def test_a_pause_holds_the_clock():
    start = Entry(3, 1_000, Acted({"do": "start"}))
    session = replace(played("make_n_break", 2), past=())
    seconds = int(session.setup.options["timer_seconds"].split(",")[session.state.dial - 1])
    running = Stopwatch().after([start])
    assert running.countdown(session) == Countdown(
        seconds * 1000, deadline_ms=1_000 + seconds * 1000
    )
    held = running.after([Entry(4, 11_000, Paused())])
    assert held.countdown(session) == Countdown(seconds * 1000, left_ms=seconds * 1000 - 10_000)
    again = held.after([Entry(5, 61_000, Resumed())])
    assert again.countdown(session) == Countdown(
        seconds * 1000, deadline_ms=51_000 + seconds * 1000
    )


def test_corrections_offer_the_acts_most_like_the_one_that_was_read():
    session = apply(
        fresh("twentyseven"), Acted({"do": "move", "from": 1, "count": 8, "base": False})
    )
    assert [offer.act["count"] for offer in corrections(session)][:2] == [7, 9]
