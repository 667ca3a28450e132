"""What a key, a roll, a bell or an answer does: events, or none."""

from turmwart.interpret.reading import Certain, Doubtful, OutOfStep
from turmwart.model.events import Acted, Asked, Doubted, Event, RawAct, Refused
from turmwart.model.signals import Answered, Declared, Key, KeyPressed, Signal
from turmwart.rules.ruleset import BadAct
from turmwart.rules.verdicts import Verdict, binding
from turmwart.session.customs import CUSTOMS
from turmwart.session.session import Judged, Session, Site, judge

Events = tuple[Event, ...]


def decide(session: Session, signal: Signal) -> Events:
    """The facts that follow from *signal* in this session."""
    if session.over or session.paused:
        return ()
    match signal:
        case KeyPressed(Key.DONE):
            return _done(session)
        case KeyPressed(Key.START | Key.STOP as key) if isinstance(session.question, Doubted):
            return _chosen_by_key(session, session.question, key)
        case Answered(act, reading):
            return _answered(session, reading or (act,))
        case Declared(act):
            return _declared(session, act)
        case _:
            act_of = CUSTOMS[session.rules.name].act_of(signal)
            return () if act_of is None else _by_itself(session, act_of)


def _meant(question: Doubted, said: tuple[RawAct, ...]) -> tuple[RawAct, ...]:
    """The reading that is just this, or else the first that holds it; or what was said itself."""
    if said in question.readings:
        return said
    holding = (acts for acts in question.readings if all(act in acts for act in said))
    return next(holding, said)


def _by_itself(session: Session, act: RawAct) -> Events:
    """A roll, a key or the bell is an act of its own where the order of play allows it."""
    try:
        judged = judge(session, (act,))
    except BadAct:
        return (Refused("out_of_turn"),)
    if binding(judged.violations):
        return (Refused("out_of_turn", judged.rules),)
    return (Acted(act, judged.rules),)


def _declared(session: Session, act: RawAct) -> Events:
    """Said on the page: an act of its own; against the rules it is asked about once (X-2)."""
    if act.get("do") not in CUSTOMS[session.rules.name].declared:
        return (Refused("out_of_turn"),)
    try:
        judged = judge(session, (act,))
    except BadAct:
        return (Refused("out_of_turn"),)
    if binding(judged.violations):
        return (Refused("out_of_turn", judged.rules),)
    if judged.verdict is Verdict.LEGAL or _asked_before(session, judged):
        return (Acted(act, judged.rules),)
    return (Asked(judged.acts, judged.rules),)


def _done(session: Session) -> Events:
    trial = session.trial
    if trial is None or session.stale:
        return (Refused("not_seen"),)
    if session.site is Site.FALLEN and trial.best and trial.best.acts == _last(session):
        return (Refused("rebuild"),)
    match trial.reading:
        case Certain():
            return _commit(session, trial.judged[0])
        case Doubtful():
            return _insisted(session) or (Doubted(tuple(judged.acts for judged in trial.judged)),)
        case OutOfStep() if session.site is Site.FALLEN:
            return (Refused("rebuild"),)
        case OutOfStep():
            return (Refused("out_of_step" if session.past else "set_up"),)


def _last(session: Session) -> tuple[RawAct, ...]:
    return tuple(acted.act for _, acted in session.past[-1:])


def _insisted(session: Session) -> Events:
    """DONE again, after the answer to a doubt was found to be against the rules (X-2)."""
    match session.question:
        case Asked(acts, _, candidates) if candidates:
            return _acted(session, judge(session, acts), candidates)
        case _:
            return ()


def _commit(session: Session, judged: Judged) -> Events:
    """Legal acts are committed; others are asked about once (X-2), impossible ones refused."""
    customs = CUSTOMS[session.rules.name]
    if not judged.acts and session.rules.phase(session.state) not in customs.idle:
        return (Refused("nothing_done"),)
    if binding(judged.violations):
        why = "crooked" if judged.violations[-1].case == "crooked" else "impossible"
        return (Refused(why, judged.rules),)
    if judged.verdict is Verdict.LEGAL or _asked_before(session, judged):
        return _acted(session, judged) or (Refused("nothing_done"),)
    return (Asked(judged.acts, judged.rules),)


def _asked_before(session: Session, judged: Judged) -> bool:
    return isinstance(session.question, Asked) and session.question.acts == judged.acts


def _acted(session: Session, judged: Judged, candidates: tuple[RawAct, ...] = ()) -> Events:
    acts = tuple(
        Acted(act, tuple(v.rule for v in found), not candidates, candidates)
        for act, found in zip(judged.acts, judged.by_act, strict=True)
    )
    return acts + tuple(Acted(closing) for closing in _closing(session, judged.acts))


def _closing(session: Session, acts: tuple[RawAct, ...]) -> tuple[RawAct, ...]:
    """What DONE adds: the end of the turn, unless the game is over or the turn goes on."""
    customs = CUSTOMS[session.rules.name]
    if customs.closing is None or any(act["do"] in customs.open for act in acts):
        return ()
    judged = judge(session, (*acts, customs.closing))
    whole = len(judged.by_act) == len(acts) + 1
    return (customs.closing,) if whole and not judged.by_act[-1] else ()


def _chosen_by_key(session: Session, question: Doubted, key: Key) -> Events:
    """The dial points at a reading and START takes it; STOP says that it is none of them."""
    if key is Key.STOP:
        return (Refused("none_of_them"),)
    if not 0 < session.dial <= len(question.readings):
        return ()
    return chosen(session, question.readings[session.dial - 1])


def chosen(session: Session, acts: tuple[RawAct, ...]) -> Events:
    """One of the readings, or that nothing has happened."""
    return _answered(session, acts) if acts else (Refused("nothing_done"),)


def settled(session: Session, before: Asked | Doubted | None) -> Events:
    """A doubt that a later picture has settled: DONE was pressed on this, so it is committed."""
    trial = session.trial
    if not isinstance(before, Doubted) or session.paused or trial is None:
        return ()
    if not isinstance(trial.reading, Certain) or trial.judged[0].acts not in before.readings:
        return ()
    return _commit(session, trial.judged[0])


def _answered(session: Session, said: tuple[RawAct, ...]) -> Events:
    """The table's word settles a doubt; what it says against the rules is asked once (X-2)."""
    if not isinstance(session.question, Doubted):
        return ()
    chosen = _meant(session.question, said)
    try:
        judged = judge(session, chosen)
    except BadAct:
        return (Refused("impossible"),)
    if binding(judged.violations):
        return (Refused("impossible", judged.rules),)
    firsts = tuple(reading[0] for reading in session.question.readings if reading)
    if judged.verdict is not Verdict.LEGAL:
        return (Asked(judged.acts, judged.rules, firsts),)
    return _acted(session, judged, firsts)
