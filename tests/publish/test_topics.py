"""The contract's topics, as text."""

import json

from turmwart.publish.topics import Happening, Snapshot, Topics, slices
from turmwart.rules.twentyseven import TWENTYSEVEN

TOPICS = Topics("attic")
STATE = TWENTYSEVEN.show(TWENTYSEVEN.start(TWENTYSEVEN.setup(None, {}, {})))
SNAPSHOT = Snapshot(
    3,
    1700,
    "g1",
    STATE,
    "illegal",
    ({"rule": "D-2", "text": {"de": "weit", "en": "far"}},),
    "asked",
)


def test_status_is_the_word_itself_and_stays():
    online = TOPICS.status(online=True)
    assert (online.topic, online.payload, online.retain) == (
        "turmwart/attic/status",
        "online",
        True,
    )
    assert TOPICS.status(online=False).payload == "offline"


def test_the_state_carries_schema_seq_time_and_game():
    state = slices(SNAPSHOT)["state"]
    assert (state["schema"], state["seq"], state["ts"], state["game_id"]) == (1, 3, 1700, "g1")
    assert state["row"][0] == ["red"] + ["black"] * 9


def test_every_slice_of_the_contract_is_retained():
    messages = TOPICS.retained(SNAPSHOT)
    assert {message.topic.rsplit("/", 1)[1] for message in messages} == {
        "state", "game", "turn", "score", "timer", "legality", "warning", "dice",
    }  # fmt: skip
    assert all(message.retain for message in messages)


def test_the_warning_names_the_rules_and_goes_with_them():
    assert slices(SNAPSHOT)["warning"]["rules"] == ["D-2"]
    calm = Snapshot(3, 1700, "g1", STATE)
    assert slices(calm)["warning"]["rules"] == []


def test_an_event_is_not_retained_and_carries_its_seq():
    message = TOPICS.event(Happening(4, 1800, "g1", "acted", {"act": {"do": "done"}}))
    assert (message.topic, message.retain) == ("turmwart/attic/event/acted", False)
    assert json.loads(message.payload) == {
        "schema": 1, "seq": 4, "ts": 1800, "game_id": "g1", "act": {"do": "done"},
    }  # fmt: skip
