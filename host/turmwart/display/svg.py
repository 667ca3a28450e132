"""The table as a drawing: a pure function from a picture to SVG text.

Used where WebGL is missing, in doubts, in exports and in tests.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from xml.sax.saxutils import escape, quoteattr

import msgspec

from turmwart.display.painter import far_to_near
from turmwart.display.texts import STATIC
from turmwart.display.view import Label, Mark, Picture, Plumb, Shape

Place = tuple[float, float, float]
Flat = tuple[float, float]

_EYES: Mapping[str, tuple[float, float]] = {
    "row": (0.0, 24.0),
    "table": (-32.0, 26.0),
    "board": (-32.0, 34.0),
    "blocks": (-18.0, 24.0),
    "flat": (0.0, 0.0),
    "card": (-28.0, 26.0),
}
"""Where the eye is for each ground: degrees to the left of the front, and above the table."""

_BOARD = (200.0, 10)
_EDGE = "#857762"
_MARGIN = 12.0


@cache
def palette() -> Mapping[str, str]:
    return msgspec.json.decode((STATIC / "palette.json").read_bytes(), type=dict[str, str])


@dataclass(frozen=True, slots=True)
class Eye:
    """A parallel view from *around* degrees to the left of the front, *lift* degrees from above."""

    around: float
    lift: float

    def flat(self, at: Place) -> Flat:
        turn, rise = radians(self.around), radians(self.lift)
        across = at[0] * cos(turn) + at[1] * sin(turn)
        away = at[1] * cos(turn) - at[0] * sin(turn)
        return across, -(at[2] * cos(rise) + away * sin(rise))

    @property
    def towards(self) -> Place:
        """The direction from the table to the eye."""
        turn, rise = radians(self.around), radians(self.lift)
        return sin(turn) * cos(rise), -cos(turn) * cos(rise), sin(rise)

    @property
    def deep(self) -> float:
        """How much of a flat circle's depth is seen."""
        return sin(radians(self.lift))


def draw(picture: Picture, title: str = "") -> str:
    """The whole picture as one SVG element with its own view box and no outside reference."""
    eye = Eye(*_EYES[picture.ground])
    corners = [eye.flat(p) for shape in picture.shapes for p in _corners(shape)]
    corners += [eye.flat(label.at) for label in picture.labels]
    corners += [eye.flat(p) for mark in picture.marks for p in _corners(mark)]
    corners += [eye.flat(p) for p in _board_rim()] if picture.ground == "board" else []
    order = far_to_near(picture.shapes, eye.towards)
    body = [
        *(_board(eye) if picture.ground == "board" else ()),
        *(_mark(mark, eye) for mark in picture.marks if mark.meaning == "start"),
        *(_label(label, eye) for label in picture.labels if label.at[2] <= 0.0),
        *(_solid(shape, eye) for shape in order),
        *(_mark(mark, eye) for mark in picture.marks if mark.meaning != "start"),
        *(_label(label, eye) for label in picture.labels if label.at[2] > 0.0),
        *((_plumb(picture.plumb, eye),) if picture.plumb else ()),
    ]
    named = f' role="img" aria-label={quoteattr(title)}' if title else ""
    box = " ".join(_number(side) for side in _frame(corners))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{named}>{"".join(body)}</svg>'


def _board_rim() -> list[Place]:
    side, _ = _BOARD
    return [(0.0, 0.0, 0.0), (side, 0.0, 0.0), (side, side, 0.0), (0.0, side, 0.0)]


def _board(eye: Eye) -> list[str]:
    """The board of Talo with its grid."""
    side, fields = _BOARD
    steps = [side * n / fields for n in range(1, fields)]
    lines = [((x, 0.0, 0.0), (x, side, 0.0)) for x in steps]
    lines += [((0.0, y, 0.0), (side, y, 0.0)) for y in steps]
    way = "".join(f"M{_spot(a, eye)}L{_spot(b, eye)}" for a, b in lines)
    plank = _polygon(_board_rim(), eye, palette()["board"])
    return [plank, f'<path d="{way}" stroke="{palette()["plank"]}" stroke-width="0.6"/>']


