"""How high a round piece lies: its rim, a bevelled circle of known size, grows towards the lens.

One disc more makes a rim only a quarter of a pixel wider, so edges are found below the pixel along
rays, and a circle of the size that the height demands is laid through as many of them as it meets.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.scene import Disc
from turmwart.vision.look import Look

Array = NDArray[np.float64]
Slip = tuple[float, float]
RAYS = 96
REACH_MM, STEP_MM, CELL_MM = 4.0, 0.1, 0.05
BEVEL_MM, BEVEL_WEIGHT = 0.45, 0.6
EDGE_MM = 0.10
FAINT = 0.6
"""Grey levels per step: fainter edges are noise; three times as much is an edge in full."""
SLIP_MM = 0.6
NET_MM = (0.3, 0.1, 0.04)
NET_HALF = (8, 2, 2)
ANGLES = np.arange(RAYS) * (2 * np.pi / RAYS)
AROUND = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)


def rim(look: Look, disc: Disc) -> tuple[float, Slip]:
    """How many rays meet the upper rim of *disc*, and the slip at which most of them do."""
    edges = _edges(look, disc)
    best, slip = -np.inf, np.zeros(2)
    for step, half in zip(NET_MM, NET_HALF, strict=True):
        net = slip + _net(step, half)
        shifts = net @ AROUND.T
        met = _met(edges, shifts) + BEVEL_WEIGHT * _met(edges, shifts - BEVEL_MM)
        worth = met - (net**2).sum(axis=1) / (2 * SLIP_MM**2)
        first = int(np.argmax(worth))
        if worth[first] > best:
            best, slip = float(worth[first]), net[first]
    return best, (float(slip[0]), float(slip[1]))


def _edges(look: Look, disc: Disc) -> Array:
    """For each ray, how surely an edge lies at each distance from the nominal rim."""
    radii = disc.diameter / 2 + np.arange(-REACH_MM, REACH_MM, STEP_MM)
    light = cv2.GaussianBlur(_rays(look, disc, radii), (5, 3), 1.0)
    steep = np.sqrt((np.diff(light, axis=1) ** 2).sum(axis=2))
    before, here, after = steep[:, :-2], steep[:, 1:-1], steep[:, 2:]
    ray, at = np.nonzero((here > before) & (here >= after) & (here > FAINT))
    low, peak, high = before[ray, at], here[ray, at], after[ray, at]
    between = 0.5 * (low - high) / (low - 2 * peak + high - 1e-9)
    place = -REACH_MM + (at + 1.5 + between) * STEP_MM
    grid = np.arange(-REACH_MM, REACH_MM, CELL_MM)
    bumps = np.exp(-0.5 * ((grid - place[:, None]) / EDGE_MM) ** 2)
    bumps *= np.sqrt(np.minimum(peak / (3 * FAINT), 1.0))[:, None]
    edges = np.zeros((RAYS, len(grid)))
    rays, firsts = np.unique(ray, return_index=True)
    if len(rays):
        edges[rays] = np.maximum.reduceat(bumps, firsts, axis=0)
    return edges


def _rays(look: Look, disc: Disc, radii: Array) -> NDArray[np.float32]:
    places = np.empty((RAYS, len(radii), 3))
    places[..., :2] = AROUND[:, None, :] * radii[None, :, None] + (disc.foot.x, disc.foot.y)
    places[..., 2] = disc.foot.z + disc.height
    pixels = look.view.project(places.reshape(-1, 3)).astype(np.float32)
    across, down = (pixels[:, i].reshape(RAYS, len(radii)) for i in (0, 1))
    seen = cv2.remap(look.picture, across, down, cv2.INTER_CUBIC)
    return np.asarray(seen, dtype=np.float32)


def _net(step: float, half: int) -> Array:
    line = np.arange(-half, half + 1) * step
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def _met(edges: Array, shifts: Array) -> Array:
    at = np.rint((shifts + REACH_MM) / CELL_MM).astype(np.intp)
    np.clip(at, 0, edges.shape[1] - 1, out=at)
    return np.asarray(edges[np.arange(RAYS), at].sum(axis=1), dtype=np.float64)
