"""A camera read in its own thread: the newest frame wins, and one that falls silent is opened anew."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from turmwart.vision.cameras import CameraLost
from turmwart.vision.frame import Camera, Frame

SILENT_MS = 1500
"""Without a picture for so long the camera counts as lost."""
LONGEST_WAIT_MS = 30_000


@dataclass(slots=True)
class Eye:
    """*open_camera* may be called again and again; a reader that hangs is left behind.

    `look` is called by the rig's own thread, with the time; the reader touches only `_newest`.
    """

    open_camera: Callable[[], Camera]
    lost: bool = False
    why: str = ""
    _newest: Frame | None = field(default=None, repr=False)
    _reader: int = 0
    _heard_ms: float | None = None
    _again_ms: float = 0.0
    _wait_ms: float = SILENT_MS
    _fresh: threading.Event = field(default_factory=threading.Event, repr=False)

    def look(self, now_ms: float, wait_s: float) -> Frame | None:
        """The newest frame that nobody has seen yet, or None after *wait_s*."""
        if self._heard_ms is None or (self.lost and now_ms >= self._again_ms):
            self._open(now_ms)
        self._fresh.wait(wait_s)
        self._fresh.clear()
        frame, self._newest = self._newest, None
        if frame is not None:
            self._heard_ms, self._wait_ms, self.lost, self.why = now_ms, SILENT_MS, False, ""
        elif not self.lost and now_ms - (self._heard_ms or 0.0) >= SILENT_MS:
            self.lost, self._again_ms = True, now_ms
        return frame

    def close(self) -> None:
        """Tells the reader to go; one that hangs ends with the process."""
        self._reader += 1

    def _open(self, now_ms: float) -> None:
        self._reader += 1
        if self._heard_ms is None:
            self._heard_ms = now_ms
        self._again_ms = now_ms + self._wait_ms
        self._wait_ms = min(2 * self._wait_ms, LONGEST_WAIT_MS)
        threading.Thread(target=self._read, args=(self._reader,), daemon=True).start()

    def _read(self, reader: int) -> None:
        try:
            for frame in self.open_camera().frames():
                if reader != self._reader:
                    return
                self._newest = frame
                self._fresh.set()
        except (CameraLost, OSError, ImportError) as wrong:
            self.why = str(wrong)
