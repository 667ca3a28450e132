"""The controller's pins: read, checked, and as the firmware's header and the table of connections."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "hardware" / "pinout.toml"
MESSAGES = ROOT / "firmware" / "messages.toml"
LAMPS = ("green", "amber", "red", "white")
"""In the order of the bits of a LAMPS message."""

LABELS: Mapping[str, str] = (
    {f"PD{bit}": f"D{bit}" for bit in range(2, 8)}
    | {f"PB{bit}": f"D{bit + 8}" for bit in range(6)}
    | {f"PC{bit}": f"A{bit}" for bit in range(6)}
    | {"PD0": "RX0", "PD1": "TX1", "PB6": "quartz", "PB7": "quartz", "PC6": "RST"}
)
"""Every pin of the processor, and what is printed beside it on the board."""

ABLE: Mapping[str, frozenset[str]] = {
    "key": frozenset(f"P{port}{bit}" for port in "BD" for bit in range(8))
    - {"PD0", "PD1", "PB6", "PB7"},
    "lamp": frozenset(LABELS) - {"PD0", "PD1", "PB6", "PB7", "PC6"},
    "tone": frozenset({"PB3"}),
    "knob": frozenset(f"PC{bit}" for bit in range(6)),
    "digits": frozenset(LABELS) - {"PD0", "PD1", "PB6", "PB7", "PC6"},
    "wire": frozenset({"PD0", "PD1"}),
}
"""The pins that can serve a use."""

ONE_PORT = ("lamp", "digits")
WIRE_PINS = {"receive": "PD0", "send": "PD1"}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "lamp": LAMPS,
    "tone": ("buzzer",),
    "knob": ("dial",),
    "digits": ("clock", "data"),
    "wire": ("receive", "send"),
}


@dataclass(frozen=True, slots=True)
class Connection:
    """One wire from a pin of the processor to a part."""

    signal: str
    use: str
    pin: str
    part: str
    colour: str

    @property
    def port(self) -> str:
        return self.pin[1]

    @property
    def bit(self) -> int:
        return int(self.pin[2])

    @property
    def label(self) -> str:
        return LABELS[self.pin]


class PinoutError(Exception):
    """The pins cannot be connected like that."""


def read(text: str) -> tuple[Connection, ...]:
    """The connections in a pinout file, all of them possible."""
    rows = tomllib.loads(text)["connection"]
    connections = tuple(Connection(**row) for row in rows)
    if wrong := faults(connections, keys()):
        raise PinoutError("pinout.toml: " + " ".join(wrong))
    return connections


def keys() -> tuple[str, ...]:
    """The keys' names in the order of their numbers on the wire."""
    numbered = tomllib.loads(MESSAGES.read_text("utf-8"))["enum"]["key"]
    return tuple(sorted(numbered, key=numbered.__getitem__))


def faults(connections: Sequence[Connection], key_names: Sequence[str]) -> list[str]:
    """Everything that is wrong, each in a sentence."""
    found = [
        f"Pin {pin} is used {times} times; give each signal a pin of its own."
        for pin, times in Counter(one.pin for one in connections).items()
        if times > 1
    ]
    for one in connections:
        able = ABLE.get(one.use)
        if able is None:
            found.append(f"{one.signal}: there is no use {one.use!r}; choose from {_list(ABLE)}.")
        elif one.pin not in able or WIRE_PINS.get(one.signal, one.pin) != one.pin:
            fit = {WIRE_PINS[one.signal]} if one.signal in WIRE_PINS else able
            found.append(
                f"{one.signal}: pin {one.pin} cannot be a {one.use}; one of {_list(fit)} can."
            )
    for use in ONE_PORT:
        if len({one.port for one in connections if one.use == use}) > 1:
            found.append(f"All pins of the use {use} must be on one port.")
    for use, signals in {**NEEDED, "key": tuple(key_names)}.items():
        there = sorted(one.signal for one in connections if one.use == use)
        if there != sorted(signals):
            found.append(f"The use {use} needs {_list(signals)}, and has {_list(there) or 'none'}.")
    return found


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def of(connections: Sequence[Connection], use: str) -> list[Connection]:
    return [one for one in connections if one.use == use]


def header(connections: Sequence[Connection]) -> str:
    """The firmware's pins.h."""
    by_name = {(one.use, one.signal): one for one in connections}
    pressed = [by_name["key", name] for name in keys()]
    lit = [by_name["lamp", name] for name in LAMPS]
    tone, dial = by_name["tone", "buzzer"], by_name["knob", "dial"]
    clock, data = by_name["digits", "clock"], by_name["digits", "data"]
    masks = [
        f"#define KEYS_{port} {_mask(one for one in pressed if one.port == port):#04x}"
        for port in "BD"
    ]
    return "\n".join(
        [
            "// Generated from hardware/pinout.toml by hardware/make.py; do not edit.",
            "#pragma once",
            "#include <avr/io.h>",
            "",
            *(f"// {one.pin} {one.use} {one.signal}" for one in connections),
            "",
            "// One bit for each key of messages.toml, 1 = up; then the pins of each port.",
            f"#define KEYS_UP ((uint8_t)({_gathered(pressed)}))",
            f"#define KEYS_ALL {(1 << len(pressed)) - 1:#04x}",
            *masks,
            "",
            f"#define LAMPS_PORT PORT{lit[0].port}",
            f"#define LAMPS_DDR DDR{lit[0].port}",
            f"#define LAMPS_MASK {_mask(lit):#04x}",
            f"#define LAMPS_PINS(lit) ((uint8_t)({_spread(lit)}))",
            "",
            f"#define TONE_DDR DDR{tone.port}",
            f"#define TONE_MASK {_mask([tone]):#04x}",
            f"#define KNOB_CHANNEL {dial.bit}",
            f"#define DIGITS_DDR DDR{clock.port}",
            f"#define DIGITS_CLOCK {_mask([clock]):#04x}",
            f"#define DIGITS_DATA {_mask([data]):#04x}",
            "",
        ]
    )


def _mask(connections: Iterable[Connection]) -> int:
    return sum(1 << one.bit for one in connections)


def _gathered(wired: Sequence[Connection]) -> str:
    """C that puts the pins of *wired* side by side, the first lowest."""
    groups: dict[tuple[str, int], int] = {}
    for place, one in enumerate(wired):
        shift = place - one.bit
        groups[one.port, shift] = groups.get((one.port, shift), 0) | 1 << one.bit
    return " | ".join(_shifted(f"PIN{port}", mask, shift) for (port, shift), mask in groups.items())


def _spread(wired: Sequence[Connection]) -> str:
    """C that puts the bits of `lit` on the pins of *wired*, the lowest first."""
    groups: dict[int, int] = {}
    for place, one in enumerate(wired):
        shift = one.bit - place
        groups[shift] = groups.get(shift, 0) | 1 << place
    return " | ".join(_shifted("(lit)", mask, shift) for shift, mask in groups.items())


def _shifted(value: str, mask: int, shift: int) -> str:
    masked = f"({value} & {mask:#04x})"
    return f"{masked} << {shift}" if shift > 0 else f"{masked} >> {-shift}" if shift else masked


def table(connections: Sequence[Connection]) -> str:
    """The table of connections."""
    rows = ["| signal | use | pin | on the board | wire | to |", "|---|---|---|---|---|---|"]
    rows += [
        f"| {one.signal} | {one.use} | {one.pin} | {one.label} | {one.colour} | {one.part} |"
        for one in connections
    ]
    return "\n".join(rows) + "\n"
