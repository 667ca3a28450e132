"""Every rule of the catalogue that software can check has a case that keeps it and one that breaks it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from turmwart.rules.catalogue import RULES

TESTS = Path(__file__).parents[1]
MARK = re.compile(r"""mark\.rule\(["']([A-Z]-\d+)["']\)""")

BY_PEOPLE = {
    "X-6": "whether dice are electronic is a wiring of the rig, not an act",
    "T-19": "a piece taken out for a moment leaves no trace at DONE",
}
"""Rules that no act can show kept or broken, and why."""
BY_SIGHT = {"X-3", "T-11", "L-5"}
"""Told by the camera, not by an act: the lattice of the rules has no crooked place."""


def marked() -> dict[str, set[Path]]:
    found: dict[str, set[Path]] = {}
    for path in TESTS.rglob("test_*.py"):
        for rule in MARK.findall(path.read_text("utf-8")):
            found.setdefault(rule, set()).add(path)
    return found


def test_no_mark_names_a_rule_that_does_not_exist():
    assert marked().keys() <= RULES.keys()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in {*BY_PEOPLE, *BY_SIGHT}])
def test_every_rule_is_drawn(rule):
    assert rule in marked(), f"no test is marked with {rule}; draw it kept and broken"


def test_every_rule_with_an_offence_is_drawn_kept_and_broken(tmp_path):
    told = {rule.id for rule in RULES.values() if rule.broken} - BY_SIGHT
    files = {
        path for paths in marked().values() for path in paths if TESTS / "rules" in path.parents
    }
    target = tmp_path / "pairs.json"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "rules.pairs", "-p", "no:cacheprovider", "-q",
         "-m", "rule and not long", "--pairs", str(target),
         *sorted(str(path) for path in files if path.name not in ("test_laws.py", "test_random_games.py"))],
        cwd=TESTS.parent, env={**os.environ, "PYTHONPATH": str(TESTS)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:]
    seen = json.loads(target.read_text("utf-8"))
    assert " ".join(sorted(told - set(seen["kept"]))) == "", "never seen kept"
    assert " ".join(sorted(told - set(seen["broken"]))) == "", "never seen broken"
