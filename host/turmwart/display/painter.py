"""Which solid hides which: the order in which a painter sets them down, far ones first."""

from collections.abc import Sequence
from math import cos, radians, sin

from turmwart.display.view import Shape

Place = tuple[float, float, float]
Span = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""How far a solid reaches along x, y and z."""

_TOUCH = 0.01


def far_to_near(shapes: Sequence[Shape], towards: Place) -> list[Shape]:
    """*towards* points from the table to the eye. Rings of mutual cover are cut at the farthest."""
    spans = [_span(shape) for shape in shapes]
    order = sorted(range(len(shapes)), key=lambda i: _nearness(spans[i], towards))
    behind = {
        i: [j for j in order if j != i and _covers(spans[i], spans[j], towards)] for i in order
    }
    drawn: dict[int, None] = {}
    for root in order:
        _set_down(root, behind, drawn)
    return [shapes[i] for i in drawn]


def _set_down(root: int, behind: dict[int, list[int]], drawn: dict[int, None]) -> None:
    """Everything behind *root* first, then *root*; without recursion, towers are high."""
    waiting = [(root, iter(behind[root]))]
    entered = {root}
    while waiting:
        current, rest = waiting[-1]
        deeper = next((j for j in rest if j not in drawn and j not in entered), None)
        if deeper is None:
            waiting.pop()
            drawn.setdefault(current)
        else:
            entered.add(deeper)
            waiting.append((deeper, iter(behind[deeper])))


def _span(shape: Shape) -> Span:
    (x, y, z), (dx, dy, dz), turn = shape.at, shape.size, radians(shape.turn)
    wide = (abs(dx * cos(turn)) + abs(dy * sin(turn))) / 2
    deep = (abs(dx * sin(turn)) + abs(dy * cos(turn))) / 2
    return (x - wide, x + wide), (y - deep, y + deep), (z, z + dz)


def _nearness(span: Span, towards: Place) -> float:
    return sum((low + high) / 2 * way for (low, high), way in zip(span, towards, strict=True))


def _covers(front: Span, back: Span, towards: Place) -> bool:
    """True when some plane between the two has *front* wholly on the eye's side.

    Where several planes divide them and disagree, neither need come first.
    """
    votes = set()
    for (f_low, f_high), (b_low, b_high), way in zip(front, back, towards, strict=True):
        if b_high <= f_low + _TOUCH:
            votes.add(way > 0)
        elif f_high <= b_low + _TOUCH:
            votes.add(way < 0)
    return votes == {True}
