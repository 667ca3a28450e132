"""The very image that is flashed, mistreated: what was pressed comes once, in order."""

import pytest

from firmware import measure
from firmware.core import EARLY, NO_CRC, REUSED, flashed
from firmware.table import Table
from turmwart.link.messages import Cause, Kind
from turmwart.sim.board import build

pytestmark = [pytest.mark.needs("simavr"), pytest.mark.needs("avr-gcc")]
SETTLED = 54_000
"""Cycles after an edge at which the window with the settling and the journal's write begins."""


@pytest.fixture(scope="module", autouse=True)
def _built():
    build("all", "bench")


def in_turn(count: int) -> list[int]:
    """The keys in the order in which the measurements press them."""
    return [number % 3 for number in range(count)]


def test_garbage_is_not_obeyed():
    diag, answers, told = measure.garbage(300_000)
    assert (diag.unknown, answers, told) == (0, 0, 1)
    assert diag.damaged > 1000


def test_without_its_crc_it_would_be_obeyed():
    with flashed(NO_CRC) as image:
        _, answers, _ = measure.garbage(60_000, image)
    assert answers > 0


@pytest.mark.long
def test_three_million_bytes_of_garbage_are_not_obeyed():
    diag, answers, told = measure.garbage(3_000_000)
    assert (diag.unknown, answers, told) == (0, 0, 1)


def test_one_byte_in_a_hundred_is_wrong_and_every_press_comes_once():
    keys, table = measure.faulty(400, 0.01)
    table.close()
    assert keys == in_turn(400)
    assert table.order == sorted(set(table.order))


def test_acknowledged_before_it_is_stored_it_would_be_lost():
    with flashed(EARLY) as image:
        keys, table = measure.faulty(60, 0.01, image)
    table.close()
    assert keys != in_turn(60)


@pytest.mark.parametrize("rate", [0.03, 0.05, 0.1])
def test_with_more_faults_what_is_lost_is_counted(rate):
    _, table = measure.faulty(100, rate)
    table.close()
    figures = table.dialogue.figures
    events = len(table.told(Kind.PRESS, Kind.RELEASE))
    assert events + figures.dropped + figures.missing == 200
    assert table.order == sorted(set(table.order))


def written_before(table) -> int:
    """Presses that were in the journal before their reset: they carry the number of that boot."""
    pressed = table.told(Kind.PRESS)
    return sum(entry.seq >> 16 == number + 1 for number, entry in enumerate(pressed))


def test_a_reset_in_any_cycle_loses_and_doubles_nothing():
    offsets = [SETTLED + 83 * number for number in range(120)]
    keys, table = measure.resets(offsets)
    assert keys == in_turn(len(offsets))
    assert table.order == sorted(set(table.order))
    assert table.reused == 0
    assert 40 < written_before(table) < 80  # the window lies around the journal's write


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_reset_in_each_of_ten_thousand_cycles_loses_and_doubles_nothing():
    keys, table = measure.resets(list(range(SETTLED, SETTLED + 10_000)))
    assert keys == in_turn(10_000)
    assert table.order == sorted(set(table.order))
    assert table.reused == 0


def test_numbers_used_again_would_be_seen():
    with flashed(REUSED) as image:
        keys, table = measure.resets([SETTLED + 1010 * number for number in range(12)], image)
    assert keys != in_turn(12) or table.reused


@pytest.mark.parametrize("writes", range(0, 180, 7))
def test_a_power_cut_in_a_byte_spares_every_whole_record(writes):
    cut = measure.power_cut(writes, seed=writes + 1)
    assert cut.told == cut.whole
    assert (cut.doubled, cut.reused) == (0, 0)


@pytest.mark.parametrize("writes", range(0, 180, 30))
def test_a_power_cut_where_the_ring_begins_anew_spares_every_whole_record(writes):
    cut = measure.power_cut(writes, seed=writes + 7, places=52)
    assert cut.told == cut.whole
    assert len(cut.whole) >= writes // 17
    assert (cut.doubled, cut.reused) == (0, 0)


@pytest.mark.parametrize("again", range(0, 60, 5))
def test_a_second_power_cut_while_it_starts_spares_them_too(again):
    cut = measure.power_cut(150, seed=again + 1, again=again)
    assert len(cut.whole) == 8
    assert cut.told == cut.whole
    assert (cut.doubled, cut.reused) == (0, 0)


@pytest.mark.long
@pytest.mark.parametrize("writes", range(240))
def test_a_power_cut_in_each_byte_spares_every_whole_record(writes):
    once = measure.power_cut(writes, seed=writes + 300)
    twice = measure.power_cut(150, seed=writes + 300, again=writes)
    anew = measure.power_cut(writes, seed=writes + 300, places=50)
    for cut in (once, twice, anew):
        assert (cut.told, cut.doubled, cut.reused) == (cut.whole, 0, 0)


@pytest.mark.parametrize("times", [20, 70])
def test_power_ups_without_a_host_wear_no_press_away(times):
    keys, table = measure.powered_up(times)
    assert keys == [0, 1, 2, 2]
    assert table.order == sorted(set(table.order))
    assert (table.dialogue.figures.missing, table.dialogue.figures.dropped) == (0, 0)


def test_a_loss_is_told_though_the_power_goes_before_there_is_room():
    table = measure.overflowed_and_cut(20)
    assert len(table.told(Kind.PRESS, Kind.RELEASE)) < 40
    assert table.dialogue.figures.dropped > 0


MCUSR, R2 = 0x54, 2


def test_the_cause_of_a_boot_is_known_behind_a_boot_loader_that_clears_it():
    table = Table(20)
    table.run(100)
    for cause in (Cause.WATCHDOG, Cause.POWER):
        table.bench.reset()
        table.bench.poke(MCUSR, 0)
        table.bench.poke(R2, cause)
        table.run(600)
        assert table.told(Kind.BOOT)[-1].a == cause
    table.close()


def test_a_hung_controller_is_back_with_its_journal():
    back, cause, keys = measure.hung()
    assert back <= 300
    assert (cause, keys) == (Cause.WATCHDOG, [2])


@pytest.mark.long
def test_numbers_do_not_run_out():
    keys, table = measure.all_keys(4800)
    assert len(table.order) > 0xFFFF
    assert {seq >> 16 for seq in table.order} == {1, 2, 3}
    assert keys == 4800 * 7 + 1
    assert table.order == sorted(set(table.order))
    assert (table.reused, table.dialogue.figures.missing) == (0, 0)
