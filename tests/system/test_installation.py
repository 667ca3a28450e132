"""Install, start, kill, start again, back up, uninstall: rehearsed below a root of its own."""

import os
import re
import signal
import socket
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from turmwart.app.installing.carrying import run
from turmwart.app.trouble import Trouble
from turmwart.app.words.install import closed
from turmwart.cli import main

MAT_LESS = "[camera]\nwidth = 1280\nheight = 720\nmatrix = [[1000.0, 0.0, 640.0], [0.0, 1000.0, 360.0], [0.0, 0.0, 1.0]]\ndevice = 97\n"


def installed(root: Path, *more: str) -> None:
    rig = root.parent / "rig.toml"
    rig.write_text(MAT_LESS, "utf-8")
    assert main(["install", "--root", str(root), "--config", str(rig), *more]) == 0


def unit(root: Path, name: str = "turmwart.service") -> str:
    return (root / "etc/systemd/system" / name).read_text("utf-8")


def inside(root: Path) -> set[str]:
    return {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}


def test_what_is_installed_is_taken_away_again_and_the_games_stay(tmp_path: Path) -> None:
    root = tmp_path / "root"
    installed(root, "--kiosk", "pi")
    assert {
        f"etc/systemd/system/{name}" for name in ("turmwart.service", "turmwart-kiosk.service")
    } <= inside(root)
    game = root / "var/lib/turmwart/journal/1"
    game.parent.mkdir(parents=True)
    game.write_text("a game", "utf-8")
    assert main(["uninstall", "--root", str(root)]) == 0
    assert inside(root) == {"etc/turmwart/rig.toml", "var/lib/turmwart/journal/1"}


def test_installing_again_leaves_the_description_of_the_rig_alone(tmp_path: Path) -> None:
    root = tmp_path / "root"
    installed(root)
    mine = root / "etc/turmwart/rig.toml"
    mine.write_text("# mine\n" + MAT_LESS, "utf-8")
    installed(root)
    assert mine.read_text("utf-8").startswith("# mine")


def test_what_is_not_installed_cannot_be_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["uninstall", "--root", str(tmp_path)]) == 2
    assert "turmwart is not installed here" in capsys.readouterr().err


def test_a_broken_description_installs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rig.toml").write_text("[camera", "utf-8")
    words = ["install", "--root", str(tmp_path / "root"), "--config", str(tmp_path / "rig.toml")]
    assert main(words) == 2
    assert "is no TOML" in capsys.readouterr().err
    assert not (tmp_path / "root").exists()


def test_a_folder_that_the_service_may_not_enter_is_named(tmp_path: Path) -> None:
    home = tmp_path / "home" / "turmwart"
    home.mkdir(parents=True)
    tmp_path.chmod(0o755)
    (tmp_path / "home").chmod(0o700)
    found = closed(home)
    assert found is not None
    assert found in (tmp_path / "home", *tmp_path.parents)
    (tmp_path / "home").chmod(0o755)
    assert closed(home) not in (tmp_path / "home", home)


def test_a_command_that_fails_is_told_in_its_own_words() -> None:
    with pytest.raises(Trouble, match=r"ls .* failed: .*nowhere"):
        run(["ls", "/nowhere/at/all"])


@pytest.mark.needs("systemd-analyze")
@pytest.mark.needs("chromium")
def test_systemd_finds_no_fault_with_the_units_and_calls_them_safe(tmp_path: Path) -> None:
    root = tmp_path / "root"
    installed(root, "--kiosk", "pi", "--lan")
    units = sorted((root / "etc/systemd/system").glob("turmwart*"))
    assert len(units) == 4
    verified = analysed("verify", *map(str, units))
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    for name in ("turmwart.service", "turmwart-backup.service"):
        file = root / "etc/systemd/system" / name
        said = analysed("security", "--offline=true", str(file)).stdout
        found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)
        assert found is not None
        assert float(found[1]) <= 2.5, said


