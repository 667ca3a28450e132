"""One playing of one game: what is committed, what is on trial, what has been asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Any

from turmwart.interpret.reading import Certain, Doubtful, Hypothesis, Reading
from turmwart.model.events import (
    Acted,
    Asked,
    Corrected,
    Doubted,
    Entry,
    Event,
    GameStarted,
    Paused,
    RawAct,
    Refused,
    Resumed,
    TakenBack,
)
from turmwart.model.signals import DialTurned, Signal
from turmwart.rules.catalogue import AnyRuleset, game_named
from turmwart.rules.ruleset import BadAct, Setup
from turmwart.rules.verdicts import RuleId, Verdict, Violation, verdict
from turmwart.session.customs import CUSTOMS


@dataclass(frozen=True, slots=True)
class Judged:
    """Acts in their order, judged one after the other."""

    acts: tuple[RawAct, ...]
    violations: tuple[Violation, ...] = ()
    by_act: tuple[tuple[Violation, ...], ...] = ()

    @property
    def verdict(self) -> Verdict:
        return verdict(self.violations)

    @property
    def rules(self) -> tuple[RuleId, ...]:
        return tuple(dict.fromkeys(violation.rule for violation in self.violations))


@dataclass(frozen=True, slots=True)
class Trial:
    """What the rig sees now, judged, but not committed (X-1). The first is the best reading."""

    reading: Reading
    judged: tuple[Judged, ...] = ()

    @property
    def best(self) -> Judged | None:
        return self.judged[0] if self.judged else None


class Site(StrEnum):
    """How the table stands to the stored state, as far as has been looked."""

    UNSEEN = "unseen"
    FALLEN = "fallen"
    FITS = "fits"


@dataclass(frozen=True, slots=True)
class Session:
    """The sum of the journal, plus what nobody has committed yet: the trial, the dial's position.

    *site* says whether the picture has been compared with the state since the game was opened;
    *stale*: a hand has come since the trial was read.
    """

    game_id: str
    rules: AnyRuleset
    setup: Setup
    state: Any
    past: tuple[tuple[Any, Acted], ...] = ()
    question: Asked | Doubted | None = None
    refusal: Refused | None = None
    paused: bool = False
    entries: int = 0
    trial: Trial | None = None
    dial: int = 0
    stale: bool = False
    site: Site = Site.UNSEEN

    @property
    def over(self) -> bool:
        return self.rules.outcome(self.state) is not None


def begun(event: GameStarted) -> Session:
    """The session at the start of a game."""
    rules = game_named(event.game)
    setup = Setup(event.seats, event.options, event.data)
    return Session(event.game_id, rules, setup, rules.start(setup), entries=1)


def apply(session: Session, event: Event) -> Session:
    """The session after *event*; a trial ends with every commit."""
    counted = replace(session, entries=session.entries + 1)
    match event:
        case Acted():
            after = session.rules.apply(session.state, session.rules.read(session.state, event.act))
            past = (*session.past, (session.state, event))
            site = Site.FALLEN if _falls(event.act) else session.site
            done = replace(counted, state=after, past=past, site=site)
            return replace(done, question=None, refusal=None, trial=None)
        case TakenBack(acts):
            kept = session.past[: len(session.past) - acts]
            before = session.past[len(session.past) - acts][0]
            back = replace(counted, state=before, past=kept, site=Site.UNSEEN)
            return replace(back, question=None, refusal=None, trial=None)
        case Corrected(acts_by_number):
            state, past = rewritten(session, dict(acts_by_number))
            right = replace(counted, state=state, past=past, site=Site.UNSEEN)
            return replace(right, question=None, refusal=None, trial=None)
        case Asked() | Doubted():
            return replace(counted, question=event, refusal=None)
        case Refused(why):
            question = session.question if why in STRAY else None
            return replace(counted, refusal=event, question=question)
        case Paused():
            return replace(counted, paused=True)
        case Resumed():
            site = Site.FALLEN if session.site is Site.FALLEN else Site.UNSEEN
            return replace(counted, paused=False, site=site, trial=None)
        case GameStarted():
            return begun(event)


STRAY = frozenset({"out_of_turn", "not_seen"})
"""Refusals of what has nothing to do with the question that is open."""


def _falls(act: RawAct) -> bool:
    """Blocks lie about now that must be put back."""
    return act["do"] == "fallen" or (act["do"] == "collapse" and act.get("rebuilt") is True)


def rewritten(
    session: Session, acts: Mapping[int, RawAct]
) -> tuple[Any, tuple[tuple[Any, Acted], ...]]:
    """The state and the past with other acts in place of those with these numbers."""
    first = min(acts)
    state, past = session.past[first - 1][0], list(session.past[: first - 1])
    for number, (_, acted) in enumerate(session.past[first - 1 :], first):
        raw = acts.get(number, acted.act)
        act = session.rules.read(state, raw)
        found = session.rules.violations(state, act)
        rules = tuple(dict.fromkeys(violation.rule for violation in found))
        again = Acted(raw, rules) if number in acts else replace(acted, violations=rules)
        past.append((state, again))
        state = session.rules.apply(state, act)
    return state, tuple(past)


def replay(entries: Iterable[Entry]) -> Session:
    """The session that a journal adds up to."""
    first, *rest = (entry.event for entry in entries)
    if not isinstance(first, GameStarted):
        raise BadAct("bad_journal", "the journal does not begin with the start of a game.")
    return reduce(apply, rest, begun(first))


def judge(session: Session, acts: tuple[RawAct, ...]) -> Judged:
    """Every act judged in the state that the acts before it lead to; stops at a binding fault."""
    state, found = session.state, []
    for raw in acts:
        act = session.rules.read(state, raw)
        violations = session.rules.violations(state, act)
        found.append(violations)
        if any(violation.binding for violation in violations):
            break
        state = session.rules.apply(state, act)
    return Judged(acts, tuple(violation for each in found for violation in each), tuple(found))


def observe(session: Session, reading: Reading) -> Session:
    """The session with what the camera reads now, judged live; nothing is committed."""
    trial = Trial(reading, tuple(_judged(session, rival) for rival in _rivals(reading)))
    site = Site.FITS if _fits(trial) else session.site
    asked = _still_asked(session, trial)
    return replace(session, trial=trial, site=site, question=asked, stale=False)


def looked_away(session: Session) -> Session:
    """The session while nothing can be read: what was seen last is no ground for DONE any more."""
    return session if session.stale else replace(session, stale=True)


def blinded(session: Session) -> Session:
    """The session when the camera is gone: whatever happens now is seen by nobody."""
    site = Site.FALLEN if session.site is Site.FALLEN else Site.UNSEEN
    return replace(session, trial=None, site=site)


def _fits(trial: Trial) -> bool:
    """The picture shows the stored state, with or without a trial on it, and nothing lies about."""
    return trial.best is not None and not any(
        act["do"] in ("fallen", "collapse") for act in trial.best.acts
    )


def noted(session: Session, signal: Signal) -> Session:
    """The session with what a signal tells without being an event: where the dial stands."""
    return replace(session, dial=signal.value) if isinstance(signal, DialTurned) else session


def _rivals(reading: Reading) -> tuple[Hypothesis, ...]:
    match reading:
        case Certain(best):
            return (best,)
        case Doubtful(rivals):
            return rivals
        case _:
            return ()


def _judged(session: Session, hypothesis: Hypothesis) -> Judged:
    judged = judge(session, hypothesis.acts)
    crooked = tuple(
        Violation(RuleId(block.rule), block.cells, binding=True, case="crooked")
        for block in hypothesis.crooked
    )
    return replace(judged, violations=judged.violations + crooked) if crooked else judged


def _still_asked(session: Session, trial: Trial) -> Asked | Doubted | None:
    """A question goes when its cause goes: other acts stand now, or the doubt has settled.

    What was declared on the page is not to be seen, so no picture settles it; nor does a picture
    that is still in the same doubt take back what the table has answered.
    """
    declared = CUSTOMS[session.rules.name].declared
    match session.question:
        case Asked(acts) if all(act["do"] in declared for act in acts):
            return session.question
        case Asked(_, _, candidates) if candidates and isinstance(trial.reading, Doubtful):
            seen = [act for judged in trial.judged for act in judged.acts]
            return session.question if any(act in candidates for act in seen) else None
        case Asked(acts) if all(judged.acts != acts for judged in trial.judged):
            return None
        case Doubted() if not isinstance(trial.reading, Doubtful):
            return None
        case Doubted(readings) if all(judged.acts not in readings for judged in trial.judged):
            return None
        case _:
            return session.question
