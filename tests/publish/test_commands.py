"""Commands as values: what is obeyed, what is refused and why, and that nothing is done twice."""

import json
import random

import pytest

from turmwart.publish.commands import (
    REMEMBERED,
    SIZE_LIMIT,
    STALE_MS,
    WAITING_LIMIT,
    Accepted,
    Desk,
    Incoming,
)
from turmwart.publish.payloads import Reply
from turmwart.publish.topics import Message

NOW = 1_760_000_000_000
BASE = "turmwart/attic"


def desk(**more: object) -> Desk:
    return Desk(BASE, seq=5, **more)  # type: ignore[arg-type]


def sent(payload: object, verb: str = "pause", **more: object) -> Incoming:
    raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return Incoming(verb, raw, **more)  # type: ignore[arg-type]


def reply(found: Accepted | tuple[Message, ...]) -> dict[str, object]:
    assert isinstance(found, tuple)
    (message,) = found
    assert message.topic == f"{BASE}/reply/pause"
    assert not message.retain
    answer = json.loads(message.payload)
    assert isinstance(answer, dict)
    return answer


@pytest.mark.parametrize(
    "payload",
    [{"id": "a", "args": {"on": True}}, {"id": 7}, {"id": "a", "args": {}, "ts": NOW, "seq": 5}],
)
def test_a_command_is_accepted(payload: dict[str, object]):
    found = desk().receive(sent(payload), NOW)
    assert isinstance(found, Accepted)
    assert (found.command.id, found.command.args) == (payload["id"], payload.get("args", {}))


@pytest.mark.parametrize(
    ("incoming", "reason", "word"),
    [
        (sent(b"online"), "malformed", "JSON"),
        (sent(b"\xff\xfe"), "malformed", "no command"),
        (sent([1]), "malformed", "object"),
        (sent({"args": {}}), "malformed", "`id`"),
        (sent({"id": ""}), "malformed", "length"),
        (sent({"id": "x" * 65}), "malformed", "length"),
        (sent({"id": "a", "args": []}), "malformed", "args"),
        (sent({"id": 10**30}), "malformed", "id"),
        (sent(b'{"id": "a", "args": {"n": 1e999}}'), "malformed", "range"),
        (sent(b"[" * 9000), "malformed", "no command"),
        (sent(b" " * (SIZE_LIMIT + 1)), "too_large", str(SIZE_LIMIT)),
        (sent({"id": "a"}, retained=True), "retained", "retain"),
        (sent({"id": "a", "ts": NOW - STALE_MS - 1}), "stale", "too old"),
        (sent({"id": "a", "seq": 4}), "stale", "too old"),
    ],
)
def test_a_refusal_says_why(incoming: Incoming, reason: str, word: str):
    table = desk()
    answer = reply(table.receive(incoming, NOW))
    assert (answer["status"], answer["reason"]) == ("refused", reason)
    assert word in str(answer["error"])
    assert table.figures == {"done": 0, "refused": 1, "unanswered": 0}


def test_a_broker_that_lets_anybody_in_gives_nobody_power():
    answer = reply(desk(open=False).receive(sent({"id": "a"}), NOW))
    assert answer["reason"] == "not_authorised"
    assert "broker setup" in str(answer["error"])


def test_a_repeated_command_gets_the_first_answer_and_is_not_done_again():
    table = desk()
    first = table.receive(sent({"id": "a"}), NOW)
    assert isinstance(first, Accepted)
    assert table.receive(sent({"id": "a"}), NOW) == ()
    told = table.answer(first, Reply(id="a", status="ok"))
    table.seq = 6
    assert table.receive(sent({"id": "a", "seq": 5}), NOW) == told
    assert table.figures["done"] == 1


def test_the_same_id_under_another_verb_is_another_command():
    table = desk()
    assert isinstance(table.receive(sent({"id": "a"}), NOW), Accepted)
    assert isinstance(table.receive(sent({"id": "a"}, verb="resume"), NOW), Accepted)


def test_no_more_than_a_few_may_wait():
    table = desk()
    for number in range(WAITING_LIMIT):
        assert isinstance(table.receive(sent({"id": number}), NOW), Accepted)
    assert reply(table.receive(sent({"id": "one more"}), NOW))["reason"] == "busy"


def test_a_flood_of_good_commands_is_slowed_down():
    """They would take all the time that the table needs for looking."""
    table, done = desk(), 0
    for number in range(1000):
        found = table.receive(sent({"id": number}), NOW + 10 * number)
        if isinstance(found, Accepted):
            done += 1
            table.answer(found, Reply(id=number, status="ok"))
    assert 140 <= done <= 150


def test_the_reply_goes_where_mqtt_5_asks_for_it_too():
    table = desk()
    first = table.receive(sent({"id": "a"}, reply_to="my/box", correlation=b"17"), NOW)
    assert isinstance(first, Accepted)
    told = table.answer(first, Reply(id="a", status="ok"))
    assert [message.topic for message in told] == [f"{BASE}/reply/pause", "my/box"]
    assert all(message.correlation == b"17" for message in told)


@pytest.mark.parametrize(
    "topic", [f"{BASE}/state", "homeassistant/status", "$SYS/x", "turmwart/other/cmd/done", "a/#"]
)
def test_nobody_makes_us_write_where_only_rigs_may(topic: str):
    found = desk().receive(sent(b"?", reply_to=topic), NOW)
    assert isinstance(found, tuple)
    assert [message.topic for message in found] == [f"{BASE}/reply/pause"]


def junk(draw: random.Random) -> Incoming:
    kind = draw.randrange(4)
    if kind == 0:
        return sent(draw.randbytes(draw.randrange(200)))
    if kind == 1:
        return sent(b"x" * (SIZE_LIMIT + 1))
    if kind == 2:
        return sent({"id": "a"}, retained=True)
    return sent({"id": "a", "ts": 5})


def test_a_hundred_thousand_bad_commands_are_each_answered_or_counted():
    table, draw, answered = desk(), random.Random(1), 0
    for number in range(100_000):
        found = table.receive(junk(draw), NOW + number // 100)
        assert isinstance(found, tuple)
        answered += len(found)
    figures = table.figures
    assert figures["done"] == 0
    assert figures["refused"] == answered < 1000
    assert figures["refused"] + figures["unanswered"] == 100_000
    assert len(table._answers) == len(table._waiting) == 0


def test_what_is_remembered_is_bounded():
    table = desk()
    for number in range(REMEMBERED + 50):
        found = table.receive(sent({"id": number}), NOW + 100 * number)
        assert isinstance(found, Accepted)
        table.answer(found, Reply(id=number, status="ok"))
    assert len(table._answers) == REMEMBERED
