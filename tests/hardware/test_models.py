"""The printed parts as a slicer reads them, and the stand under the eye that it carries."""

from itertools import combinations
from pathlib import Path

import make
import numpy as np
import pytest
from manifold3d import Manifold
from workshop import box, scenes, stand

from turmwart.model import sighting

BED_MM = 220.0
DRAWINGS = Path(make.__file__).parent / "drawings"
PARTS = ("box-body", "box-lid", "stand-foot", "stand-elbow", "stand-carriage", "stand-clip")
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
LENS = sighting.CAMERAS["module-3"].lens


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("stl")
    assert make.main(["stl", str(where)]) == 0
    return where


def facets(file: Path) -> np.ndarray:
    """Corners of the triangles in a binary STL file: triangle, corner, axis."""
    raw = file.read_bytes()
    count = int.from_bytes(raw[80:84], "little")
    assert len(raw) == 84 + 50 * count
    return np.frombuffer(raw[84:], FACET)["corners"]


def loose_edges(corners: np.ndarray) -> int:
    """Edges that are not walked exactly once each way: 0 for a watertight skin."""
    names = {
        key: number for number, key in enumerate(dict.fromkeys(map(bytes, corners.reshape(-1, 3))))
    }
    walked: dict[tuple[int, int], int] = {}
    for triangle in corners:
        a, b, c = (names[bytes(corner)] for corner in triangle)
        for edge in ((a, b), (b, c), (c, a)):
            walked[edge] = walked.get(edge, 0) + 1
    return sum(walked[edge] != 1 or walked.get(edge[::-1]) != 1 for edge in walked)


def volume(corners: np.ndarray) -> float:
    a, b, c = (corners[:, number].astype(float) for number in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def test_every_part_is_written(printed):
    assert sorted(file.stem for file in printed.glob("*.stl")) == sorted(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_watertight_and_lies_on_the_bed(printed, name):
    corners = facets(printed / f"{name}.stl")
    assert loose_edges(corners) == 0
    assert volume(corners) > 1000.0
    low, high = corners.reshape(-1, 3).min(axis=0), corners.reshape(-1, 3).max(axis=0)
    assert low[2] == 0.0
    assert (high - low <= BED_MM).all()
    on_bed = corners[(corners[:, :, 2] < 1e-4).all(axis=1)]
    sides = np.cross(on_bed[:, 1] - on_bed[:, 0], on_bed[:, 2] - on_bed[:, 0])
    assert np.abs(sides[:, 2]).sum() / 2 > 30.0  # mm2 that hold it there


@pytest.mark.parametrize("name", PARTS)
def test_a_part_without_one_triangle_would_not_be_watertight(printed, name):
    corners = facets(printed / f"{name}.stl")
    assert loose_edges(corners[1:]) == 3


@pytest.mark.parametrize("part", scenes.printed().values(), ids=PARTS)
def test_a_part_is_in_one_piece(part):
    assert len(part.decompose()) == 1


def test_a_wider_box_would_not_fit_the_bed():
    across = box.body(box.Box(across=230.0)).bounding_box()
    assert across[3] - across[0] > BED_MM


def test_keys_lamps_and_dial_leave_each_other_room():
    for (_, one), (_, other) in combinations(box.HOLES.items(), 2):
        apart = np.hypot(*(np.array(one.at) - np.array(other.at)))
        assert apart >= one.rim + other.rim + 1.0
    for hole in box.HOLES.values():
        half = np.array(box.MODULE) / 2 + hole.rim
        assert (np.abs(np.array(hole.at) - np.array(box.DIGITS)) > half).any()


def test_lid_and_body_and_what_is_inside_do_not_share_room():
    closed = scenes.upright_lid() ^ box.body(scenes.BOX)
    assert closed.volume() < 1e-3
    for part in scenes.controls(scenes.BOX.tall + scenes.BOX.lid):
        for other in (scenes.nano(), box.body(scenes.BOX)):
            assert (part ^ other).volume() < 1e-3
    assert (scenes.nano() ^ box.body(scenes.BOX)).volume() < 1e-3


@pytest.mark.parametrize("height", [450.0, 600.0, 740.0])
def test_the_tubes_are_cut_so_that_the_lens_hangs_as_high_as_computed(height):
    parts = scenes.erected(height)
    assert parts["camera"].bounding_box()[2] == pytest.approx(height)
    for one, other in combinations(parts, 2):
        assert (parts[one] ^ parts[other]).volume() < 1e-3, (one, other)
    mast, foot, elbow = (parts[name].bounding_box() for name in ("mast", "foot", "elbow"))
    assert foot[2] < mast[2] < foot[5]
    assert elbow[2] < mast[5] < elbow[5]


@pytest.mark.parametrize("game", list(sighting.STAGES))
def test_nothing_of_the_stand_hides_the_mat_or_the_tower(game):
    stage = sighting.STAGES[game]
    height = sighting.hangings(sighting.CAMERAS["module-3"])[0]
    eye = (0.0, stage.beyond, height - 0.01)
    seen = Manifold.hull_points(np.array([eye, *stage.corners, *stage.top(stage.tall)]))
    for name, part in scenes.erected(height, stage.beyond).items():
        assert (part ^ seen).volume() < 1e-3, name


def test_a_stand_too_near_would_hide_something():
    stage = sighting.STAGES["talo"]
    seen = Manifold.hull_points(np.array([(0.0, 0.0, 600.0), *stage.corners]))
    near = stand.foot(stand.Stand()).translate((0.0, 150.0, 18.0))
    assert (near ^ seen).volume() > 1000.0


def test_the_drawings_are_those_of_the_models():
    import cv2
    from workshop.drawing import drawn

    steps = scenes.steps()
    assert sorted(file.stem for file in DRAWINGS.glob("*.png")) == sorted(steps)
    for name in ("step-1", "step-4"):
        stored = cv2.imread(str(DRAWINGS / f"{name}.png")).astype(int)
        fresh = drawn(*steps[name]).astype(int)
        assert stored.shape == fresh.shape
        assert np.abs(stored - fresh).mean() < 1.0
