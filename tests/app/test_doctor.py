"""Every red line of the doctor is provoked, and its cure makes it green."""

import json
import socket
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from publish.brokers import free_port, mosquitto
from turmwart.app.broker_setup import password_line
from turmwart.app.calibrated import Made, keep, lens_text, pose_text
from turmwart.app.doctor import checks, measuring
from turmwart.app.doctor.checks import Finding, State
from turmwart.app.profile import Profile
from turmwart.cli import main
from turmwart.link.port import Port, serial_port
from turmwart.model.geometry import Place
from turmwart.model.scene import Box, Scene
from turmwart.publish.broker import Address, Login
from turmwart.sim.camera import AIM, EYE, Sight, VirtualCamera
from turmwart.sim.controller import OnPty, StandIn
from turmwart.sim.optics import hanging
from turmwart.sim.tables import TABLES
from turmwart.vision.cameras import CameraLost
from turmwart.vision.frame import Frame, Picture

TABLE = TABLES["turmbauer"]
USUAL = hanging(EYE, AIM, 0.6)


class Shown:
    """A camera that shows one picture again and again."""

    def __init__(self, picture: Picture, gap_ms: int = 50) -> None:
        self.picture, self.gap_ms = picture, gap_ms

    def frames(self) -> Iterator[Frame]:
        for number in range(100):
            yield Frame(number * self.gap_ms, self.picture)


class Dead:
    """A camera whose cable is out."""

    def frames(self) -> Iterator[Frame]:
        raise CameraLost("/dev/video0")
        yield


@pytest.fixture(scope="module")
def good() -> Picture:
    return VirtualCamera(TABLE, 1).frame(Sight(Scene(()), USUAL), 1).picture


def looked(
    camera: object, profile: Profile | None = None, profiles: Path = Path()
) -> dict[str, Finding]:
    found = measuring.sight(profile or Profile(TABLE), lambda: camera, profiles)  # type: ignore[arg-type, return-value]
    return {finding.part: finding for finding in found}


def sick_then_well(sick: Finding, well: Finding, word: str) -> None:
    assert sick.state is State.RED
    assert sick.cure is not None
    assert word in sick.cure.en
    assert (well.state, well.cure) == (State.GREEN, None)


def test_a_camera_without_pictures(good: Picture) -> None:
    sick_then_well(looked(Dead())["camera"], looked(Shown(good))["camera"], "cable")


def test_a_camera_of_another_size(good: Picture) -> None:
    small = cv2.resize(good, (640, 360))
    sick_then_well(looked(Shown(small))["camera"], looked(Shown(good))["camera"], "size")


def test_a_slow_camera_is_amber(good: Picture) -> None:
    assert looked(Shown(good, gap_ms=500))["camera"].state is State.AMBER


def test_a_lens_out_of_focus(good: Picture) -> None:
    soft = cv2.GaussianBlur(good, (0, 0), 2.4)
    sick_then_well(looked(Shown(soft))["focus"], looked(Shown(good))["focus"], "lens")


def test_a_room_without_light(good: Picture) -> None:
    dark = (good * 0.06).astype(np.uint8)
    seen = measuring.condition(dark, *view(good))
    assert checks.light(seen).state is State.RED
    assert "more light" in checks.light(seen).cure.en  # type: ignore[union-attr]
    assert checks.light(measuring.condition(good, *view(good))).state is State.GREEN


def view(picture: Picture) -> tuple[measuring.View, object]:
    checked = measuring.check_mat([picture], TABLE)
    assert checked is not None
    return measuring.View(TABLE.lens, checked.pose), TABLE


def test_glare_and_one_sided_light_are_amber_with_their_own_cures(good: Picture) -> None:
    ramp = np.linspace(0.0, 1.1, good.shape[1])[None, :, None]
    burnt, uneven = (np.clip(good * share, 0, 255).astype(np.uint8) for share in (1.6, ramp))
    glare, slanted = (checks.light(measuring.condition(p, *view(good))) for p in (burnt, uneven))
    assert (glare.state, slanted.state) == (State.AMBER, State.AMBER)
    assert "less time" in glare.cure.en  # type: ignore[union-attr]
    assert "other side" in slanted.cure.en  # type: ignore[union-attr]


def test_no_mat(good: Picture) -> None:
    bare = np.full_like(good, 110)
    sick_then_well(looked(Shown(bare))["markers"], looked(Shown(good))["markers"], "mat")


def test_a_covered_marker_is_amber_and_named() -> None:
    lid = Box("natural", Place(*TABLE.mat.markers[3].centre, 5.0), (70.0, 70.0, 10.0))
    picture = VirtualCamera(TABLE, 1).frame(Sight(Scene((lid,)), USUAL), 1).picture
    found = looked(Shown(picture))["markers"]
    assert found.state is State.AMBER
    assert "Marker 3" in found.cure.en  # type: ignore[union-attr]


def made(what: str, date: str) -> Made:
    return Made(what, "attic", date, "0", 0.2)


def test_a_lens_that_is_not_this_one(good: Picture, tmp_path: Path) -> None:
    today = datetime.now(UTC).date().isoformat()
    keep(tmp_path / "attic", made("camera", today), lens_text(TABLE.lens))
    bent = replace(TABLE, lens=replace(TABLE.lens, distortion=(-0.6, 0.3, 0.02, 0.0, 0.0)))
    sick = looked(Shown(good), Profile(bent, name="attic"), tmp_path)["calibration"]
    well = looked(Shown(good), Profile(TABLE, name="attic"), tmp_path)["calibration"]
    sick_then_well(sick, well, "turmwart calibrate camera --rig attic")


