"""Windows of the picture around what a scene would show."""

import pytest

from turmwart.vision.painting import Window, window_around


def test_a_window_holds_all_bounds_and_a_margin():
    assert window_around([(10, 20, 30, 40), (25, 5, 28, 50)], 2, 100, 80) == Window(8, 3, 33, 53)


@pytest.mark.parametrize(
    ("bounds", "window"),
    [
        ((-50, -60, -30, -40), Window(0, 0, 1, 1)),
        ((130, 20, 150, 40), Window(99, 18, 100, 43)),
        ((20, 200, 40, 220), Window(18, 79, 43, 80)),
    ],
)
def test_of_what_is_outside_the_picture_it_is_the_nearest_pixel(bounds, window):
    assert window_around([bounds], 2, 100, 80) == window