def analysed(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def start_words(root: Path) -> list[str]:
    """What the unit starts, below the root; the page on a free port, no broker."""
    line = next(line for line in unit(root).splitlines() if line.startswith("ExecStart="))
    words = line.removeprefix("ExecStart=").split()
    words = [str(root / w[1:]) if w.startswith(("/etc/", "/var/")) else w for w in words]
    place = words.index("--page-port")
    words[place + 1] = "0"
    return [*words, "--broker", "none"]


def told(supervisor: socket.socket, words: Sequence[str], wanted: str) -> "subprocess.Popen[bytes]":
    """Starts the service as systemd would, and waits until it says *wanted*."""
    environment = os.environ | {"NOTIFY_SOCKET": supervisor.getsockname()}
    process = subprocess.Popen(
        words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    supervisor.settimeout(60)
    heard: list[str] = []
    while wanted not in heard:
        heard += supervisor.recv(4096).decode("ascii").split("\n")
    return process


def test_the_service_says_that_it_is_ready_and_alive_and_goes_on_after_being_killed(
    tmp_path: Path,
) -> None:
    root = tmp_path / "root"
    installed(root)
    (root / "var/lib/turmwart").mkdir(parents=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(str(tmp_path / "notify"))
        for _ in range(2):
            rig = told(supervisor, start_words(root), "READY=1")
            rig.kill()
            rig.communicate()
        rig = told(supervisor, start_words(root), "WATCHDOG=1")
        rig.send_signal(signal.SIGTERM)
        _, said = rig.communicate(timeout=30)
    assert rig.returncode == 0
    assert b"goes on after 0 acts" in said


def test_a_backup_brings_everything_back(tmp_path: Path) -> None:
    data, profiles, rig = tmp_path / "data", tmp_path / "profiles", tmp_path / "rig.toml"
    (data / "journal").mkdir(parents=True)
    (data / "journal" / "000001.x.journal").write_text("one line\n", "utf-8")
    (profiles / "attic").mkdir(parents=True)
    (profiles / "attic" / "camera.toml").write_text("lens", "utf-8")
    rig.write_text(MAT_LESS, "utf-8")
    parts = ["--data", str(data), "--profiles", str(profiles), "--config", str(rig)]
    backups = tmp_path / "backups"
    assert main(["backup", str(backups), *parts]) == 0
    (archive,) = backups.iterdir()
    elsewhere = tmp_path / "elsewhere"
    there = ["--data", str(elsewhere / "data"), "--profiles", str(elsewhere / "profiles")]
    back = ["backup", str(archive), "--restore", *there, "--config", str(elsewhere / "rig.toml")]
    assert main(back) == 0
    assert (elsewhere / "data/journal/000001.x.journal").read_text("utf-8") == "one line\n"
    assert (elsewhere / "profiles/attic/camera.toml").read_text("utf-8") == "lens"
    assert (elsewhere / "rig.toml").read_text("utf-8") == MAT_LESS
    assert main(back) == 2


def test_only_so_many_backups_are_kept(tmp_path: Path) -> None:
    backups, data = tmp_path / "backups", tmp_path / "data"
    data.mkdir(), backups.mkdir()
    for year in range(2000, 2005):
        (backups / f"turmwart-{year}-01-01T000000.tar.gz").write_bytes(b"")
    assert main(["backup", str(backups), "--data", str(data), "--keep", "3"]) == 0
    kept = sorted(file.name[9:13] for file in backups.iterdir())
    assert kept[:2] == ["2003", "2004"]
    assert len(kept) == 3


@pytest.mark.parametrize("name", ["../../etc/passwd", "secrets/key", "data/../../x"])
def test_an_archive_with_strange_names_restores_nothing(tmp_path: Path, name: str) -> None:
    archive = tmp_path / "strange.tar.gz"
    (tmp_path / "file").write_text("x", "utf-8")
    with tarfile.open(archive, "w:gz") as made:
        made.add(tmp_path / "file", arcname="data/good")
        made.add(tmp_path / "file", arcname=name)
    target = tmp_path / "target"
    assert main(["backup", str(archive), "--restore", "--data", str(target)]) == 2
    assert not target.exists()
