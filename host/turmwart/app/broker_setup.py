"""A broker for the LAN as files: mosquitto's configuration, passwords, rights, certificates."""

import base64
import getpass
import hashlib
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from turmwart.app.logins import LoginFile, read_login, written
from turmwart.app.trouble import Trouble
from turmwart.publish.bridge import bridge
from turmwart.publish.broker import Address

ROUNDS = 101
ROLES = ("operator", "viewer")
RIGHTS: Mapping[str, tuple[str, ...]] = {
    "rig": (
        "readwrite turmwart/{table}/#",
        "write homeassistant/device/turmwart_{table}/config",
        "read homeassistant/status",
    ),
    "operator": ("read turmwart/#", "write turmwart/+/cmd/+", "readwrite homeassistant/#"),
    "viewer": ("deny turmwart/+/cmd/#", "deny turmwart/+/reply/#", "read turmwart/#"),
}
"""What each role may do. A rig may only tell of its own table; only operators may command."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for. *names* are those by which others reach this broker."""

    directory: Path
    tables: tuple[str, ...]
    names: tuple[str, ...]
    port: int
    lan: bool
    tls: bool
    hall: Address | None = None

    @property
    def logins(self) -> dict[str, str]:
        """Every login with its role."""
        rigs = {f"rig-{table}": "rig" for table in self.tables}
        return rigs | {role: role for role in ROLES}


def configuration(plan: Plan) -> str:
    """Everybody needs a login; beyond this computer only with --lan."""
    home = plan.directory.resolve()
    lines = [
        f"listener {plan.port} {'0.0.0.0' if plan.lan else '127.0.0.1'}",
        "allow_anonymous false",
        f"password_file {home / 'passwords'}",
        f"acl_file {home / 'rights'}",
        "persistence true",
        f"persistence_location {home}/",
        "autosave_interval 30",
        "set_tcp_nodelay true",
        f"message_size_limit {1 << 20}",
        f"user {getpass.getuser()}",
        "log_type error",
    ]
    if plan.tls:
        lines += [f"cafile {home / 'ca.crt'}", f"certfile {home / 'server.crt'}"]
        lines += [f"keyfile {home / 'server.key'}", "tls_version tlsv1.2"]
    text = "\n".join(lines) + "\n"
    return text + (bridge(plan.tables[0], plan.hall) if plan.hall else "")


def rights(plan: Plan) -> str:
    """The access list: one block per login."""
    blocks = (
        "\n".join([f"user {user}", *(f"topic {right}" for right in _rights(user, role))])
        for user, role in plan.logins.items()
    )
    return "\n\n".join(blocks) + "\n"


def _rights(user: str, role: str) -> Iterable[str]:
    return (right.format(table=user.removeprefix("rig-")) for right in RIGHTS[role])


def password_line(user: str, password: str, salt: bytes) -> str:
    """As mosquitto_passwd writes it, without showing the password to other processes."""
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS, 64)
    return (
        f"{user}:$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
    )


def set_up(plan: Plan) -> dict[str, Path]:
    """Writes everything; a login that is there already keeps its password. Gives the login files."""
    home = plan.directory
    try:
        (home / "logins").mkdir(parents=True, exist_ok=True)
        home.chmod(0o700)
        if plan.tls:
            _certificates(plan)
        files = {user: home / "logins" / f"{user}.toml" for user in plan.logins}
        passwords = {user: _password(file) for user, file in files.items()}
        for user, file in files.items():
            ca = "../ca.crt" if plan.tls else None
            _secret(file, written(LoginFile(user, passwords[user], plan.names[0], plan.port, ca)))
        lines = (password_line(u, p, secrets.token_bytes(12)) for u, p in passwords.items())
        _secret(home / "passwords", "\n".join(lines) + "\n")
        _secret(home / "rights", rights(plan))
        _secret(home / "mosquitto.conf", configuration(plan))
    except OSError as wrong:
        raise Trouble(
            f"the broker's files in {home} cannot be written ({wrong.strerror}); choose another --data."
        ) from wrong
    return files


def _password(file: Path) -> str:
    if file.exists():
        login = read_login(file, Address("", 0)).login
        assert login is not None
        return login.password
    return secrets.token_urlsafe(15)


def _secret(file: Path, text: str) -> None:
    """Whole or not at all, and nobody else may read it."""
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(text, "utf-8")
    fresh.replace(file)


def _certificates(plan: Plan) -> None:
    """An authority of our own and the broker's certificate, good for ten years."""
    home = plan.directory
    if (home / "server.crt").exists():
        return
    if shutil.which("openssl") is None:
        raise Trouble(
            "openssl is missing, and it makes the certificates; type: sudo apt-get install openssl."
        )
    names = ",".join(f"{'IP' if _is_ip(n) else 'DNS'}:{n}" for n in plan.names)
    ca, key = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650"), "server.key"
    _openssl(home, "req", *ca, "-subj", "/CN=turmwart", "-keyout", "ca.key", "-out", "ca.crt")
    _openssl(
        home, "req", *ca, "-subj", f"/CN={plan.names[0]}", "-addext", f"subjectAltName={names}",
        "-addext", "basicConstraints=critical,CA:FALSE",
        "-CA", "ca.crt", "-CAkey", "ca.key", "-keyout", key, "-out", "server.crt",
    )  # fmt: skip
    for name in ("ca.key", key):
        (home / name).chmod(0o600)


def _openssl(home: Path, *words: str) -> None:
    done = subprocess.run(
        ["openssl", *words], cwd=home, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Trouble(f"openssl cannot make the certificates ({done.stderr.strip()[-200:]}).")


def _is_ip(name: str) -> bool:
    return name.replace(".", "").isdigit() or ":" in name
