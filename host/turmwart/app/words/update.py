"""`turmwart update`: brings the checkout and its packages up to date, then restarts the service."""

import argparse
import shutil
import subprocess
from pathlib import Path

from turmwart.app.installing.carrying import run
from turmwart.app.installing.plan import SERVICE
from turmwart.app.trouble import Trouble
from turmwart.app.words.install import HOME


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--home", type=Path, default=HOME, metavar="DIR", help="the checkout")


def main(args: argparse.Namespace) -> int:
    git = ("git", "-C", str(args.home))
    changed = subprocess.run(
        [*git, "status", "--porcelain", "--untracked-files=no"],
        capture_output=True,
        text=True,
        check=False,
    )
    if changed.returncode != 0:
        raise Trouble(f"{args.home} is no git checkout; fetch the new version by hand.")
    if changed.stdout.strip():
        raise Trouble(
            f"{args.home} has changes of its own; put them aside with 'git stash' and try again."
        )
    run([*git, "pull", "--ff-only", "--quiet"])
    run([str(args.home / "rig"), "rules", "X-1"])
    if _serving():
        run(["systemctl", "restart", SERVICE])
        print("updated; the service was restarted, its game goes on.")
    else:
        print("updated.")
    return 0


def _serving() -> bool:
    if shutil.which("systemctl") is None:
        return False
    asked = ["systemctl", "is-active", "--quiet", SERVICE]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0
