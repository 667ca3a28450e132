"""A pytest plugin: which rules the drawn tests see kept, and which they see broken.

`pytest -p rules.pairs --pairs FILE` notes, for every test with a `rule` marker, whether the game
it plays found that rule broken in some act and unbroken in another, and writes both lists.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from turmwart.rules.catalogue import ALL
from turmwart.rules.verdicts import Violation

KEPT: set[str] = set()
BROKEN: set[str] = set()
drawn: set[str] = set()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pairs", type=Path, required=True)


def pytest_configure() -> None:
    for kind in {type(game) for game in ALL}:
        kind.violations = _watched(kind.violations)
        kind.legal = _listed(kind.legal)


def _watched(judge: Callable[..., tuple[Violation, ...]]) -> Callable[..., Any]:
    def violations(*asked: Any) -> tuple[Violation, ...]:
        found = judge(*asked)
        ids = {violation.rule for violation in found}
        BROKEN.update(drawn & ids)
        KEPT.update(drawn - ids)
        return found

    return violations


def _listed(legal: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """What is listed keeps every rule."""

    def acts(*asked: Any) -> Iterator[Any]:
        for act in legal(*asked):
            KEPT.update(drawn)
            yield act

    return acts


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    drawn.update(mark.args[0] for mark in item.iter_markers("rule"))
    yield
    drawn.clear()


def pytest_sessionfinish(session: pytest.Session) -> None:
    target = session.config.getoption("--pairs")
    target.write_text(json.dumps({"kept": sorted(KEPT), "broken": sorted(BROKEN)}))
