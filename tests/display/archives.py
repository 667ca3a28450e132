"""An archive and a camera for tests: what the app brings in earnest."""

from dataclasses import dataclass

from turmwart.app.archive import exported, line_of, record_of, view_at
from turmwart.display.sources import Line, Record, Sources
from turmwart.display.view import View
from turmwart.model.events import Entry


@dataclass(frozen=True)
class Shelf:
    """Games by id, as their journals."""

    journals: dict[str, list[Entry]]

    def games(self) -> tuple[Line, ...]:
        return tuple(line_of(entries) for entries in self.journals.values())

    def record(self, game_id: str) -> Record | None:
        entries = self.journals.get(game_id)
        return None if entries is None else record_of(entries)

    def view(self, game_id: str, acts: int) -> View | None:
        entries = self.journals.get(game_id)
        return None if entries is None else view_at(entries, acts)

    def export(self, game_id: str) -> str | None:
        entries = self.journals.get(game_id)
        return None if entries is None else exported(entries)


def sources(journals: dict[str, list[Entry]], camera: bytes | None = None) -> Sources:
    return Sources(Shelf(journals), lambda: camera)
