"""Carries commands from the broker to the rig, and what became of them back."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from turmwart.app.inbox import VERBS, Inbox
from turmwart.app.walltime import wall_ms
from turmwart.display.hub import Reply as Outcome
from turmwart.display.roles import OPERATOR
from turmwart.publish.commands import Accepted, Desk, Incoming
from turmwart.publish.payloads import Reply
from turmwart.publish.topics import Message


@dataclass(slots=True)
class Clerk:
    """Called from the broker's thread with what came, and from the rig's with what was done."""

    desk: Desk
    inbox: Inbox
    tell: Callable[[Iterable[Message]], None]
    _guard: Lock = field(default_factory=Lock, repr=False)

    def hear(self, incoming: Incoming) -> None:
        with self._guard:
            found = self.desk.receive(incoming, wall_ms())
        if isinstance(found, Accepted):
            done = self.inbox.put(incoming.verb, found.command.args, OPERATOR)
            done.add_done_callback(partial(self._answer, found))
        elif found:
            self.tell(found)

    def now_at(self, seq: int) -> None:
        """The journal has grown: commands for an older state are stale."""
        self.desk.seq = seq

    @property
    def figures(self) -> dict[str, int]:
        with self._guard:
            return self.desk.figures

    def _answer(self, accepted: Accepted, done: "Future[Outcome]") -> None:
        with self._guard:
            replies = self.desk.answer(accepted, _reply(accepted, done.result()))
        self.tell(replies)


def _reply(accepted: Accepted, outcome: Outcome) -> Reply:
    """In English: whoever reads it is a program or its author."""
    if outcome.status == "ok":
        return Reply(id=accepted.command.id, status="ok")
    known = accepted.incoming.verb in VERBS
    return Reply(
        id=accepted.command.id,
        status=outcome.status,
        error=outcome.text.en if outcome.text else "The table cannot do this now.",
        reason="refused" if known else "unknown",
    )
