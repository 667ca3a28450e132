"""Tells systemd that the rig is up and alive; a rig that hangs is started anew."""

import os
import socket
from dataclasses import dataclass

BEAT_MS = 5_000


@dataclass(slots=True)
class Heartbeat:
    """*address* is systemd's socket; without one nobody is told. Call `beat` often."""

    address: str
    _told_ms: float = float("-inf")

    @classmethod
    def of_this_process(cls) -> "Heartbeat":
        return cls(os.environ.get("NOTIFY_SOCKET", ""))

    def ready(self) -> None:
        self._tell("READY=1")

    def beat(self, now_ms: float) -> None:
        """At most one message every few seconds."""
        if now_ms - self._told_ms >= BEAT_MS:
            self._told_ms = now_ms
            self._tell("WATCHDOG=1")

    def _tell(self, word: str) -> None:
        if not self.address:
            return
        name = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            try:
                told.sendto(word.encode("ascii"), name)
            except OSError:
                return  # systemd has gone, and the machine with it
