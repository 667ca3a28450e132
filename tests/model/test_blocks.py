"""Blocks and their turns."""

from turmwart.model.blocks import TURNS, Block, Pose, connected, pose_of, poses, turned
from turmwart.model.geometry import Cell


def block(*cells: tuple[int, int, int]) -> Block:
    return Block("x", tuple(Cell(*cell) for cell in cells), ())


def test_there_are_24_turns_and_none_is_a_mirror_image():
    corner = [Cell(1, 0, 0), Cell(0, 1, 0), Cell(0, 0, 1)]
    assert len({tuple(turned(cell, axes) for cell in corner) for axes in TURNS}) == 24
    for axes in TURNS:
        a, b, c = (turned(cell, axes) for cell in corner)
        volume = (
            a.x * (b.y * c.z - b.z * c.y)
            - a.y * (b.x * c.z - b.z * c.x)
            + a.z * (b.x * c.y - b.y * c.x)
        )
        assert volume == 1


def test_a_block_has_as_many_poses_as_its_symmetry_leaves():
    assert len(poses(block((0, 0, 0)))) == 1
    assert len(poses(block((0, 0, 0), (1, 0, 0)))) == 3
    assert len(poses(block((0, 0, 0), (1, 0, 0), (0, 1, 0)))) == 12
    assert len(poses(block((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)))) == 24


def test_colours_tell_poses_apart():
    two = Block("I2", (Cell(0, 0, 0), Cell(1, 0, 0)), (Cell(0, 0, 0),))
    assert len(poses(two)) == 6


def test_a_screw_is_not_its_mirror_image():
    left = block((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1))
    right = block((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1))
    assert not set(poses(left)) & set(poses(right))


def test_a_pose_starts_at_its_lowest_corner():
    pose, corner = pose_of([Cell(4, -1, 0), Cell(3, -1, 0), Cell(3, -1, 1)], [Cell(3, -1, 0)])
    assert corner == Cell(3, -1, 0)
    assert pose == Pose((Cell(0, 0, 0), Cell(0, 0, 1), Cell(1, 0, 0)), (Cell(0, 0, 0),))


def test_cubes_hang_together_by_faces_not_by_edges():
    assert connected([Cell(0, 0, 0), Cell(1, 0, 0), Cell(1, 1, 0)])
    assert not connected([Cell(0, 0, 0), Cell(1, 1, 0)])
    assert not connected([Cell(0, 0, 0), Cell(0, 0, 2)])
