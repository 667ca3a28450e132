"""How hands leave things on the table: never quite straight, and never beyond tolerance."""

from dataclasses import replace
from math import hypot

import pytest

from turmwart.app.setup import asked_setup
from turmwart.model.geometry import Cell
from turmwart.model.scene import Box, Pawn, Scene
from turmwart.rules.make_n_break.blocks import Block, Spot
from turmwart.rules.talo import TALO, Build, Roll
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer import acts as turm
from turmwart.sim.stages import talo, turmbauer
from turmwart.sim.stages.loose import Slip
from turmwart.sim.stages.make_n_break import BlockStage
from turmwart.sim.tables import TABLES

SEEDS = range(12)


def built_tower() -> object:
    rules, setup = asked_setup("turmbauer", None, {"start": "red"})
    state = rules.start(setup)
    cells = (Cell(2, 0, 0), Cell(3, 0, 0))
    for act in (turm.Roll((2, 2)), turm.Build("I2a", cells, cells[:1])):
        state = rules.apply(state, act)
    return state


def boxes(scene: Scene, colour: str) -> list[Box]:
    """Those on the mat."""
    found = [solid for solid in scene.solids if isinstance(solid, Box) and solid.colour == colour]
    return [box for box in found if abs(box.centre.x) < 200]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tower_as_a_whole_stands_at_most_3_mm_and_2_degrees_off(seed: int) -> None:
    stage = turmbauer.TowerStage(TABLES["turmbauer"], seed)
    dark = boxes(stage.scene(built_tower()), "dark_brown")  # type: ignore[arg-type]
    middle = [sum(box.centre[axis] for box in dark) / 2 for axis in (0, 1)]
    assert len(dark) == 2
    assert hypot(*middle) <= 3.0
    assert all(abs(box.turn) <= 2.0 for box in dark)


@pytest.mark.rule("X-3")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_piece_lies_within_a_quarter_cell_unless_it_is_set_askew(seed: int) -> None:
    stage, state = turmbauer.TowerStage(TABLES["turmbauer"], seed), built_tower()
    askew = turmbauer.Hitch(slips={0: Slip(8.0, 0.0)})
    (straight,), (crooked,) = (
        boxes(stage.scene(state, hitch), "red")  # type: ignore[arg-type]
        for hitch in (turmbauer.AS_IT_IS, askew)
    )
    place = (-20 + 2.5 * 20, -20 + 0.5 * 20)
    offsets = [
        hypot(box.centre.x - place[0], box.centre.y - place[1]) for box in (straight, crooked)
    ]
    assert offsets[0] < 6.0
    assert crooked.centre.x - straight.centre.x == pytest.approx(8.0, abs=0.1)


@pytest.mark.rule("T-21")
def test_a_fallen_piece_lies_on_the_mat_beside_the_tower() -> None:
    stage, state = turmbauer.TowerStage(TABLES["turmbauer"], 1), built_tower()
    (fallen,) = boxes(stage.scene(state, turmbauer.Hitch(frozenset({0}))), "red")  # type: ignore[arg-type]
    assert hypot(fallen.centre.x, fallen.centre.y) > 60.0
    assert fallen.centre.z == 10.0


def test_pawns_on_the_table_stand_beside_the_tower_each_in_its_colour() -> None:
    scene = turmbauer.TowerStage(TABLES["turmbauer"], 4).scene(built_tower())  # type: ignore[arg-type]
    pawns = [solid for solid in scene.solids if isinstance(solid, Pawn)]
    assert sorted(pawn.colour for pawn in pawns) == ["black", "blue", "green", "red"]
    assert all(hypot(pawn.foot.x, pawn.foot.y) > 100 for pawn in pawns)
    assert all(pawn.foot.z == 0 for pawn in pawns)


def test_a_piece_that_is_built_has_left_the_supply_beside_the_mat() -> None:
    stage, after = turmbauer.TowerStage(TABLES["turmbauer"], 4), built_tower()
    _, setup = asked_setup("turmbauer", None, {"start": "red"})
    red = [
        sum(
            solid.colour == "red"
            for solid in stage.scene(state).solids  # type: ignore[arg-type]
            if isinstance(solid, Box) and solid.centre.x < -210
        )
        for state in (TURMBAUER.start(setup), after)
    ]
    assert red == [21, 20]


def test_a_brick_lies_on_its_cells_and_a_pawn_on_its_field() -> None:
    state = TALO.start(TALO.setup(None, {}, {}))
    brick = tuple(Cell(3 + n, 2, 0) for n in range(4))
    state = TALO.apply(TALO.apply(state, Roll(4)), Build((brick,)))
    state = replace(state, pawns=(Cell(5, 2, 1), *state.pawns[1:]))
    scene = talo.BrickStage(TABLES["talo"], 6).scene(state)
    (laid,) = boxes(scene, "beech")
    assert laid.centre[:2] == pytest.approx((0.0, -50.0), abs=1.1)
    assert laid.size == pytest.approx((79.8, 19.8, 20.0))
    red = next(s for s in scene.solids if isinstance(s, Pawn) and s.colour == "red")
    assert red.foot == pytest.approx((10.0, -50.0, 20.0), abs=1.7)


@pytest.mark.parametrize("seed", SEEDS)
def test_all_ten_blocks_are_there_and_the_building_keeps_its_arrangement(seed: int) -> None:
    gate = (
        Block("red", "standing", Spot(0, 0, 0)),
        Block("white", "standing", Spot(2, 0, 0)),
        Block("brown", "along", Spot(0, 0, 3)),
    )
    scene = BlockStage(TABLES["make_n_break"], seed).scene(gate, 3)
    by_colour = {solid.colour: solid for solid in scene.solids if isinstance(solid, Box)}
    assert len(scene.solids) == len(by_colour) == 10
    red, white, brown = (by_colour[name] for name in ("red", "white", "brown"))
    apart = hypot(white.centre.x - red.centre.x, white.centre.y - red.centre.y)
    assert apart == pytest.approx(50.0, abs=3.5)
    assert brown.centre.z == 87.5
    assert abs(brown.turn) < 5.0
