"""What `replay --json` and `run --json` print: one object for every entry that answers the table."""

from turmwart.interpret.reading import Doubtful
from turmwart.model.events import Acted, Asked, Doubted, Entry, RawAct, Refused
from turmwart.rules.verdicts import Verdict
from turmwart.session.session import Session, judge

Line = dict[str, object]


def line(before: Session, entry: Entry, epoch_ms: int) -> Line | None:
    """The line of one entry; *before* is the session that it was decided in."""
    at: Line = {"t_ms": entry.at_ms - epoch_ms}
    match entry.event:
        case Acted(act, violations, certain, candidates):
            verdict = judge(before, (act,)).verdict
            return at | {"act": act} | _doubt(certain, candidates) | _judged(verdict, violations)
        case Asked(acts, violations, candidates):
            verdict = judge(before, acts).verdict
            sure = _doubt(not candidates, candidates)
            return at | {"refused": acts[0]} | sure | _judged(verdict, violations)
        case Doubted(readings):
            firsts = tuple(acts[0] for acts in readings if acts)
            return at | {"refused": None} | _doubt(False, firsts) | _judged(Verdict.LEGAL, ())
        case Refused(_, violations):
            verdict = Verdict.ILLEGAL if violations else Verdict.LEGAL
            return (
                at | {"refused": _standing(before), "certain": True} | _judged(verdict, violations)
            )
        case _:
            return None


def final(session: Session) -> Line:
    return {"final": session.rules.show(session.state)}


def _doubt(certain: bool, candidates: tuple[RawAct, ...]) -> Line:
    return {"certain": True} if certain else {"certain": False, "candidates": list(candidates)}


def _judged(verdict: Verdict, violations: tuple[str, ...]) -> Line:
    return {"verdict": verdict.value, "violations": list(dict.fromkeys(violations))}


def _standing(session: Session) -> RawAct | None:
    """The act that stands on trial, if the rig is sure of it."""
    trial = session.trial
    if trial is None or isinstance(trial.reading, Doubtful) or not trial.best:
        return None
    return trial.best.acts[0] if trial.best.acts else None
