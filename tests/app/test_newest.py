"""A camera that hangs, ends or comes back; the time is an argument."""

import threading
from collections.abc import Iterator
from queue import Queue

import numpy as np

from turmwart.app.newest import SILENT_MS, Eye
from turmwart.vision.cameras import CameraLost
from turmwart.vision.frame import Frame

BLACK = np.zeros((2, 2, 3), np.uint8)
PATIENT_S = 5.0


class Tape:
    """A camera that gives what is put in, hangs while there is nothing, and fails on None."""

    def __init__(self) -> None:
        self.frames_in: Queue[Frame | None] = Queue()
        self.taken = threading.Semaphore(0)
        self.opened = 0

    def frames(self) -> Iterator[Frame]:
        self.opened += 1
        while (frame := self.frames_in.get()) is not None:
            yield frame
            self.taken.release()
        raise CameraLost("tape")

    def give(self, *times: int) -> None:
        """Puts frames in and waits until the reader has taken them all."""
        for at_ms in times:
            self.frames_in.put(Frame(at_ms, BLACK))
        for _ in times:
            assert self.taken.acquire(timeout=PATIENT_S)


def test_the_newest_frame_wins_and_is_seen_once() -> None:
    tape = Tape()
    eye = Eye(lambda: tape)
    assert eye.look(0, 0.0) is None
    tape.give(10, 20, 30)
    seen = eye.look(40, PATIENT_S)
    assert seen is not None
    assert seen.at_ms == 30
    assert eye.look(50, 0.0) is None
    eye.close()


def test_a_camera_that_hangs_is_noticed_within_two_seconds_and_opened_again() -> None:
    tape = Tape()
    eye = Eye(lambda: tape)
    eye.look(0, 0.0)
    tape.give(10)
    eye.look(10, PATIENT_S)
    eye.look(10 + SILENT_MS - 1, 0.0)
    assert not eye.lost
    eye.look(10 + SILENT_MS, 0.0)
    assert eye.lost
    assert SILENT_MS < 2000
    eye.look(20 + SILENT_MS, 0.0)
    tape.frames_in.put(Frame(1600, BLACK))
    tape.frames_in.put(Frame(1601, BLACK))
    assert eye.look(30 + SILENT_MS, PATIENT_S) is not None
    assert not eye.lost
    assert tape.opened == 2
    eye.close()


def test_a_camera_that_ends_is_opened_again_at_ever_longer_intervals() -> None:
    tape = Tape()
    eye = Eye(lambda: tape)
    for _ in range(50):
        tape.frames_in.put(None)
    for at_ms in range(0, 60_000, 100):
        eye.look(at_ms, 0.0)
    assert eye.lost
    assert 4 <= eye._reader <= 8
    eye.close()
