"""A pile from two sides, with its forces, its margin and the bodies that tip, as SVG."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

import numpy as np

from turmwart.statics.bodies import Box, Vector
from turmwart.statics.contacts import Contact, contacts
from turmwart.statics.forces import Law
from turmwart.statics.judge import Judgement, Standing
from turmwart.statics.linear import Floats
from turmwart.statics.mechanism import holding
from turmwart.statics.structures import Pile

UNIT = 36.0
BORDER = 40.0
HEAD = 56.0
LONGEST, SHORTEST = 1.3, 0.25
FAINT = 0.01
LETTER = 6.5
WOOD, PAWN, TIPPING, FORCE, LINE = "#ecd6ab", "#a9c3e0", "#e58a70", "#1f3f57", "#6b5837"
TINTS = {Standing.STABLE: "#2a7f4f", Standing.MARGINAL: "#a06f00", Standing.UNSTABLE: "#b3261e"}
STYLE = "font-family:sans-serif;font-size:12px;background:#fff"
HEADS = (
    f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" '
    f'markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" fill="{FORCE}"/></marker></defs>\n'
)


@dataclass(frozen=True, slots=True)
class View:
    """One side: which axis runs to the right, which one recedes, and where the paper begins."""

    title: str
    across: int
    depth: int
    left: float
    ground: float
    least: float

    def at(self, point: Vector | Floats) -> tuple[float, float]:
        x = self.left + (float(point[self.across]) - self.least) * UNIT
        return x, self.ground - float(point[2]) * UNIT


@dataclass(frozen=True, slots=True)
class Arrow:
    """The whole force of one contact on its upper body, where it acts."""

    at: Floats
    force: Floats


def drawing(pile: Pile, judgement: Judgement, title: str) -> str:
    """The whole picture: front and right side, next to each other."""
    low, high = _extent(pile)
    ground = HEAD + (high[2] + LONGEST) * UNIT
    front = View("front", 0, 1, BORDER, ground, low[0])
    start = BORDER * 2.5 + (high[0] - low[0]) * UNIT
    side = View("from the right", 1, 0, start, ground, low[1])
    first, second = _heading(judgement)
    least = max(len(title), len(second)) * LETTER * 1.2 + 24
    width = max(start + (high[1] - low[1]) * UNIT + BORDER, least, 320.0)
    parts = [
        HEADS,
        f'<text x="12" y="22" font-size="15" font-weight="bold">{escape(title)}</text>\n',
        f'<text x="12" y="42" fill="{TINTS[judgement.standing]}"><tspan font-weight="bold">'
        f"{first}</tspan> {escape(second)}</text>\n",
    ]
    arrows = _arrows(pile)
    for view in (front, side):
        parts += [_caption(view, width), *_blocks(pile, judgement, view)]
        parts += [*_centres(pile, view), *(_drawn(arrow, view) for arrow in arrows)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
        f'height="{ground + BORDER:.0f}" style="{STYLE}">\n{"".join(parts)}</svg>\n'
    )


def _extent(pile: Pile) -> tuple[Floats, Floats]:
    boxes = [box for body in pile.bodies for box in body.boxes]
    low, high = np.array([b.low for b in boxes]), np.array([b.high for b in boxes])
    return low.min(axis=0), high.max(axis=0)


def _heading(judgement: Judgement) -> tuple[str, str]:
    margin = judgement.margin_mm
    text = "no shift would help" if margin is None else f"margin {margin:.2f} mm"
    tips = f"; tips: {', '.join(map(str, judgement.tips))}" if judgement.tips else ""
    return judgement.standing.value, text + tips


def _blocks(pile: Pile, judgement: Judgement, view: View) -> Iterator[str]:
    """Far ones first, so that near ones cover them; a viewer on the right looks from +x.

    The boxes of one body have one outline: all are drawn with a wide rim, then again without.
    """
    nearest = -1 if view.depth == 1 else 1
    boxes = [
        (nearest * b.high[view.depth], i, b) for i, y in enumerate(pile.bodies) for b in y.boxes
    ]
    boxes.sort(key=lambda item: item[:2])
    for (_, i), group in groupby(boxes, key=lambda item: item[:2]):
        said = f"<title>{escape(str(pile.names[i]))}</title>"
        wood = PAWN if i in pile.pawns else WOOD
        fill = f'fill="{TIPPING if pile.names[i] in judgement.tips else wood}"'
        own = [box for _, _, box in group]
        parts = [_rectangle(box, view) for box in own]
        yield f'<g stroke="{LINE}" stroke-width="2" {fill}>{said}'
        yield "".join(f"<rect {part}/>" for part in parts)
        yield "".join(f'<rect {part} stroke="none"/>' for part in parts)
        largest = max(pile.bodies[i].boxes, key=lambda box: (box.volume, box.high[2]))
        yield (_name(pile.names[i], largest, view) if largest in own else "") + "</g>\n"


def _rectangle(box: Box, view: View) -> str:
    (x, bottom), (right, y) = view.at(box.low), view.at(box.high)
    return f'x="{x:.1f}" y="{y:.1f}" width="{right - x:.1f}" height="{bottom - y:.1f}"'


def _name(name: object, box: Box, view: View) -> str:
    """Above left in *box*, where it fits."""
    (x, bottom), (right, y) = view.at(box.low), view.at(box.high)
    if len(str(name)) * LETTER > right - x - 4 or bottom - y < 16:
        return ""
    return (
        f'<text x="{x + 4:.1f}" y="{y + 12:.1f}" fill="{LINE}" stroke="none" font-size="10">'
        f"{escape(str(name))}</text>\n"
    )


def _centres(pile: Pile, view: View) -> Iterator[str]:
    for body in pile.bodies:
        x, y = view.at(body.centre)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#fff" stroke="{LINE}"/>\n'


def _arrows(pile: Pile) -> list[Arrow]:
    """What each contact does, the strongest one LONGEST cells long."""
    touching = contacts(pile.bodies)
    held = holding(pile.bodies, touching, Law.SOLID, pile.friction)
    where = {(c.lower, c.upper, corner): c for c in touching for corner in c.corners}
    pushed: dict[Contact, list[tuple[Floats, Floats]]] = defaultdict(list)
    for lower, upper, at, force, strength in zip(
        held.pushed.lower, held.pushed.upper, held.pushed.at, held.pushed.force, held.strength,
        strict=True,
    ):  # fmt: skip
        pushed[where[int(lower), int(upper), tuple(at.tolist())]].append((at, force * strength))
    arrows = [_resultant(contact.axis, pushes) for contact, pushes in pushed.items()]
    strongest = max((float(np.linalg.norm(arrow.force)) for arrow in arrows), default=0.0)
    return [
        Arrow(arrow.at, arrow.force * LONGEST / strongest)
        for arrow in arrows
        if np.linalg.norm(arrow.force) > FAINT * strongest
    ]


def _resultant(axis: int, pushes: list[tuple[Floats, Floats]]) -> Arrow:
    pressures = [float(force[axis]) for _, force in pushes]
    whole = sum(pressures) or 1.0
    at = sum((point * p for (point, _), p in zip(pushes, pressures, strict=True)), np.zeros(3))
    return Arrow(at / whole, sum((force for _, force in pushes), np.zeros(3)))


def _drawn(arrow: Arrow, view: View) -> str:
    """An arrow that ends where it pushes; what points at the viewer is not drawn."""
    long = float(np.hypot(arrow.force[view.across], arrow.force[2]))
    if long < FAINT:
        return ""
    force = arrow.force * max(1.0, SHORTEST / long)
    (x, y), (tx, ty) = view.at(arrow.at), view.at(arrow.at + force)
    return (
        f'<path d="M{x:.1f} {y:.1f}L{tx:.1f} {ty:.1f}" stroke="{FORCE}" stroke-width="1.6" '
        f'marker-end="url(#tip)"/>\n<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{FORCE}"/>\n'
    )


def _caption(view: View, width: float) -> str:
    y = view.ground
    return (
        f'<path d="M8 {y:.1f}H{width - 8:.0f}" stroke="#555" stroke-width="1.5"/>\n'
        f'<text x="{view.left:.1f}" y="{y + 22:.1f}" fill="#444">{view.title}</text>\n'
    )
