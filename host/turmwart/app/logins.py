"""Files with the way into a broker: HOST, port, name and password, readable by their owner only."""

import tomllib
from pathlib import Path

import msgspec

from turmwart.app.trouble import Trouble
from turmwart.publish.broker import Address, Login


class LoginFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the file."""

    user: str
    password: str
    host: str | None = None
    port: int | None = None
    ca: str | None = None


def read_login(file: Path, address: Address | None = None) -> Address:
    """The way in that *file* says; *address*, when given, goes before its host and port."""
    found = _read(file)
    if file.stat().st_mode & 0o077:
        raise Trouble(f"login file {file} can be read by others; type: chmod 600 {file}.")
    host, port = (address.host, address.port) if address else (found.host, found.port)
    if host is None or port is None:
        raise Trouble(f"login file {file} names no host and port; add them, or give HOST:PORT.")
    return Address(host, port, Login(found.user, found.password), _beside(file, found.ca))


def written(login: LoginFile) -> str:
    """The file's text. What it holds is made by us and needs no escapes."""
    facts = {name: getattr(login, name) for name in LoginFile.__struct_fields__}
    lines = (
        f"{name} = {value}" if isinstance(value, int) else f'{name} = "{value}"'
        for name, value in facts.items()
        if value is not None
    )
    return "\n".join(lines) + "\n"


def _read(file: Path) -> LoginFile:
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), LoginFile)
    except OSError as wrong:
        raise Trouble(
            f"login file {file} cannot be read ({wrong.strerror}); make it with: turmwart broker setup."
        ) from wrong
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
        raise Trouble(
            f"login file {file} is not as it should be ({wrong}); give it user and password."
        ) from wrong


def _beside(file: Path, ca: str | None) -> str | None:
    return None if ca is None else str((file.parent / ca).resolve())
