"""A broker of our own as a child process: mosquitto where it is, else amqtt, both on loopback."""

import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from turmwart.app.trouble import Trouble

USUAL_PORT = 1883


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker listens."""

    host: str
    port: int


class ChildBroker:
    """Starts the broker, and starts it again when it has died."""

    def __init__(self, directory: Path, port: int | None = None) -> None:
        self.address = Address("127.0.0.1", port or free_port())
        self._directory = directory
        self._mosquitto = find_mosquitto()
        self._child = self._start()
        self.restarts = 0

    @property
    def kind(self) -> str:
        return "mosquitto" if self._mosquitto else "amqtt"

    @property
    def pid(self) -> int:
        return self._child.pid

    def look_after(self) -> None:
        """To be called now and then: a dead broker is started anew."""
        if self._child.poll() is not None:
            self.restarts += 1
            self._child = self._start()

    def close(self) -> None:
        self._child.terminate()
        try:
            self._child.wait(3)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        command = self._command()
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def _command(self) -> list[str]:
        port = self.address.port
        if self._mosquitto is None:
            return [sys.executable, "-m", "turmwart.publish.fallback", str(port)]
        file = self._directory / "mosquitto.conf"
        file.write_text(configuration(port), "utf-8")
        return [self._mosquitto, "-c", str(file)]


def configuration(port: int) -> str:
    """Loopback only, nobody needs a name, nothing is kept on disk: the rig says it all again."""
    return f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n"


def asked_address(text: str) -> Address:
    """HOST:PORT as typed."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Trouble(
            f"broker {text!r} is neither auto, none nor HOST:PORT; write for example localhost:1883."
        )
    return Address(host, int(port))


def free_port() -> int:
    """The usual port when nobody has it, else one that the system names."""
    for port in (USUAL_PORT, 0):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise Trouble("no free port on loopback for the broker; stop another program and try again.")


def find_mosquitto() -> str | None:
    return shutil.which("mosquitto", path=_search_path())


def _search_path() -> str:
    return os.environ.get("PATH", os.defpath) + ":/usr/sbin:/usr/local/sbin"
