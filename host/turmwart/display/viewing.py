"""From a session to everything the page shows: one pure function, for the table and the archive."""

from dataclasses import replace
from typing import Any

from turmwart.display.belongings import astray_words, differing
from turmwart.display.countdown import Stopwatch
from turmwart.display.hints import hinted, plumb
from turmwart.display.pictures import Lit, State, blocks_picture, picture
from turmwart.display.seating import ROLLS, common_supply, dice, keys, seats
from turmwart.display.svg import draw
from turmwart.display.telling import act_words, called, ending_words, joined, next_words
from turmwart.display.texts import said
from turmwart.display.view import (
    Candidate,
    Card,
    Deed,
    Doubt,
    Ending,
    Lamp,
    Picture,
    Trial,
    View,
)
from turmwart.display.view import Warning as Broken
from turmwart.interpret.reading import Doubtful
from turmwart.model.events import Doubted, RawAct
from turmwart.rules.catalogue import RULES, sentence
from turmwart.rules.ruleset import BadAct
from turmwart.rules.sheet import Words
from turmwart.rules.verdicts import Violation
from turmwart.session.session import Session

DEEDS = 6


def viewed(
    session: Session,
    lamps: tuple[Lamp, ...] = (),
    stopwatch: Stopwatch | None = None,
    hints: bool = False,
    camera: bool = False,
    notice: Words | None = None,
) -> View:
    """Everything on the page. *stopwatch* knows since when a clock runs."""
    state = session.rules.show(session.state)
    return View(
        seq=session.entries,
        game=session.rules.name,
        game_id=session.game_id,
        seats=seats(session, state),
        next=_next(session),
        turn=None if session.over else session.rules.turn(session.state),
        phase=session.rules.phase(session.state),
        round=int(str(state["round"])),
        paused=session.paused,
        picture=_picture(session, state, hints),
        dice=dice(state),
        countdown=stopwatch.countdown(session) if stopwatch else None,
        trial=_trial(session),
        warnings=tuple(_warning(violation) for violation in standing_violations(session)),
        doubt=_doubt(session),
        deeds=_deeds(session),
        card=_card(session),
        ending=_ending(session),
        lamps=lamps,
        keys=keys(session, state),
        rolling=ROLLS.get((session.rules.name, str(state["phase"]))),
        supply=common_supply(state),
        hints=hints,
        camera=camera,
        notice=notice,
    )


def _next(session: Session) -> Words:
    """The one thing to do: first of all that table and game agree."""
    asking = session.question is not None or session.paused or session.over
    return (None if asking else astray_words(session)) or next_words(session)


def standing_violations(session: Session) -> tuple[Violation, ...]:
    """What is wrong with what stands now; nothing when the rig is not sure what stands."""
    trial = session.trial
    if trial is None or trial.best is None or isinstance(trial.reading, Doubtful):
        return ()
    return () if _half_built(session, trial.best.acts) else trial.best.violations


def _half_built(session: Session, acts: tuple[RawAct, ...]) -> bool:
    """True while fewer blocks stand than the card shows: that is building, not a fault."""
    if session.rules.name != "make_n_break" or session.state.card is None:
        return False
    needed = len(session.state.table.cards[session.state.card].solutions[0])
    standing = [act["blocks"] for act in acts if act["do"] == "built"]
    return any(isinstance(blocks, list | tuple) and len(blocks) < needed for blocks in standing)


def _picture(session: Session, state: State, hints: bool) -> Picture:
    """What stands now, the trial with it; the newest block is the one that was not there before."""
    lit: list[Lit] = [
        ("offending", cell) for found in standing_violations(session) for cell in found.cells
    ]
    lit += [("offending", cell) for cell in differing(session)]
    trial = session.trial
    acts = (
        trial.best.acts if trial and trial.best and not isinstance(trial.reading, Doubtful) else ()
    )
    if acts and (after := staged(session, acts)) is not None:
        return _plumbed(picture(after, state, lit), after, hints)
    if hints:
        lit += hinted(session, state)
    return _plumbed(picture(state, _before(session, state), lit), state, hints)


