"""The owner's colours under the virtual table's lamps."""

from dataclasses import replace
from functools import partial
from itertools import permutations

import numpy as np
import pytest

from turmwart.app.calibrating.colours import COLOURS, shades_of, wood_size
from turmwart.app.trouble import Trouble
from turmwart.model.geometry import Place
from turmwart.model.scene import Box, Scene
from turmwart.model.table import Shade
from turmwart.sim.camera import Sight, VirtualCamera
from turmwart.sim.light import LIGHTS
from turmwart.sim.tables import TABLES
from turmwart.vision.calibration.colours import TOO_CLOSE, margins, nearest
from turmwart.vision.colour import palette
from turmwart.vision.frame import Picture
from turmwart.vision.pose import PoseFinder, View


def learnt(game: str, light: str, camera: VirtualCamera) -> tuple[Shade, ...]:
    size = wood_size(game, camera.table.material)

    def picture(*solids: Box) -> Picture:
        return camera.frame(Sight(Scene(solids), light=light), 7).picture

    def block(colour: str) -> Picture:
        return picture(Box(colour, Place(0.0, 0.0, size[2] / 2), size))

    shown = {colour: partial(block, colour) for colour in COLOURS[game]}
    return shades_of(picture(), shown, camera.table, size[2])


@pytest.mark.parametrize("game", ["turmbauer", "make_n_break"])
def test_whatever_is_taken_for_another_colour_in_another_light_was_warned_about(game: str) -> None:
    camera = VirtualCamera(TABLES[game], 3)
    by_light = {light: learnt(game, light, camera) for light in LIGHTS}
    for taught, seen in permutations(LIGHTS, 2):
        close = {
            frozenset((pair.first, pair.second))
            for pair in margins(by_light[taught])
            if pair.too_close
        }
        for shade in by_light[seen]:
            taken = nearest(shade.ratio, by_light[taught])
            assert taken == shade.colour or frozenset((taken, shade.colour)) in close


def shade(colour: str, blue: float, green: float, red: float, spread: float = 0.02) -> Shade:
    return Shade(colour, (blue, green, red), (spread, spread, spread))


def test_two_colours_that_differ_by_little_are_too_close() -> None:
    alike = (shade("red", -1.5, -1.5, -0.3), shade("brown", -1.48, -1.47, -0.33))
    apart = (shade("red", -1.5, -1.5, -0.3), shade("blue", -0.3, -1.2, -1.6))
    assert margins(alike)[0].too_close
    assert not margins(apart)[0].too_close


def test_the_margin_counts_spreads() -> None:
    """A tint of equal parts, so that brightness has no say: the distance over the spread."""
    pair = (shade("a", 0.3, -0.3, 0.0, spread=0.1), shade("b", -0.3, 0.3, 0.0, spread=0.1))
    assert margins(pair)[0].margin == pytest.approx(0.6 * 2**0.5 / 0.1)
    assert margins(pair)[0].margin > TOO_CLOSE


def test_a_picture_without_its_block_is_refused_by_name() -> None:
    table = TABLES["turmbauer"]
    camera = VirtualCamera(table, 3)
    bare, again = (camera.frame(Sight(Scene(())), moment).picture for moment in (1, 2))
    with pytest.raises(Trouble, match=r"no red block lies in the middle of the mat"):
        shades_of(bare, {"red": lambda: again}, table, 20.0)


def test_what_was_taught_is_what_the_eye_looks_for() -> None:
    """Pink pieces instead of red ones, in the light of the picture."""
    table = TABLES["turmbauer"]
    picture = VirtualCamera(table, 3).frame(Sight(Scene(()), light="warm"), 1).picture
    pose = PoseFinder(table).find(picture)
    assert pose is not None
    pink = replace(table, shades=(shade("red", -0.4, -0.6, -0.1),))
    before, after = (palette(picture, View(table.lens, pose), each) for each in (table, pink))
    assert after.shade("red") == pytest.approx(
        before.shade("white") + np.array((-0.4, -0.6, -0.1)), abs=1e-5
    )
    assert after.shade("blue") == pytest.approx(before.shade("blue"))