def _spot(at: Place, eye: Eye) -> str:
    return " ".join(_number(value) for value in eye.flat(at))


def _frame(points: Iterable[Flat]) -> tuple[float, float, float, float]:
    spots = list(points) or [(0.0, 0.0)]
    left, right = min(x for x, _ in spots) - _MARGIN, max(x for x, _ in spots) + _MARGIN
    top, foot = min(y for _, y in spots) - _MARGIN, max(y for _, y in spots) + _MARGIN
    return left, top, right - left, foot - top


def _corners(body: Shape | Mark) -> list[Place]:
    (x, y, z), (dx, dy, dz) = body.at, body.size
    turn = radians(body.turn) if isinstance(body, Shape) else 0.0
    flat = [(-dx / 2, -dy / 2), (dx / 2, -dy / 2), (dx / 2, dy / 2), (-dx / 2, dy / 2)]
    base = [(x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in flat]
    return [(a, b, z) for a, b in base] + [(a, b, z + dz) for a, b in base]


def _solid(shape: Shape, eye: Eye) -> str:
    fill = palette().get(shape.colour, palette()["natural"])
    edge = palette()["newest"] if shape.newest else _EDGE
    width = "2.4" if shape.newest else "0.6"
    drawn = _KINDS[shape.kind](shape, eye, fill)
    said = f"data-colour={quoteattr(shape.colour)}{' data-newest' + _YES if shape.newest else ''}"
    return f'<g {said} stroke="{edge}" stroke-width="{width}" stroke-linejoin="round">{drawn}</g>'


_YES = '="yes"'


def _box(shape: Shape, eye: Eye, fill: str) -> str:
    corners = _corners(shape)
    sides = []
    for i in range(4):
        j = (i + 1) % 4
        out = (corners[j][1] - corners[i][1], corners[i][0] - corners[j][0])
        facing = out[0] * eye.towards[0] + out[1] * eye.towards[1]
        if facing > 0.0:
            dark = 0.80 if abs(out[0]) > abs(out[1]) else 0.90
            face = (corners[i], corners[j], corners[j + 4], corners[i + 4])
            sides.append(_polygon(face, eye, shade(fill, dark)))
    return "".join([*sides, _polygon(corners[4:], eye, shade(fill, 1.06))])


def _disc(shape: Shape, eye: Eye, fill: str) -> str:
    (x, foot), (_, head) = eye.flat(shape.at), eye.flat(_top(shape))
    wide, deep = shape.size[0] / 2, shape.size[1] / 2 * eye.deep
    n = _number
    wall = (
        f"M{n(x - wide)} {n(head)}V{n(foot)}A{n(wide)} {n(deep)} 0 0 0 {n(x + wide)} {n(foot)}"
        f"V{n(head)}"
    )
    return (
        f'<path d="{wall}" fill="{shade(fill, 0.86)}"/>'
        f'<ellipse cx="{n(x)}" cy="{n(head)}" rx="{n(wide)}" ry="{n(deep)}" '
        f'fill="{shade(fill, 1.06)}"/>'
    )


def _pawn(shape: Shape, eye: Eye, fill: str) -> str:
    (x, foot), (_, head) = eye.flat(shape.at), eye.flat(_top(shape))
    wide, ball = shape.size[0] / 2, (foot - head) * 0.24
    n = _number
    cone = (
        f"M{n(x - wide)} {n(foot)}Q{n(x - wide / 5)} {n(foot - ball)} {n(x)} {n(head + ball)}"
        f"Q{n(x + wide / 5)} {n(foot - ball)} {n(x + wide)} {n(foot)}"
        f"A{n(wide)} {n(wide * eye.deep)} 0 0 1 {n(x - wide)} {n(foot)}"
    )
    return (
        f'<path d="{cone}" fill="{shade(fill, 0.94)}"/>'
        f'<circle cx="{n(x)}" cy="{n(head + ball)}" r="{n(ball)}" fill="{shade(fill, 1.06)}"/>'
    )


_KINDS: Mapping[str, Callable[[Shape, Eye, str], str]] = {
    "box": _box,
    "disc": _disc,
    "pawn": _pawn,
}


def _mark(mark: Mark, eye: Eye) -> str:
    colour = palette()[mark.meaning]
    corners = _corners(mark)
    hull = _outline([eye.flat(p) for p in corners])
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in hull)
    return (
        f'<polygon data-mark="{mark.meaning}" points="{points}" fill="{colour}" fill-opacity="0.14"'
        f' stroke="{colour}" stroke-width="2" stroke-dasharray="5 3" stroke-linejoin="round"/>'
    )


