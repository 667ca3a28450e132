"""A broker of our own as a child process: mosquitto where it is, else amqtt, both on loopback."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from turmwart.app.trouble import Trouble
from turmwart.publish.bridge import bridge
from turmwart.publish.broker import Address

USUAL_PORT = 1883
SIZE_LIMIT = 1 << 20
READY_S, LOOK_S = 5.0, 0.01
SOONEST_S, LATEST_S = 0.1, 5.0
"""A broker that dies at once is started again after ever longer pauses between these."""


@dataclass(frozen=True, slots=True)
class Hall:
    """Where the hall of this table is."""

    table: str
    address: Address


class ChildBroker:
    """Starts the broker, and starts it again when it has died."""

    def __init__(
        self,
        directory: Path,
        port: int | None = None,
        hall: Hall | None = None,
        lan: Path | None = None,
    ) -> None:
        self._directory, self._hall, self._lan = directory, hall, lan
        self._mosquitto = find_mosquitto()
        if self._mosquitto is None and (hall or lan):
            raise Trouble(
                "mosquitto is missing, and only it reaches beyond this computer; "
                "type: sudo apt-get install mosquitto."
            )
        _end_orphan(self._pid_file)
        self.address = Address("127.0.0.1", port or free_port())
        self.restarts, self._pause_s, self._since = 0, SOONEST_S, time.monotonic()
        self._child = self._start()
        self._wait_until_ready()

    @property
    def kind(self) -> str:
        return "mosquitto" if self._mosquitto else "amqtt"

    @property
    def pid(self) -> int:
        return self._child.pid

    def look_after(self) -> None:
        """To be called now and then: a dead broker is started anew, but never in a hurry."""
        if self._child.poll() is None:
            return
        lived = time.monotonic() - self._since
        if lived > LATEST_S:
            self._pause_s = SOONEST_S
        if lived < self._pause_s:
            return
        self._pause_s = min(LATEST_S, 2 * self._pause_s)
        self.restarts += 1
        self._since = time.monotonic()
        self._child = self._start()

    def close(self) -> None:
        self._child.terminate()
        try:
            self._child.wait(3)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._pid_file.unlink(missing_ok=True)

    @property
    def _pid_file(self) -> Path:
        return self._directory / "broker.pid"

    def _start(self) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(
            self._command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._pid_file.write_text(f"{child.pid}\n", "ascii")
        return child

    def _wait_until_ready(self) -> None:
        """So that the first events of a game find a broker."""
        end = time.monotonic() + READY_S
        while self._child.poll() is None and time.monotonic() < end:
            with suppress(OSError):
                socket.create_connection((self.address.host, self.address.port), 1.0).close()
                return
            time.sleep(LOOK_S)

    def _command(self) -> list[str]:
        port = self.address.port
        if self._mosquitto is None:
            return [sys.executable, "-m", "turmwart.publish.fallback", str(port)]
        text = configuration(port) if self._lan is None else _read(self._lan)
        if self._hall is not None:
            text += bridge(self._hall.table, self._hall.address)
        file = self._directory / "mosquitto.conf"
        file.touch(mode=0o600)
        file.write_text(text, "utf-8")
        return [self._mosquitto, "-c", str(file)]


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as wrong:
        raise Trouble(
            f"{file} cannot be read ({wrong.strerror}); type: turmwart broker setup."
        ) from wrong


def configuration(port: int) -> str:
    """Loopback only, nobody needs a name, nothing is kept on disk: the rig says it all again."""
    return (
        f"listener {port} 127.0.0.1\n"
        "allow_anonymous true\n"
        "persistence false\n"
        "sys_interval 0\n"
        "set_tcp_nodelay true\n"
        f"message_size_limit {SIZE_LIMIT}\n"
        f"user {getpass.getuser()}\n"
        "log_type error\n"
    )


def asked_address(text: str) -> Address:
    """HOST:PORT as typed."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Trouble(
            f"broker {text!r} is neither auto, none nor HOST:PORT; write for example localhost:1883."
        )
    return Address(host.removeprefix("[").removesuffix("]"), int(port))


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


def _end_orphan(pid_file: Path) -> None:
    """A rig that was killed has left its broker behind; ours is known by the file it was given."""
    try:
        pid = int(pid_file.read_text("ascii"))
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if str(pid_file.parent / "mosquitto.conf").encode() in command:
            os.kill(pid, signal.SIGTERM)
            _gone(pid)
    except (OSError, ValueError):
        return


def _gone(pid: int) -> None:
    end = time.monotonic() + READY_S
    with suppress(OSError):
        while Path(f"/proc/{pid}/cmdline").read_bytes() and time.monotonic() < end:
            time.sleep(LOOK_S)


def _search_path() -> str:
    return os.environ.get("PATH", os.defpath) + ":/usr/sbin:/usr/local/sbin"
