"""The hall: what a table tells the broker, as a card on one page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from display.serving import Served, start_server
from turmwart.display.hall import HallTable, hall_table
from turmwart.display.view import Countdown
from turmwart.rules.sheet import Words

STATE = {
    "schema": 1,
    "seq": 7,
    "ts": 1_780_000_000_000,
    "game": "twentyseven",
    "seats": ["black", "white"],
    "turn": "white",
    "phase": "move",
    "round": 4,
    "standing": {"black": 2, "white": 5},
    "outcome": None,
    "paused": False,
    "question": None,
    "violations": [],
    "last_warning": {"ts": 1_779_999_000_000, "rules": ["D-2"], "text": {"de": "Zu weit.", "en": "Too far."}},
    "deadline": None,
    "left_ms": None,
    "total_ms": None,
    "row": [["red"]],
}  # fmt: skip
INFO = json.dumps({"page": "http://10.0.0.7:8027/"}).encode()


def told(**changes: object) -> bytes:
    return json.dumps(STATE | changes).encode()


def test_a_table_is_made_of_what_it_told():
    table = hall_table("attic", True, told(), INFO)
    assert (table.game, table.turn, table.round, table.page) == (
        "twentyseven",
        "white",
        4,
        "http://10.0.0.7:8027/",
    )
    assert [(s.id, s.name.de, s.emblem, s.standing) for s in table.seats] == [
        ("black", "Schwarz", "circle", 2),
        ("white", "Weiß", "square", 5),
    ]
    assert table.warning is not None
    assert (table.warning.rules, table.warning.standing) == (("D-2",), False)


def test_what_is_wrong_now_comes_before_what_was_wrong_last():
    wrong = [
        {"rule": "D-3", "cells": [], "disputed": False, "text": {"de": "Zurück.", "en": "Back."}}
    ]
    found = hall_table("attic", True, told(violations=wrong)).warning
    assert found is not None
    assert (found.rules, found.text, found.standing) == (("D-3",), Words("Zurück.", "Back."), True)


def test_a_running_clock_has_a_deadline_and_a_held_one_what_is_left():
    assert hall_table("a", True, told(total_ms=40_000, deadline=9)).countdown == Countdown(
        40_000, 9
    )
    held = hall_table("a", True, told(total_ms=40_000, left_ms=5)).countdown
    assert held == Countdown(40_000, None, 5)
    assert hall_table("a", True, told()).countdown is None


def test_the_end_is_said_in_a_sentence():
    table = hall_table("a", True, told(outcome={"winners": ["black"], "rule": "D-5"}))
    assert table.turn is None
    assert table.ending == Words("Schwarz gewinnt!", "Black wins!")


@pytest.mark.parametrize("state", [b"", b"{", b"[]", b'{"game": 3}', b"\xff", b"null"])
@pytest.mark.parametrize("info", [b"", b"[]", b'{"page": "javascript:alert(1)"}', b'{"page": 3}'])
def test_what_cannot_be_read_leaves_a_table_without_a_game(state, info):
    assert hall_table("attic", False, state, info) == HallTable("attic", False)


@pytest.fixture
def hall():
    server = start_server()
    yield server
    server.stop()


def card(page: Page, name: str):
    return page.locator(f'#tables > [data-table="{name}"]')


@pytest.mark.needs("chromium")
def test_every_table_has_a_card_that_follows_it(hall: Served, page: Page, tmp_path: Path):
    hall.show_hall((hall_table("attic", True, told(), INFO), hall_table("barn", False)))
    page.goto(hall.url + "/hall")
    expect(card(page, "attic")).to_contain_text("27")
    expect(card(page, "attic").locator("[data-playing=true]")).to_contain_text("Weiß")
    expect(card(page, "attic").locator("h2 a")).to_have_attribute("href", "http://10.0.0.7:8027/")
    expect(card(page, "attic").locator(".warning")).to_contain_text("D-2: Zu weit.")
    expect(card(page, "barn")).to_have_attribute("data-online", "false")
    kept = page.evaluate_handle("document.querySelector('[data-table=barn]')")
    hall.show_hall((hall_table("attic", True, told(turn="black")), hall_table("barn", False)))
    expect(card(page, "attic").locator("[data-playing=true]")).to_contain_text("Schwarz")
    assert page.evaluate("(old) => old === document.querySelector('[data-table=barn]')", kept)
    hall.show_hall((hall_table("attic", True, told(turn="black")),))
    expect(card(page, "barn")).to_have_count(0)


@pytest.mark.needs("chromium")
def test_the_hall_says_when_it_is_cut_off(hall: Served, page: Page):
    hall.show_hall((hall_table("attic", True, told()),))
    page.goto(hall.url + "/hall")
    expect(card(page, "attic")).to_be_visible()
    hall.stop()
    page.wait_for_selector("[data-link=lost]", timeout=5000)
