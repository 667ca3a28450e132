"""The camera's last judged picture with the belief drawn in, as a JPEG for the page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from turmwart.vision.cameras import jpeg
from turmwart.vision.watch import Watcher


@dataclass(frozen=True, slots=True)
class Peephole:
    """*watcher* is the one at work now: another game has another."""

    watcher: Callable[[], Watcher[Any]]

    def picture(self) -> bytes | None:
        """Called by the page's threads; what it reads is replaced as a whole, never changed."""
        drawn = self.watcher().overlay()
        return None if drawn is None else jpeg(drawn)
