"""A hall: listens to every table on a broker, keeps their results, shows them all on one page."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from turmwart.app.hall_archive import HallArchive
from turmwart.app.walltime import wall_ms
from turmwart.display.hall import Hall, HallTable, hall_table
from turmwart.display.hub import Board
from turmwart.publish.broker import Address
from turmwart.publish.listening import Listening

TOPIC = re.compile(r"turmwart/([a-z0-9-]+)/(status|info|state|health|result)(?:/.+)?")
LIVE = ("status", "info", "state", "health")
RESULTS = "turmwart/+/result/#"
SILENT_MS = 16_000
"""Three beats of a table's `health` were missed."""
BREATH_S = 0.004
"""What comes within it is shown together."""
LOOK_S = 1.0


def wanted_live() -> tuple[str, ...]:
    """The topics of the hall on a table's own page."""
    return tuple(f"turmwart/+/{name}" for name in LIVE)


def wanted(share: str | None = None) -> tuple[str, ...]:
    """The topics of a hall. Results come once to one of all halls that *share* a name, and what is
    retained comes to each."""
    shared = (f"$share/{share}/{RESULTS}",) if share else ()
    return (*wanted_live(), RESULTS, *shared)


@dataclass(slots=True)
class _Known:
    """The newest payloads of one table, and when it was last heard."""

    status: bytes = b""
    info: bytes = b""
    state: bytes = b""
    heard_ms: int = 0
    shown: HallTable | None = None


@dataclass(slots=True)
class Keeper:
    """Hears in the broker's thread, shows in the page's. Without an archive no result is kept."""

    board: Board[Hall]
    archive: HallArchive | None = None
    clock: Callable[[], int] = wall_ms
    heard: int = 0
    _tables: dict[str, _Known] = field(default_factory=dict)
    _stale: set[str] = field(default_factory=set)
    _guard: Lock = field(default_factory=Lock, repr=False)
    _wake: Callable[[], None] = lambda: None

    def hear(self, topic: str, payload: bytes) -> None:
        found = TOPIC.fullmatch(topic)
        if found is None:
            return
        table, name = found.groups()
        if name == "result":
            if self.archive is not None:
                self.archive.take(table, payload)
            return
        with self._guard:
            self.heard += 1
            known = self._tables.setdefault(table, _Known())
            known.heard_ms = self.clock()
            if name != "health":
                setattr(known, name, payload)
            self._stale.add(table)
        self._wake()

    def refresh(self) -> None:
        """Shows all tables of which there is news, and those that have fallen silent."""
        now = self.clock()
        with self._guard:
            for table, known in self._tables.items():
                online = known.status == b"online" and now - known.heard_ms < SILENT_MS
                was = known.shown is not None and known.shown.online
                if table in self._stale or online is not was:
                    known.shown = hall_table(table, online, known.state, known.info)
            self._stale.clear()
            hall = tuple(known.shown for known in self._tables.values() if known.shown is not None)
        self.board.show(hall)

    async def show(self) -> None:
        """Until it is cancelled: whatever comes is shown at once, but not more often than needed."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        self._wake = partial(_wake_up, loop, news)
        while True:
            try:
                await asyncio.wait_for(news.wait(), LOOK_S)
            except TimeoutError:
                pass
            else:
                news.clear()
                await asyncio.sleep(BREATH_S)
            self.refresh()


@asynccontextmanager
async def overheard(board: Board[Hall], address: Address | None) -> AsyncIterator[None]:
    """The hall on a table's own page: every table on its broker, as long as the page is served."""
    if address is None:
        yield
        return
    keeper = Keeper(board)
    listening = Listening(address, wanted_live(), keeper.hear)
    showing = asyncio.create_task(keeper.show())
    try:
        yield
    finally:
        showing.cancel()
        listening.close()


def _wake_up(loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
    """From the broker's thread; a page that has ended needs no news."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(news.set)
