"""Reads rig.toml and game.toml. A key that nobody reads is an error, as is one that is missing."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from turmwart.app.trouble import Trouble
from turmwart.model.geometry import Millimetres, Point
from turmwart.model.table import Grid, Lens, Marker, Mat, Material, Patch, Row, Table

T = TypeVar("T")
USUAL_DEVICE: int | str = 0


@dataclass(frozen=True, slots=True)
class Game:
    """What game.toml says."""

    game: str
    seats: tuple[str, ...] | None
    options: Mapping[str, str]
    material: Material


class Section:
    """One table of a TOML file; it knows its file and name, and which of its keys were read."""

    def __init__(self, file: Path, name: str, raw: object) -> None:
        if not isinstance(raw, dict):
            raise Trouble(
                f"{file}: [{name}] is no table; write it as [{name}] with its keys below."
            )
        self._file, self._name, self._raw = file, name, dict(raw)

    def take(self, key: str, convert: Callable[[Any], T]) -> T:
        """The value of *key*, which must be there."""
        if key not in self._raw:
            raise Trouble(f"{self._file}: key {key!r} is missing in [{self._name}]; add it.")
        value = self._raw.pop(key)
        try:
            return convert(value)
        except (TypeError, ValueError, KeyError, IndexError) as wrong:
            raise Trouble(
                f"{self._file}: {key!r} in [{self._name}] is {str(value)[:60]!r} ({wrong}); mend it."
            ) from wrong

    def maybe(self, key: str, convert: Callable[[Any], T], default: T) -> T:
        return self.take(key, convert) if key in self._raw else default

    def inner(self, key: str) -> "Section":
        return Section(self._file, f"{self._name}.{key}".lstrip("."), self.take(key, lambda v: v))

    def inners(self, key: str) -> list["Section"]:
        """The tables of an array, [[name]]; none is fine."""
        found = self._raw.pop(key, [])
        if not isinstance(found, list):
            raise Trouble(f"{self._file}: [[{self._name}.{key}]] is no list of tables.")
        return [
            Section(self._file, f"{self._name}.{key} {i}", raw) for i, raw in enumerate(found, 1)
        ]

    def has(self, key: str) -> bool:
        return key in self._raw

    def finish(self) -> None:
        """Refuses what nobody has read."""
        if self._raw:
            key = next(iter(self._raw))
            raise Trouble(
                f"{self._file}: nobody knows key {key!r} in [{self._name}]; remove or mend it."
            )


@dataclass(frozen=True, slots=True)
class Profile:
    """What rig.toml says: the table, and where camera and controller are plugged in.

    *device* is the number of a /dev/video, or "pi"; *port* is empty when there is no controller.
    """

    table: Table
    device: int | str = 0
    port: str = ""


def read_table(file: Path, material: Material | None = None) -> Table:
    """The camera and the mat of a rig."""
    return read_profile(file, material).table


def read_profile(file: Path, material: Material | None = None) -> Profile:
    """All of rig.toml."""
    whole = Section(file, "", _toml(file))
    camera, mat = whole.inner("camera"), whole.inner("mat")
    device = camera.maybe("device", _device, USUAL_DEVICE)
    table = Table(_lens(camera), _mat(mat), material or Material())
    port = ""
    if whole.has("controller"):
        controller = whole.inner("controller")
        port = controller.take("port", text)
        controller.finish()
    for section in (camera, mat, whole):
        section.finish()
    return Profile(table, device, port)


def read_game(file: Path) -> Game:
    """What is played, by whom, with which wood."""
    whole = Section(file, "", _toml(file))
    game = whole.take("game", text)
    seats = whole.maybe("seats", lambda v: tuple(text(seat) for seat in v), None)
    nothing: dict[str, str] = {}
    options = whole.maybe("options", _options, nothing)
    material = _material(whole.inner("material")) if whole.has("material") else Material()
    if whole.has("start_fields"):
        options = options | {"start_fields": whole.take("start_fields", _option)}
    whole.finish()
    return Game(game, seats, options, material)


def text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("not a number")
    return float(value)


def whole_number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("not a whole number")
    return value


def length(value: object) -> Millimetres:
    if (found := number(value)) <= 0:
        raise ValueError("not a positive length")
    return Millimetres(found)


def point(value: list[object]) -> Point:
    x, y = value
    return Point(number(x), number(y))


def _device(value: object) -> int | str:
    if value == "pi":
        return "pi"
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError('neither the number of a /dev/video nor "pi"')
    return value


def _toml(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as wrong:
        raise Trouble(f"{file} cannot be read ({wrong.strerror}); check the name.") from wrong
    except ValueError as wrong:
        raise Trouble(f"{file} is no TOML ({wrong}); mend it there.") from wrong


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
