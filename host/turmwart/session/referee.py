"""The referee protocol: one JSON object per line in, exactly one out, whatever comes."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from turmwart.rules.catalogue import AnyRuleset, sentence
from turmwart.rules.ruleset import BadAct, Setup
from turmwart.rules.verdicts import Verdict, Violation, binding, verdict

Answer = dict[str, object]


def told(violation: Violation) -> Answer:
    """A violation as the protocol writes it."""
    words = sentence(violation)
    return {
        "rule": violation.rule,
        "cells": [list(cell) for cell in violation.cells],
        "disputed": violation.disputed,
        "text": {"de": words.de, "en": words.en},
    }


@dataclass(slots=True)
class Referee:
    """One game, driven line by line; the past is kept so that acts can be taken back."""

    rules: AnyRuleset
    setup: Setup
    _state: Any = field(init=False)
    _past: list[tuple[Any, Any]] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self._state = self.rules.start(self.setup)

    @property
    def state(self) -> Any:
        return self._state

    def answer(self, line: str) -> str:
        """The one line that answers *line*."""
        try:
            reply = self._reply(_object(line))
        except BadAct as bad:
            reply = {"error": {"code": bad.code, "message": bad.message}}
        return json.dumps(reply, ensure_ascii=False, separators=(", ", ": "))

    def _reply(self, asked: Answer) -> Answer:
        do = asked.get("do")
        if not isinstance(do, str):
            raise BadAct("missing_field", "field 'do' is missing or no text; say what to do.")
        verbs: dict[str, Callable[[Answer], Answer]] = {
            "state": lambda _: {"state": self.rules.show(self._state)},
            "legal": self._legal,
            "judge": self._judge,
            "take_back": lambda _: self._take_back(),
        }
        return verbs.get(do, self._act)(asked)

    def _legal(self, asked: Answer) -> Answer:
        count = asked.get("count", False)
        if not isinstance(count, bool):
            raise BadAct("bad_type", "'count' is neither true nor false; give one of them.")
        acts = self.rules.legal(self._state)
        if count:
            return {"count": sum(1 for _ in acts)}
        return {"acts": [self.rules.write(act) for act in acts]}

    def _judge(self, asked: Answer) -> Answer:
        raw = asked.get("act")
        if not isinstance(raw, dict):
            raise BadAct(
                "missing_field", "field 'act' is missing or no object; give the act to judge."
            )
        violations = self.rules.violations(self._state, self.rules.read(self._state, raw))
        return self._judged(violations, applied=False)

    def _act(self, asked: Answer) -> Answer:
        act = self.rules.read(self._state, asked)
        force = asked.get("force", False)
        if not isinstance(force, bool):
            raise BadAct("bad_type", "'force' is neither true nor false; give one of them.")
        violations = self.rules.violations(self._state, act)
        allowed = verdict(violations) is Verdict.LEGAL or (force and not binding(violations))
        if allowed:
            after = self.rules.apply(self._state, act)
            self._past.append((self._state, act))
            self._state = after
        return self._judged(violations, applied=allowed)

    def _take_back(self) -> Answer:
        if not self._past:
            raise BadAct(
                "nothing_to_take_back", "no act has been applied yet, so none can be taken back."
            )
        self._state, act = self._past.pop()
        return {"taken_back": self.rules.write(act)} | self._whose()

    def _judged(self, violations: tuple[Violation, ...], applied: bool) -> Answer:
        return {
            "verdict": verdict(violations).value,
            "violations": [told(violation) for violation in violations],
            "applied": applied,
        } | self._whose()

    def _whose(self) -> Answer:
        return {"turn": self.rules.turn(self._state), "phase": self.rules.phase(self._state)}


def _object(line: str) -> Answer:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as wrong:
        raise BadAct(
            "bad_json", f"the line is no JSON ({_why(line, wrong)}); send one JSON object per line."
        ) from wrong
    if not isinstance(asked, dict):
        raise BadAct(
            "bad_json", 'the line is no JSON object; send one object like {"do": "state"}.'
        )
    return asked


def _why(line: str, wrong: Exception) -> str:
    if not line.strip():
        return "it is empty"
    return "it nests too deeply" if isinstance(wrong, RecursionError) else str(wrong)
