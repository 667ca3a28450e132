"""What could stand on the row of 27: every hypothesis is an act that the rules can read."""

import pytest

from turmwart.interpret.twentyseven import TwentySevenStaging
from turmwart.model.scene import Disc
from turmwart.model.table import Table
from turmwart.rules.twentyseven import TWENTYSEVEN, State
from turmwart.sim.tables import TABLES

TABLE: Table = TABLES["twentyseven"]
MOVE = {"do": "move", "from": 1, "count": 3, "base": False}


def start(variant: str) -> State:
    return TWENTYSEVEN.start(TWENTYSEVEN.setup(None, {"variant": variant}, {}))


@pytest.mark.parametrize("variant", ["base", "grey", "red"])
def test_every_proposal_is_an_act_that_can_be_judged(variant: str) -> None:
    state = start(variant)
    for hypothesis in TwentySevenStaging().propose(state, TABLE):
        for act in hypothesis.acts:
            TWENTYSEVEN.violations(state, TWENTYSEVEN.read(state, act))


@pytest.mark.parametrize("variant", ["base", "grey", "red"])
def test_no_disc_is_lost_on_the_way(variant: str) -> None:
    for hypothesis in TwentySevenStaging().propose(start(variant), TABLE):
        assert len(hypothesis.scene.solids) == 27


@pytest.mark.parametrize("variant", ["base", "grey", "red"])
def test_every_legal_move_is_proposed(variant: str) -> None:
    state = start(variant)
    proposed = [hypothesis.acts for hypothesis in TwentySevenStaging().propose(state, TABLE)]
    for act in TWENTYSEVEN.legal(state):
        assert (TWENTYSEVEN.write(act),) in proposed


@pytest.mark.rule("X-3")
def test_a_crooked_pile_is_looked_for_on_all_four_sides_of_its_field() -> None:
    aside = set()
    for hypothesis in TwentySevenStaging().propose(start("base"), TABLE):
        aside |= {
            tuple(round(value) for value in crooked.offset_mm) for crooked in hypothesis.crooked
        }
    step = TABLE.mat.row.step if TABLE.mat.row else None
    assert step is not None
    assert aside == {(12, 0), (-12, 0), (0, 12), (0, -12)}
    assert (step.x, step.y) == (30.0, 0.0)


def test_the_row_has_a_disc_for_every_disc() -> None:
    scene = TwentySevenStaging().scene(start("base"), TABLE)
    assert sum(isinstance(solid, Disc) for solid in scene.solids) == 27


@pytest.mark.rule("X-3")
def test_a_crooked_pile_may_have_taken_its_base_along() -> None:
    state = TWENTYSEVEN.apply(start("red"), TWENTYSEVEN.read(start("red"), MOVE))
    crooked = [
        hypothesis
        for hypothesis in TwentySevenStaging().propose(state, TABLE)
        if hypothesis.crooked and hypothesis.acts[0]["base"]
    ]
    assert crooked
    assert all(len(hypothesis.scene.solids) == 27 for hypothesis in crooked)