def _plumbed(drawn: Picture, state: State, hints: bool) -> Picture:
    return replace(drawn, plumb=plumb(state)) if hints else drawn


def staged(session: Session, acts: tuple[RawAct, ...]) -> State | None:
    """The state that *acts* would leave; None when they cannot stand at all."""
    if session.rules.name == "make_n_break":
        blocks = next((act["blocks"] for act in reversed(acts) if "blocks" in act), ())
        return {**session.rules.show(session.state), "blocks": blocks}
    state = session.state
    try:
        for raw in acts:
            act = session.rules.read(state, raw)
            if any(found.binding for found in session.rules.violations(state, act)):
                return None
            state = session.rules.apply(state, act)
    except BadAct:
        return None
    return session.rules.show(state)


def _before(session: Session, state: State) -> State | None:
    """The last state that looked different: rolls and ended turns move no block."""
    seen = _standing(state)
    for before, _ in reversed(session.past):
        shown = session.rules.show(before)
        if _standing(shown) != seen:
            return shown
    return None


def _standing(state: State) -> tuple[Any, ...]:
    return tuple(state.get(name) for name in ("row", "built", "bricks", "pawns"))


def _doubt(session: Session) -> Doubt | None:
    if not isinstance(session.question, Doubted):
        return None
    candidates = tuple(
        Candidate(_said(session, acts), draw(_after(session, acts)))
        for acts in session.question.readings
    )
    return Doubt(f"{session.game_id}/{session.entries}", said("doubt.question"), candidates)


def _after(session: Session, acts: tuple[RawAct, ...]) -> Picture:
    """The picture as it would be after *acts*."""
    now = session.rules.show(session.state)
    after = staged(session, acts)
    return picture(now) if after is None else picture(after, now)


def _trial(session: Session) -> Trial | None:
    trial = session.trial
    if trial is None:
        return None
    if trial.best is None:
        return Trial("disputed", said("trial.lost"))
    if isinstance(trial.reading, Doubtful):
        return Trial("disputed", said("trial.unsure"))
    if not trial.best.acts:
        return None
    if _half_built(session, trial.best.acts):
        return Trial("open", said("trial.building"))
    return Trial(trial.best.verdict.value, _said(session, trial.best.acts))


def _said(session: Session, acts: tuple[RawAct, ...]) -> Words:
    """Acts one after the other, in words; none is also an answer."""
    if not acts:
        return said("trial.none")
    return joined([act_words(session.state, session.rules.name, act) for act in acts])


def _warning(violation: Violation) -> Broken:
    return Broken(
        violation.rule, sentence(violation), RULES[violation.rule].says, violation.disputed
    )


def _deeds(session: Session) -> tuple[Deed, ...]:
    first = max(0, len(session.past) - DEEDS)
    return tuple(deed(session, number) for number in range(first, len(session.past)))


def deed(session: Session, number: int) -> Deed:
    """One committed act; *number* counts from 0."""
    before, acted = session.past[number]
    text = act_words(before, session.rules.name, acted.act)
    seat, rules = session.rules.turn(before), acted.violations
    return Deed(number + 1, seat, text, "illegal" if rules else "legal", rules)


def _card(session: Session) -> Card | None:
    """The card in play, drawn as it is printed."""
    if session.rules.name != "make_n_break" or session.state.card is None:
        return None
    card = session.state.table.cards[session.state.card]
    blocks = ({"colour": b.colour, "pose": b.pose, "at": b.at} for b in card.solutions[0])
    return Card(
        card.id, session.state.table.worth(card.id), draw(blocks_picture(blocks, card.view))
    )


def _ending(session: Session) -> Ending | None:
    outcome = session.rules.outcome(session.state)
    if outcome is None:
        return None
    names = [called(session, seat) for seat in outcome.winners]
    return Ending(outcome.winners, outcome.rule, ending_words(outcome, names))
