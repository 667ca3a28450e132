"""Where the page gets what is not in the view: the archive, the camera, the corrections."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from turmwart.display.correcting import Correction
from turmwart.display.view import Deed, SeatView, View
from turmwart.rules.sheet import Words


@dataclass(frozen=True, slots=True)
class Line:
    """One game of the archive, in one line. *began_ms* is Unix time."""

    id: str
    game: str
    began_ms: int
    acts: int
    seats: tuple[SeatView, ...]
    ending: Words | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One game of the archive with all that was done, one deed per step."""

    line: Line
    deeds: tuple[Deed, ...]


class Archive(Protocol):
    """All games of one table. An unknown id gives None."""

    def games(self) -> tuple[Line, ...]:
        """The newest first."""
        ...

    def record(self, game_id: str) -> Record | None: ...

    def view(self, game_id: str, acts: int) -> View | None:
        """The page as it was after so many acts."""
        ...

    def export(self, game_id: str) -> str | None:
        """The journal of one game, one JSON object per line."""
        ...


class NoArchive:
    """A table that keeps nothing."""

    def games(self) -> tuple[Line, ...]:
        return ()

    def record(self, game_id: str) -> Record | None:
        return None

    def view(self, game_id: str, acts: int) -> View | None:
        return None

    def export(self, game_id: str) -> str | None:
        return None


@dataclass(frozen=True, slots=True)
class Sources:
    """*camera* gives the newest picture with the belief drawn in, as JPEG; None without one.

    *documents* are the contract with other programs: JSON files by their names.
    """

    archive: Archive = field(default_factory=NoArchive)
    camera: Callable[[], bytes | None] = lambda: None
    corrections: Callable[[int | None], tuple[Correction, ...]] = lambda _: ()
    documents: Mapping[str, bytes] = field(default_factory=dict)
