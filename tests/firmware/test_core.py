"""The core built for the host: fuzzed, fed with damaged frames, and its dice counted."""

import pytest

from firmware import core

pytestmark = pytest.mark.needs("gcc")


@pytest.mark.parametrize("sides", [6, 10, 3])
def test_ten_million_rolls_are_fair(sides):
    rolls = core.rolled(sides, 10_000_000)
    assert (rolls.min(), rolls.max()) == (1, sides)
    found = core.p_values(rolls, sides)
    assert min(found.values()) >= 1e-4, found


@pytest.mark.parametrize("sides", [6, 10, 3])
def test_dice_by_a_plain_remainder_are_found_out(sides):
    rolls = core.rolled(sides, 10_000_000, core.MODULO)
    assert core.p_values(rolls, sides)["counts"] < 1e-4


def test_no_damaged_frame_is_accepted():
    assert core.damaged_accepted(1_000_000, seed=1) == 0


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_none_of_a_hundred_million_damaged_frames_is_accepted():
    assert core.damaged_accepted(100_000_000, seed=2) == 0


def test_without_its_crc_the_core_would_accept_them():
    assert core.damaged_accepted(10_000, seed=1, mutant=core.NO_CRC) > 1000


def test_fuzzing_finds_nothing():
    assert core.fuzzed(10_000_000, seed=3) > 0


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_a_night_of_fuzzing_finds_nothing():
    assert core.fuzzed(1_000_000_000, seed=4) > 0
