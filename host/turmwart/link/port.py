"""The serial port. The only module that knows pyserial."""

import errno
import os
import select
import termios
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import serial

from turmwart.link.messages import BAUD


class PortError(Exception):
    """The port is gone, or cannot be opened now."""


class Port(Protocol):
    """A byte stream that never blocks: all that the link wants of a port."""

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def wait(self, timeout_s: float) -> None: ...
    def close(self) -> None: ...


class SerialPort:
    """A device file, opened for us alone."""

    def __init__(self, path: str, baud: int = BAUD) -> None:
        try:
            self._serial = serial.Serial(path, baud, timeout=0, write_timeout=0.2, exclusive=True)
        except (serial.SerialException, OSError) as fault:
            raise PortError(
                f"serial port {path}: {fault}. Check the cable and that the user is in 'dialout'."
            ) from fault
        self._settle()

    def _settle(self) -> None:
        """Closing must not reset the controller, and a serial chip must not wait 16 ms for more."""
        with suppress(termios.error):
            flags = termios.tcgetattr(self._serial.fileno())
            flags[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, flags)
        with suppress(ValueError, OSError, NotImplementedError):
            self._serial.set_low_latency_mode(True)

    def read(self) -> bytes:
        try:
            return bytes(self._serial.read(4096))
        except (serial.SerialException, OSError, TypeError) as fault:
            raise PortError(str(fault)) from fault

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return  # the dialogue repeats whatever matters
        except (serial.SerialException, OSError) as fault:
            raise PortError(str(fault)) from fault

    def wait(self, timeout_s: float) -> None:
        """Return when bytes are there, or after *timeout_s*."""
        try:
            select.select([self._serial.fileno()], [], [], timeout_s)
        except (OSError, ValueError) as fault:
            raise PortError(str(fault)) from fault

    def close(self) -> None:
        try:
            self._serial.close()
        except OSError as fault:
            if fault.errno not in (errno.EBADF, errno.EIO):
                raise


def serial_port(path: str, baud: int = BAUD) -> Callable[[], Port]:
    """A way to open *path*, as `Link` wants it."""

    def open_port() -> Port:
        if not os.path.exists(path):  # noqa: PTH110
            raise PortError(f"serial port {path} is not there. Plug the controller in.")
        return SerialPort(path, baud)

    return open_port
