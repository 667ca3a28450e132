"""What an installation consists of, as values: files with their text, and the commands after them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

SERVICE, KIOSK, SAVING = "turmwart.service", "turmwart-kiosk.service", "turmwart-backup"
UNITS = Path("/etc/systemd/system")
CONFIG = Path("/etc/turmwart/rig.toml")
DATA = Path("/var/lib/turmwart")
MANIFEST = Path("/etc/turmwart/installed")
KEPT_BACKUPS = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """*home* is the checkout; *kiosk* the user whose screen shows the page, empty for none."""

    home: Path
    game: str = "twentyseven"
    kiosk: str = ""
    lan: bool = False
    page_port: int = 8027


@dataclass(frozen=True, slots=True)
class File:
    """One file to be written; what is *kept* is never overwritten and never removed."""

    path: Path
    text: str
    mode: int = 0o644
    kept: bool = False


def files(wanted: Wanted, config: str) -> tuple[File, ...]:
    """*config* is the text of rig.toml."""
    found = [
        File(UNITS / SERVICE, service(wanted)),
        File(UNITS / f"{SAVING}.service", saving(wanted)),
        File(UNITS / f"{SAVING}.timer", SAVING_TIMER),
        File(Path("/etc/udev/rules.d/70-turmwart.rules"), UDEV),
        File(Path("/etc/systemd/journald@turmwart.conf"), LOGS),
        File(CONFIG, config, kept=True),
    ]
    if wanted.kiosk:
        found.append(File(UNITS / KIOSK, kiosk(wanted)))
    return tuple(found)


def commands(wanted: Wanted) -> tuple[tuple[str, ...], ...]:
    """What makes the machine take notice."""
    units = (SERVICE, f"{SAVING}.timer", *((KIOSK,) if wanted.kiosk else ()))
    return (
        ("systemctl", "daemon-reload"),
        ("udevadm", "control", "--reload"),
        ("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=video4linux"),
        *(("systemctl", "enable", "--now", unit) for unit in units),
    )


FAREWELL: tuple[tuple[str, ...], ...] = (
    ("systemctl", "disable", "--now", SERVICE, f"{SAVING}.timer", KIOSK),
)
AFTERWARDS: tuple[tuple[str, ...], ...] = (
    ("systemctl", "daemon-reload"),
    ("udevadm", "control", "--reload"),
)


def service(wanted: Wanted) -> str:
    python = wanted.home / ".venv" / "bin" / "python"
    words = ["run", "--config", str(CONFIG), "--data", str(DATA), "--game", wanted.game]
    words += ["--page-port", str(wanted.page_port), *(["--lan"] if wanted.lan else [])]
    start = " ".join([str(python), "-m", "turmwart", *words])
    return _unit(
        {
            "Description": "turmwart, the warden of the tower",
            "After": "network.target",
            "StartLimitIntervalSec": "0",
        },
        {
            "Type": "notify",
            "NotifyAccess": "main",
            "ExecStart": start,
            "WorkingDirectory": str(wanted.home),
            "Environment": "PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1",
            "Restart": "always",
            "RestartSec": "2",
            "WatchdogSec": "20",
            "TimeoutStopSec": "15",
            "DynamicUser": "yes",
            "StateDirectory": "turmwart",
            "SupplementaryGroups": "video dialout",
            "LogNamespace": "turmwart",
            **HARDENING,
            "DevicePolicy": "closed",
            "DeviceAllow": DEVICES,
        },
        "multi-user.target",
    )


HARDENING: Mapping[str, str] = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "read-only",
    "PrivateTmp": "yes",
    "ProtectProc": "invisible",
    "ProtectClock": "yes",
    "ProtectHostname": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectControlGroups": "yes",
    "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6",
    "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "LockPersonality": "yes",
    "CapabilityBoundingSet": "",
    "AmbientCapabilities": "",
    "SystemCallArchitectures": "native",
    "SystemCallFilter": "@system-service",
    "RemoveIPC": "yes",
    "UMask": "0077",
}
DEVICES = "\n".join(
    (
        "char-video4linux rw",
        "DeviceAllow=char-media rw",
        "DeviceAllow=char-ttyUSB rw",
        "DeviceAllow=char-ttyACM rw",
        "DeviceAllow=char-ttyAMA rw",
        "DeviceAllow=/dev/dma_heap rw",
    )
)


def kiosk(wanted: Wanted) -> str:
    """The page on the rig's own screen; it waits for the page and comes back by itself."""
    address = f"http://127.0.0.1:{wanted.page_port}/"
    browser = (
        "/usr/bin/chromium --kiosk --noerrdialogs --disable-session-crashed-bubble "
        f"--no-first-run --password-store=basic {address}"
    )
    return _unit(
        {
            "Description": "turmwart's page on the rig's screen",
            "After": f"graphical.target {SERVICE}",
            "Wants": SERVICE,
        },
        {
            "User": wanted.kiosk,
            "Environment": f"DISPLAY=:0 XAUTHORITY=/home/{wanted.kiosk}/.Xauthority",
            "ExecStart": browser,
            "Restart": "always",
            "RestartSec": "3",
        },
        "graphical.target",
    )


def saving(wanted: Wanted) -> str:
    python = wanted.home / ".venv" / "bin" / "python"
    target = DATA / "backups"
    words = f"backup {target} --data {DATA} --config {CONFIG} --keep {KEPT_BACKUPS}"
    return _unit(
        {"Description": "a backup of turmwart's games and profiles"},
        {
            "Type": "oneshot",
            "ExecStart": f"{python} -m turmwart {words}",
            "WorkingDirectory": str(wanted.home),
            "Environment": "PYTHONDONTWRITEBYTECODE=1",
            "DynamicUser": "yes",
            "User": "turmwart",
            "StateDirectory": "turmwart",
            "LogNamespace": "turmwart",
            **HARDENING,
            "PrivateDevices": "yes",
            "PrivateNetwork": "yes",
        },
        None,
    )


SAVING_TIMER = dedent("""\
    [Unit]
    Description=a backup of turmwart's games every week

    [Timer]
    OnCalendar=weekly
    Persistent=true
    RandomizedDelaySec=1h

    [Install]
    WantedBy=timers.target
    """)
LOGS = dedent("""\
    [Journal]
    SystemMaxUse=100M
    RuntimeMaxUse=20M
    MaxRetentionSec=3month
    """)
UDEV = dedent("""\
    # The controller by its USB bridge (CH340, FTDI, ATmega16U2), with the shortest latency it has.
    SUBSYSTEM=="tty", ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523", SYMLINK+="turmwart-controller"
    SUBSYSTEM=="tty", ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6001", SYMLINK+="turmwart-controller"
    SUBSYSTEM=="tty", ATTRS{idVendor}=="2341", ATTRS{idProduct}=="0043", SYMLINK+="turmwart-controller"
    SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"
    # The first picture stream of a USB camera.
    SUBSYSTEM=="video4linux", ATTR{index}=="0", SUBSYSTEMS=="usb", SYMLINK+="turmwart-camera"
    """)


def _unit(unit: Mapping[str, str], service: Mapping[str, str], wanted_by: str | None) -> str:
    sections = {"Unit": unit, "Service": service}
    if wanted_by is not None:
        sections["Install"] = {"WantedBy": wanted_by}
    return "\n".join(
        f"[{name}]\n" + "".join(f"{key}={value}\n" for key, value in keys.items())
        for name, keys in sections.items()
    )
