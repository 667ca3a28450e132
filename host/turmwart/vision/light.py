"""Takes the light out of a picture: its colour by the white patch, its fall-off by the bare mat."""

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.table import Table
from turmwart.vision.colour import FLOOR, logarithm, palette
from turmwart.vision.look import Look
from turmwart.vision.pose import View, scaled

Map = NDArray[np.float32]
WHITE = 200.0
TINT, DARKEST, BRIGHTEST = 0.12, -1.4, 0.5
"""Logarithms: what is tinted less than this, and not much darker, may be bare mat in shade."""
REACH_PX = 40.0
NEAR_REACH, ROW_MM = 0.02, 30.0
"""Of the picture's width; and how far the piles of a row lean out of it."""
COARSE, GRAIN_STEP, SMOOTH_PX = 4.0, 0.95, 1.3
"""Grey levels of grain from which on it is smoothed; neighbours differ by this much of it."""
FAINT = 0.02


def relit(small: NDArray[np.uint8], look: Look, view: View, table: Table) -> tuple[Map, Map]:
    """Logarithms against white, as if all were lit alike; and those of the bare mat."""
    white, mat = (
        np.exp(look.palette.shade(colour).astype(np.float64)) - FLOOR for colour in ("white", "mat")
    )
    light = _light(small, mat, view, table)
    at = np.rint(view.project(np.array([_white_place(table)]))[0]).astype(int)
    inside = 0 <= at[1] < light.shape[0] and 0 <= at[0] < light.shape[1]
    own = float(np.exp(light[at[1], at[0]])) if inside else 1.0
    gain = (WHITE * own / np.maximum(white, 1.0)).astype(np.float32)
    even = small.astype(np.float32) * gain * np.exp(-light)[..., None]
    zero = np.float32(np.log(WHITE + FLOOR))
    bare = np.log(mat * gain + FLOOR) - zero
    return np.log(even + np.float32(FLOOR)) - zero, np.asarray(bare, dtype=np.float32)


def evened(look: Look, table: Table) -> Look:
    """The same look as if light fell evenly: shade and fall-off are taken out, grain is smoothed."""
    picture = _smoothed(look.picture)
    wide = picture.shape[1]
    small = np.asarray(
        cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
    )
    view = View(scaled(table.lens, 0.5), look.view.pose)
    mat = np.exp(look.palette.shade("mat").astype(np.float64)) - FLOOR
    light = _light(small, mat, view, table, NEAR_REACH * wide)
    whole = cv2.resize(light, (wide, picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    even = picture.astype(np.float32) * np.exp(-whole)[..., None]
    lit = np.clip(even, 0, 255).astype(np.uint8)
    return Look(picture, look.view, palette(lit, look.view, table), logarithm(even))


def _smoothed(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Without its grain, where there is much of it."""
    grain = float(np.median(np.abs(np.diff(picture[::4].astype(np.float32), axis=1)))) / GRAIN_STEP
    if grain < COARSE:
        return picture
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), SMOOTH_PX), dtype=np.uint8)


def _light(
    small: NDArray[np.uint8],
    mat: NDArray[np.float64],
    view: View,
    table: Table,
    reach_px: float = REACH_PX,
) -> Map:
    """How much brighter or darker than usual it is, seen on the bare mat and spread to the rest."""
    off = np.log(small.astype(np.float32) + 3.0) - np.log(mat + 3.0).astype(np.float32)
    shade = off.mean(axis=2)
    tint = np.abs(off - shade[..., None]).max(axis=2)
    wide, high = table.mat.size.x / 2, table.mat.size.y / 2
    corners = [(-wide, -high, 0.0), (wide, -high, 0.0), (wide, high, 0.0), (-wide, high, 0.0)]
    on_mat = np.zeros(shade.shape, np.uint8)
    cv2.fillConvexPoly(on_mat, np.rint(view.project(np.array(corners))).astype(np.int32), 1)
    if table.mat.row is not None:
        (x, y), (dx, dy) = table.mat.row.first, table.mat.row.step
        band = [(x - dx, y - ROW_MM), (x + 9 * dx, y + 9 * dy - ROW_MM)]
        band += [(x + 9 * dx, y + 9 * dy + ROW_MM), (x - dx, y + ROW_MM)]
        pixels = view.project(np.array([(*at, 0.0) for at in band]))
        cv2.fillConvexPoly(on_mat, np.rint(pixels).astype(np.int32), 0)
    bare = (on_mat > 0) & (tint < TINT) & (shade > DARKEST) & (shade < BRIGHTEST)
    weight = bare.astype(np.float32)
    spread = cv2.GaussianBlur(weight, (0, 0), reach_px)
    summed = cv2.GaussianBlur(weight * shade, (0, 0), reach_px)
    usual = float(np.median(shade[bare])) if bare.any() else 0.0
    return np.asarray((summed + FAINT * usual) / (spread + FAINT), dtype=np.float32)


def _white_place(table: Table) -> tuple[float, float, float]:
    for patch in table.mat.patches:
        if patch.colour == "white":
            return (*patch.centre, 0.0)
    return 0.0, 0.0, 0.0
