"""A rule that is broken, and what follows from all that are."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from turmwart.model.geometry import Cell

RuleId = NewType("RuleId", str)


class Verdict(StrEnum):
    """What the table may do with an act."""

    LEGAL = "legal"
    DISPUTED = "disputed"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule broken, and where. The sentence is found by rule and case, never kept here.

    *disputed*: two fair readings differ, the table decides.
    *binding*: order or physics forbid it, so not even the table's word overrides it.
    *case* picks one of the rule's sentences, *facts* are the numbers in it.
    """

    rule: RuleId
    cells: tuple[Cell, ...] = ()
    disputed: bool = False
    binding: bool = False
    case: str = ""
    facts: tuple[tuple[str, object], ...] = ()


def no_room(sunk: tuple[Cell, ...], shared: tuple[Cell, ...]) -> tuple[Violation, ...]:
    """X-7 for what lies in *sunk* below the ground, or in *shared* where something is already."""
    if not sunk and not shared:
        return ()
    case = "both" if sunk and shared else "sunk" if sunk else ""
    cells = tuple(dict.fromkeys((*sunk, *shared)))
    return (Violation(RuleId("X-7"), cells, binding=True, case=case),)


def verdict(violations: Iterable[Violation]) -> Verdict:
    """Illegal when anything is broken for certain, disputed when two readings differ."""
    found = tuple(violations)
    if any(not violation.disputed for violation in found):
        return Verdict.ILLEGAL
    return Verdict.DISPUTED if found else Verdict.LEGAL


def binding(violations: Iterable[Violation]) -> bool:
    """True when force cannot help."""
    return any(violation.binding for violation in violations)
