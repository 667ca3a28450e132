"""Whole games with the simulated microcontroller: its dice, its dial and its bell."""

import pytest

from sim import oracle
from turmwart.sim.board import OnBoard

pytestmark = [pytest.mark.needs("simavr"), pytest.mark.needs("avr-gcc")]


@pytest.mark.parametrize("game", ["turmbauer", "talo", "twentyseven", "make_n_break"])
def test_the_game_is_played_to_its_end(game, tmp_path, monkeypatch):
    monkeypatch.setattr(oracle, "OnPty", lambda device: OnBoard(device.seed, device.boot))
    table = oracle.Table(game, seed=1, clumsy=0.3, data=tmp_path).play()
    assert table.session.over
    assert not table.gave_up
