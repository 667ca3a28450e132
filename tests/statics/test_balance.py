"""Balance by vertical forces alone."""

import pytest

from turmwart.model.geometry import Cell
from turmwart.statics.balance import balance


def bar(first, length, z, y=0):
    return frozenset(Cell(first + i, y, z) for i in range(length))


def post(x, z, height):
    return frozenset(Cell(x, 0, z + i) for i in range(height))


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("length", [1, 3, 5, 7, 9])
def test_odd_lengths_lie_centred_on_an_upright_brick(length):
    assert balance([post(0, 0, 3), bar(-(length // 2), length, 3)]).margin_cells == 0.5


@pytest.mark.rule("L-8")
@pytest.mark.parametrize("length", [2, 4, 6, 8, 10])
def test_even_lengths_are_exactly_on_the_edge(length):
    found = balance([post(0, 0, 3), bar(1 - length // 2, length, 3)])
    assert (found.margin_cells, found.tipping) == (pytest.approx(0.0), {1})
    assert not found.unbalanced


@pytest.mark.rule("L-8")
def test_beyond_the_edge_the_brick_is_unbalanced():
    found = balance([post(0, 0, 3), bar(0, 3, 3), post(5, 0, 2)])
    assert (found.stands, found.margin_cells, found.unbalanced) == (False, None, {1})


@pytest.mark.rule("L-8")
def test_four_and_one_balance_each_other_and_neither_alone():
    four, one = bar(-1, 4, 1), bar(-1, 1, 2)
    assert balance([bar(0, 1, 0), four, one]).margin_cells == pytest.approx(0.3)
    assert balance([bar(0, 1, 0), four]).margin_cells == pytest.approx(0.0)


@pytest.mark.rule("L-8")
def test_a_wall_beside_it_does_not_help_by_its_side_face():
    wall = [post(2, 0, 3), bar(3, 5, 0)]
    assert balance([bar(0, 1, 0), bar(0, 2, 1), *wall]).margin_cells == pytest.approx(0.0)


@pytest.mark.rule("L-8")
def test_held_steady_on_the_edge_the_others_count():
    pile = [bar(0, 1, 0), bar(0, 2, 1), post(2, 0, 3)]
    assert balance(pile, steady=frozenset({1})).margin_cells == pytest.approx(0.5)
    beyond = [bar(0, 1, 0), bar(0, 3, 1), post(3, 0, 3)]
    assert not balance(beyond, steady=frozenset({1})).stands


def test_nothing_built_stands():
    assert balance([]).stands


def test_a_brick_in_the_air_is_unbalanced():
    assert balance([bar(0, 1, 0), bar(0, 1, 2)]).unbalanced == {1}
