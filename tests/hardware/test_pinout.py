"""Header, drawing and table name the same pins, and no pin is asked for what it cannot do."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from workshop import pinout

from firmware.core import copied
from firmware.table import MS, Table
from turmwart.link.messages import Key, Kind
from turmwart.sim.board import build

HARDWARE = Path(__file__).parents[2] / "hardware"
PINS = HARDWARE.parent / "firmware" / "ports" / "atmega328p" / "pins.h"
TEXT = pinout.SOURCE.read_text("utf-8")
SVG = "{http://www.w3.org/2000/svg}"
KEYS = ("start", "stop", "done", "dice_a", "dice_b", "dice_c", "dice_d")
LAMPS = ("green", "amber", "red", "white")


def in_table() -> dict[str, str]:
    rows = re.findall(
        r"^\| (\w+) \| \w+ \| (P[BCD]\d) \|", (HARDWARE / "wiring.md").read_text("utf-8"), re.M
    )
    assert len(rows) == len(dict(rows))
    return dict(rows)


def in_drawing() -> dict[str, str]:
    """The words a person reads beside each wire."""
    found = {}
    for group in ET.parse(HARDWARE / "wiring.svg").iter(f"{SVG}g"):
        words = [text.text or "" for text in group.iter(f"{SVG}text")]
        (said,) = (word for word in words if " · " in word)
        pin, signal = said.split(" · ")
        found[signal] = pin
        assert pinout.LABELS[pin] in words
    return found


def defined(name: str) -> str:
    (value,) = re.findall(rf"^#define {name}(?:\(lit\))? (.+)$", PINS.read_text("utf-8"), re.M)
    return value.replace("(uint8_t)", "")


def bits(value: int) -> list[int]:
    return [bit for bit in range(8) if value >> bit & 1]


def in_header() -> dict[str, str]:
    """What the C reads and writes, found out by trying every pin."""
    found = {}
    for port in "BD":
        for bit in range(8):
            levels = {"PIND": 0, "PINB": 0, f"PIN{port}": 1 << bit}
            for key in bits(eval(defined("KEYS_UP"), levels)):
                found[KEYS[key]] = f"P{port}{bit}"
    port = defined("LAMPS_PORT")[-1]
    for place, lamp in enumerate(LAMPS):
        (bit,) = bits(eval(defined("LAMPS_PINS"), {"lit": 1 << place}))
        found[lamp] = f"P{port}{bit}"
    for signal, name in (("buzzer", "TONE"), ("clock", "DIGITS"), ("data", "DIGITS")):
        mask = {"buzzer": "TONE_MASK", "clock": "DIGITS_CLOCK", "data": "DIGITS_DATA"}[signal]
        (bit,) = bits(int(defined(mask), 16))
        found[signal] = f"P{defined(f'{name}_DDR')[-1]}{bit}"
    return found | {"dial": f"PC{defined('KNOB_CHANNEL')}"}


def test_header_drawing_and_table_name_the_same_pins():
    fixed = {"receive": "PD0", "send": "PD1"}
    assert in_table() == in_drawing() == in_header() | fixed
    assert set(in_header()) == {*KEYS, *LAMPS, "buzzer", "clock", "data", "dial"}


def test_the_ports_of_the_keys_wake_the_processor_for_all_of_them():
    keys = [pin for signal, pin in in_table().items() if signal in KEYS]
    for port in "BD":
        expected = sorted(int(pin[2]) for pin in keys if pin[1] == port)
        assert bits(int(defined(f"KEYS_{port}"), 16)) == expected


def test_what_was_made_is_what_would_be_made():
    made = subprocess.run(
        [sys.executable, HARDWARE / "make.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.stdout, made.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("signal", "pin", "said"),
    [
        ("stop", "PD2", "Pin PD2 is used 2 times"),
        ("dice_d", "PC1", "dice_d: pin PC1 cannot be a key"),
        ("start", "PD0", "start: pin PD0 cannot be a key"),
        ("buzzer", "PC5", "buzzer: pin PC5 cannot be a tone; one of PB3 can"),
        ("dial", "PD2", "dial: pin PD2 cannot be a knob"),
        ("white", "PC4", "All pins of the use lamp must be on one port."),
        ("data", "PD7", "All pins of the use digits must be on one port."),
        ("green", "PC6", "green: pin PC6 cannot be a lamp"),
        ("receive", "PD1", "receive: pin PD1 cannot be a wire; one of PD0 can"),
        ("done", "PE9", "done: pin PE9 cannot be a key"),
    ],
)
def test_a_pin_used_twice_or_impossible_is_refused_by_name(signal, pin, said):
    with pytest.raises(pinout.PinoutError, match=re.escape(said)):
        pinout.read(moved(signal, pin))


def moved(signal: str, pin: str, text: str = TEXT) -> str:
    at = rf'(signal = "{signal}"\nuse = "\w+"\npin = )"\w+"'
    changed, count = re.subn(at, rf'\1"{pin}"', text)
    assert count == 1
    return changed


def test_a_signal_that_is_left_out_is_missed():
    without = TEXT.replace('signal = "done"', 'signal = "dune"')
    with pytest.raises(pinout.PinoutError, match=r"The use key needs .*done.* and has .*dune"):
        pinout.read(without)


@pytest.mark.needs("simavr")
@pytest.mark.needs("avr-gcc")
def test_a_moved_key_is_moved_in_the_image():
    swapped = pinout.read(moved("stop", "PD2", moved("start", "PD3")))
    build("bench")
    with copied() as firmware:
        (firmware / "ports" / "atmega328p" / "pins.h").write_text(pinout.header(swapped))
        subprocess.run(["make", "-s", "-C", firmware, "build/turmwart.elf"], check=True)
        table = Table(3, firmware / "build" / "turmwart.elf")
    table.run(100)
    table.press(0, table.bench.now + MS)  # the pin that is delivered as START
    table.run(60)
    assert [Key(entry.a) for entry in table.told(Kind.PRESS)] == [Key.STOP]
    table.close()
