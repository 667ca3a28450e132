"""Backups: games, profiles and rig.toml in one archive, written whole, the oldest dropped."""

import io
import tarfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from turmwart.app.trouble import Trouble

NAME = "turmwart-{:%Y-%m-%dT%H%M%S}.tar.gz"
PATTERN = "turmwart-*.tar.gz"
LEFT_OUT = ("backups", "mosquitto.conf")
PARTS = ("data", "profiles", "rig.toml")


def saved(into: Path, sources: dict[str, Path], at: datetime, keep: int) -> Path:
    """*sources*: what goes in, by the name it has there. Returns the archive."""
    target = into / NAME.format(at)
    fresh = target.with_suffix(".new")
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fresh, "w:gz") as archive:
            for name, source in sources.items():
                for file, inside in _files(source, name):
                    _add(archive, file, inside)
        fresh.replace(target)
    except OSError as wrong:
        fresh.unlink(missing_ok=True)
        raise Trouble(
            f"the backup cannot be written to {into} ({wrong.strerror}); name another folder."
        ) from wrong
    for old in sorted(into.glob(PATTERN))[:-keep]:
        old.unlink()
    return target


def restored(archive: Path, targets: dict[str, Path]) -> list[Path]:
    """Brings a backup back; refused where something of it is there already."""
    with _opened(archive) as found:
        members = [member for member in found.getmembers() if member.isfile()]
        places = [(member, _place(archive, member.name, targets)) for member in members]
        taken = next((place for _, place in places if place.exists()), None)
        if taken is not None:
            raise Trouble(
                f"{taken} exists already; move it away before restoring. Nothing was changed."
            )
        for member, place in places:
            content = found.extractfile(member)
            assert content is not None
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.read())
            place.chmod(member.mode & 0o777)
    return [place for _, place in places]


def _add(archive: tarfile.TarFile, file: Path, inside: str) -> None:
    """As it is at this moment: a journal only ever grows."""
    content = file.read_bytes()
    head = archive.gettarinfo(str(file), arcname=inside)
    head.size = len(content)
    head.uname = head.gname = ""
    archive.addfile(head, io.BytesIO(content))


def _files(source: Path, name: str) -> Iterator[tuple[Path, str]]:
    if source.is_file():
        yield source, name
    for file in sorted(source.rglob("*")):
        inside = file.relative_to(source)
        if file.is_file() and inside.parts[0] not in LEFT_OUT:
            yield file, f"{name}/{inside}"


def _place(archive: Path, name: str, targets: dict[str, Path]) -> Path:
    head, *rest = Path(name).parts
    if head not in targets or ".." in rest:
        raise Trouble(f"{archive} holds {name!r}, which is no part of a rig; nothing was restored.")
    return targets[head].joinpath(*rest)


def _opened(archive: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(archive)
    except (OSError, tarfile.TarError) as wrong:
        raise Trouble(
            f"{archive} is no backup that can be read ({wrong}); name another."
        ) from wrong
