"""What each pixel says: like before, or like wood of this or that colour, in nats.

The light is taken off first: a smooth field over the bare mat, so that a lamp to one side or a
vignette is no colour. A colour is learned from the blocks whose place is known; the printed patches
stand in for those not yet seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart.model.scene import Colour
from turmwart.model.table import Table
from turmwart.vision.colour import ALIAS, PLAIN
from turmwart.vision.frame import Picture
from turmwart.vision.pose import View

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
FLOOR = 6.0
SAMPLE_MM = 1.05
"""The picture is made smaller by a whole number, until a sample is about this wide."""
LIKE, HUE, DARKER, BRIGHTER = 0.035, 0.13, 0.55, 0.3
SHADOW, SHADE = 1.0, 0.8
DETAIL, SHARP = 9, 3.0
SHADY_TINT = 0.25
"""So much of its darkness a shadow may tint, for other lamps still shine into it."""
STEEP = 0.12
"""A shadow is wide and soft; what changes within so many samples is no shadow."""
FRESH = 0.8
"""What it costs a sample to show another surface than before."""
EDGE_FLOOR = 20.0
RELIT, OTHER_LIGHT = 0.05, 0.25
"""Logarithms: how much the mat changes when a lamp is switched, here and there or as a whole."""
STRANGE = 6.2
"""What a sample costs whose surface nobody knows: wood of the table, print, what lies about."""
WORST_LIKE, WORST_COLOUR = 9.0, 7.0
LEAST_KNOWN = 60
COVERED = 0.8


def stride_of(view: View) -> int:
    """How many pixels are one sample."""
    per_mm = view.lens.matrix[0][0] / max(float(view.pose.centre[2]), 1.0)
    return max(1, round(per_mm * SAMPLE_MM))


def small(picture: Picture, stride: int) -> Floats:
    """The picture made smaller; every sample is the mean of its pixels."""
    high, wide = picture.shape[0] // stride, picture.shape[1] // stride
    cut = picture[: high * stride, : wide * stride]
    fewer = cv2.resize(cut, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(fewer, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """A smooth field of light over the picture: six numbers per channel."""

    terms: Floats

    def at(self, shape: tuple[int, int]) -> Floats:
        return np.asarray((_basis(shape) @ self.terms).reshape(*shape, 3), dtype=np.float32)


def light_of(logs: Floats, bare: Mask) -> Light:
    """The field that the bare mat shows; what lies in shadow is left out."""
    basis = _basis(bare.shape)
    at = np.flatnonzero(bare.ravel())
    at = at[:: max(1, len(at) // 4000)]
    seen, where = logs.reshape(-1, 3)[at], basis[at]
    kept = np.ones(len(at), dtype=bool)
    terms = np.zeros((6, 3), dtype=np.float32)
    for low in (0.35, 0.2, 0.12, 0.1):
        terms = np.linalg.lstsq(where[kept], seen[kept], rcond=None)[0].astype(np.float32)
        off = (seen - where @ terms).mean(axis=1)
        kept = (off > -low) & (off < 1.5 * low)
        if kept.sum() < len(at) // 5:
            break
    return Light(terms)


def _basis(shape: tuple[int, int]) -> Floats:
    high, wide = shape
    across, down = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    x, y = across.ravel(), down.ravel()
    return np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """A still picture as samples: values, logarithms, and logarithms with the light taken off."""

    values: Floats
    logs: Floats
    lit: Floats

    @property
    def shape(self) -> tuple[int, int]:
        return self.values.shape[0], self.values.shape[1]


def samples(values: Floats, bare: Mask) -> Samples:
    logs = np.log(values + np.float32(FLOOR))
    return Samples(values, logs, logs - light_of(logs, bare).at(bare.shape))


def likeness(now: Samples, before: Samples, bare: Mask) -> Floats:
    """What it costs to say that each sample shows the surface that it showed before."""
    change = now.logs - before.logs
    change = change - np.median(change[bare].reshape(-1, 3)[::7], axis=0)
    noise = noise_of(now, bare) + noise_of(before, bare)
    weight = 1 / (LIKE**2 + noise)
    shade = (change * weight).sum(axis=2) / weight.sum(axis=2)
    tint = np.abs(change - shade[..., None])
    tint = np.maximum(tint - SHADY_TINT * np.maximum(-shade, 0.0)[..., None], 0.0)
    hue = (tint**2 / (2 * (LIKE**2 + noise))).sum(axis=2)
    spread = LIKE**2 + 1 / weight.sum(axis=2)
    dark = np.abs(shade)
    lightness = np.minimum(shade**2 / (2 * (2.0 * spread)), SHADOW + SHADE * dark)
    detail = (shade - cv2.blur(shade, (DETAIL, DETAIL))) ** 2 / (2 * (2.0 * spread))
    total = hue + lightness + np.minimum(detail, SHARP)
    return np.asarray(np.minimum(total, WORST_LIKE), dtype=np.float32)


def noise_of(seen: Samples, bare: Mask) -> Floats:
    """The camera's own noise in the logarithms, squared, per sample and channel.

    It is measured on the bare mat; a camera's gamma lifts it in what is darker than that.
    """
    pairs = bare[:, 1:] & bare[:, :-1]
    step = (seen.values[:, 1:] - seen.values[:, :-1])[pairs][::7]
    noise = 1.05 * np.median(np.abs(step), axis=0)
    values = seen.values + np.float32(FLOOR)
    lift = np.maximum(np.median(seen.values[bare][::7], axis=0) / values, 1.0)
    return np.asarray((noise / values) ** 2 * lift, dtype=np.float32)


def steady(now: Samples, before: Samples, bare: Mask) -> bool:
    """Whether two pictures were taken in the same light: the bare mat tells."""
    change = (now.logs - before.logs)[bare][::7].mean(axis=1)
    off = np.abs(change - np.median(change))
    return bool(np.percentile(off, 75) < RELIT and abs(np.median(change)) < OTHER_LIGHT)


def edges(now: Samples, before: Samples | None) -> Floats:
    """How much of an edge is at each sample, or next to it, that was not there before: 0 to 2."""
    logs = _coarse(now)
    steep = _steepness(logs)
    if before is not None:
        steep = np.minimum(steep, _steepness(logs - _coarse(before)))
    near = cv2.dilate(np.clip(steep / STEEP, 0.0, 2.0), np.ones((3, 3), np.uint8))
    return np.asarray(near, dtype=np.float32)


def _coarse(seen: Samples) -> Floats:
    """Logarithms in which the noise of dark channels is small."""
    return np.asarray(np.log(seen.values + np.float32(EDGE_FLOOR)), dtype=np.float32)


def _steepness(logs: Floats) -> Floats:
    """The steepest slope of any channel."""
    soft = cv2.GaussianBlur(logs, (3, 3), 0.6)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.25)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.25)
    return np.asarray(np.sqrt(across**2 + down**2).max(axis=2), dtype=np.float32)


def colour_cost(lit: Floats, shade: Floats) -> Floats:
    """What it costs to say that each sample shows this colour, lit or in shade."""
    off = lit - shade
    brightness = off.mean(axis=-1)
    hue = ((off - brightness[..., None]) ** 2).sum(axis=-1) / (2 * HUE**2)
    spread = np.where(brightness < 0, np.float32(DARKER), np.float32(BRIGHTER))
    return np.asarray(
        np.minimum(hue + brightness**2 / (2 * spread**2), WORST_COLOUR), dtype=np.float32
    )


def shades(
    now: Samples, known: Mapping[Colour, Mask], table: Table, view: View, stride: int
) -> dict[Colour, Floats]:
    """The usual look of each colour, light taken off: from known blocks, patches, or a table."""
    plain = {
        colour: np.log(np.array(value, np.float32) + FLOOR) - _plain_mat()
        for colour, value in PLAIN.items()
    }
    found = plain | _patches(now, plain, table, view, stride)
    found |= {name: found[alias] for name, alias in ALIAS.items()}
    for colour, mask in known.items():
        seen = now.lit[mask]
        if len(seen) >= LEAST_KNOWN:
            found[colour] = np.median(seen, axis=0).astype(np.float32)
    return found


def _plain_mat() -> Floats:
    return np.asarray(np.log(np.array(PLAIN["mat"], np.float32) + FLOOR), dtype=np.float32)


def _patches(
    now: Samples, plain: Mapping[Colour, Floats], table: Table, view: View, stride: int
) -> dict[Colour, Floats]:
    """The looks of the printed patches; one that looks like something else is covered."""
    found: dict[Colour, Floats] = {}
    high, wide = now.shape
    for patch in table.mat.patches:
        at = view.project(np.array([[*patch.centre, 0.0]]))[0] / stride
        column, row = (
            round(float(at[0]) - 0.5 + 0.5 / stride),
            round(float(at[1]) - 0.5 + 0.5 / stride),
        )
        if 2 <= column < wide - 2 and 2 <= row < high - 2:
            inner = now.lit[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3)
            look = np.median(inner, axis=0).astype(np.float32)
            off = look - plain[patch.colour] if patch.colour in plain else np.zeros(3)
            if inner.std(axis=0).max() < 0.2 and np.abs(off).max() < COVERED:
                found[patch.colour] = look
    return found
