"""The door to the serial port, on a pseudo terminal."""

import os
import termios

import pytest

from turmwart.link.port import PortError, serial_port


@pytest.fixture
def terminal():
    ours, theirs = os.openpty()
    yield theirs
    os.close(ours)
    os.close(theirs)


def hangs_up(terminal: int) -> bool:
    return bool(termios.tcgetattr(terminal)[2] & termios.HUPCL)


def test_closing_the_port_does_not_hang_up_and_so_does_not_reset_the_controller(terminal):
    flags = termios.tcgetattr(terminal)
    flags[2] |= termios.HUPCL
    termios.tcsetattr(terminal, termios.TCSANOW, flags)
    assert hangs_up(terminal)
    port = serial_port(os.ttyname(terminal))()
    assert not hangs_up(terminal)
    port.close()


def test_a_port_is_ours_alone(terminal):
    port = serial_port(os.ttyname(terminal))()
    with pytest.raises(PortError, match="Check the cable"):
        serial_port(os.ttyname(terminal))()
    port.close()


def test_a_port_that_is_not_there_is_named(tmp_path):
    with pytest.raises(PortError, match=r"tty9 is not there\. Plug the controller in\."):
        serial_port(str(tmp_path / "tty9"))()
