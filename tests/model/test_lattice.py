"""Cell sets as ints: a literal beside every round trip."""

from hypothesis import given
from hypothesis import strategies as st

from turmwart.model.geometry import Cell
from turmwart.model.lattice import Lattice, offsets, shifted

SMALL = Lattice(west=0, south=0, columns=5, rows=4, levels=3)
TOWER = Lattice(west=-9, south=-12, columns=31, rows=27, levels=32)

cells = st.builds(Cell, st.integers(-8, 20), st.integers(-11, 13), st.integers(0, 30))


def test_numbers_run_along_x_then_y_then_z():
    assert SMALL.offset(Cell(1, 2, 0)) == 11
    assert SMALL.offset(Cell(0, 0, 1)) == 20
    assert SMALL.cell(33) == Cell(3, 2, 1)
    assert TOWER.offset(Cell(-9, -12, 0)) == 0


@given(cells)
def test_a_number_finds_its_cell_again(cell):
    assert TOWER.cell(TOWER.offset(cell)) == cell


@given(st.sets(cells, max_size=12))
def test_a_set_finds_its_cells_again(some):
    assert set(TOWER.cells(TOWER.body(some))) == some


def test_a_box_leaves_its_margin_beside_and_above_but_not_below():
    box = Lattice.around([Cell(-1, 0, 0), Cell(2, 5, 24)], margin=7)
    assert box == Lattice(west=-8, south=-7, columns=18, rows=20, levels=32)
    assert box.holds(Cell(2, 5, 24), margin=7)
    assert not box.holds(Cell(2, 5, 25), margin=7)
    assert not box.holds(Cell(-9, 0, 0))
    assert not box.holds(Cell(0, 0, -1))


@given(cells)
def test_the_even_cells_are_the_dark_squares_of_a_chessboard_in_space(cell):
    assert bool(TOWER.even >> TOWER.offset(cell) & 1) == (sum(cell) % 2 == 0)


def test_the_even_cells_stay_inside_the_box():
    assert TOWER.even.bit_count() == 31 * 27 * 32 // 2
    assert TOWER.even < 1 << 31 * 27 * 32


@given(st.sets(cells, min_size=1, max_size=12))
def test_touching_cells_share_a_face(some):
    steps = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    around = {Cell(x + a, y + b, z + c) for x, y, z in some for a, b, c in steps} - some
    expected = {cell for cell in around if cell.z >= 0}
    assert set(TOWER.cells(TOWER.touching(TOWER.body(some)))) == expected


def test_a_flood_stops_at_walls_and_stays_on_its_level():
    wall = SMALL.body([Cell(2, y, 0) for y in range(4)])
    left = SMALL.body([Cell(x, y, 0) for x in (0, 1) for y in range(4)])
    free = SMALL.ground & ~wall & ~SMALL.body([Cell(4, y, 0) for y in range(4)])
    assert SMALL.flooded(1, free) == left
    assert SMALL.flooded(0, free) == 0


def test_offsets_and_shifts():
    assert list(offsets(0b101001)) == [0, 3, 5]
    assert shifted(0b100, 2) == 0b10000
    assert shifted(0b100, -2) == 0b1
