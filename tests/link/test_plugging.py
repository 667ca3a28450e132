"""Cables are pulled and hosts are killed, and no press is lost or doubled."""

import pytest

from link import plugging
from turmwart.sim import board

pytestmark = [pytest.mark.needs("simavr"), pytest.mark.needs("avr-gcc"), pytest.mark.timeout(900)]
TIMES = [20, pytest.param(1000, marks=pytest.mark.long)]


@pytest.fixture(scope="module", autouse=True)
def _built():
    board.build("bench")


@pytest.mark.parametrize("times", TIMES)
def test_a_pulled_cable_loses_and_doubles_nothing(times, tmp_path):
    seen = plugging.unplugged(times, tmp_path)
    assert seen.told == seen.made
    assert seen.lost == 0
    assert max(seen.ready) <= 1000


@pytest.mark.parametrize("times", TIMES)
def test_a_killed_host_loses_and_doubles_nothing(times, tmp_path):
    seen = plugging.killed(times, tmp_path)
    assert seen.lost == 0
    assert seen.told == seen.kept
    assert seen.told == seen.made
    assert max(seen.ready) <= 1000


def test_a_journal_that_overflows_says_how_many_it_has_lost(tmp_path):
    seen = plugging.forgotten(40, tmp_path)
    assert seen.told == seen.kept == seen.made[:15] + seen.made[-1:]
    assert seen.lost == 2 * 40 + 1 - 30
    assert seen.events + seen.lost == 2 * len(seen.made)
