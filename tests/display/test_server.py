"""The page's server on loopback: every role on every route, and what strangers try."""

import http.client
import json
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from turmwart.display import doors
from turmwart.display.roles import MAY, Kind, Role

PIN = "482913"


def ask(served, method="GET", path="/", body=b"", origin=None, binary=False, **headers):
    site = urlsplit(served.url)
    if origin is None:
        origin = served.url
    wire = http.client.HTTPConnection(site.hostname, site.port, timeout=10)
    wire.request(method, path, body, {"Origin": origin, **headers})
    answer = wire.getresponse()
    answer.body = answer.read()
    answer.text = "" if binary else answer.body.decode()
    wire.close()
    return answer


def cookie_of(served, kind):
    body = {"viewer": None, "seat": {"seat": "white", "code": "w-code"}, "operator": {"pin": PIN}}
    if body[kind] is None:
        return {}
    answer = ask(served, "POST", "/enter", json.dumps(body[kind]))
    assert answer.status == 200
    return {"Cookie": answer.getheader("set-cookie").partition(";")[0]}


def live(served, cookie=None, origin=None) -> ClientConnection:
    address = served.url.replace("http", "ws") + "/live"
    return connect(address, origin=origin or served.url, additional_headers=cookie or {})


def told(wire: ClientConnection, word: str):
    while True:
        frame = json.loads(wire.recv(timeout=10))
        if word in frame:
            return frame


def command(wire: ClientConnection, verb: str, number: str = "1"):
    wire.send(json.dumps({"id": number, "verb": verb}))
    return told(wire, "reply")["status"]


@pytest.mark.parametrize("kind", ["viewer", "seat", "operator"])
@pytest.mark.parametrize("verb", [*MAY, "explode"])
def test_every_role_times_every_command(served, kind, verb):
    with live(served, cookie_of(served, kind)) as wire:
        status = command(wire, verb)
    allowed = Kind(kind) in MAY.get(verb, ())
    assert status == ("ok" if allowed else "refused")
    assert [done for _, done, _ in served.commands] == ([verb] if allowed else [])


def test_a_foreign_page_gets_no_wire(served):
    with pytest.raises(InvalidStatus) as refused:
        live(served, origin="http://evil.example")
    assert refused.value.response.status_code == 403


def test_a_repeated_id_is_answered_again_but_done_once(served):
    with live(served, cookie_of(served, "seat")) as wire:
        assert [command(wire, "done", "7") for _ in range(3)] == ["ok"] * 3
    assert served.commands == [(Role(Kind.SEAT, "white"), "done", {})]


def _shout(served, text):
    with live(served) as wire:
        wire.send(text)
        told(wire, "reply")


def test_a_megabyte_is_refused(served):
    assert ask(served, "POST", "/enter", b"x" * 2**20).status == 413
    with pytest.raises(ConnectionClosed):
        _shout(served, "x" * 2**20)
    assert served.commands == []


@pytest.mark.parametrize("line", ["", "{", "[]", '{"id": 1, "verb": "done"}', '{"verb": "done"}'])
def test_what_is_no_command_is_an_error(served, line):
    with live(served, cookie_of(served, "operator")) as wire:
        wire.send(line)
        assert told(wire, "reply")["status"] == "error"
    assert served.commands == []


def test_bytes_are_no_command_and_end_nothing(served):
    with live(served, cookie_of(served, "operator")) as wire:
        wire.send(b"\x00\xff")
        assert told(wire, "reply")["status"] == "error"
        assert command(wire, "pause") == "ok"


def test_more_than_five_commands_at_once_are_refused(served):
    with live(served, cookie_of(served, "operator")) as wire:
        said = [command(wire, "pause", str(n)) for n in range(12)]
    assert said[:5] == ["ok"] * 5
    assert "refused" in said[5:]


def test_after_five_wrong_pins_even_the_right_one_has_to_wait(served):
    tries = [*(f"{n:06}" for n in range(5)), PIN]
    said = [ask(served, "POST", "/enter", json.dumps({"pin": pin})).status for pin in tries]
    assert said == [403] * 6


def test_ten_thousand_wrong_pins_in_a_day_are_hardly_ever_compared(monkeypatch):
    compared = []
    monkeypatch.setattr(doors, "fits", lambda _, pin: compared.append(pin) or pin == PIN)
    door = doors.Doors("kept")
    said = {door.operator("attic", f"{n:06}", "token", 8.64 * n).status for n in range(10_000)}
    assert said == {"refused"}
    doublings_and_then_one_in_900_s = 5 + 5 + 86_400 // 900
    assert 5 < len(compared) <= doublings_and_then_one_in_900_s
    assert door.operator("attic", PIN, "token", 86_400.0 + 900.0).status == "ok"


def test_cookies_are_strict_and_out_of_reach_of_scripts(served):
    said = ask(served, "POST", "/enter", json.dumps({"pin": PIN})).getheader("set-cookie").lower()
    assert "httponly" in said
    assert "samesite=strict" in said


def test_who_leaves_is_a_viewer_again(served):
    cookie = cookie_of(served, "operator")
    assert ask(served, "POST", "/leave", **cookie).status == 200
    with live(served, cookie) as wire:
        assert command(wire, "pause") == "refused"


def test_a_new_pin_ends_the_operators(served):
    cookie = cookie_of(served, "operator")
    served.doors.change_pin("")
    with live(served, cookie) as wire:
        assert command(wire, "pause") == "refused"


def test_a_newcomer_gets_all_and_then_only_what_changed(served, a_view):
    served.show(a_view(1))
    with live(served) as wire:
        assert told(wire, "full")["full"]["turn"] == "white"
        served.show(a_view(2, turn="black"))
        assert told(wire, "changed")["changed"] == {"seq": 2, "turn": "black"}


def test_the_latest_wins_for_a_slow_client(served, a_view):
    served.show(a_view(1))
    with live(served) as wire:
        told(wire, "full")
        for seq in range(2, 500):
            served.show(a_view(seq))
        while (seq := told(wire, "changed")["changed"]["seq"]) != 499:
            assert seq < 499


def test_the_drawing_comes_from_the_newest_view_and_can_be_peeled(served, a_view):
    served.show(a_view())
    whole = ask(served, path="/picture.svg").text
    lower = ask(served, path="/picture.svg?layers=1").text
    assert whole.count("data-colour") == 9 + 18
    assert lower.count("data-colour") == 9
