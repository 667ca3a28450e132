"""Where the page is served: on loopback alone, unless the LAN was asked for."""

import pytest

from turmwart.app.address import opened_place, own_names
from turmwart.app.trouble import Trouble
from turmwart.display.server.site import LOOPBACK


def test_nobody_else_reaches_the_page_unless_asked_for():
    place = opened_place(0, lan=False)
    with place.sock:
        assert place.sock.getsockname()[0] == "127.0.0.1"
        assert (place.hosts, place.home) == (LOOPBACK, "")


def test_with_lan_the_page_has_an_address_for_phones():
    place = opened_place(0, lan=True)
    with place.sock:
        assert place.sock.getsockname()[0] == "0.0.0.0"
        host, port = place.home.removeprefix("http://").removesuffix("/").split(":")
        assert host in place.hosts
        assert int(port) == place.sock.getsockname()[1]
        assert place.hosts > LOOPBACK


def test_the_machine_is_known_by_its_names():
    assert "10.0.0.7" in own_names("10.0.0.7")


def test_a_taken_port_that_was_asked_for_is_said():
    with opened_place(0, lan=False).sock as sock:
        number = sock.getsockname()[1]
        with pytest.raises(Trouble, match=f"{number}.*--page-port"):
            opened_place(number, lan=False)
