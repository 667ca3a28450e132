"""Every route times every role, and what strangers try: refused as the brief says, nothing done."""

import json

import pytest

from display.archives import sources
from display.serving import PIN, start_server
from display.tables import ended, journal_of
from display.test_server import ask, cookie_of, live, told
from turmwart.app.exporting import imported
from turmwart.display.server.app import PAGES as ROUTES

ROLES = ("viewer", "seat", "operator")
OPEN = (
    *(path.format(seat="white", id="x") for path in ROUTES),
    "/picture.svg",
    "/static/main.js",
    "/static/texts.json",
    "/api/games",
)
"""What anybody may read who reaches the rig."""

OPERATORS = ("/api/desk", "/api/corrections")
JPEG = b"\xff\xd8 a picture"


@pytest.fixture(scope="module")
def served():
    journals = {"g27": journal_of(ended("twentyseven"))}
    server = start_server(sources=sources(journals, JPEG))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _rested(served):
    """Every test begins with a clean slate of tries and commands."""
    fresh = type(served.doors)()
    served.doors.pace, served.doors._each, served.doors._together = (
        fresh.pace,
        fresh._each,
        fresh._together,
    )
    served.commands.clear()


@pytest.mark.parametrize("kind", ROLES)
@pytest.mark.parametrize("path", OPEN)
def test_everybody_may_read_what_is_open(served, kind, path):
    answer = ask(served, path=path, **cookie_of(served, kind))
    assert answer.status == 200
    assert "script-src 'self'" in answer.getheader("content-security-policy")
    assert "unsafe" not in answer.getheader("content-security-policy")


@pytest.mark.parametrize("kind", ROLES)
@pytest.mark.parametrize("path", OPERATORS)
def test_the_desk_is_the_operators_alone(served, kind, path):
    answer = ask(served, path=path, **cookie_of(served, kind))
    assert answer.status == (200 if kind == "operator" else 403)
    assert ("w-code" in answer.text) == (kind == "operator" and path == "/api/desk")


@pytest.mark.parametrize("kind", ROLES)
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("hints", [False, True])
def test_the_camera_is_the_operators_the_players_with_hints_and_all_s_when_shared(
    served, a_view, kind, shared, hints
):
    served.show(a_view(camera=shared, hints=hints))
    answer = ask(served, path="/camera.jpg", binary=True, **cookie_of(served, kind))
    allowed = shared or kind == "operator" or (kind == "seat" and hints)
    assert answer.status == (200 if allowed else 403)
    assert (answer.body == JPEG) == allowed


@pytest.mark.parametrize("kind", ROLES)
@pytest.mark.parametrize("path", [*OPEN, *OPERATORS, "/camera.jpg", "/api/games/g27"])
def test_a_wrong_host_gets_nothing_whoever_asks(served, kind, path):
    answer = ask(served, path=path, Host="rebound.example", **cookie_of(served, kind))
    assert answer.status == 421


@pytest.mark.parametrize("kind", ROLES)
@pytest.mark.parametrize("path", ["/enter", "/leave"])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1"])
def test_a_forged_origin_may_not_post_in_anybodys_name(served, kind, path, origin):
    cookie = cookie_of(served, kind)
    assert ask(served, "POST", path, json.dumps({"pin": PIN}), origin, **cookie).status == 403


@pytest.mark.parametrize("path", [*OPEN, *OPERATORS, "/camera.jpg"])
def test_what_is_read_cannot_be_written(served, path):
    assert ask(served, "POST", path, b"{}").status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server/app.py",
        "/static/%2e%2e/view.py",
        "/static/vendor/.made",
        "/static/",
        "/etc",
    ],
)
def test_only_the_pages_own_files_are_handed_out(served, path):
    assert ask(served, path=path).status == 404


@pytest.mark.parametrize("path", ["/api/games/nope", "/api/games/nope/3", "/api/games/nope/export"])
def test_an_unknown_game_is_not_found(served, path):
    assert ask(served, path=path).status == 404


def test_an_id_is_done_once_even_on_another_wire(served):
    cookie = cookie_of(served, "seat")
    for _ in range(2):
        with live(served, cookie) as wire:
            wire.send(json.dumps({"id": "again", "verb": "done"}))
            assert told(wire, "reply")["status"] == "ok"
    assert [verb for _, verb, _ in served.commands] == ["done"]


def test_a_game_of_the_archive_is_told_step_by_step(served):
    record = json.loads(ask(served, path="/api/games/g27").text)
    steps = len(record["deeds"])
    last = json.loads(ask(served, path=f"/api/games/g27/{steps}").text)
    assert last["ending"]["winners"] == ["white"]
    assert json.loads(ask(served, path="/api/games/g27/0").text)["deeds"] == []
    assert ask(served, path=f"/api/games/g27/{steps + 1}").status == 404
    assert ask(served, path="/api/games/g27/3/picture.svg").text.count("data-colour") == 27


def test_the_export_is_the_journal(served):
    """What is sent can be read back, entry by entry."""
    sent = ask(served, path="/api/games/g27/export").text
    kept = journal_of(ended("twentyseven"))
    assert [(each.number, each.event) for each in imported(sent)] == [
        (each.number, each.event) for each in kept
    ]


def test_a_file_is_not_sent_again_while_it_is_the_same(served):
    first = ask(served, path="/static/main.js")
    again = ask(served, path="/static/main.js", **{"If-None-Match": first.getheader("etag")})
    assert (again.status, again.text) == (304, "")
