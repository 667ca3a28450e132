"""What could have been read instead of what was: the offers to an operator who corrects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from turmwart.display.pictures import picture
from turmwart.display.svg import draw
from turmwart.display.telling import act_words
from turmwart.display.viewing import staged
from turmwart.model.events import Acted, Event, RawAct, TakenBack
from turmwart.rules.ruleset import BadAct
from turmwart.rules.sheet import Words
from turmwart.rules.verdicts import binding
from turmwart.session.session import Session, judge

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


def corrections(session: Session) -> tuple[Correction, ...]:
    """The legal acts that are most like the one that was read."""
    number = last_read(session)
    if number is None:
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


def corrected(session: Session, act: RawAct) -> tuple[Event, ...] | None:
    """The events that put *act* in place of the last reading; None when it cannot stand there.

    What followed it (the end of the turn) is done again where that is still possible.
    """
    number = last_read(session)
    if number is None:
        return None
    state = session.past[number][0]
    acts = (act, *(later.act for _, later in session.past[number + 1 :]))
    try:
        judged = judge(replace(session, state=state), acts)
    except BadAct:
        return None
    done = [
        Acted(each, tuple(violation.rule for violation in found))
        for each, found in zip(acts, judged.by_act, strict=False)
        if not binding(found)
    ]
    return (TakenBack(len(session.past) - number), *done) if done else None


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
