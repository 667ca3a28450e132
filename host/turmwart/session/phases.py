"""Where a session can stand, and what leads from there to where: a table, walked by a test.

`ARCHITECTURE.md` holds the diagram that `diagram` draws of it.
"""

from collections.abc import Mapping
from enum import StrEnum

from turmwart.interpret.reading import OutOfStep
from turmwart.model.events import Asked
from turmwart.model.signals import (
    Answered,
    Declared,
    DiceRolled,
    Key,
    KeyPressed,
    Signal,
    TimerExpired,
)
from turmwart.session.session import Session, Site


class Phase(StrEnum):
    """What the table waits for."""

    SET_UP = "set_up"
    COMPARING = "comparing"
    ROLLING = "rolling"
    READY = "ready"
    TRIAL = "trial"
    ASKED = "asked"
    DOUBT = "doubt"
    OUT_OF_STEP = "out_of_step"
    FALLEN = "fallen"
    PAUSED = "paused"
    OVER = "over"


class On(StrEnum):
    """What can happen. The first three are pictures, the others come from keys and page."""

    FITS = "picture fits"
    DIFFERS = "picture differs"
    FALLS = "blocks lie about"
    ROLL = "dice"
    START = "start key"
    STOP = "stop key"
    DONE = "DONE"
    BELL = "bell"
    ANSWER = "answer"
    DECLARE = "said on the page"
    PAUSE = "pause"
    RESUME = "resume"
    TAKE_BACK = "take back"
    CORRECT = "correct"


P = Phase
Step = tuple[Phase, On]
LOOKING = (P.SET_UP, P.COMPARING)
PLAY = (P.ROLLING, P.READY, P.TRIAL)
"""The phases in which the players do what the rules of their game ask of them."""
ASTRAY = (P.COMPARING, P.OUT_OF_STEP)
PLAYED = frozenset(Phase) - {P.SET_UP, P.PAUSED}
"""The phases in which something has been committed that may be taken back or corrected."""

BY_RULES: Mapping[tuple[str, str], Phase] = {
    ("turmbauer", "start"): P.ROLLING,
    ("turmbauer", "roll"): P.ROLLING,
    ("talo", "roll"): P.ROLLING,
    ("make_n_break", "roll"): P.ROLLING,
    ("make_n_break", "start"): P.READY,
}
"""What the rules of a game call it; all else is a trial."""

TOWER_ONS = frozenset(On) - {On.START, On.STOP, On.BELL}
HEARS: Mapping[str, frozenset[On]] = {
    "turmbauer": TOWER_ONS,
    "talo": TOWER_ONS,
    "twentyseven": TOWER_ONS - {On.ROLL, On.DECLARE, On.FALLS},
    "make_n_break": frozenset(On) - {On.STOP, On.DECLARE, On.FALLS},
}
"""What can happen in a game; START and STOP answer a doubt in all of them."""

OPEN: Mapping[Step, tuple[Phase, ...]] = {
    (P.SET_UP, On.FITS): (P.ROLLING, P.TRIAL),
    (P.SET_UP, On.ROLL): (P.COMPARING,),
    (P.COMPARING, On.FITS): PLAY,
    (P.COMPARING, On.DONE): (P.FALLEN, P.OVER),
    (P.COMPARING, On.DECLARE): (P.ASKED, P.FALLEN, P.OVER),
    (P.ROLLING, On.DIFFERS): (P.OUT_OF_STEP,),
    (P.ROLLING, On.ROLL): (P.READY, P.TRIAL),
    (P.ROLLING, On.DONE): (P.FALLEN, P.OVER),
    (P.ROLLING, On.DECLARE): (P.FALLEN, P.OVER),
    (P.READY, On.DIFFERS): (P.OUT_OF_STEP,),
    (P.READY, On.START): (P.TRIAL,),
    (P.TRIAL, On.DIFFERS): (P.OUT_OF_STEP,),
    (P.TRIAL, On.DONE): (P.ROLLING, P.ASKED, P.DOUBT, P.FALLEN, P.OVER),
    (P.TRIAL, On.BELL): (P.ROLLING, P.OVER),
    (P.TRIAL, On.DECLARE): (P.ASKED, P.FALLEN, P.OVER),
    (P.ASKED, On.FITS): (P.TRIAL,),
    (P.ASKED, On.FALLS): (P.TRIAL,),
    (P.ASKED, On.DIFFERS): (P.OUT_OF_STEP,),
    (P.ASKED, On.DONE): (P.ROLLING, P.TRIAL, P.DOUBT, P.FALLEN, P.OVER, *ASTRAY),
    (P.ASKED, On.BELL): (P.ROLLING, P.OVER),
    (P.ASKED, On.DECLARE): (P.TRIAL, P.FALLEN, P.OVER, *ASTRAY),
    (P.DOUBT, On.FITS): (P.ROLLING, P.TRIAL, P.ASKED, P.OVER),
    (P.DOUBT, On.FALLS): (P.TRIAL,),
    (P.DOUBT, On.DIFFERS): ASTRAY,
    (P.DOUBT, On.ANSWER): (P.ROLLING, P.TRIAL, P.ASKED, P.OVER, *ASTRAY),
    (P.DOUBT, On.BELL): (P.ROLLING, P.OVER),
    (P.DOUBT, On.DECLARE): (P.ASKED, P.TRIAL, P.FALLEN, P.OVER),
    (P.OUT_OF_STEP, On.FITS): PLAY,
    (P.OUT_OF_STEP, On.FALLS): (P.ROLLING, P.TRIAL),
    (P.OUT_OF_STEP, On.ROLL): (P.READY, P.ROLLING, P.TRIAL),
    (P.OUT_OF_STEP, On.START): (P.TRIAL,),
    (P.OUT_OF_STEP, On.BELL): (P.ROLLING, P.OVER),
    (P.OUT_OF_STEP, On.DECLARE): (P.ASKED, P.TRIAL, P.FALLEN, P.OVER),
    (P.FALLEN, On.FITS): (P.ROLLING, P.TRIAL),
    (P.FALLEN, On.DONE): (P.OVER,),
    (P.FALLEN, On.DECLARE): (P.ASKED, P.OVER),
}
"""What the people at the table may do. What is not here leaves the phase as it is."""

