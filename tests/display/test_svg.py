"""The drawing is a pure function from a picture to well-formed SVG."""

from xml.etree import ElementTree

from turmwart.display.painter import far_to_near
from turmwart.display.svg import draw, shade
from turmwart.display.view import Label, Mark, Picture, Shape, peeled

SPACE = "{http://www.w3.org/2000/svg}"
LOW = Shape("box", "red", (0.0, 0.0, 0.0), (20.0, 20.0, 20.0))
HIGH = Shape("box", "blue", (0.0, 0.0, 20.0), (20.0, 20.0, 20.0), newest=True)
PAWN = Shape("pawn", "green", (0.0, 0.0, 40.0), (13.0, 13.0, 19.0))
TOWER = Picture("table", (PAWN, HIGH, LOW), layer_mm=20.0, cell_mm=20.0)


def groups(picture: Picture) -> list[ElementTree.Element]:
    return ElementTree.fromstring(draw(picture)).findall(f"{SPACE}g")


def test_what_stands_below_is_drawn_first():
    assert [group.get("data-colour") for group in groups(TOWER)] == ["red", "blue", "green"]


def test_only_the_newest_is_outlined():
    newest = [group.get("data-colour") for group in groups(TOWER) if group.get("data-newest")]
    assert newest == ["blue"]


def test_a_mark_is_drawn_with_its_meaning():
    lit = Picture("table", (LOW,), (Mark("offending", (0.0, 0.0, 0.0), (20.0, 20.0, 20.0)),))
    marks = ElementTree.fromstring(draw(lit)).findall(f"{SPACE}polygon")
    assert [mark.get("data-mark") for mark in marks] == ["offending"]


def test_a_label_is_text_whatever_it_holds():
    drawn = draw(Picture(labels=(Label("<script>&", (0.0, 0.0, 0.0)),)), title='"><script>')
    assert "<script" not in drawn
    assert ElementTree.fromstring(drawn).find(f"{SPACE}text").text == "<script>&"


def test_an_empty_table_is_a_drawing_too():
    assert ElementTree.fromstring(draw(Picture())).get("viewBox") == "-12 -12 24 24"


def test_the_same_picture_gives_the_same_drawing():
    assert draw(TOWER) == draw(TOWER)


def test_peeling_leaves_the_lowest_layers():
    assert peeled(TOWER, 1).shapes == (LOW,)
    assert peeled(TOWER, 2).shapes == (HIGH, LOW)
    assert peeled(Picture("blocks", (HIGH,)), 1).shapes == (HIGH,)


def test_of_two_side_by_side_the_nearer_to_the_eye_comes_last():
    near = Shape("box", "red", (0.0, -20.0, 0.0), (20.0, 20.0, 20.0))
    assert far_to_near([near, LOW], (0.0, -1.0, 0.5)) == [LOW, near]
    assert far_to_near([near, LOW], (0.0, 1.0, 0.5)) == [near, LOW]


def test_a_colour_is_made_darker_and_lighter_within_bounds():
    assert shade("#804020", 0.5) == "#402010"
    assert shade("#ff8000", 2.0) == "#ffff00"
