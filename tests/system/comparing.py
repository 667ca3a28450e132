"""What the rig said, held against what the virtual players really did."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import zip_longest
from pathlib import Path

Line = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Tally:
    """One game, or several added up. Only the last two and *wrong*, *lost* must stay 0.

    *sure*: committed and certain; *asked*: committed after a doubt was answered; *wrong*: committed
    for certain, and not what happened; *lost*: any other act that differs; *illegal*: deliberate
    faults; *unwarned*: those that were not named with their rules; *groundless*: other warnings.
    """

    acts: int = 0
    sure: int = 0
    asked: int = 0
    wrong: int = 0
    lost: int = 0
    illegal: int = 0
    unwarned: int = 0
    groundless: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def flawless(self) -> bool:
        return not (self.wrong or self.lost or self.unwarned or self.groundless)


def rows(file: Path) -> list[Line]:
    return [json.loads(text) for text in file.read_text("utf-8").splitlines()]


def compared(truth: Sequence[Line], said: Sequence[Line]) -> Tally:
    """Turn by turn: a turn ends with the act that commits it, in both lists."""
    return sum(
        (_turn(true, told) for true, told in zip_longest(_turns(truth), _turns(said))), Tally()
    )


def _turns(lines: Sequence[Line]) -> list[list[Line]]:
    """Cut after every act; what comes after the last one is no turn unless it warns."""
    turns: list[list[Line]] = [[]]
    for line in lines:
        if "note" in line or "final" in line:
            continue
        turns[-1].append(line)
        if "act" in line:
            turns.append([])
    return turns if turns[-1] else turns[:-1]


def _turn(truth: Sequence[Line] | None, said: Sequence[Line] | None) -> Tally:
    done = _act(truth or ())
    told = _act(said or ())
    same = done is not None and told is not None and _alike(done["act"], told["act"])
    certain = told is not None and bool(told["certain"])
    due = [row for row in truth or () if "warn" in row]
    warnings = [line for line in said or () if "refused" in line and _warns(line)]
    doubts = [line for line in said or () if "refused" in line and not line["certain"]]
    unwarned, used = 0, 0
    for row in due:
        met = next((i for i, line in enumerate(warnings[used:], used) if _names(line, row)), None)
        if met is not None:
            used = met + 1
        elif not (row.get("hard") and doubts):
            unwarned += 1
    return Tally(
        acts=int(done is not None),
        sure=int(same and certain),
        asked=int(same and not certain),
        wrong=int(not same and certain),
        lost=int(not same and not certain),
        illegal=len(due),
        unwarned=unwarned,
        groundless=sum(1 for line in warnings if not any(_names(line, row) for row in due)),
    )


def _alike(done: object, told: object) -> bool:
    """A move's field may be left out where the rules say it anyway."""
    assert isinstance(done, dict)
    assert isinstance(told, dict)
    return done == ({"to": done["to"]} | told if "to" in done else told)


def _act(turn: Sequence[Line]) -> Line | None:
    return next((line for line in turn if "act" in line), None)


def _warns(line: Line) -> bool:
    return bool(line["violations"])


def _names(line: Line, row: Line) -> bool:
    """Every fault of the truth is named, by any of the ids that are as good."""
    named = set(line["violations"])  # type: ignore[call-overload]
    return all(named & set(group) for group in row["warn"])  # type: ignore[attr-defined]
