"""Reads rig.toml and game.toml. A key that nobody reads is an error, as is one that is missing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from turmwart.app.box import kept_material
from turmwart.app.calibrated import PROFILES, kept_lens, kept_shades
from turmwart.app.sections import Section, length, number, point, text, whole_file, whole_number
from turmwart.model.mats import MATS
from turmwart.model.table import Grid, Lens, Marker, Mat, Material, Patch, Row, Shade, Table

T = TypeVar("T")
USUAL_DEVICE: int | str = 0


@dataclass(frozen=True, slots=True)
class Game:
    """What game.toml says."""

    game: str
    seats: tuple[str, ...] | None
    options: Mapping[str, str]
    material: Material


@dataclass(frozen=True, slots=True)
class Profile:
    """What rig.toml says: the table, and where camera and controller are plugged in.

    *device* is the number of a /dev/video, its path, or "pi"; *port* is empty when there is no controller;
    *name* is that of the kept calibration, empty when rig.toml has the lens itself.
    """

    table: Table
    device: int | str = 0
    port: str = ""
    name: str = ""


def read_table(file: Path, material: Material | None = None) -> Table:
    """The camera and the mat of a rig."""
    return read_profile(file, material).table


def read_profile(
    file: Path,
    material: Material | None = None,
    game: str | None = None,
    profiles: Path = PROFILES,
) -> Profile:
    """All of rig.toml. Without a [mat] it is the printed mat of *game*."""
    whole = Section(file, "", whole_file(file))
    name = whole.maybe("profile", text, "")
    camera = whole.inner("camera")
    device = camera.maybe("device", _device, USUAL_DEVICE)
    lens = _kept(camera, profiles / name) if name else _lens(camera)
    shades: tuple[Shade, ...] = kept_shades(profiles / name) if name else ()
    wood = material or (kept_material(profiles / name) if name else None) or Material()
    table = Table(lens, _mat_of(whole, game), wood, shades)
    port = ""
    if whole.has("controller"):
        controller = whole.inner("controller")
        port = controller.take("port", text)
        controller.finish()
    for section in (camera, whole):
        section.finish()
    return Profile(table, device, port, name)


def _mat_of(whole: Section, game: str | None) -> Mat:
    if game is not None and game in MATS and not whole.has("mat"):
        return MATS[game]
    mat = whole.inner("mat")
    found = _mat(mat)
    mat.finish()
    return found


def _kept(camera: Section, place: Path) -> Lens:
    """The calibrated lens, for pictures of the size that rig.toml asks for."""
    width, height = camera.take("width", whole_number), camera.take("height", whole_number)
    return kept_lens(place, width, height)


@dataclass(frozen=True, slots=True)
class Plugged:
    """What a calibration of the camera needs of rig.toml, which may have no lens yet."""

    name: str
    device: int | str
    size: tuple[int, int]


def read_plugged(file: Path) -> Plugged:
    whole = Section(file, "", whole_file(file))
    camera = whole.inner("camera")
    return Plugged(
        whole.maybe("profile", text, ""),
        camera.maybe("device", _device, USUAL_DEVICE),
        (camera.take("width", whole_number), camera.take("height", whole_number)),
    )


def read_game(file: Path) -> Game:
    """What is played, by whom, with which wood."""
    whole = Section(file, "", whole_file(file))
    game = whole.take("game", text)
    seats = whole.maybe("seats", lambda v: tuple(text(seat) for seat in v), None)
    nothing: dict[str, str] = {}
    options = whole.maybe("options", _options, nothing)
    material = _material(whole.inner("material")) if whole.has("material") else Material()
    if whole.has("start_fields"):
        options = options | {"start_fields": whole.take("start_fields", _option)}
    whole.finish()
    return Game(game, seats, options, material)


def _device(value: object) -> int | str:
    if value == "pi" or (isinstance(value, str) and value.startswith("/dev/")):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError('neither the number of a /dev/video, nor its path, nor "pi"')
    return value


def _lens(camera: Section) -> Lens:
    return Lens(
        camera.take("width", whole_number),
        camera.take("height", whole_number),
        camera.take("matrix", _matrix),
        camera.maybe("distortion", _distortion, (0.0, 0.0, 0.0, 0.0, 0.0)),
    )


def _matrix(rows: list[list[object]]) -> Any:
    if [len(row) for row in rows] != [3, 3, 3]:
        raise ValueError("not 3 rows of 3 numbers")
    return tuple(tuple(number(value) for value in row) for row in rows)


def _distortion(values: list[object]) -> Any:
    if len(values) != 5:
        raise ValueError("not the five numbers k1 k2 p1 p2 k3")
    return tuple(number(value) for value in values)


def _mat(mat: Section) -> Mat:
    return Mat(
        dictionary=mat.take("dictionary", text),
        size=mat.take("size", point),
        markers=tuple(_each(mat.inners("marker"), _marker)),
        patches=tuple(_each(mat.inners("patch"), _patch)),
        grid=_one(mat, "grid", lambda s: Grid(s.take("cell_mm", length), s.take("origin", point))),
        row=_one(mat, "row", lambda s: Row(s.take("first", point), s.take("step", point))),
    )


def _marker(section: Section) -> Marker:
    return Marker(
        section.take("id", whole_number),
        section.take("centre", point),
        section.take("size", length),
    )


def _patch(section: Section) -> Patch:
    return Patch(
        section.take("colour", text), section.take("centre", point), section.take("size", length)
    )


def _each(sections: list[Section], read: Callable[[Section], T]) -> list[T]:
    found = [read(section) for section in sections]
    for section in sections:
        section.finish()
    return found


def _one(mat: Section, key: str, read: Callable[[Section], T]) -> T | None:
    if not mat.has(key):
        return None
    section = mat.inner(key)
    found = read(section)
    section.finish()
    return found


def _material(section: Section) -> Material:
    plain = Material()

    def sizes(values: list[object]) -> Any:
        return tuple(length(value) for value in values)

    material = Material(
        section.maybe("cell_mm", length, plain.cell_mm),
        section.maybe("pawn_mm", sizes, plain.pawn_mm),
        section.maybe("disc_mm", sizes, plain.disc_mm),
        section.maybe("block_mm", sizes, plain.block_mm),
    )
    section.finish()
    return material


def _options(raw: dict[str, object]) -> dict[str, str]:
    return {name: _option(value) for name, value in raw.items()}


def _option(value: object) -> str:
    """Options are texts on the command line; TOML may write them as numbers, lists or pairs."""
    if isinstance(value, list):
        between = ";" if any(isinstance(inner, list) for inner in value) else ","
        return between.join(_option(inner) for inner in value)
    return value if isinstance(value, str) else str(value)
