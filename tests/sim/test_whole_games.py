"""All four games from the first roll to the outcome, on a rig that has everything but an eye."""

import json
from pathlib import Path

import pytest

from sim.oracle import Table
from turmwart.model.events import Acted, Asked, Refused

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
SEEDS = (1, 2, 3)
_PLAYED: dict[tuple[str, int], Table] = {}


@pytest.fixture(params=[(game, seed) for game in GAMES for seed in SEEDS], ids=str)
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    """Each game is played once; the tests look at it one after the other."""
    game, seed = request.param
    if request.param not in _PLAYED:
        _PLAYED[request.param] = Table(game, seed, 0.3, tmp_path).play()
    return _PLAYED[request.param]


def plain(value: object) -> object:
    return json.loads(json.dumps(value))


def test_the_game_ends_by_its_rules(played: Table) -> None:
    assert not played.gave_up
    assert played.session.rules.outcome(played.session.state) is not None


def test_every_committed_act_is_the_one_that_was_done(played: Table) -> None:
    done = [row["act"] for row in played.truth if "act" in row]
    assert plain(done) == plain(played.acts)


def test_an_act_breaks_the_rules_that_the_truth_says(played: Table) -> None:
    said = [row["violations"] for row in played.truth if "act" in row]
    found = [list(dict.fromkeys(e.violations)) for e in played.events if isinstance(e, Acted)]
    assert plain(said) == plain(found)


def test_every_provoked_warning_is_raised_and_no_other(played: Table) -> None:
    wanted = [
        {rule for rules in row["warn"] for rule in rules} for row in played.truth if "warn" in row
    ]  # type: ignore[attr-defined]
    raised = [set(e.violations) for e in played.events if isinstance(e, Asked | Refused)]
    assert len(wanted) == len(raised)
    assert all(found and found <= rules for found, rules in zip(raised, wanted, strict=True))