PLUMBS: Mapping[str, str] = {"stable": "reachable", "marginal": "newest", "unstable": "offending"}
"""How a plumb bob is painted: green, amber, red; its sign differs as well."""

_SIGNS: Mapping[str, str] = {"stable": "✓", "marginal": "!", "unstable": "✕"}


def _plumb(plumb: Plumb, eye: Eye) -> str:
    """A line from the centre of mass to the ground, with the margin beside it."""
    paint = palette()[PLUMBS[plumb.standing]]
    (x, top), (_, foot) = eye.flat(plumb.at), eye.flat((plumb.at[0], plumb.at[1], 0.0))
    n = _number
    text = f"{_SIGNS[plumb.standing]} {millimetres(plumb.margin_mm)}"
    return (
        f'<g data-plumb="{plumb.standing}" stroke="{paint}" fill="{paint}">'
        f'<path d="M{n(x)} {n(top)}V{n(foot)}" stroke-width="1.6" stroke-dasharray="3 2"/>'
        f'<circle cx="{n(x)}" cy="{n(top)}" r="4"/>'
        f'<ellipse cx="{n(x)}" cy="{n(foot)}" rx="7" ry="{n(7 * max(eye.deep, 0.15))}" fill="none"'
        f' stroke-width="1.6"/><text x="{n(x + 7)}" y="{n(top + 3)}" stroke="none" font-size="9"'
        f' font-family="system-ui, sans-serif" font-weight="700">{escape(text)}</text></g>'
    )


def millimetres(margin: float | None) -> str:
    """A margin as people read it; without one nothing helps."""
    return "–" if margin is None else f"{margin:.0f} mm".replace("-", "−")


def _outline(points: list[Flat]) -> list[Flat]:
    """The convex hull, by the monotone chain."""
    ordered = sorted(set(points))

    def half(run: Iterable[Flat]) -> list[Flat]:
        chain: list[Flat] = []
        for p in run:
            while len(chain) > 1 and _turns_right(chain[-2], chain[-1], p):
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(reversed(ordered))


def _turns_right(a: Flat, b: Flat, c: Flat) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0


def _label(label: Label, eye: Eye) -> str:
    x, y = eye.flat(label.at)
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-family="system-ui, sans-serif" '
        f'font-size="9" font-weight="600" text-anchor="middle" fill="#8c7c66">'
        f"{escape(label.text)}</text>"
    )


def _polygon(face: Iterable[Place], eye: Eye, fill: str) -> str:
    points = " ".join(",".join(_number(v) for v in eye.flat(p)) for p in face)
    return f'<polygon points="{points}" fill="{fill}"/>'


def _top(shape: Shape) -> Place:
    return shape.at[0], shape.at[1], shape.at[2] + shape.size[2]


def shade(colour: str, by: float) -> str:
    """The colour made darker (below 1) or lighter (above 1)."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * by)):02x}" for part in parts)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