OPERATOR: Mapping[Step, tuple[Phase, ...]] = {
    **{(phase, On.PAUSE): (P.PAUSED,) for phase in Phase if phase not in (P.PAUSED, P.OVER)},
    **{(phase, On.TAKE_BACK): LOOKING for phase in PLAYED},
    **{(phase, On.CORRECT): (P.COMPARING, P.OVER) for phase in PLAYED},
    (P.PAUSED, On.RESUME): (*LOOKING, P.ASKED, P.DOUBT, P.FALLEN),
}
"""What the operator may do; a correction or a pause has the table compared anew."""

TABLE: Mapping[Step, tuple[Phase, ...]] = {**OPEN, **OPERATOR}


def phases(game: str) -> frozenset[Phase]:
    """The phases that a game knows."""
    known = {phase for (name, _), phase in BY_RULES.items() if name == game}
    tower = {P.FALLEN} if On.DECLARE in HEARS[game] else set()
    return (frozenset(Phase) - {P.ROLLING, P.READY, P.FALLEN}) | known | tower


def table(game: str) -> dict[Step, tuple[Phase, ...]]:
    """The rows of one game."""
    known, heard = phases(game), HEARS[game]
    return {
        (phase, on): tuple(to for to in targets if to in known)
        for (phase, on), targets in TABLE.items()
        if phase in known and on in heard
    }


def phase_of(session: Session) -> Phase:
    """Where a session stands."""
    if session.over:
        return P.OVER
    if session.paused:
        return P.PAUSED
    if session.question is not None:
        return P.ASKED if isinstance(session.question, Asked) else P.DOUBT
    if session.site is not Site.FITS:
        return LOST[session.site, bool(session.past)]
    if session.trial is not None and isinstance(session.trial.reading, OutOfStep):
        return P.OUT_OF_STEP
    return BY_RULES.get((session.rules.name, session.rules.phase(session.state)), P.TRIAL)


LOST: Mapping[tuple[Site, bool], Phase] = {
    (Site.UNSEEN, False): P.SET_UP,
    (Site.UNSEEN, True): P.COMPARING,
    (Site.FALLEN, True): P.FALLEN,
}


def on_of(signal: Signal) -> On | None:
    """What a signal is to the table; None for what it does not know (a dial, a link)."""
    match signal:
        case KeyPressed(key):
            return KEYS[key]
        case _:
            return SIGNALS.get(type(signal))


KEYS: Mapping[Key, On] = {Key.DONE: On.DONE, Key.START: On.START, Key.STOP: On.STOP}
SIGNALS: Mapping[type[Signal], On] = {
    DiceRolled: On.ROLL,
    TimerExpired: On.BELL,
    Answered: On.ANSWER,
    Declared: On.DECLARE,
}


def diagram() -> str:
    """The table as Mermaid draws it; what the operator may always do is left to the words."""
    ways: dict[tuple[Phase, Phase], list[On]] = {}
    for (phase, on), targets in OPEN.items():
        for to in targets:
            ways.setdefault((phase, to), []).append(on)
    lines = (f"    {a} --> {b}: {', '.join(ons)}" for (a, b), ons in ways.items())
    return "\n".join(
        ["stateDiagram-v2", f"    [*] --> {P.SET_UP}", *lines, f"    {P.OVER} --> [*]"]
    )
