"""The picture shows what was judged."""

import xml.etree.ElementTree as ElementTree

from turmwart.statics.drawing import TIPPING, drawing
from turmwart.statics.judge import judge

SVG = "{http://www.w3.org/2000/svg}"


def drawn(pile):
    return ElementTree.fromstring(drawing(pile, judge(pile), "a < b"))


def test_both_sides_show_every_block_and_redden_what_tips(structure):
    picture = drawn(structure(base=[[0, 0, 0]], bar=(0, 0, 1, 3, 1, 1), far=[[5, 0, 0]]))
    blocks = [
        (g.find(f"{SVG}title").text, g.get("fill"))
        for g in picture.iter(f"{SVG}g")
        if g.find(f"{SVG}rect") is not None
    ]
    assert sorted(name for name, _ in blocks) == ["bar", "bar", "base", "base", "far", "far"]
    assert {name for name, fill in blocks if fill == TIPPING} == {"bar"}
    words = " ".join(text for each in picture.iter(f"{SVG}text") for text in each.itertext())
    assert "unstable" in words
    assert "margin -10.00 mm; tips: bar" in words


def test_one_arrow_per_contact_points_up_through_the_middle(structure):
    picture = drawn(structure(base=[[0, 0, 0]], hat=[[0, 0, 1]]))
    arrows = [p.get("d") for p in picture.iter(f"{SVG}path") if p.get("marker-end")]
    assert len(arrows) == 4
    for arrow in arrows:
        (x, y), (tx, ty) = (map(float, end.split()) for end in arrow[1:].split("L"))
        assert abs(x - tx) < 0.11
        assert ty < y
