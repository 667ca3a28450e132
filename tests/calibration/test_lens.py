"""The lens, from pictures of the board rendered through lenses whose numbers are known."""

import pytest

from calibration.lenses import HEIGHT, KNOWN, WIDTH, bent, outcome, views
from turmwart.vision.calibration.coverage import Coverage, coverage, hold_next
from turmwart.vision.calibration.lens import LensFit, TooFewViews, fit_lens

FOCAL, RESIDUAL = 0.005, 1.2


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_lens_is_found_again(name: str) -> None:
    found = outcome(KNOWN[name], views(KNOWN[name], 1, 10))
    assert found.focal_off < FOCAL
    assert found.residual_px < RESIDUAL * found.floor_px


def test_a_picture_of_curled_paper_is_thrown_out() -> None:
    seen = views(KNOWN["usual"], 2, 12)
    spoilt = [*seen[:4], bent(seen[4]), *seen[5:]]
    found = outcome(KNOWN["usual"], spoilt)
    assert 4 in found.dropped
    assert found.focal_off < FOCAL


def test_too_few_pictures_are_said_with_what_to_do() -> None:
    with pytest.raises(TooFewViews, match=r"3 pictures, at least 6.*take more"):
        fit_lens(views(KNOWN["usual"], 1, 3), WIDTH, HEIGHT)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", KNOWN)
def test_two_hundred_sets_of_pictures(name: str) -> None:
    for seed in range(100, 140):
        found = outcome(KNOWN[name], views(KNOWN[name], seed, 14))
        assert found.focal_off < FOCAL, (name, seed, found)
        assert found.residual_px < RESIDUAL * found.floor_px, (name, seed, found)


SURE = LensFit(KNOWN["usual"].lens, 0.1, 0.0005, (), ((-20.0, 0.0), (20.0, -20.0), (0.0, 20.0)))
EVERYWHERE = Coverage(((5,) * 8,) * 5)


def emptied(rows: range, columns: range) -> Coverage:
    return Coverage(
        tuple(
            tuple(0 if row in rows and column in columns else 5 for column in range(8))
            for row in range(5)
        )
    )


@pytest.mark.parametrize(
    ("covered", "fit", "hint"),
    [
        (EVERYWHERE, SURE, None),
        (emptied(range(2), range(4)), SURE, "upper_left"),
        (emptied(range(3, 5), range(4, 8)), SURE, "lower_right"),
        (EVERYWHERE, LensFit(SURE.lens, 0.1, 0.0005, (), ((20.0, -20.0), (0.0, 20.0))), "left"),
        (EVERYWHERE, LensFit(SURE.lens, 0.1, 0.02, (), SURE.tilts), "nearer"),
        (EVERYWHERE, LensFit(SURE.lens, 2.0, 0.0005, (), SURE.tilts), "flat"),
    ],
)
def test_the_next_place_for_the_board_is_what_is_missing(
    covered: Coverage, fit: LensFit, hint: str | None
) -> None:
    assert hold_next(covered, fit) == hint


def test_corners_are_counted_where_they_are_seen() -> None:
    (view,) = views(KNOWN["usual"], 1, 1)
    counts = coverage([view], WIDTH, HEIGHT).counts
    assert sum(map(sum, counts)) == view.corners
    inside = (view.pixels[:, 0] < WIDTH / 8) & (view.pixels[:, 1] < HEIGHT / 5)
    assert counts[0][0] == inside.sum()
