"""Where frames come from: a USB camera, a Pi camera, a recording."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np

from turmwart.vision.frame import Frame

Clock = Callable[[], int]


class CameraLost(Exception):
    """The camera gives no pictures."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"camera {name!r} gives no pictures: check its cable, then start again.")


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class UsbCamera:
    """V4L2. Exposure, white balance and focus are fixed, so that colours stay comparable."""

    device: int | str
    width: int
    height: int
    exposure: float = 200.0
    white_balance: float = 4600.0
    focus: float = 0.0
    clock: Clock = _monotonic_ms

    def frames(self) -> Iterator[Frame]:
        capture = cv2.VideoCapture(self.device, cv2.CAP_V4L2)
        try:
            self._fix(capture)
            while True:
                good, picture = capture.read()
                if not good:
                    raise CameraLost(self.path)
                yield Frame(self.clock(), np.asarray(picture, dtype=np.uint8))
        finally:
            capture.release()

    @property
    def path(self) -> str:
        return f"/dev/video{self.device}" if isinstance(self.device, int) else self.device

    def _fix(self, capture: cv2.VideoCapture) -> None:
        for name, value in (
            (cv2.CAP_PROP_FRAME_WIDTH, self.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, self.height),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
            (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
            (cv2.CAP_PROP_EXPOSURE, self.exposure),
            (cv2.CAP_PROP_AUTO_WB, 0),
            (cv2.CAP_PROP_WB_TEMPERATURE, self.white_balance),
            (cv2.CAP_PROP_AUTOFOCUS, 0),
            (cv2.CAP_PROP_FOCUS, self.focus),
        ):
            capture.set(name, value)


@dataclass(frozen=True, slots=True)
class PiCamera:
    """The Raspberry Pi's own camera; its library is looked for only when it is used."""

    width: int
    height: int
    exposure_us: int = 15_000
    clock: Clock = _monotonic_ms

    def frames(self) -> Iterator[Frame]:
        camera = import_module("picamera2").Picamera2()
        size = {"size": (self.width, self.height), "format": "RGB888"}
        camera.configure(camera.create_video_configuration(main=size))
        camera.set_controls(
            {"AeEnable": False, "AwbEnable": False, "ExposureTime": self.exposure_us}
        )
        camera.start()
        try:
            while True:
                yield Frame(self.clock(), np.asarray(camera.capture_array(), dtype=np.uint8))
        finally:
            camera.stop()


@dataclass(frozen=True, slots=True)
class RecordedCamera:
    """The frames of a recording, each once, at the times written in its index."""

    directory: Path

    def frames(self) -> Iterator[Frame]:
        for line in (self.directory / "index.jsonl").read_text("utf-8").splitlines():
            entry = json.loads(line)
            if "frame" in entry:
                yield Frame(int(entry["t_ms"]), read_picture(self.directory / entry["frame"]))


def read_picture(file: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A picture file as the camera would have given it."""
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if picture is None:
        raise CameraLost(str(file))
    return np.asarray(picture, dtype=np.uint8)


def write_picture(file: Path, picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
    """A picture as a file; its name decides the format."""
    cv2.imwrite(str(file), picture)


def jpeg(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    """A picture packed for a browser."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return packed.tobytes()
