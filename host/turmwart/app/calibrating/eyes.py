"""Where the pictures of a calibration come from: a camera, a folder, the virtual table."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from turmwart.app.trouble import Trouble
from turmwart.model.blocks import Pose
from turmwart.model.geometry import Place
from turmwart.model.mats import CHESSBOARD
from turmwart.model.scene import Box, Scene
from turmwart.model.table import Lens, Table
from turmwart.sim.board_card import Sensor, held, poses
from turmwart.sim.camera import Sight, VirtualCamera, usual_eye
from turmwart.sim.optics import hanging
from turmwart.vision.cameras import CameraLost, PiCamera, UsbCamera, read_picture
from turmwart.vision.frame import Picture

KINDS = (".jpg", ".jpeg", ".png", ".bmp")
BARE = "bare"
"""The picture of the empty mat, among those of the colours."""


def live(device: int | str, width: int, height: int) -> Iterator[Picture]:
    camera = PiCamera(width, height) if device == "pi" else UsbCamera(device, width, height)
    try:
        for frame in camera.frames():
            yield frame.picture
    except (CameraLost, ImportError) as wrong:
        raise Trouble(f"{wrong}") from wrong


def files(directory: Path) -> list[Path]:
    """The pictures in a folder, by name."""
    if not directory.is_dir():
        raise Trouble(f"{directory} is no folder; name one with pictures in it.")
    found = sorted(file for file in directory.iterdir() if file.suffix.lower() in KINDS)
    if not found:
        raise Trouble(f"{directory} holds no pictures ({', '.join(KINDS)}); put some there.")
    return found


def opened(file: Path) -> Picture:
    try:
        return read_picture(file)
    except CameraLost as wrong:
        raise Trouble(f"picture {file} cannot be read; remove it or take it again.") from wrong


def virtual_board(lens: Lens, seed: int) -> Iterator[Picture]:
    """Somebody holds the board here and there; each place twice, so that it is seen to be still."""
    for place, pose in enumerate(poses(CHESSBOARD, lens, seed, 40)):
        for again in range(2):
            yield held(CHESSBOARD, lens, pose, Sensor(), 2 * place + again)


def virtual_mat(table: Table, seed: int) -> Iterator[Picture]:
    camera = VirtualCamera(table, seed)
    for moment in range(1, 100):
        yield camera.frame(_sight(table, Scene(())), moment).picture


def virtual_block(
    table: Table, seed: int, colour: str, size: tuple[float, float, float]
) -> Picture:
    """One block in the middle of the mat."""
    box = Box(colour, Place(0.0, 0.0, size[2] / 2), size)
    return VirtualCamera(table, seed).frame(_sight(table, Scene((box,))), 100).picture


def virtual_piece(table: Table, seed: int, colour: str, pose: Pose) -> Picture:
    """One flat piece on the squares of the grid."""
    assert table.mat.grid is not None
    (x, y), edge = table.mat.grid.origin, table.mat.grid.cell_mm
    cubes = tuple(
        Box(
            colour if cell in pose.coloured else "natural",
            Place(x + (cell.x + 0.5) * edge, y + (cell.y + 0.5) * edge, edge / 2),
            (edge, edge, edge),
        )
        for cell in pose.cells
    )
    return VirtualCamera(table, seed).frame(_sight(table, Scene(cubes)), 100).picture


def _sight(table: Table, scene: Scene) -> Sight:
    return replace(Sight(scene), pose=hanging(usual_eye(table.mat), (4.0, 2.0), 0.6))
