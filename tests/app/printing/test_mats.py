"""Printed mats read back: rasterised, and every marker found where the data says."""

import cv2
import numpy as np
import pypdfium2
import pytest

from turmwart.app.printing.mats import SEAM, pages
from turmwart.app.printing.papers import PAPERS
from turmwart.app.printing.pdf import pdf
from turmwart.model.mats import CHESSBOARD, MATS
from turmwart.model.table import Lens, Table
from turmwart.vision.pose import PoseFinder

FINE, DOTS_PER_MM = 20, 10
"""The rasteriser fills whole dots only and stretches the page over a whole number of them, so it
draws finer than we read: brought back to the page's true size, an edge between dots is grey."""


def rasterised(content):
    """Each page in grey, with its size in millimetres."""
    document = pypdfium2.PdfDocument(content)
    for page in document:
        size = tuple(points * 25.4 / 72 for points in page.get_size())
        picture = page.render(scale=FINE * 25.4 / 72, grayscale=True).to_numpy()
        dots = tuple(round(side * DOTS_PER_MM) for side in size)
        fine = picture.reshape(picture.shape[:2])
        yield cv2.resize(fine, dots, interpolation=cv2.INTER_AREA), size


def seen(picture, dictionary):
    """Centre of each marker in millimetres of the page."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(family, settings).detectMarkers(picture)
    if ids is None:
        return {}
    return {
        int(number): (quad.reshape(4, 2) + 0.5) / DOTS_PER_MM
        for number, quad in zip(ids.ravel(), corners, strict=True)
    }


def tile_shift(mat, column, row, size):
    """Where the mat's centre lies on a sheet, worked out from seam and paper alone."""
    wide = mat.size.x / 2 + SEAM[0] if column == 0 else mat.size.x / 2 - SEAM[0]
    tall = mat.size.y / 2 - SEAM[1] if row == 0 else mat.size.y / 2 + SEAM[1]
    left = (size[0] - wide) / 2 - (0 if column == 0 else mat.size.x / 2 + SEAM[0])
    top = (size[1] - tall) / 2 - (0 if row == 0 else mat.size.y / 2 - SEAM[1])
    return left + mat.size.x / 2, top + mat.size.y / 2


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("game", sorted(MATS))
def test_every_marker_is_found_within_a_tenth_of_a_millimetre(game, paper):
    mat, found = MATS[game], {}
    for number, (picture, size) in enumerate(rasterised(pdf(pages(game, paper), game))):
        assert size == pytest.approx(PAPERS[paper][::-1], abs=0.01)
        x, y = tile_shift(mat, number % 2, number // 2, size)
        for marker, quad in seen(picture, mat.dictionary).items():
            assert marker not in found
            found[marker] = (quad - (x, y)) * (1, -1)
    assert sorted(found) == [marker.id for marker in mat.markers]
    for marker in mat.markers:
        half = marker.size / 2
        wanted = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
        assert np.abs(found[marker.id] - wanted - marker.centre).max() < 0.1


def glued(game, paper):
    """The four sheets put together: the whole mat at four dots to the millimetre."""
    mat, dots = MATS[game], 4
    wide, tall = (round(side * dots) for side in mat.size)
    whole = np.full((tall, wide), 255, np.uint8)
    for number, (picture, size) in enumerate(rasterised(pdf(pages(game, paper), game))):
        column, row = number % 2, number // 2
        x, y = tile_shift(mat, column, row, size)
        scale = dots / DOTS_PER_MM
        left, top = dots * (mat.size.x / 2 - x), dots * (mat.size.y / 2 - y)
        back = (scale - 1) / 2
        place = np.array([[scale, 0, left + back], [0, scale, top + back]])
        laid = cv2.warpAffine(picture, place, (wide, tall), flags=cv2.INTER_AREA, borderValue=255)
        seam_x = round(dots * (mat.size.x / 2 + SEAM[0]))
        seam_y = round(dots * (mat.size.y / 2 - SEAM[1]))
        part = (
            slice(0, seam_y) if row == 0 else slice(seam_y, tall),
            slice(0, seam_x) if column == 0 else slice(seam_x, wide),
        )
        whole[part] = laid[part]
    return whole


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("game", sorted(MATS))
def test_the_glued_mat_tells_the_rig_where_its_camera_is(game, paper):
    """A pinhole 1000 mm above the middle sees the mat as it was glued."""
    mat, picture = MATS[game], glued(game, paper)
    tall, wide = picture.shape
    middle = (wide - 1) / 2, (tall - 1) / 2
    lens = Lens(wide, tall, ((4000.0, 0, middle[0]), (0, 4000.0, middle[1]), (0, 0, 1.0)))
    pose = PoseFinder(Table(lens, mat)).find(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    assert pose.markers == len(mat.markers)
    assert pose.residual_px / 4 < 0.1
    assert pose.centre == pytest.approx([0.0, 0.0, 1000.0], abs=1.0)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_board_is_a_charuco_board_of_its_size(paper):
    ((picture, _),) = rasterised(pdf(pages("charuco", paper), "board"))
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, CHESSBOARD.dictionary))
    shape = (CHESSBOARD.columns, CHESSBOARD.rows)
    board = cv2.aruco.CharucoBoard(shape, CHESSBOARD.square_mm, CHESSBOARD.marker_mm, family)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(picture)
    assert len(ids) == (shape[0] - 1) * (shape[1] - 1)
    spots = corners.reshape(-1, 2) / DOTS_PER_MM
    grid = board.getChessboardCorners()[ids.ravel(), :2]
    assert np.abs((spots - spots[0]) - (grid - grid[0])).max() < 0.1


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("target", [*sorted(MATS), "charuco"])
def test_every_sheet_has_a_scale_bar_with_a_tick_each_ten_millimetres(target, paper):
    for picture, _ in rasterised(pdf(pages(target, paper), target)):
        bar = max(range(len(picture)), key=lambda line: longest_run(picture[line]))
        assert longest_run(picture[bar]) / DOTS_PER_MM == pytest.approx(100.3, abs=0.2)
        ticks = dark_middles(picture[bar - DOTS_PER_MM])[:11] / DOTS_PER_MM
        assert ticks - ticks[0] == pytest.approx(np.arange(0, 101, 10), abs=0.1)


def dark_runs(line):
    """Where dark dots begin and end; grey lines of the mat are none."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line < 120, [0])).astype(int)))
    return edges[::2], edges[1::2]


def longest_run(line):
    begins, ends = dark_runs(line)
    return int(max(ends - begins, default=0))


def dark_middles(line):
    begins, ends = dark_runs(line)
    return (begins + ends) / 2


def test_fonts_are_embedded_and_the_same_pages_make_the_same_file():
    content = pdf(pages("talo", "a4"), "talo")
    assert b"/FontFile2" in content
    assert content == pdf(pages("talo", "a4"), "talo")
