"""`rig` on machines that lack something: one sentence, with the line to type."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
TOOLS = ("sh", "dirname", "cksum", "cat", "tail", "id", "df", "awk", "env", "chmod", "mkdir")
NO_VENV = "The virtual environment was not created successfully because ensurepip is not available."
NO_NETWORK = "ERROR: Could not install packages: Temporary failure in name resolution"
FULL = "OSError: [Errno 28] No space left on device"
PYTHON = """#!/bin/sh
case "$*" in
*sys.version_info*) exit 0 ;;
--version) echo Python 3.11.2 ;;
*"-m venv"*) [ -z "{venv}" ] || {{ echo "{venv}" >&2; exit 1; }}
    mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
*"-m pip"*) echo "{pip}" >&2; exit 1 ;;
esac
"""


def machine(place: Path, python: str | None) -> dict[str, str]:
    """A checkout and a search path with next to nothing on it."""
    tools = place / "tools"
    tools.mkdir()
    for tool in (*TOOLS, "cp"):
        found = shutil.which(tool)
        assert found is not None
        (tools / tool).symlink_to(found)
    if python is not None:
        (tools / "python3").write_text(python)
        (tools / "python3").chmod(0o755)
    shutil.copy(HERE / "rig", place / "rig")
    for name in ("requirements.lock", "package-lock.json"):
        shutil.copy(HERE / name, place / name)
    return {"PATH": str(tools)}


def rig(place: Path, path: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        [str(place / "rig"), "run"], env=path, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("python", "said"),
    [
        (None, "type: sudo apt-get install python3 python3-venv"),
        (PYTHON.format(venv=NO_VENV, pip=""), "type: sudo apt-get install python3-venv"),
        (
            PYTHON.format(venv="", pip=NO_NETWORK),
            "network cannot be reached; connect and type: ./rig run",
        ),
        (PYTHON.format(venv="", pip=FULL), "the disk is full; free about 1 GB and type: ./rig run"),
    ],
    ids=["no python", "no venv", "no network", "full disk"],
)
def test_what_is_missing_is_said_with_the_line_to_type(
    tmp_path: Path, python: str | None, said: str
) -> None:
    code, last = rig(tmp_path, machine(tmp_path, python))
    assert code == 1
    assert last.startswith("rig: ")
    assert last.endswith(said)


def test_the_second_start_does_nothing_again() -> None:
    """Processor time, so that a busy machine does not count; the first may still set something up."""
    words = [str(HERE / "rig"), "rules", "D-3"]
    subprocess.run(words, capture_output=True, check=True)
    before, began = os.times(), time.monotonic()
    subprocess.run(words, capture_output=True, check=True)
    after, took = os.times(), time.monotonic() - began
    spent = (
        after.children_user - before.children_user + after.children_system - before.children_system
    )
    assert min(spent, took) < 0.5
