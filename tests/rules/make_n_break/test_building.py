"""Which building is right: M-3, M-4, M-5 and X-7, each kept and broken."""

import pytest

from turmwart.rules.make_n_break import MAKE_N_BREAK
from turmwart.rules.verdicts import binding


def moved(blocks, x=0.0, y=0.0, z=0.0, only=None):
    return [
        b | {"at": [b["at"][0] + x, b["at"][1] + y, b["at"][2] + z]}
        if only in (None, number)
        else b
        for number, b in enumerate(blocks)
    ]


def mirror(blocks):
    wide = {"along": 3, "end_on": 1, "standing": 1}
    return [b | {"at": [-b["at"][0] - wide[b["pose"]], *b["at"][1:]]} for b in blocks]


def recoloured(blocks, **colours):
    return [b | {"colour": colours.get(b["colour"], b["colour"])} for b in blocks]


@pytest.mark.rule("M-3")
def test_a_colour_card_wants_each_block_in_its_colour(draw):
    assert draw.judged("gate", draw.gate) == []
    assert draw.judged("gate", recoloured(draw.gate, red="white", white="red")) == ["M-3"]
    assert draw.judged("gate", recoloured(draw.gate, brown="purple")) == ["M-3"]


@pytest.mark.rule("M-3")
def test_a_grey_card_takes_any_colours(draw):
    assert draw.judged("grey", recoloured(draw.hook, red="purple")) == []


@pytest.mark.rule("M-3")
def test_with_a_wrong_layout_colours_are_not_judged(draw):
    assert draw.judged("gate", recoloured(draw.gate, brown="purple")[1:]) == ["M-4"]


@pytest.mark.rule("M-3")
def test_the_number_of_wrong_colours_is_told(draw):
    state = draw.on("gate")
    swapped = recoloured(draw.gate, red="white", white="red")
    act = MAKE_N_BREAK.read(state, {"do": "built", "blocks": swapped})
    (found,) = MAKE_N_BREAK.violations(state, act)
    assert found.facts == (("wrong", 2),)
    assert set(found.cells) == {(x, 0, z) for x in (0, 2) for z in (0, 1, 2)}


@pytest.mark.rule("M-4")
def test_where_the_building_stands_is_free(draw):
    assert draw.judged("gate", moved(draw.gate, 7.3, -4.2)) == []


@pytest.mark.rule("M-4")
def test_nothing_floats(draw):
    assert draw.judged("gate", moved(draw.gate, z=0.1)) == []
    assert draw.judged("gate", moved(draw.gate, z=0.11)) == ["M-4"]


@pytest.mark.rule("M-4")
def test_a_block_may_be_off_by_a_quarter_of_its_length_either_way(draw):
    wide = [draw.block("red", "s", 0, 0, 0), draw.block("white", "s", 6, 0, 0)]
    state = draw.building(draw.begun([draw.card("wide", wide)]))

    def judged(x):
        return draw.broken(state, {"do": "built", "blocks": moved(wide, x, only=1)})

    assert judged(1.5) == judged(-1.5) == []
    assert judged(1.51) == judged(-1.51) == ["M-4"]


@pytest.mark.rule("M-4")
def test_every_block_lies_as_on_the_card(draw):
    turned = [*draw.gate[:2], draw.block("brown", "e", 1, 0, 3)]
    assert draw.judged("gate", turned) == ["M-4"]


@pytest.mark.rule("M-4")
def test_every_block_rests_on_the_same_blocks(draw):
    assert draw.judged("gate", moved(draw.gate, 0.7, only=2)) == []
    assert draw.judged("gate", moved(draw.gate, 1.0, only=2)) == ["M-4"]


@pytest.mark.rule("M-4")
def test_blocks_touch_only_where_the_card_says_so(draw):
    pair = [draw.block("red", "s", 0, 0, 0), draw.block("white", "s", 1.4, 0, 0)]
    state = draw.building(draw.begun([draw.card("pair", pair)]))

    def judged(x):
        return draw.broken(state, {"do": "built", "blocks": moved(pair, x, only=1)})

    assert judged(-0.29) == []
    assert judged(-0.3) == ["M-4"]


