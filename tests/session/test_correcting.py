"""A reading put right long after: as if it had been read right from the start."""

import json
from pathlib import Path

import pytest

from turmwart.model.events import Acted, Corrected, Entry, GameStarted, Verdicts
from turmwart.model.notation import parsed, printed
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.session.correcting import Impossible, corrected
from turmwart.session.session import Session, apply, begun, judge, replay

PIECES = Path(__file__).parents[2] / "host/turmwart/app/data/turmbauer_pieces.json"
DATA = {"pieces": json.loads(PIECES.read_text("utf-8"))}
SETUP = TURMBAUER.setup(("red", "blue"), {"start": "red"}, DATA)
START = GameStarted("g", "turmbauer", SETUP.seats, SETUP.options, DATA)
TEN = 10


def played(session: Session, acts: list[dict[str, object]]) -> Session:
    for act in acts:
        session = apply(session, Acted(act, judge(session, (act,)).rules))
    return session


def game(turns: int) -> list[dict[str, object]]:
    """Legal acts of so many turns, each the first that builds high and leaves most open."""
    session, acts = begun(START), []
    while len([act for act in acts if act["do"] == "done"]) < turns:
        legal = [TURMBAUER.write(act) for act in TURMBAUER.legal(session.state)]
        act = min(legal, key=rank)
        acts.append(act)
        session = played(session, [act])
    return acts


def rank(act: dict[str, object]) -> tuple[object, ...]:
    """Builds before all else, the lowest and farthest left first; rolls of two and three."""
    order = {"build": 0, "roll": 1, "done": 2}.get(str(act["do"]), 3)
    return order, act.get("dice") != [2, 3], str(act.get("cells", ""))


def builds(acts: list[dict[str, object]]) -> list[int]:
    """The numbers of the builds, from 1."""
    return [number for number, act in enumerate(acts, 1) if act["do"] == "build"]


def verdicts(session: Session) -> list[tuple[str, ...]]:
    return [acted.violations for _, acted in session.past]


def other_places(acts: list[dict[str, object]], number: int) -> list[dict[str, object]]:
    """Where else that piece could have stood."""
    before = played(begun(START), acts[: number - 1])
    was = acts[number - 1]
    legal = [TURMBAUER.write(act) for act in TURMBAUER.legal(before.state)]
    return [act for act in legal if act.get("piece") == was["piece"] and act != was]


def test_a_correction_ten_turns_back_equals_a_game_played_right_from_the_start() -> None:
    right = game(14)
    number = builds(right)[-TEN]
    misread = next(
        act
        for act in other_places(right, number)
        if not isinstance(corrected(played(begun(START), right), {number: act}), Impossible)
    )
    wrong = [*right[: number - 1], misread, *right[number:]]
    session = played(begun(START), wrong)
    event = corrected(session, {number: right[number - 1]})
    assert isinstance(event, Corrected)
    mended, straight = apply(session, event), played(begun(START), right)
    assert mended.state == straight.state
    assert mended.state != session.state
    assert verdicts(mended) == verdicts(straight)
    assert [state for state, _ in mended.past] == [state for state, _ in straight.past]


def test_the_later_verdicts_that_change_are_listed() -> None:
    right = game(14)
    number = builds(right)[-TEN]
    session = played(begun(START), right)
    events = (corrected(session, {number: act}) for act in other_places(right, number))
    event = next(event for event in events if isinstance(event, Corrected) and event.changed)
    ((_, act),) = event.acts_by_number
    straight = played(begun(START), [*right[: number - 1], act, *right[number:]])
    pairs = enumerate(zip(verdicts(session), verdicts(straight), strict=True), 1)
    differ = [Verdicts(n, was, now) for n, (was, now) in pairs if was != now and n != number]
    assert list(event.changed) == differ


def test_a_correction_that_makes_a_later_act_impossible_names_it() -> None:
    right = game(4)
    first, second, third = builds(right)[:3]
    session = played(begun(START), right)
    taken = right[third - 1]["cells"]
    assert isinstance(corrected(session, {first: right[first - 1]}), Corrected)
    clash = {**right[first - 1], "cells": right[second - 1]["cells"]}
    found = corrected(session, {first: clash})
    assert isinstance(found, Impossible)
    assert found.number in (first, second), taken


@pytest.mark.parametrize("number", [0, 99])
def test_an_act_that_was_never_done_cannot_be_corrected(number: int) -> None:
    session = played(begun(START), game(2))
    assert isinstance(corrected(session, {number: {"do": "done"}}), Impossible)


def test_a_correction_survives_the_journal() -> None:
    acts = game(3)
    number = builds(acts)[0]
    misread = other_places(acts, number)[0]
    session = played(begun(START), acts[:number])
    event = corrected(session, {number: misread})
    assert isinstance(event, Corrected)
    entries = [Entry(1, 0, START)]
    entries += [Entry(n, 0, Acted(act)) for n, act in enumerate(acts[:number], 2)]
    entries.append(Entry(number + 2, 0, parsed(printed(event))))
    assert replay(entries).state == apply(session, event).state
    full = Corrected(((1, {"do": "done"}),), (Verdicts(3, ("T-9",), ()),))
    assert parsed(printed(full)) == full
