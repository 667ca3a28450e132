"""Carries an installation out, below any root: nothing half-written, and all of it told."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from turmwart.app.installing.plan import MANIFEST, File
from turmwart.app.trouble import Trouble

Run = Callable[[Sequence[str]], None]


def below(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")


def put(root: Path, files: Sequence[File]) -> Iterator[str]:
    """Writes the files and the list of them; says each."""
    for file in files:
        target = below(root, file.path)
        if file.kept and target.exists():
            yield f"left as it is: {file.path}"
            continue
        _write(target, file.text, file.mode)
        yield f"written: {file.path}"
    gone = [file.path for file in files if not file.kept]
    _write(below(root, MANIFEST), "".join(f"{path}\n" for path in gone), 0o644)


def taken_away(root: Path) -> Iterator[str]:
    """Removes what the list names, then the list."""
    manifest = below(root, MANIFEST)
    if not manifest.exists():
        raise Trouble(f"{manifest} does not exist: turmwart is not installed here; nothing to do.")
    for line in manifest.read_text("utf-8").splitlines():
        below(root, Path(line)).unlink(missing_ok=True)
        yield f"removed: {line}"
    manifest.unlink()


def run(command: Sequence[str]) -> None:
    """Runs one command of the system; its own words say what is wrong."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as wrong:
        raise Trouble(
            f"{command[0]} cannot be run ({wrong.strerror}); is this a system with systemd?"
        ) from wrong
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Trouble(f"{' '.join(command)} failed: {said[-1] if said else done.returncode}.")


def _write(target: Path, text: str, mode: int) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(f".{target.name}.new")
        fresh.write_text(text, "utf-8")
        fresh.chmod(mode)
        fresh.replace(target)
    except PermissionError as wrong:
        raise Trouble(f"{target} may not be written; type: sudo ./rig install") from wrong
    except OSError as wrong:
        raise Trouble(
            f"{target} cannot be written ({wrong.strerror}); make room and try again."
        ) from wrong
