"""What the broker is told, as values: every topic is a plain function of a snapshot."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Message:
    """One publication."""

    topic: str
    payload: str
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment. *seq* is the number of the newest journal entry."""

    seq: int
    ts_ms: int
    game_id: str
    state: Mapping[str, object]
    verdict: str | None = None
    violations: tuple[Mapping[str, object], ...] = ()
    question: str | None = None
    paused: bool = False
    deadline_ms: int | None = None
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Happening:
    """One committed journal entry, for those who listen to events."""

    seq: int
    ts_ms: int
    game_id: str
    kind: str
    event: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table."""

    table: str

    def at(self, name: str) -> str:
        return f"turmwart/{self.table}/{name}"

    def status(self, online: bool) -> Message:
        return Message(self.at("status"), "online" if online else "offline", retain=True)

    def info(self, version: str, page: str | None) -> Message:
        return self._kept("info", {"version": version, "schema": SCHEMA, "page": page})

    def health(self, ts_ms: int, figures: Mapping[str, object]) -> Message:
        return self._kept("health", {"ts": ts_ms, **figures})

    def retained(self, snapshot: Snapshot) -> tuple[Message, ...]:
        """The full state and its small slices, all retained."""
        return tuple(self._kept(name, slice_) for name, slice_ in slices(snapshot).items())

    def event(self, happening: Happening) -> Message:
        payload = {
            "schema": SCHEMA,
            "seq": happening.seq,
            "ts": happening.ts_ms,
            "game_id": happening.game_id,
            **happening.event,
        }
        return Message(self.at(f"event/{happening.kind}"), _text(payload))

    def reply(self, verb: str, answer: Mapping[str, object]) -> Message:
        return Message(self.at(f"reply/{verb}"), _text(answer))

    def _kept(self, name: str, payload: Mapping[str, object]) -> Message:
        return Message(self.at(name), _text(payload), retain=True)


def slices(snapshot: Snapshot) -> dict[str, dict[str, object]]:
    """The snapshot, whole and in the parts that others ask for."""
    head: dict[str, object] = {"seq": snapshot.seq, "ts": snapshot.ts_ms}
    state = snapshot.state
    legality = {"verdict": snapshot.verdict, "violations": list(snapshot.violations)}
    return {
        "state": {
            "schema": SCHEMA,
            "game_id": snapshot.game_id,
            **head,
            **state,
            "trial": legality,
            "question": snapshot.question,
            "paused": snapshot.paused,
        },
        "game": head
        | {
            "game_id": snapshot.game_id,
            "game": state["game"],
            "seats": state["seats"],
            "options": state["options"],
            "outcome": state["outcome"],
        },
        "turn": head | {"turn": state["turn"], "phase": state["phase"], "round": state["round"]},
        "score": head | {"standing": state["standing"]},
        "timer": head | {"deadline": snapshot.deadline_ms},
        "legality": head | legality,
        "warning": head | {"rules": [v["rule"] for v in snapshot.violations]},
        "dice": head | {"dice": list(snapshot.dice)},
    }


def _text(payload: Mapping[str, object]) -> str:
    return json.dumps(payload, ensure_ascii=False, sort_keys=True)