@pytest.mark.rule("M-4")
def test_a_missing_block_is_missed(draw):
    assert draw.judged("gate", draw.gate[:2]) == ["M-4"]
    assert draw.judged("gate", []) == ["M-4"]


@pytest.mark.rule("M-4")
def test_a_mirror_image_is_wrong_unless_the_card_is_symmetric(draw):
    assert draw.judged("gate", recoloured(mirror(draw.gate), red="white", white="red")) == []
    assert draw.judged("grey", mirror(draw.hook)) == ["M-4"]


@pytest.mark.rule("M-4")
def test_a_mirror_image_is_wrong_even_where_the_tolerance_would_forgive_it(draw):
    uneven = [draw.block(c, "s", x, 0, 0) for c, x in (("red", 0), ("white", 2), ("brown", 5))]
    state = draw.building(draw.begun([draw.card("uneven", uneven, coloured=False)]))
    assert draw.broken(state, {"do": "built", "blocks": mirror(uneven)}) == ["M-4"]
    assert draw.broken(state, {"do": "built", "blocks": moved(uneven, 0.5, only=1)}) == []


@pytest.mark.rule("M-4")
def test_spare_blocks_may_lie_about_but_not_touch(draw):
    apart, near = draw.block("purple", "a", 3.11, 0, 0), draw.block("purple", "a", 3.1, 0, 0)
    assert draw.judged("gate", [*draw.gate, apart]) == []
    assert draw.judged("gate", [*draw.gate, near]) == ["M-4"]
    assert draw.judged("deep", [*draw.deep, near]) == ["M-4"]


@pytest.mark.rule("M-4")
def test_a_touching_spare_and_a_wrong_colour_are_both_told(draw):
    blocks = [*recoloured(draw.gate, red="white", white="red"), draw.block("purple", "a", 3, 0, 0)]
    assert draw.judged("gate", blocks) == ["M-3", "M-4"]


@pytest.mark.rule("M-5")
def test_every_hidden_arrangement_of_a_3d_card_counts(draw):
    assert draw.judged("deep", draw.deep) == []
    assert draw.judged("deep", draw.deep_too) == []
    assert draw.judged("deep", draw.deep[:2]) == ["M-5"]
    assert draw.judged("deep", moved(draw.deep, 1, only=2)) == ["M-5"]
    assert draw.judged("deep", recoloured(draw.deep, red="white", white="red")) == ["M-3"]


@pytest.mark.rule("M-5")
def test_legal_lists_one_building_per_solution(draw):
    acts = [MAKE_N_BREAK.write(act) for act in MAKE_N_BREAK.legal(draw.on("deep"))]
    assert acts == [{"do": "built", "blocks": found} for found in (draw.deep, draw.deep_too)]


@pytest.mark.rule("M-3")
def test_a_listed_grey_building_has_ten_different_colours_at_most(draw):
    (act,) = MAKE_N_BREAK.legal(draw.on("grey"))
    assert [found.colour for found in act.blocks] == ["white", "yellow", "orange"]


@pytest.mark.rule("X-7")
def test_two_blocks_do_not_share_room_and_none_is_sunk(draw):
    assert draw.judged("gate", moved(draw.gate, z=-0.1)) == []
    assert draw.judged("gate", moved(draw.gate, z=-0.11)) == ["X-7"]
    assert draw.judged("gate", moved(draw.gate, z=-0.1, only=2)) == []
    assert draw.judged("gate", moved(draw.gate, z=-0.11, only=2)) == ["X-7"]


@pytest.mark.rule("X-7")
def test_what_cannot_stand_is_told_alone_and_binds(draw):
    state = draw.on("gate")
    act = MAKE_N_BREAK.read(state, {"do": "built", "blocks": moved(draw.gate[:1], z=-1)})
    found = MAKE_N_BREAK.violations(state, act)
    assert [violation.rule for violation in found] == ["X-7"]
    assert binding(found)
