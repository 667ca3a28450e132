"""The contract's topics, as text."""

import json

from turmwart.publish.topics import Happening, OnChange, Snapshot, Topics, slices
from turmwart.rules.twentyseven import TWENTYSEVEN

TOPICS = Topics("attic")
STATE = TWENTYSEVEN.show(TWENTYSEVEN.start(TWENTYSEVEN.setup(None, {}, {})))
FAULT = {"rule": "D-2", "cells": [], "disputed": False, "text": {"de": "weit", "en": "far"}}
SNAPSHOT = Snapshot(3, 1700, "g1", STATE, "illegal", (FAULT,))


def test_status_is_the_word_itself_and_stays():
    online = TOPICS.status(online=True)
    assert (online.topic, online.payload, online.retain) == (
        "turmwart/attic/status",
        b"online",
        True,
    )
    assert TOPICS.status(online=False).payload == b"offline"


def test_the_state_carries_schema_seq_time_and_game():
    state = slices(SNAPSHOT)["state"]
    assert (state["schema"], state["seq"], state["ts"], state["game_id"]) == (1, 3, 1700, "g1")
    assert state["row"][0] == ["red"] + ["black"] * 9
    assert (state["verdict"], state["rules"]) == ("illegal", ["D-2"])


def test_every_slice_of_the_contract_is_retained():
    messages = TOPICS.retained(SNAPSHOT)
    assert {message.topic.rsplit("/", 1)[1] for message in messages} == {
        "state", "game", "turn", "score", "timer", "legality", "warning", "dice",
    }  # fmt: skip
    assert all(message.retain for message in messages)


def test_a_slice_as_text():
    (turn,) = (m for m in TOPICS.retained(SNAPSHOT) if m.topic == "turmwart/attic/turn")
    assert turn.payload == (
        b'{"seq":3,"ts":1700,"game_id":"g1","turn":"black","phase":"move","round":1}'
    )


def test_the_warning_names_the_rules_and_goes_with_them():
    assert slices(SNAPSHOT)["warning"]["rules"] == ["D-2"]
    calm = Snapshot(3, 1700, "g1", STATE)
    assert slices(calm)["warning"]["rules"] == []


def test_the_dice_of_a_game_that_has_its_own_are_told_as_they_are():
    own = Snapshot(3, 1700, "g1", {**STATE, "dice": None}, dice=())
    assert slices(own)["dice"]["dice"] is None
    rolled = Snapshot(3, 1700, "g1", STATE, dice=(7,))
    assert slices(rolled)["dice"]["dice"] == slices(rolled)["state"]["dice"] == [7]


def test_only_what_has_changed_is_told_again():
    changed = OnChange()
    assert changed.is_new(SNAPSHOT)
    assert not changed.is_new(Snapshot(3, 9999, "g1", STATE, "illegal", (FAULT,)))
    assert changed.is_new(Snapshot(4, 9999, "g1", STATE, "illegal", (FAULT,)))


def test_an_event_is_not_retained_and_carries_its_seq_and_both_states():
    happening = Happening(4, 1800, "g1", "acted", {"act": {"do": "done"}}, STATE, STATE, {})
    message = TOPICS.event(happening)
    assert (message.topic, message.retain) == ("turmwart/attic/event/acted", False)
    told = json.loads(message.payload)
    assert (told["schema"], told["seq"], told["ts"], told["game_id"]) == (1, 4, 1800, "g1")
    assert (told["kind"], told["act"]) == ("acted", {"do": "done"})
    assert told["before"] == told["after"] == json.loads(json.dumps(STATE))
