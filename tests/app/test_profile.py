"""rig.toml and game.toml: read in full, and refused in one sentence."""

from pathlib import Path

import pytest

from turmwart.app.profile import read_game, read_table
from turmwart.app.trouble import Trouble
from turmwart.model.geometry import Point
from turmwart.model.table import Marker, Row

RIG = """
[camera]
width = 1280
height = 720
matrix = [[1050.0, 0.0, 640.0], [0.0, 1050.0, 360.0], [0.0, 0.0, 1.0]]
[mat]
dictionary = "DICT_4X4_50"
size = [420.0, 300.0]
[[mat.marker]]
id = 7
centre = [-186.0, -126.0]
size = 30.0
[mat.row]
first = [-120.0, 0.0]
step = [30.0, 0.0]
"""


def test_a_rig_is_read(tmp_path: Path):
    file = tmp_path / "rig.toml"
    file.write_text(RIG)
    table = read_table(file)
    assert (table.lens.width, table.lens.matrix[0]) == (1280, (1050.0, 0.0, 640.0))
    assert table.mat.markers == (Marker(7, Point(-186.0, -126.0), 30.0),)
    assert table.mat.row == Row(Point(-120.0, 0.0), Point(30.0, 0.0))
    assert table.mat.grid is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("width = 1280\n", "", "key 'width' is missing in [camera]"),
        ("width = 1280", "width = true", "'width' in [camera] is 'True' (not a whole number)"),
        ("size = 30.0", "size = -3", "'size' in [mat.marker 1] is '-3' (not a positive length)"),
        ("id = 7", "id = 7\nidd = 8", "nobody knows key 'idd' in [mat.marker 1]"),
        ("[[1050.0, 0.0, 640.0], ", "[", "not 3 rows of 3 numbers"),
        ("height = 720", "height = ", "is no TOML"),
        ("[camera]", "[kamera]", "key 'camera' is missing in []"),
    ],
)
def test_a_broken_rig_is_named(tmp_path: Path, old: str, new: str, said: str):
    file = tmp_path / "rig.toml"
    assert old in RIG
    file.write_text(RIG.replace(old, new))
    with pytest.raises(Trouble) as caught:
        read_table(file)
    assert said in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_rig_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(Trouble, match="cannot be read"):
        read_table(tmp_path / "none.toml")


def test_a_game_is_read(tmp_path: Path):
    file = tmp_path / "game.toml"
    file.write_text('game = "talo"\nseats = ["a", "b"]\nstart_fields = [[2, 2], [7, 7]]\n'
                    '[options]\nreturn_to_board = "yes"\n[material]\ncell_mm = 20.0\n')  # fmt: skip
    game = read_game(file)
    assert (game.game, game.seats) == ("talo", ("a", "b"))
    assert game.options == {"return_to_board": "yes", "start_fields": "2,2;7,7"}
