"""What the broker is told, as values: every topic is a plain function of a snapshot."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from turmwart.publish.payloads import SCHEMA, SLICES, Claim

JSON = "application/json"
EVENT_EXPIRY_S = 3600
HEALTH_EXPIRY_S = 60
_FIELDS = {name: type_.__struct_fields__ for name, type_ in SLICES.items()}


@dataclass(frozen=True, slots=True)
class Message:
    """One publication. What stands after *retain* is sent to brokers of MQTT 5 only."""

    topic: str
    payload: bytes
    retain: bool = False
    content_type: str = JSON
    expiry_s: int | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment. *seq* is the number of the newest journal entry."""

    seq: int
    ts_ms: int
    game_id: str
    state: Mapping[str, object]
    verdict: str | None = None
    violations: tuple[Mapping[str, object], ...] = ()
    question: Mapping[str, object] | None = None
    paused: bool = False
    deadline_ms: int | None = None
    left_ms: int | None = None
    total_ms: int | None = None
    dice: tuple[int, ...] = ()
    last_warning: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """One committed journal entry, for those who listen to events."""

    seq: int
    ts_ms: int
    game_id: str
    kind: str
    event: Mapping[str, object]
    before: Mapping[str, object] | None
    after: Mapping[str, object]
    evidence: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table."""

    table: str

    def at(self, name: str) -> str:
        return f"turmwart/{self.table}/{name}"

    def status(self, online: bool) -> Message:
        word = b"online" if online else b"offline"
        return Message(self.at("status"), word, retain=True, content_type="text/plain")

    def info(self, facts: Mapping[str, object]) -> Message:
        return self._kept("info", {"schema": SCHEMA, "table": self.table, **facts})

    def health(self, ts_ms: int, figures: Mapping[str, object]) -> Message:
        payload = msgspec.json.encode({"ts": ts_ms, **figures})
        return Message(self.at("health"), payload, retain=True, expiry_s=HEALTH_EXPIRY_S)

    def retained(self, snapshot: Snapshot) -> tuple[Message, ...]:
        """The full state and its small slices, all retained."""
        return tuple(self._kept(name, slice_) for name, slice_ in slices(snapshot).items())

    def event(self, happening: Happening) -> Message:
        payload = msgspec.json.encode(event(happening))
        return Message(self.at(f"event/{happening.kind}"), payload, expiry_s=EVENT_EXPIRY_S)

    def result(self, game_id: str, payload: Mapping[str, object]) -> Message:
        return self._kept(f"result/{game_id}", {"schema": SCHEMA, "game_id": game_id, **payload})

    def claim(self, claim: Claim) -> Message:
        return Message(self.at("claim"), msgspec.json.encode(claim))

    def picture(self, jpeg: bytes) -> Message:
        return Message(self.at("camera/annotated"), jpeg, content_type="image/jpeg")

    def _kept(self, name: str, payload: Mapping[str, object]) -> Message:
        return Message(self.at(name), msgspec.json.encode(payload), retain=True)


def state(snapshot: Snapshot) -> dict[str, object]:
    """All there is to know of the table, flat: the game's own state and how the table stands."""
    return {
        "dice": list(snapshot.dice) or None,
        **snapshot.state,
        "schema": SCHEMA,
        "seq": snapshot.seq,
        "ts": snapshot.ts_ms,
        "game_id": snapshot.game_id,
        "paused": snapshot.paused,
        "verdict": snapshot.verdict,
        "violations": list(snapshot.violations),
        "question": snapshot.question,
        "rules": list(dict.fromkeys(found["rule"] for found in snapshot.violations)),
        "last_warning": snapshot.last_warning,
        "deadline": snapshot.deadline_ms,
        "left_ms": snapshot.left_ms,
        "total_ms": snapshot.total_ms,
    }


def slices(snapshot: Snapshot) -> dict[str, dict[str, object]]:
    """The state, whole and in the parts that others ask for; each part holds fields of the whole."""
    whole = state(snapshot)
    parts = {name: {field: whole[field] for field in fields} for name, fields in _FIELDS.items()}
    return {"state": whole, **parts}


def event(happening: Happening) -> dict[str, object]:
    """One journal entry with its number, what it changed, and what the rig knew of it."""
    return {
        **happening.event,
        "kind": happening.kind,
        "schema": SCHEMA,
        "seq": happening.seq,
        "ts": happening.ts_ms,
        "game_id": happening.game_id,
        "before": happening.before,
        "after": happening.after,
        "evidence": happening.evidence,
    }


@dataclass(slots=True)
class OnChange:
    """Lets through what is new: a snapshot that differs from the last one by more than its time."""

    _last: Mapping[str, object] = field(default_factory=dict)

    def is_new(self, snapshot: Snapshot) -> bool:
        now = {**state(snapshot), "ts": None}
        new = now != self._last
        self._last = now
        return new
