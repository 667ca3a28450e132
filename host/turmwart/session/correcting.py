"""One reading, or several, put right long after: what follows is judged anew."""

from collections.abc import Mapping
from dataclasses import dataclass

from turmwart.model.events import Corrected, RawAct, Verdicts
from turmwart.rules.ruleset import BadAct
from turmwart.rules.verdicts import RuleId, Violation, binding
from turmwart.session.session import Session


@dataclass(frozen=True, slots=True)
class Impossible:
    """With the correction the act *number* could not have been done: by which rules, or why."""

    number: int
    rules: tuple[RuleId, ...] = ()
    why: str = ""


def corrected(session: Session, acts: Mapping[int, RawAct]) -> Corrected | Impossible:
    """The event that puts *acts* in place of those with these numbers, counted from 1."""
    past = session.past
    stray = next((number for number in acts if not 0 < number <= len(past)), None)
    if stray is not None or not acts:
        return Impossible(stray or 0, why="no such act")
    state, changed = past[min(acts) - 1][0], []
    for number, (_, was) in enumerate(past[min(acts) - 1 :], min(acts)):
        raw = acts.get(number, was.act)
        try:
            act = session.rules.read(state, raw)
        except BadAct as wrong:
            return Impossible(number, why=wrong.message)
        found = session.rules.violations(state, act)
        if binding(found) or session.rules.outcome(state) is not None:
            return Impossible(number, named(found))
        if number not in acts and set(named(found)) != set(was.violations):
            changed.append(Verdicts(number, was.violations, named(found)))
        state = session.rules.apply(state, act)
    return Corrected(tuple(sorted(acts.items())), tuple(changed))


def named(found: tuple[Violation, ...]) -> tuple[RuleId, ...]:
    """The rules that are broken, each once."""
    return tuple(dict.fromkeys(violation.rule for violation in found))
