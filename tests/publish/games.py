"""Whole games by chance as journal entries, and every message that the broker is told of them."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from turmwart.app.setup import asked_setup
from turmwart.app.showing import happenings, last_warning, result, snapshot
from turmwart.display.countdown import Stopwatch
from turmwart.interpret.reading import Certain, Doubtful, Hypothesis
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
    Verdicts,
)
from turmwart.model.scene import Scene
from turmwart.publish.topics import Message, Topics
from turmwart.session.session import Session, apply, begun, observe

TOPICS = Topics("attic")
BEGAN_MS = 1_760_000_000_000
CHOICES = 60
"""So many of the legal acts are drawn from."""
TALO_ACTS = 40
"""By chance Talo goes on for hundreds of acts; after so many the building falls, and that ends it."""
OFFENCES: dict[str, RawAct] = {
    "turmbauer": {"do": "move", "to": [9, 9, 4]},
    "talo": {"do": "move", "to": [9, 9, 4]},
    "twentyseven": {"do": "move", "from": 5, "count": 1, "base": False},
    "make_n_break": {
        "do": "built",
        "blocks": [{"colour": "red", "pose": "along", "at": [0, 0, 0]}],
    },
}


def started(game: str) -> GameStarted:
    _rules, setup = asked_setup(game, None, {"shuffle": "1"} if game == "make_n_break" else {})
    return GameStarted(f"20251009-0001-{game}", game, setup.seats, setup.options, setup.data)


def _drawn(session: Session, draw: Random) -> RawAct:
    if session.rules.name == "talo" and len(session.past) > TALO_ACTS:
        return {"do": "collapse", "rebuilt": False}
    acts = list(islice(session.rules.legal(session.state), CHOICES))
    act = session.rules.write(draw.choice(acts))
    return {"do": "expired"} if act["do"] == "built" and draw.random() < 0.3 else act


def _around(session: Session, act: RawAct, draw: Random) -> list[Event]:
    """Now and then the table is asked, doubted, refused, taken back from or paused first."""
    asides: list[list[Event]] = [
        [Asked((act,), ("X-2",))],
        [Doubted(((act,), ()))],
        [Refused("impossible", ("X-7",))],
        [Paused(), Resumed()],
    ]
    if session.past:
        asides.append([TakenBack(1), session.past[-1][1]])
        last = (len(session.past), session.past[-1][1].act)
        asides.append([Corrected((last,), (Verdicts(1, ("X-2",), ()),))])
    return draw.choice(asides) if draw.random() < 0.2 else []


@cache
def entries(game: str, seed: int = 1) -> tuple[Entry, ...]:
    """A whole game, from its start to its outcome."""
    draw, first = Random(seed), started(game)
    session, found = begun(first), [Entry(1, BEGAN_MS, first)]
    while not session.over:
        act = _drawn(session, draw)
        for event in (*_around(session, act, draw), Acted(act)):
            found.append(Entry(len(found) + 1, BEGAN_MS + 1000 * len(found), event))
            session = apply(session, event)
    return tuple(found)


def _trials(session: Session, act: RawAct) -> Iterator[Session]:
    """What the camera may read before the act is committed: a fault, a doubt, the act itself."""
    scene = Scene(())
    wrong = Hypothesis((OFFENCES[session.rules.name],), scene)
    right = Hypothesis((act,), scene)
    for reading in (Certain(wrong, 9.0), Doubtful((right, wrong)), Certain(right, float("inf"))):
        yield observe(session, reading)


def messages(game: str, seed: int = 1) -> Iterator[Message]:
    """All that is published of one game."""
    session, clock, warned = None, Stopwatch(), None
    for entry in entries(game, seed):
        before = begun(entry.event) if session is None else session
        if isinstance(entry.event, Acted) and entry.number % 7 == 0:
            for trial in _trials(before, entry.event.act):
                warned = last_warning(trial, entry.at_ms) or warned
                yield from TOPICS.retained(snapshot(trial, entry.at_ms, None, warned))
                before = trial
        yield from (TOPICS.event(each) for each in happenings(before, (entry,)))
        session, clock = apply(before, entry.event), clock.after((entry,))
        yield from TOPICS.retained(snapshot(session, entry.at_ms, clock.countdown(session), warned))
    assert session is not None
    yield TOPICS.result(session.game_id, result(session, BEGAN_MS))
