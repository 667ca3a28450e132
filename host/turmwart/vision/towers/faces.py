"""How well samples look like one face of a block: smooth all over, but for its grain.

A block's own tone is not known beforehand, only about what its colour looks like; the face itself
tells, where it is well lit. In shade it is darker, and wood beside wood takes on more of its own
colour. So a block that would have to be half mat, or half another block, explains little.
"""

from dataclasses import dataclass

import numpy as np

from turmwart.vision.evidence import Floats

GRAIN, HUE_GRAIN = 0.08, 0.05
"""How far the samples of one face lie from its own tone: in lightness, and in each channel."""
DARKEST, BRIGHTEST, HUE_SLACK = -0.9, 0.4, 0.09
"""How far a face's own tone may lie from what its colour looks like."""
PALER, FULLER = -0.3, 1.2
"""How much of its own colour it may lose or gain by light from its like."""
NOOK = 2.5
"""So much of it per lightness lost, deep in a nook, where light comes by way of its like."""
TONE = 0.3
SHADOW, SHADE = 0.8, 0.8
"""Part of a face may lie in the shadow of another block."""
WORST = 7.0
FEWEST, ENOUGH = 5, 150


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """What one face looks like where it is well lit, against its colour's own look."""

    level: Floats


def tone_of(off: Floats) -> Tone:
    """The tone of a face; *off* is how its samples lie off the colour's own look."""
    thin = off[:: max(1, len(off) // ENOUGH)]
    by_light = thin[np.argsort(thin[:, 1:].mean(axis=1))]
    lit = by_light[len(by_light) // 2 : max(len(by_light) * 9 // 10, 1)]
    return Tone(np.median(lit if len(lit) else thin, axis=0).astype(np.float32))


def worn(off: Floats, noise: Floats, tone: Tone, look: Floats) -> Floats:
    """What it costs that each sample shows a face of this tone and of a colour that looks so.

    *noise* is the camera's, squared; a channel counts for lightness by how little it has.
    """
    spread = HUE_GRAIN**2 + noise
    weight = (1 / spread).mean(axis=0)
    weight = weight / weight.sum()
    own = look - look @ weight
    size = max(float(own @ own), 1e-4)
    shade = float(tone.level @ weight)
    tint = tone.level - shade
    fuller = float(np.clip(tint @ own / size, PALER, FULLER)) * own
    tint = fuller + np.clip(tint - fuller, -HUE_SLACK, HUE_SLACK)
    light = off @ weight
    away = light - min(max(shade, DARKEST), BRIGHTEST)
    plain = away**2 / (2 * (GRAIN**2 + noise @ weight**2))
    dark = np.where(away < 0, np.minimum(plain, SHADOW - SHADE * away), plain)
    hue = off - light[:, None] - tint
    hue -= np.clip(hue @ own / size, 0.0, NOOK * np.maximum(-away, 0.0))[:, None] * own
    tinted = (hue**2 / (2 * spread)).sum(axis=1)
    unusual = shade**2 / (2 * TONE**2) if len(off) >= FEWEST else 0.0
    total = np.minimum(dark + tinted, WORST) + unusual / max(len(off), 1)
    return np.asarray(total, dtype=np.float32)
