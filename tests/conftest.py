"""Markers: what a test needs, and what takes minutes; the one browser of a run."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TOOLS = {
    "simavr": lambda: any(
        Path(f"{place}/simavr/sim_avr.h").exists()
        for place in ("/usr/include", "/usr/local/include")
    ),
    "avr-gcc": lambda: shutil.which("avr-gcc"),
    "gcc": lambda: shutil.which("gcc"),
    "mosquitto": lambda: shutil.which("mosquitto") or Path("/usr/sbin/mosquitto").exists(),
    "chromium": lambda: shutil.which("chromium") or shutil.which("chromium-browser"),
    "systemd-analyze": lambda: shutil.which("systemd-analyze"),
    "asyncapi": lambda: Path("node_modules/@asyncapi/specs").exists(),
    "node": lambda: shutil.which("node"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run what takes minutes as well")
    parser.addoption("--nothing-skipped", action="store_true", help="a skipped test fails the run")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not session.config.getoption("--nothing-skipped"):
        return
    skipped = len(reporter.stats.get("skipped", ()))
    if skipped and session.exitstatus == 0:
        reporter.write_line(f"{skipped} skipped, and nothing may be skipped here", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("needs"):
            if not TOOLS[mark.args[0]]():
                item.add_marker(pytest.mark.skip(reason=f"{mark.args[0]} is missing"))
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """One Chromium for the whole run: two of Playwright's loops cannot live in one thread."""
    from display.serving import chromium

    with chromium() as launched:
        yield launched