def test_a_calibration_of_long_ago_is_amber(good: Picture, tmp_path: Path) -> None:
    keep(tmp_path / "attic", made("camera", "2020-02-29"), lens_text(TABLE.lens))
    found = looked(Shown(good), Profile(TABLE, name="attic"), tmp_path)["calibration"]
    assert found.state is State.AMBER


@pytest.mark.parametrize(("aside", "state"), [(2.0, State.GREEN), (40.0, State.AMBER)])
def test_a_camera_that_has_moved_is_named(
    good: Picture, tmp_path: Path, aside: float, state: State
) -> None:
    keep(tmp_path / "attic", made("camera", "2026-01-01"), lens_text(TABLE.lens))
    text = pose_text((EYE[0] + aside, EYE[1], EYE[2]), [])
    keep(tmp_path / "attic", made("mat", "2026-01-01"), text)
    assert looked(Shown(good), Profile(TABLE, name="attic"), tmp_path)["drift"].state is state


def asked(controller: OnPty | None, port: Callable[[], Port]) -> dict[str, Finding]:
    """Virtual time: each pulse is ten milliseconds in which the controller runs."""
    now = 0.0

    def pulse() -> float:
        nonlocal now
        now += 10.0
        if controller is not None:
            controller.step(now)
        return now

    return {finding.part: finding for finding in measuring.keys(port, pulse)}


def test_a_controller_that_is_not_there(tmp_path: Path) -> None:
    sick = asked(None, serial_port(str(tmp_path / "ttyUSB7")))["controller"]
    pty = OnPty(StandIn(seed=1))
    well = asked(pty, serial_port(pty.path))
    pty.close()
    sick_then_well(sick, well["controller"], "cable")
    assert well["firmware"].state is State.GREEN
    assert well["clock"].state is State.GREEN


def test_firmware_of_another_version() -> None:
    device = StandIn(seed=1, major=2)
    pty = OnPty(device)
    sick = asked(pty, serial_port(pty.path))["firmware"]
    device.major = 1
    well = asked(pty, serial_port(pty.path))["firmware"]
    pty.close()
    sick_then_well(sick, well, "make flash")


@pytest.mark.needs("mosquitto")
def test_a_broker_that_does_not_answer(tmp_path: Path) -> None:
    with mosquitto(tmp_path, port := free_port()):
        well = measuring.broker(Address("127.0.0.1", port), "mosquitto")
    sick = measuring.broker(Address("127.0.0.1", port), "mosquitto")
    sick_then_well(sick, well, "--broker auto")


@pytest.mark.needs("mosquitto")
def test_a_broker_that_does_not_let_us_in(tmp_path: Path) -> None:
    salt = b"0123456789ab"
    (tmp_path / "passwords").write_text(password_line("rig", "owl", salt) + "\n")
    strict = f"allow_anonymous false\npassword_file {tmp_path / 'passwords'}\n"
    with mosquitto(tmp_path, port := free_port(), strict):
        sick = measuring.broker(Address("127.0.0.1", port), "mosquitto")
        well = measuring.broker(Address("127.0.0.1", port, Login("rig", "owl")), "mosquitto")
    sick_then_well(sick, well, "--login")


def test_a_page_port_that_another_program_has() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert measuring.page(port).state is State.AMBER
    assert measuring.page(port).state is State.GREEN


@pytest.mark.parametrize(
    ("degrees", "state"), [("85000", State.RED), ("74500", State.AMBER), ("51000", State.GREEN)]
)
def test_a_hot_processor(tmp_path: Path, degrees: str, state: State) -> None:
    (tmp_path / "temp").write_text(degrees + "\n", "ascii")
    (found,) = (f for f in measuring.body(tmp_path, tmp_path / "temp") if f.part == "temperature")
    assert found.state is state


@pytest.mark.parametrize(
    ("sick", "well", "word"),
    [
        (checks.disk(100_000_000), checks.disk(5_000_000_000), "Delete"),
        (checks.service("failed"), checks.service("active"), "systemctl restart"),
        (checks.temperature(90.0), checks.temperature(45.0), "fan"),
    ],
)
def test_a_full_disk_a_failed_service_a_hot_processor(
    sick: Finding, well: Finding, word: str
) -> None:
    sick_then_well(sick, well, word)


def test_the_report_has_every_part_and_fails_only_when_something_is_red(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--virtual", "--json", "--data", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    parts = {check["part"] for check in told["checks"]}
    assert parts >= {"camera", "focus", "light", "markers", "calibration", "controller", "broker"}
    assert parts >= {"page", "disk", "temperature", "service"}
    assert all(check["cure"] for check in told["checks"] if check["state"] != "green")
    rig = tmp_path / "rig.toml"
    rig.write_text('profile = "nowhere"\n[camera]\nwidth = 1280\nheight = 720\n', "utf-8")
    words = ["doctor", "--config", str(rig), "--data", str(tmp_path), "--profiles", str(tmp_path)]
    assert main(words) == 1
    assert "turmwart calibrate camera --rig nowhere" in capsys.readouterr().out


def test_the_bundle_has_findings_but_no_pictures_and_no_secrets(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "pin").write_text("scrypt$secret", "ascii")
    rig = tmp_path / "rig.toml"
    rig.write_text('[camera]\nwidth = 1\npassword = "hush"\n', "utf-8")
    bundle = tmp_path / "report.zip"
    main(["doctor", "--config", str(rig), "--data", str(data), "--bundle", str(bundle)])
    with zipfile.ZipFile(bundle) as opened:
        assert set(opened.namelist()) == {"findings.json", "machine.json", "rig.toml", "data.json"}
        everything = b"".join(opened.read(name) for name in opened.namelist())
    assert b"hush" not in everything
    assert b"scrypt$secret" not in everything
