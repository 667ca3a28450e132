"""The virtual table with a rig that sees everything: careful, clumsy and cut-off games."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sim.oracle import Table
from turmwart.model.events import Asked, Event, Refused
from turmwart.rules.twentyseven import TWENTYSEVEN
from turmwart.sim.table import VirtualTable
from turmwart.sim.tables import TABLES

Sitting = Callable[..., Table]


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    """A table on its own journal."""

    def sit(game: str, seed: int, clumsy: float, name: str = "a", **options: str) -> Table:
        return Table(game, seed, clumsy, tmp_path / name, options)

    return sit


def warnings(events: list[Event]) -> list[tuple[str, ...]]:
    return [event.violations for event in events if isinstance(event, Asked | Refused)]


@pytest.mark.parametrize("variant", ["base", "grey", "red"])
def test_careful_players_of_27_finish_without_one_warning(sitting: Sitting, variant: str) -> None:
    played = sitting("twentyseven", 2, 0.0, variant=variant).play()
    assert TWENTYSEVEN.outcome(played.session.state) is not None
    assert warnings(played.events) == []


@pytest.mark.parametrize("game", ["talo", "make_n_break"])
def test_careful_players_finish_without_one_warning(sitting: Sitting, game: str) -> None:
    played = sitting(game, 4, 0.0).play()
    assert played.session.over
    assert warnings(played.events) == []


def test_clumsy_players_of_27_provoke_warnings_and_still_finish(sitting: Sitting) -> None:
    games = [sitting("twentyseven", seed, 1.0, str(seed)).play() for seed in range(4)]
    assert all(game.session.over for game in games)
    rules = {rule for game in games for warning in warnings(game.events) for rule in warning}
    assert rules == {"D-2", "D-3", "X-3"}


@pytest.mark.rule("X-2")
def test_an_illegal_move_that_is_kept_is_in_the_truth_with_its_rules(sitting: Sitting) -> None:
    games = [sitting("twentyseven", seed, 1.0, str(seed)).play() for seed in range(4)]
    kept = [row for game in games for row in game.truth if row.get("violations")]
    assert kept


@pytest.mark.parametrize("game", ["turmbauer", "talo", "twentyseven", "make_n_break"])
def test_a_game_cut_off_again_and_again_leaves_the_same_journal(
    sitting: Sitting, game: str
) -> None:
    """Everything in memory is lost at each cut: what goes on is the journal alone."""
    whole = sitting(game, 7, 0.6, "whole").play(stopping_after=30)
    for cut in range(4, 30, 3):
        sitting(game, 7, 0.6, "cut").play(stopping_after=cut)
    last = sitting(game, 7, 0.6, "cut").play(stopping_after=30)
    assert last.events[1:30] == whole.events[1:30]


@pytest.mark.long
@pytest.mark.parametrize("game", ["turmbauer", "talo", "twentyseven", "make_n_break"])
def test_a_game_killed_at_fifty_random_moments_leaves_the_same_journal(
    sitting: Sitting, game: str
) -> None:
    whole = sitting(game, 11, 0.3, "whole").play()
    looks = random.Random(game)
    kills, last = 0, sitting(game, 11, 0.3, "killed")
    while not last.over and kills < 50:
        last.play(looks=looks.randrange(1, max(2, len(whole.entries) // 6)))
        kills += 1
    if not last.over:
        last.play()
    print(game, kills, "kills", len(last.entries), "entries")
    assert whole.session.over
    assert last.events[1:] == whole.events[1:]


def test_the_table_stops_after_the_turns_it_was_given() -> None:
    setup = TWENTYSEVEN.setup(None, {}, {})
    more = {"turns": 4, "plies": 4}
    table = VirtualTable(TWENTYSEVEN, setup, 3, 0.0, TABLES["twentyseven"], **more)  # type: ignore[arg-type]
    assert table.over


def test_the_same_seed_gives_the_same_picture_and_another_seed_does_not() -> None:
    setup = TWENTYSEVEN.setup(None, {}, {})
    one, same, other = (
        VirtualTable(TWENTYSEVEN, setup, seed, 0.0, TABLES["twentyseven"]).frame(40).picture
        for seed in (5, 5, 6)
    )
    assert one.shape == (720, 1280, 3)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
