"""What the table says in sentences: whose turn, what to do next, what was done, who won."""

from collections.abc import Mapping, Sequence
from typing import Any

from turmwart.display.tasks import ACTS, TASKS
from turmwart.display.texts import catalogue, said
from turmwart.model.events import Asked, Doubted, RawAct
from turmwart.rules.ruleset import Outcome
from turmwart.rules.sheet import Words
from turmwart.session.session import Session


def seat_words(seat: str) -> Words:
    """A seat's name as people say it."""
    plain = seat.replace("_", " ").capitalize()
    return said(f"seat.{seat}") if f"seat.{seat}" in catalogue() else Words(plain, plain)


def called(session: Session, seat: str) -> Words:
    """What the table calls a seat: the player's name, with the colour where he has two."""
    names = session.setup.data.get("names")
    if not isinstance(names, Mapping):
        return seat_words(seat)
    own = session.rules.show(session.state).get("players")
    players = own if isinstance(own, Mapping) else {seat: [seat]}
    player = next(first for first, colours in players.items() if seat in colours)
    name = str(names.get(player) or "")
    if not name:
        return seat_words(seat)
    colour = seat_words(seat)
    second = len(players[player]) > 1
    return Words(f"{name} ({colour.de})", f"{name} ({colour.en})") if second else Words(name, name)


def joined(names: Sequence[Words]) -> Words:
    def one(texts: list[str], last: str) -> str:
        return last.join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]

    link = said("and")
    return Words(
        one([n.de for n in names], f" {link.de} "), one([n.en for n in names], f" {link.en} ")
    )


def next_words(session: Session) -> Words:
    """The one thing to do now."""
    outcome = session.rules.outcome(session.state)
    if outcome is not None:
        return ending_words(outcome, [called(session, seat) for seat in outcome.winners])
    if session.paused:
        return said("ask.paused")
    match session.question:
        case Asked():
            return said("ask.asked")
        case Doubted():
            return said("ask.doubted")
    if session.refusal is not None:
        return said(f"why.{session.refusal.why}")
    return _to_do(session)


def ending_words(outcome: Outcome, winners: Sequence[Words] = ()) -> Words:
    """Who won, in a sentence; *winners* are their names, without them their colours are said."""
    names = joined(winners or [seat_words(seat) for seat in outcome.winners])
    if len(outcome.winners) == 1:
        return said("end.won", names=names)
    if outcome.rule == "D-5":
        return said("end.draw", names=names)
    return said("end.shared", names=names)


def act_words(session_state: Any, rules_name: str, act: RawAct) -> Words:
    """What was done, in a few words; *session_state* is the state before it."""
    return ACTS[rules_name, str(act["do"])](session_state, act)


def _to_do(session: Session) -> Words:
    seat = called(session, session.rules.turn(session.state))
    phase = session.rules.phase(session.state)
    what = TASKS[session.rules.name, phase](session.state)
    return Words(f"{seat.de}: {what.de}.", f"{seat.en}: {what.en}.")
