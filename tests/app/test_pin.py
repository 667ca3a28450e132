"""The operator's PIN: said once, kept hashed, changed on the page."""

import stat

import pytest

from turmwart.app.pin import changed_pin, kept_pin
from turmwart.display.doors import Doors
from turmwart.display.roles import OPERATOR, VIEWER, fits


def first(data):
    said = []
    kept = kept_pin(data, said.append)
    return kept, said


def test_the_pin_is_said_at_the_first_start_and_never_again(tmp_path):
    kept, said = first(tmp_path)
    pin = said[0].rpartition(" ")[2]
    assert len(pin) == 6
    assert pin.isdigit()
    assert fits(kept, pin)
    assert first(tmp_path) == (kept, [])


def test_the_disk_knows_no_pin_and_shows_it_to_nobody_else(tmp_path):
    _, said = first(tmp_path)
    file = tmp_path / "pin"
    assert said[0].rpartition(" ")[2] not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_new_pin_holds_at_once_and_after_a_restart_and_ends_the_operators(tmp_path):
    doors = Doors(first(tmp_path)[0])
    doors.sessions.enter("token", OPERATOR, 0.0)
    assert changed_pin(tmp_path, doors, {"pin": "12345678"}).status == "ok"
    assert doors.sessions.role("token", 1.0) == VIEWER
    assert doors.operator("attic", "12345678", "other", 1.0).status == "ok"
    assert fits(first(tmp_path)[0], "12345678")


@pytest.mark.parametrize(
    "args", [{}, {"pin": "12345"}, {"pin": "12345a"}, {"pin": None}, {"pin": []}]
)
def test_a_bad_pin_changes_nothing(tmp_path, args):
    kept, _ = first(tmp_path)
    doors = Doors(kept)
    reply = changed_pin(tmp_path, doors, args)
    assert (reply.status, doors.pin) == ("error", kept)
    assert first(tmp_path) == (kept, [])
