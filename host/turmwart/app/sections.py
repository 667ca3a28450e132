"""TOML files read strictly: what is missing, wrong or read by nobody is named with file and key."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from turmwart.app.trouble import Trouble
from turmwart.model.geometry import Millimetres, Point

T = TypeVar("T")


def whole_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as wrong:
        raise Trouble(f"{file} cannot be read ({wrong.strerror}); check the name.") from wrong
    except ValueError as wrong:
        raise Trouble(f"{file} is no TOML ({wrong}); mend it there.") from wrong


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
