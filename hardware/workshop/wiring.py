"""The wiring as a drawing: the board in the middle, every part at the height of its pin."""

from collections.abc import Sequence
from html import escape

from workshop.pinout import Connection

LEFT = (
    "D13", "3V3", "REF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN",
)  # fmt: skip
RIGHT = (
    "D12", "D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2", "GND", "RST", "RX0", "TX1",
)  # fmt: skip
"""What is printed beside the pins, from the USB socket down, seen from above."""

PITCH, TOP = 46, 150
WIDTH, HEIGHT = 1240, TOP + 15 * PITCH + 60
BOARD = (530, 180)
"""Left edge and width of the board."""
PART = 330
REACH = 150
COLOURS = {
    "green": "#1f8a3b", "red": "#c8252b", "yellow": "#d9a400", "blue": "#1d5fbf",
    "purple": "#7d3fa8", "grey": "#7a7f85", "white": "#ffffff", "orange": "#e07a1f",
    "brown": "#7a4b22", "black": "#16181a",
}  # fmt: skip
RAILS = {
    "key": ("GND",), "lamp": ("GND",), "tone": ("GND",), "knob": ("5V", "GND"),
    "digits": ("5V", "GND"), "wire": (),
}  # fmt: skip
"""What a part needs besides its own wire."""
POWER = {"5V": "5 V in", "GND": "ground"}


def drawing(connections: Sequence[Connection]) -> str:
    """The whole page as SVG."""
    wired = {one.label: one for one in connections}
    x, wide = BOARD
    body = [
        _text(WIDTH / 2, 40, "turmwart controller: wiring", "title"),
        _text(
            WIDTH / 2,
            70,
            "Nano seen from above, USB socket up. Each part is also wired as its",
            "note",
        ),
        _text(
            WIDTH / 2,
            90,
            "small tags say: GND to the common ground, 5V to the 5 V of the board.",
            "note",
        ),
        f'<rect x="{x}" y="{TOP - 30}" width="{wide}" height="{15 * PITCH + 20}" rx="10" class="board"/>',
        f'<rect x="{x + wide / 2 - 28}" y="{TOP - 46}" width="56" height="36" rx="4" class="usb"/>',
        _text(x + wide / 2, TOP - 23, "USB", "usbtext"),
        f'<rect x="{x + 62}" y="{TOP + 250}" width="56" height="150" class="chip"/>',
        _text(x + wide / 2, TOP + 330, "328P", "chiptext"),
    ]
    for labels, right in ((LEFT, False), (RIGHT, True)):
        for row, label in enumerate(labels):
            body += _pin(label, TOP + row * PITCH, right, wired.get(label))
    return "\n".join([HEAD, *body, "</svg>", ""])


def _pin(label: str, y: float, right: bool, one: Connection | None) -> list[str]:
    x, wide = BOARD
    edge, way = (x + wide, 1) if right else (x, -1)
    anchor = "end" if right else "start"
    inside = _text(edge - way * 16, y + 5, label, "pin", anchor)
    dot = f'<circle cx="{edge}" cy="{y}" r="6" class="hole"/>'
    if one is None and label in POWER:
        rail = edge + way * 46
        return [
            f'<path d="M{edge} {y}H{rail}" class="power"/>', dot, inside,
            _tag(rail + way * 4, y, label, right), _text(
                rail + way * 60, y + 5, POWER[label], "note", "start" if right else "end"),
        ]  # fmt: skip
    if one is None:
        return [dot, inside]
    end = edge + way * REACH
    box = end if right else end - PART
    row = [
        f'<g data-signal="{one.signal}" data-pin="{one.pin}">',
        f'<path d="M{edge} {y}H{end}" class="under"/>',
        f'<path d="M{edge} {y}H{end}" stroke="{COLOURS[one.colour]}" class="wire"/>',
        dot,
        inside,
        _text((edge + end) / 2, y - 7, f"{one.pin} · {one.signal}", "signal"),
        f'<rect x="{box}" y="{y - 18}" width="{PART}" height="36" rx="6" class="part"/>',
    ]
    tags = RAILS[one.use]
    first = end + way * 14
    row.append(_text(first, y + 5, one.part, "parttext", "start" if right else "end"))
    for place, tag in enumerate(tags):
        row.append(_tag(end + way * (PART - 44 - 44 * place), y, tag, right))
    return [*row, "</g>"]


def _tag(x: float, y: float, label: str, right: bool) -> str:
    left = x if right else x - 36
    kind = "plus" if label == "5V" else "ground"
    return f'<rect x="{left}" y="{y - 10}" width="36" height="20" rx="4" class="{kind}"/>' + _text(
        left + 18, y + 5, label, "tag"
    )


def _text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


HEAD = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="DejaVu Sans, Verdana, sans-serif">
<!-- Generated from hardware/pinout.toml by hardware/make.py; do not edit. -->
<style>
text {{ fill: #16181a; font-size: 14px }}
.title {{ font-size: 24px; font-weight: bold }} .note {{ font-size: 13px; fill: #4a5056 }}
.board {{ fill: #0d4f8b }} .usb {{ fill: #c9ced3 }} .usbtext {{ font-size: 12px }}
.chip {{ fill: #16181a }} .chiptext {{ fill: #ffffff; font-size: 15px }}
.pin {{ fill: #ffffff; font-weight: bold }} .hole {{ fill: #e8c35a; stroke: #16181a; stroke-width: 1.5 }}
.under {{ stroke: #16181a; stroke-width: 7; fill: none }} .wire {{ stroke-width: 4.5; fill: none }}
.power {{ stroke: #16181a; stroke-width: 3; fill: none }}
.signal {{ font-size: 12px }} .part {{ fill: #f2f4f5; stroke: #4a5056 }}
.tag {{ font-size: 11px; fill: #ffffff; font-weight: bold }} .ground {{ fill: #16181a }} .plus {{ fill: #a81d22 }}
</style>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>"""
