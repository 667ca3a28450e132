"""Asks every part of the rig how it is; what cannot be asked is a finding too."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turmwart.app.calibrated import kept_made, kept_pose
from turmwart.app.doctor import checks
from turmwart.app.doctor.checks import Finding
from turmwart.app.profile import Profile
from turmwart.app.trouble import Trouble
from turmwart.link.line import Fault, Health, Link
from turmwart.link.port import Port
from turmwart.publish import listening
from turmwart.publish.broker import Address
from turmwart.publish.broker import Fault as BrokerFault
from turmwart.rules.sheet import Words
from turmwart.vision.calibration.mat import check_mat
from turmwart.vision.cameras import CameraLost
from turmwart.vision.condition import condition
from turmwart.vision.frame import Camera, Frame
from turmwart.vision.pose import View

Array = NDArray[np.float64]
LOOKS = 12
"""Frames that are looked at; the first few of a camera are often dark."""
SETTLED = 4
ANSWER_S = 3.0
STEP_S = 0.01
SURE_MS = 50.0
"""Once the clocks are mapped so well, the controller has said enough."""
THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")
PAGE_WAIT_S = 0.5
HALL_MARK = b"turmwart"


def sight(
    profile: Profile, open_camera: Callable[[], Camera] | None, profiles: Path
) -> list[Finding]:
    """Camera, focus, light, markers, calibration and drift."""
    if open_camera is None:
        return [checks.unnamed("camera", Words("Die Kamera", "The camera"))]
    try:
        frames = list(islice(open_camera().frames(), LOOKS))
    except (CameraLost, OSError, ImportError) as wrong:
        return [checks.camera_gone(str(wrong))]
    if len(frames) < SETTLED + 1:
        return [checks.camera_gone(f"{len(frames)} pictures")]
    return [_camera(frames, profile), *_mat(frames[SETTLED:], profile, profiles)]


def _camera(frames: Sequence[Frame], profile: Profile) -> Finding:
    took_ms = max(1, frames[-1].at_ms - frames[0].at_ms)
    high, wide = frames[-1].picture.shape[:2]
    lens = profile.table.lens
    return checks.camera(1000 * (len(frames) - 1) / took_ms, wide, high, (lens.width, lens.height))


def _mat(frames: Sequence[Frame], profile: Profile, profiles: Path) -> Iterator[Finding]:
    table = profile.table
    checked = check_mat([frame.picture for frame in frames], table)
    if checked is None:
        yield checks.no_mat()
        return
    seen = condition(frames[-1].picture, View(table.lens, checked.pose), table)
    yield checks.focus(seen)
    yield checks.light(seen)
    bad = [marker.id for marker in checked.bad]
    printed = len(table.mat.markers)
    yield checks.markers(printed - len(checked.unseen), printed, bad, checked.unseen)
    yield from _kept(checked.pose.residual_px, checked.pose.centre, profile, profiles)


def _kept(residual_px: float, centre: Array, profile: Profile, profiles: Path) -> Iterator[Finding]:
    place = profiles / profile.name
    if not profile.name:
        yield checks.calibration(residual_px, None, "")
        return
    made = date.fromisoformat(kept_made(place, "camera").date)
    yield checks.calibration(residual_px, (datetime.now(UTC).date() - made).days, profile.name)
    if (pose := kept_pose(place)) is not None:
        moved = float(np.linalg.norm(np.array(pose.centre) - centre))
        yield checks.drift(moved, profile.name)


def keys(
    open_port: Callable[[], Port] | None, pulse: Callable[[], float] | None = None
) -> list[Finding]:
    """Controller, firmware and clock. *pulse* lets a moment pass and says the time in milliseconds."""
    if open_port is None:
        return [checks.unnamed("controller", Words("Das Steuergerät", "The controller"))]
    link = Link(open_port, 0)
    try:
        return _told(_health(link, pulse or _pulse))
    finally:
        link.close()


def _pulse() -> float:
    time.sleep(STEP_S)
    return time.monotonic() * 1000


def _health(link: Link, pulse: Callable[[], float]) -> Health:
    """What the controller says of itself, after it has had time to answer."""
    now = pulse()
    end = now + ANSWER_S * 1000
    while now < end:
        link.poll(now)
        health = link.health
        if health.fault is Fault.VERSION or (health.ready and health.error_ms < SURE_MS):
            break
        now = pulse()
    return link.health


def _told(health: Health) -> list[Finding]:
    if health.fault in (Fault.ABSENT, Fault.SILENT):
        return [checks.controller_gone(health.reason or "no answer")]
    figures = health.figures
    fits = health.fault is not Fault.VERSION
    return [
        checks.controller(figures.missing + figures.dropped),
        checks.firmware(fits, health.firmware),
        checks.clock(health.ppm, health.error_ms),
    ]


def broker(asked: Address | None, ours: str) -> Finding:
    """*ours* is what `--broker auto` would start."""
    if asked is None:
        return checks.broker(ours, "--broker auto")
    fault = listening.asked(asked, ANSWER_S)
    if fault is BrokerFault.LOGIN:
        return checks.closed_broker(str(asked))
    return checks.broker("other" if fault is None else None, str(asked))


def page(port: int) -> Finding:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return checks.page(False, _ours(port), port)
    return checks.page(True, False, port)


def _ours(port: int) -> bool:
    """Does our own page answer there?"""
    try:
        with socket.create_connection(("127.0.0.1", port), PAGE_WAIT_S) as other:
            other.settimeout(PAGE_WAIT_S)
            other.sendall(b"GET / HTTP/1.0\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
            return HALL_MARK in other.recv(4096).lower()
    except OSError:
        return False


def body(data: Path, thermometer: Path = THERMOMETER) -> list[Finding]:
    """Disk, temperature and service."""
    place = next(each for each in (data, *data.absolute().parents) if each.exists())
    return [
        checks.disk(shutil.disk_usage(place).free),
        checks.temperature(_degrees(thermometer)),
        checks.service(_service()),
    ]


def _degrees(thermometer: Path) -> float | None:
    try:
        return int(thermometer.read_text("ascii")) / 1000
    except (OSError, ValueError):
        return None


def _service() -> str | None:
    if shutil.which("systemctl") is None:
        return None
    asked = subprocess.run(
        ["systemctl", "show", "turmwart", "--property=LoadState,ActiveState"],
        capture_output=True,
        text=True,
        check=False,
    )
    said = dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)
    return said.get("ActiveState") if said.get("LoadState") == "loaded" else None


def refused(wrong: Trouble) -> Finding:
    """A profile or rig.toml that cannot be used is a finding, not an end."""
    return Finding(
        "calibration",
        checks.State.RED,
        Words(str(wrong), str(wrong)),
        Words("Wie gesagt vorgehen.", "Do as it says."),
    )


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
