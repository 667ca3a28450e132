"""The hall on a table's own page: every table on its broker, itself among them."""

import json
from pathlib import Path

import pytest
from websockets.sync.client import connect

from system.rigs import started


@pytest.mark.needs("mosquitto")
def test_a_tables_own_page_shows_the_hall(tmp_path: Path) -> None:
    words = ("run", "--virtual", "--speed", "1", "--broker", "auto", "--page-port", "0")
    with started([*words, "--data", str(tmp_path), "--table", "attic"]) as rig:
        assert rig.stderr is not None
        line = next(line for line in rig.stderr if "page: " in line)
        address = line.split("page: http://")[1].strip()
        with connect(f"ws://{address}hall/live", origin=f"http://{address[:-1]}") as wire:
            told: dict[str, object] = {}
            while "attic" not in told:
                frame = json.loads(wire.recv(timeout=30))
                told |= frame.get("full") or frame.get("changed") or {}
        rig.terminate()
        rig.communicate(timeout=60)
    table = told["attic"]
    assert isinstance(table, dict)
    assert (table["online"], table["game"], table["turn"]) == (True, "twentyseven", "black")
