"""Commands from the broker: who may, what is well-formed, and that each is done once.

Everything here is a value or takes the time as an argument; the door is `publish.connection`.
"""

from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec

from turmwart.publish.payloads import Command, CommandId, Reason, Reply
from turmwart.publish.topics import Message

SIZE_LIMIT = 16 * 1024
STALE_MS = 30_000
WAITING_LIMIT = 32
REMEMBERED = 4096
SENTENCES: dict[Reason, str] = {
    "malformed": "The payload is no command ({why}); send a JSON object like "
    '{{"id": "7f3a", "args": {{}}}}.',
    "too_large": "The payload has {size} bytes; a command has at most {limit}.",
    "retained": "A retained command is not obeyed; publish it without the retain flag.",
    "stale": "The command is too old for what the table is now; look at the state and send anew.",
    "not_authorised": "This broker lets anybody in from other computers, so its commands are not "
    "obeyed; set up logins with: turmwart broker setup.",
    "busy": "Too many commands at once; wait for the replies to those before.",
}


@dataclass(frozen=True, slots=True)
class Incoming:
    """A command as it came. *reply_to* and *correlation* are what MQTT 5 brings along."""

    verb: str
    payload: bytes
    retained: bool = False
    reply_to: str | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command to be done now."""

    incoming: Incoming
    command: Command

    @property
    def key(self) -> tuple[str, CommandId]:
        return self.incoming.verb, self.command.id


@dataclass(slots=True)
class Allowance:
    """At most *burst* at once and *per_s* in the long run."""

    per_s: float = 20.0
    burst: float = 200.0
    _left: float | None = None
    _since_ms: int = 0

    def admits(self, now_ms: int) -> bool:
        gained = max(0, now_ms - self._since_ms) / 1000.0 * self.per_s
        left = self.burst if self._left is None else min(self.burst, self._left + gained)
        admitted = left >= 1.0
        self._left, self._since_ms = left - admitted, now_ms
        return admitted


@dataclass(slots=True)
class Desk:
    """Takes commands in, remembers which were done, and counts what it refuses.

    *open* is False when the broker cannot say who somebody is. *pace* keeps commands from taking
    all the time that the table needs for looking. A refusal is answered as long as they are few; in
    a flood they are only counted.
    """

    base: str
    open: bool = True
    seq: int = 0
    done: int = 0
    refused: int = 0
    unanswered: int = 0
    allowance: Allowance = field(default_factory=Allowance)
    pace: Allowance = field(default_factory=lambda: Allowance(10.0, 50.0))
    _waiting: dict[tuple[str, CommandId], Accepted] = field(default_factory=dict, repr=False)
    _answers: OrderedDict[tuple[str, CommandId], Reply] = field(
        default_factory=OrderedDict, repr=False
    )

    def receive(self, incoming: Incoming, now_ms: int) -> Accepted | tuple[Message, ...]:
        """The command to do, or the replies to send at once; none while a repeated one waits."""
        read = self._read(incoming, now_ms)
        if isinstance(read, Reply):
            return self._refuse(incoming, read, now_ms)
        if known := self._answers.get(read.key):
            return self._replies(incoming, known)
        if read.key in self._waiting:
            return ()
        if len(self._waiting) >= WAITING_LIMIT or not self.pace.admits(now_ms):
            return self._refuse(incoming, _no("busy", read.command.id), now_ms)
        self._waiting[read.key] = read
        return read

    def answer(self, accepted: Accepted, reply: Reply) -> tuple[Message, ...]:
        """The replies to a command that was carried out, or that the rig has refused."""
        self._waiting.pop(accepted.key, None)
        self._answers[accepted.key] = reply
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        self.done += reply.status == "ok"
        self.refused += reply.status != "ok"
        return self._replies(accepted.incoming, reply)

    @property
    def figures(self) -> dict[str, int]:
        return {"done": self.done, "refused": self.refused, "unanswered": self.unanswered}

    def _read(self, incoming: Incoming, now_ms: int) -> Accepted | Reply:
        size = len(incoming.payload)
        if size > SIZE_LIMIT:
            return _no("too_large", None, size=size, limit=SIZE_LIMIT)
        try:
            command = msgspec.json.decode(incoming.payload, type=Command)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
            return _no("malformed", None, why=str(wrong)[:120])
        if not self.open:
            return _no("not_authorised", command.id)
        if incoming.retained:
            return _no("retained", command.id)
        if command.ts is not None and now_ms - command.ts > STALE_MS:
            return _no("stale", command.id)
        if (
            command.seq is not None
            and command.seq != self.seq
            and not self._known(incoming, command)
        ):
            return _no("stale", command.id)
        return Accepted(incoming, command)

    def _known(self, incoming: Incoming, command: Command) -> bool:
        key = (incoming.verb, command.id)
        return key in self._answers or key in self._waiting

    def _refuse(self, incoming: Incoming, reply: Reply, now_ms: int) -> tuple[Message, ...]:
        if not self.allowance.admits(now_ms):
            self.unanswered += 1
            return ()
        self.refused += 1
        return self._replies(incoming, reply)

    def _replies(self, incoming: Incoming, reply: Reply) -> tuple[Message, ...]:
        payload = msgspec.json.encode(reply)
        own = f"{self.base}/reply/{incoming.verb}"
        asked = incoming.reply_to
        topics = (own, asked) if asked and asked != own and self._may_reply(asked) else (own,)
        return tuple(Message(at, payload, correlation=incoming.correlation) for at in topics)

    def _may_reply(self, topic: str) -> bool:
        """Whoever asks may not have us write where only a rig may: there the reply is not sent."""
        if topic.startswith(f"{self.base}/reply/"):
            return True
        return not (
            topic.startswith(("turmwart/", "homeassistant/", "$"))
            or any(sign in topic for sign in "+#\0")
        )


def _no(reason: Reason, id_: CommandId | None, **facts: object) -> Reply:
    return Reply(id=id_, status="refused", error=SENTENCES[reason].format_map(facts), reason=reason)
