"""What a hand may have made of a card."""

import pytest

from turmwart.interpret.make_n_break import Stand, act, neighbours, scene, stands
from turmwart.model.table import Lens, Mat, Point, Table
from turmwart.rules.make_n_break.blocks import Block, Spot

GATE = (
    Block("red", "standing", Spot(0, 0, 0)),
    Block("white", "standing", Spot(2, 0, 0)),
    Block("brown", "along", Spot(0, 0, 3)),
)
LENS = Lens(1280, 720, ((1000, 0, 640), (0, 1000, 360), (0, 0, 1)))
TABLE = Table(LENS, Mat("DICT_4X4_50", Point(420, 300), ()))


@pytest.mark.rule("M-4")
def test_a_block_gone_or_aside_or_turned_is_a_neighbour() -> None:
    around = set(neighbours(GATE))
    assert GATE[1:] in around
    assert (GATE[0], Block("white", "standing", Spot(1, 0, 0)), GATE[2]) in around
    assert (*GATE[:2], Block("brown", "along", Spot(0, 1, 3))) not in around
    assert (*GATE[:2], Block("brown", "end_on", Spot(1, -1, 3))) not in around


@pytest.mark.rule("X-7")
def test_nothing_floats_and_nothing_shares_room() -> None:
    assert stands(GATE)
    assert not stands((GATE[2],))
    assert not stands((GATE[0], Block("white", "along", Spot(0, 0, 0))))


def test_a_building_is_counted_from_its_own_corner() -> None:
    moved = tuple(Block(b.colour, b.pose, Spot(b.at.x + 4, b.at.y - 2, b.at.z)) for b in GATE)
    assert act(moved) == act(GATE)


def test_a_scene_stands_where_the_building_stands() -> None:
    beam = scene(GATE, Stand(10.0, -20.0), TABLE).solids[2]
    assert beam.centre == (10.0 + 37.5, -20.0 + 12.5, 87.5)
    assert beam.size == (75.0, 25.0, 25.0)
