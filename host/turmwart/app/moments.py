"""When the rig was last alive while a clock ran: what the countdown goes on from after a power cut."""

from dataclasses import dataclass, field
from pathlib import Path

from turmwart.app.clockwork import TIMED
from turmwart.session.session import Session

EVERY_MS = 1_000


@dataclass(slots=True)
class Moments:
    """One line in a file beside the journal, written each second while a countdown runs."""

    directory: Path
    _kept_ms: int = field(default=0, repr=False)

    def pass_by(self, session: Session, at_ms: int) -> None:
        """The time is kept, if a clock runs and a second has gone since the last one."""
        runs = session.rules.name == TIMED and session.rules.phase(session.state) == "build"
        if not runs or session.paused or at_ms - self._kept_ms < EVERY_MS:
            return
        fresh = self._file.with_suffix(".new")
        try:
            fresh.write_text(f"{session.game_id} {at_ms}\n", "utf-8")
            fresh.replace(self._file)
        except OSError:
            return  # a full disk costs the clock a second here and there, never the game
        self._kept_ms = at_ms

    def last(self, game_id: str) -> int:
        """The last time that was kept for this game; 0 when there is none."""
        try:
            game, at_ms = self._file.read_text("utf-8").split()
            return int(at_ms) if game == game_id else 0
        except (OSError, ValueError):
            return 0

    @property
    def _file(self) -> Path:
        return self.directory / "moment"
