"""What could have been read instead of what was: the offers to an operator who corrects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from turmwart.display.pictures import picture
from turmwart.display.svg import draw
from turmwart.display.telling import act_words
from turmwart.display.texts import said
from turmwart.display.viewing import staged
from turmwart.model.events import Corrected, RawAct
from turmwart.rules.sheet import Words
from turmwart.session.correcting import Impossible
from turmwart.session.session import Session

READ = frozenset({"build", "move", "built", "restart"})
"""Acts that the camera reads; all others are keys, dice or words."""

OFFERS = 12


@dataclass(frozen=True, slots=True)
class Correction:
    """One act that may be put in place of the last reading."""

    act: RawAct
    text: Words
    svg: str


def last_read(session: Session) -> int | None:
    """The number of the last act that the camera read, counted from 0."""
    numbers = range(len(session.past) - 1, -1, -1)
    return next((n for n in numbers if session.past[n][1].act["do"] in READ), None)


def corrections(session: Session, number: int | None = None) -> tuple[Correction, ...]:
    """The legal acts that are most like the one that was read, the last one or that of a number."""
    number = last_read(session) if number is None else number - 1
    if number is None or not 0 <= number < len(session.past):
        return ()
    state, acted = session.past[number]
    rules = session.rules
    was = rules.read(state, acted.act)
    acts = [rules.write(act) for act in rules.legal(state) if act != was]
    near = sorted(
        (act for act in acts if act["do"] in READ), key=lambda act: unlikeness(act, acted.act)
    )
    then, now = replace(session, state=state), rules.show(state)
    return tuple(
        Correction(act, act_words(state, rules.name, act), draw(picture(after, now)))
        for act in near[:OFFERS]
        if (after := staged(then, (act,))) is not None
    )


def impossible_words(session: Session, found: Impossible) -> Words:
    """Why a correction cannot stand: the act that could not have been done then."""
    if not 0 < found.number <= len(session.past):
        return said("refused.act")
    before, acted = session.past[found.number - 1]
    then = act_words(before, session.rules.name, acted.act)
    rules = ", ".join(found.rules) or found.why
    return said("refused.then", n=found.number, act=then, rules=rules)


def changed_words(event: Corrected) -> Words | None:
    """The later verdicts that a correction has changed; None when there are none."""
    if not event.changed:
        return None
    each = [
        said(
            "corrected.one",
            n=verdict.number,
            was=_rules(verdict.was),
            now=_rules(verdict.now),
        )
        for verdict in event.changed
    ]
    return said(
        "corrected.changed",
        list=Words("; ".join(w.de for w in each), "; ".join(w.en for w in each)),
    )


def _rules(rules: tuple[str, ...]) -> Words:
    return Words(", ".join(rules), ", ".join(rules)) if rules else said("corrected.legal")


def unlikeness(one: RawAct, other: RawAct) -> float:
    """How much two acts differ: cells that only one has, or numbers that are apart."""
    if one["do"] != other["do"]:
        return 100.0
    cells, others = set(_cells(one)), set(_cells(other))
    if cells or others:
        return len(cells ^ others)
    pairs = [(one[key], other[key]) for key in one if key in other]
    return sum(abs(a - b) for a, b in pairs if isinstance(a, int) and isinstance(b, int))


def _cells(value: object) -> Iterator[tuple[object, ...]]:
    """Every triple of numbers anywhere in an act."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _cells(part)
    elif isinstance(value, list | tuple):
        if len(value) == 3 and all(isinstance(number, int | float) for number in value):
            yield tuple(value)
        else:
            for part in value:
                yield from _cells(part)
