"""The camera's newest picture with the belief drawn in, as a JPEG for the page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from turmwart.display import view as shown
from turmwart.display.pictures import APART, BOARD, EDGE
from turmwart.display.svg import palette
from turmwart.model.table import Mat
from turmwart.vision.cameras import jpeg
from turmwart.vision.overlay import Bgr, Glow, Spot, drawn, lined, lit
from turmwart.vision.watch import Glimpse, Watcher

AROUND = 2
"""How many cells around the tower have their edges drawn."""


@dataclass(slots=True)
class Peephole:
    """*watcher* is the one at work now: another game has another.

    *picture_shown* is what the page shows: its marks are lit in the camera's picture too.
    """

    watcher: Callable[[], Watcher[Any]]
    picture_shown: Callable[[], shown.Picture | None] = lambda: None
    _last: tuple[Glimpse, shown.Picture | None, bytes] | None = field(default=None, repr=False)

    def picture(self) -> bytes | None:
        """Called by the page's threads; what it reads is replaced as a whole, never changed."""
        watcher, belief = self.watcher(), self.picture_shown()
        seen = watcher.glimpse()
        if seen is None:
            return None
        last = self._last
        if (
            last
            and last[0].picture is seen.picture
            and last[0].scene == seen.scene
            and last[1] == belief
        ):
            return last[2]
        packed = jpeg(_believed(seen, watcher.table.mat, belief))
        self._last = (seen, belief, packed)
        return packed


def _believed(seen: Glimpse, mat: Mat, belief: shown.Picture | None) -> Any:
    """Cells, blocks and pawns as they are believed to stand, and the places that are lit."""
    if belief is None:
        return drawn(seen.picture, seen.view, seen.scene)
    picture = lined(seen.picture, seen.view, edges(mat, belief))
    picture = lit(picture, seen.view, glows(mat, belief))
    return drawn(picture, seen.view, seen.scene)


def glows(mat: Mat, belief: shown.Picture) -> Iterator[Glow]:
    """The page's marks, where they lie on this mat; none where there is no common measure."""
    place = _PLACES.get(belief.ground)
    for mark in belief.marks if place else ():
        if place and (at := place(mat, belief, mark.at)) is not None:
            grown = mat.grid.cell_mm / EDGE if mat.grid else 1.0
            dx, dy, dz = (side * grown for side in mark.size)
            yield Glow(at, (dx, dy, dz), _ink(mark.meaning))


def _on_grid(mat: Mat, _: shown.Picture, at: Spot) -> Spot | None:
    if mat.grid is None:
        return None
    grown = mat.grid.cell_mm / EDGE
    origin = mat.grid.origin
    return origin.x + at[0] * grown, origin.y + at[1] * grown, at[2] * grown


def _on_row(mat: Mat, belief: shown.Picture, at: Spot) -> Spot | None:
    """The page draws the row around its middle; on the mat field 1 comes first."""
    if mat.row is None:
        return None
    fields = max(shape.cell[0] for shape in belief.shapes if shape.cell)
    steps = at[0] / APART + (fields - 1) / 2
    first, step = mat.row.first, mat.row.step
    return first.x + steps * step.x, first.y + steps * step.y, at[2]


_PLACES: Mapping[str, Callable[[Mat, shown.Picture, Spot], Spot | None]] = {
    "table": _on_grid,
    "board": _on_grid,
    "row": _on_row,
}


def edges(mat: Mat, belief: shown.Picture) -> Iterator[tuple[Spot, Spot]]:
    """The edges of the cells on the ground: the board's, or those around the tower."""
    if mat.grid is None or belief.ground not in ("table", "board"):
        return
    low, high = (0, 0), (BOARD, BOARD)
    if belief.ground == "table":
        cells = [shape.cell for shape in belief.shapes if shape.cell and shape.kind == "box"]
        low = (min(c[0] for c in cells) - AROUND, min(c[1] for c in cells) - AROUND)
        high = (max(c[0] for c in cells) + 1 + AROUND, max(c[1] for c in cells) + 1 + AROUND)
    size, (ox, oy) = mat.grid.cell_mm, (mat.grid.origin.x, mat.grid.origin.y)
    for x in range(low[0], high[0] + 1):
        yield (ox + x * size, oy + low[1] * size, 0.0), (ox + x * size, oy + high[1] * size, 0.0)
    for y in range(low[1], high[1] + 1):
        yield (ox + low[0] * size, oy + y * size, 0.0), (ox + high[0] * size, oy + y * size, 0.0)


def _ink(meaning: str) -> Bgr:
    paint = palette()[meaning]
    red, green, blue = (int(paint[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red
