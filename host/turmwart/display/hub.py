"""The newest view, and everybody who wants to see it. Latest wins; nobody waits for anybody.

It lives in one event loop and is called from there.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Generic, Literal, TypeVar

import anyio
import msgspec

from turmwart.display.roles import Role
from turmwart.display.view import View
from turmwart.rules.sheet import Words

_FIELDS = tuple(f.name for f in fields(View))
_GONE = msgspec.Raw(b"null")


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command; *text* says why not."""

    status: Literal["ok", "refused", "error"]
    text: Words | None = None


OnCommand = Callable[[Role, str, Mapping[str, object]], Awaitable[Reply]]
"""Carries out a command of the page: role, verb, arguments."""


Parts = Mapping[str, msgspec.Raw]
Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class Shown(Generic[Seen]):
    """A view as it goes over the wire, part by part, so that changes can be told."""

    version: int
    view: Seen
    parts: Parts
    _told: dict[int, str] = field(default_factory=dict, repr=False, compare=False)

    def since(self, before: "Shown[Seen] | None") -> str:
        """The parts that differ from *before*, as JSON; most clients have seen the same one.

        A part that is there no more is told as null.
        """
        number = 0 if before is None else before.version
        if number not in self._told:
            known = {} if before is None else before.parts
            news = {name: part for name, part in self.parts.items() if known.get(name) != part}
            news |= {name: _GONE for name in known if name not in self.parts}
            self._told[number] = msgspec.json.encode(news).decode()
        return self._told[number]


def _parts(view: View) -> dict[str, msgspec.Raw]:
    return {name: msgspec.Raw(msgspec.json.encode(getattr(view, name))) for name in _FIELDS}


def message(shown: Shown[Seen], before: Shown[Seen] | None, now_ms: int) -> str:
    """All of it for a newcomer, afterwards only the fields that differ."""
    word = "full" if before is None else "changed"
    news = shown.since(before)
    return f'{{"{word}":{news},"version":{shown.version},"now_ms":{now_ms}}}'


@dataclass(eq=False, slots=True)
class Watcher(Generic[Seen]):
    """One client's place at the board: it is woken when there is something newer."""

    board: "Board[Seen]"
    seen: Shown[Seen] | None = None
    _news: anyio.Event = field(default_factory=anyio.Event, repr=False)

    def wake(self) -> None:
        self._news.set()

    async def newer(self) -> Shown[Seen]:
        """Waits for a view that this watcher has not seen; skips all but the latest."""
        while (latest := self.board.latest) is None or latest is self.seen:
            await self._news.wait()
            self._news = anyio.Event()
        return latest


@dataclass(eq=False, slots=True)
class Board(Generic[Seen]):
    """The newest of one kind of view; *parts* cuts it up for the wire."""

    parts: Callable[[Seen], Parts]
    latest: Shown[Seen] | None = None
    _watchers: set[Watcher[Seen]] = field(default_factory=set, repr=False)

    def show(self, view: Seen) -> None:
        """Makes *view* the one that everybody sees, if it is a new one. Never waits."""
        if self.latest is not None and self.latest.view == view:
            return
        version = 1 if self.latest is None else self.latest.version + 1
        self.latest = Shown(version, view, self.parts(view))
        for watcher in self._watchers:
            watcher.wake()

    def watch(self) -> Watcher[Seen]:
        watcher = Watcher(self)
        self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher[Seen]) -> None:
        self._watchers.discard(watcher)

    @property
    def watching(self) -> int:
        return len(self._watchers)


@dataclass(eq=False, slots=True)
class Hub:
    """Takes views from the table and commands from the page."""

    on_command: OnCommand
    board: Board[View] = field(default_factory=lambda: Board(_parts))
    _done: OrderedDict[str, Reply] = field(default_factory=OrderedDict, repr=False)

    @property
    def latest(self) -> Shown[View] | None:
        return self.board.latest

    @property
    def watching(self) -> int:
        return self.board.watching

    def show(self, view: View) -> None:
        self.board.show(view)

    async def command(self, role: Role, once: str, verb: str, args: Mapping[str, object]) -> Reply:
        """Does a command once: a repeated id gets the first answer and changes nothing."""
        if once in self._done:
            return self._done[once]
        self._done[once] = Reply("ok")
        self._done[once] = await self.on_command(role, verb, args)
        if len(self._done) > 4096:
            self._done.popitem(last=False)
        return self._done[once]
