"""The very image that is flashed, executed: what it says, how fast, and how it fits."""

import hashlib
import os
import subprocess

import pytest

from firmware import measure
from firmware.core import HASTY, flashed
from firmware.table import MS, Table, ticks
from turmwart.link import Link, messages, serial_port
from turmwart.model.signals import DiceRolled, Key, KeyPressed, LinkFound
from turmwart.sim.board import FIRMWARE, IMAGE, Bench, OnBoard, build

pytestmark = [pytest.mark.needs("simavr"), pytest.mark.needs("avr-gcc")]
AVRDUDE = """#!/bin/sh
for word; do case $word in flash:w:*:e) file=${word#flash:w:}; sha256sum "${file%:e}" ;; esac; done
"""


@pytest.fixture(scope="module", autouse=True)
def _built():
    build("all", "bench")


def touches(image=IMAGE) -> int:
    """Presses told of 40 touches that are shorter than four readings."""
    table = Table(4, image)
    table.run(100)
    for _ in range(40):
        table.press(2, table.bench.now + table.random.randrange(MS), held_ms=2.9)
        table.run(30)
    told = len(table.told(messages.Kind.PRESS))
    table.close()
    return told


def test_the_image_in_the_tests_is_the_one_that_is_flashed(tmp_path):
    avrdude = tmp_path / "avrdude"
    avrdude.write_text(AVRDUDE)
    avrdude.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    made = subprocess.run(
        ["make", "-s", "-C", FIRMWARE, "flash"],
        capture_output=True, text=True, check=True, env={**os.environ, "PATH": path},
    )  # fmt: skip
    *_, by_avrdude = made.stdout.splitlines()
    assert by_avrdude.split()[0] == hashlib.sha256(IMAGE.read_bytes()).hexdigest()


def test_the_simulated_flash_holds_the_image(tmp_path):
    binary = tmp_path / "image"
    subprocess.run(["avr-objcopy", "-O", "binary", "-R", ".eeprom", IMAGE, binary], check=True)
    bench = Bench()
    assert bench.flash(binary.stat().st_size) == binary.read_bytes()
    bench.close()


def test_one_press_is_one_press_and_one_release_with_their_times():
    table = Table(2)
    table.run(100)
    edge = table.bench.now + 12_345
    table.press(2, edge, held_ms=30)
    table.run(100)
    press, release = table.told(messages.Kind.PRESS, messages.Kind.RELEASE)
    assert (press.kind, press.a, release.kind, release.a) == (2, 2, 3, 2)
    assert ticks(release) - ticks(press) == pytest.approx(7500, abs=3)
    table.close()


def test_the_host_plays_with_the_image_through_a_pseudo_terminal():
    board = OnBoard(seed=11)
    link, heard = Link(serial_port(board.path), 0, session=5), []
    for now_ms in range(1, 900):
        if now_ms == 300:
            board.press("done")
        if now_ms == 500:
            board.press("dice_a")
        board.step(float(now_ms))
        for each in link.poll(float(now_ms)):
            heard += [each.signal] if each.signal is not None else []
            link.stored(each.seq)
    link.close()
    board.close()
    found, done, roll = heard
    assert (found, done) == (LinkFound(), KeyPressed(Key.DONE))
    assert isinstance(roll, DiceRolled)
    assert all(1 <= die <= 6 for die in roll.dice)


@pytest.mark.parametrize("seconds", [60, 120, 180])
def test_the_bell_rings_on_time_and_the_stamps_are_exact(seconds):
    late, error = measure.countdown(seconds, seed=seconds)
    assert 0 <= late <= 400
    assert error == 0


def test_the_bell_rings_on_time_in_every_phase_of_the_millisecond():
    late, errors = zip(*(measure.countdown(2, seed) for seed in range(40)), strict=True)
    assert min(late) >= 0
    assert max(late) <= 400
    assert set(errors) == {0}


@pytest.mark.parametrize("bounces", [0, 6])
@pytest.mark.parametrize(("baud", "median", "most"), [(250_000, 5, 6), (115_200, 6, 8)])
def test_a_press_is_told_quickly_once_and_with_its_first_edge(baud, median, most, bounces):
    seen = measure.latency(400, bounces, measure.image_at(baud))
    assert seen.told == (400, 400)
    assert seen.median <= median
    assert seen.most <= most
    assert max(map(abs, seen.stamps_us)) <= 20
    assert seen.worst <= 320


def test_it_fits():
    flash, memory = measure.sizes()
    assert flash <= 32768 * 0.5
    assert memory <= 2048 * 0.65


def test_a_flood_loses_no_byte_and_no_roll():
    seen = measure.flood()
    assert (seen.bytes_lost, seen.rolls_lost) == (0, 0)
    assert seen.stack_free >= 400
    assert seen.worst <= 320


def test_bulk_rolls_are_answered_and_nonsense_is_not_rolled():
    table = Table(13)
    table.run(200)
    for sides, asked, given in ((6, 20, 20), (10, 39, range(20, 33)), (0, 9, 0), (101, 9, 0)):
        (answer,) = (p for p in table.ask(messages.Rolls(sides, asked)) if p.type == 0xA1)
        rolls = messages.RollsR.decode(answer.payload)
        assert len(rolls.parts) in (given if isinstance(given, range) else (given,))
        assert all(1 <= face <= sides for face in rolls.parts)
    table.close()


def test_a_short_touch_is_no_press():
    assert touches() == 0


def test_debounced_one_reading_too_soon_it_would_be_one():
    with flashed(HASTY) as image:
        assert touches(image) > 0
