"""The pieces of a real box, given as a file."""

import json
from pathlib import Path

import pytest

from turmwart.app.setup import SHIPPED, asked_setup
from turmwart.rules.ruleset import BadSetup

BOX = json.loads((SHIPPED / "turmbauer_pieces.json").read_text("utf-8"))


def kept(tmp_path: Path, box: object) -> dict[str, str]:
    (tmp_path / "box.json").write_text(json.dumps(box), "utf-8")
    return {"pieces": "box.json"}


def test_a_box_of_ones_own_is_played_with(tmp_path):
    pieces = [{**piece, "id": piece["id"].lower()} for piece in BOX["pieces"]]
    rules, setup = asked_setup("turmbauer", None, kept(tmp_path, {"pieces": pieces}), tmp_path)
    shown = rules.show(rules.start(setup))
    assert shown["supply"]["red"][:3] == ["i1c", "i1n", "i2a"]
    assert shown["options"] == {"overhang": "extent", "start": "roll"}


def test_what_is_wrong_with_a_box_is_told_with_the_name_of_its_file(tmp_path):
    short = kept(tmp_path, {"pieces": BOX["pieces"][:-1]})
    with pytest.raises(BadSetup, match=r"pieces file box\.json: .*1[12]"):
        asked_setup("turmbauer", None, short, tmp_path)
    with pytest.raises(BadSetup, match=r"pieces file .*none\.json cannot be read"):
        asked_setup("turmbauer", None, {"pieces": "none.json"}, tmp_path)
