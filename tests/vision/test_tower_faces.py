"""What a sample says: a face of a block, an edge, a shadow, the camera's noise."""

import cv2
import numpy as np

from turmwart.vision.evidence import Floats, Samples, edges, likeness, noise_of, steady
from turmwart.vision.towers.faces import tone_of, worn

BEECH = np.array([-1.0, -0.1, 0.1], np.float32)
SIDE = 16
BARE = np.ones((40, 60), dtype=bool)


def grid() -> Floats:
    rows, columns = np.divmod(np.arange(SIDE * SIDE), SIDE)
    return np.stack([rows, columns], axis=1).astype(np.float32)


def cost(off: Floats) -> float:
    noise = np.full_like(off, 0.02**2)
    return float(worn(off, noise, tone_of(off), BEECH).mean())


def plain(value: float = 0.0) -> Floats:
    grain = np.random.default_rng(3).normal(0.0, 0.03, (SIDE * SIDE, 3))
    return (value + grain).astype(np.float32)


def seen(values: Floats) -> Samples:
    logs = np.log(values + 6.0).astype(np.float32)
    return Samples(values, logs, logs)


def mat(noise: float = 2.0, seed: int = 1) -> Floats:
    rng = np.random.default_rng(seed)
    return (150.0 + rng.normal(0.0, noise, (*BARE.shape, 3))).astype(np.float32)


def test_a_darker_brick_is_a_brick_too() -> None:
    assert cost(plain(-0.3)) < cost(plain()) + 0.1


def test_what_is_half_mat_is_no_face_of_a_brick() -> None:
    half = plain()
    half[: len(half) // 2] -= BEECH
    assert cost(half) > 3 * cost(plain())


def test_light_that_fades_over_a_face_costs_little() -> None:
    fading = plain() + (grid()[:, :1] / SIDE - 0.5) * 0.4
    assert cost(fading.astype(np.float32)) < cost(plain()) + 1.0


def test_wood_in_a_nook_is_darker_and_more_yellow_and_still_wood() -> None:
    own = BEECH - BEECH.mean()
    nook, blue = plain(), plain()
    nook[:50] += -0.3 + 0.6 * own
    blue[:50] += -0.3 - 0.6 * own
    assert cost(nook) < cost(plain()) + 0.8
    assert cost(blue) > cost(nook) + 0.4


def test_an_edge_that_was_there_before_is_not_new() -> None:
    before = mat(0.0)
    before[:, 30:] = 60.0
    now = before.copy()
    now[10:, :15] = 60.0
    found = edges(seen(now), seen(before))
    assert found[20, 30] == 0.0
    assert found[20, 15] > 1.0


def test_the_noise_is_measured_on_the_mat_and_is_larger_in_the_dark() -> None:
    values = mat(2.0)
    values[:, :20] -= 110.0
    noise = noise_of(seen(values), BARE)
    assert 0.7 < np.sqrt(noise[20, 40, 0]) * 156.0 / 2.0 < 1.5
    assert noise[20, 5, 0] > 9 * noise[20, 40, 0]


def test_a_shadow_costs_less_than_another_colour() -> None:
    before, shaded, wood = mat(), mat(seed=2), mat(seed=2)
    shaded[10:30, 10:40] *= 0.6
    wood[10:30, 10:40] *= np.array([0.45, 0.9, 1.0], np.float32)
    bare = np.zeros_like(BARE)
    bare[:, 45:] = True
    here = (20, 25)
    assert likeness(seen(shaded), seen(before), bare)[here] < 2.5
    assert likeness(seen(wood), seen(before), bare)[here] > 8.0


def test_a_lamp_to_one_side_is_another_light_and_a_shadow_is_not() -> None:
    before, lamp, shade = mat(), mat(seed=2), mat(seed=2)
    lamp *= np.linspace(0.7, 1.3, BARE.shape[1], dtype=np.float32)[None, :, None]
    shade[:12, :12] *= 0.5
    assert not steady(seen(lamp), seen(before), BARE)
    assert steady(seen(cv2.GaussianBlur(shade, (3, 3), 0)), seen(before), BARE)
