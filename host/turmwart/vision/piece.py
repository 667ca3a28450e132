"""Reads one piece that lies flat on the grid of the mat, alone: which cells, and which are coloured."""

import numpy as np

from turmwart.model.blocks import Pose, connected, pose_of
from turmwart.model.geometry import Cell
from turmwart.model.scene import Colour
from turmwart.model.table import Grid, Table
from turmwart.vision.colour import Shade
from turmwart.vision.frame import Picture
from turmwart.vision.look import Look, look
from turmwart.vision.pose import PoseFinder

CELLS = range(-4, 6)
"""Where a piece may lie, along either side of the grid: nothing is printed there but the squares."""
INNER = np.linspace(0.25, 0.75, 7)
"""Where on a cube's top we look, in parts of its edge."""
BRIGHTNESS = 0.6
"""A shadow makes everything darker, so brightness counts for less than hue."""
NATURAL, MAT = "natural", "mat"


def read_piece(picture: Picture, table: Table, colour: Colour) -> Pose | None:
    """The piece as it lies, its corner at 0; None when no single flat piece is to be seen."""
    pose = PoseFinder(table).find(picture)
    if pose is None or table.mat.grid is None:
        return None
    seen = look(picture, pose, table)
    tops = {
        Cell(x, y, 0): _on_top(seen, table.mat.grid, x, y, colour) for x in CELLS for y in CELLS
    }
    cells = [cell for cell, top in tops.items() if top != MAT]
    if not cells or not connected(tuple(cells)):
        return None
    return pose_of(cells, [cell for cell in cells if tops[cell] == colour])[0]


def _on_top(seen: Look, grid: Grid, x: int, y: int, colour: Colour) -> Colour:
    """What lies in a cell: the mat, natural wood or the colour, whichever is nearest."""
    edge = grid.cell_mm
    places = [
        (grid.origin.x + (x + u) * edge, grid.origin.y + (y + v) * edge, edge)
        for u in INNER
        for v in INNER
    ]
    pixels = np.rint(seen.view.project(np.array(places))).astype(int)
    tall, wide = seen.logs.shape[:2]
    inside = (pixels >= 0).all(axis=1) & (pixels < (wide, tall)).all(axis=1)
    if not inside.all():
        return MAT
    shade = np.median(seen.logs[pixels[:, 1], pixels[:, 0]], axis=0)
    return min((MAT, NATURAL, colour), key=lambda name: _far(shade, seen.palette.shade(name)))


def _far(one: Shade, other: Shade) -> float:
    off = one - other
    bright = float(off.mean())
    return float(np.hypot(np.linalg.norm(off - bright), BRIGHTNESS * bright))
