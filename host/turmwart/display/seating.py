"""What belongs to each seat: name, colour, shape, standing, rings, supply; and the keys of now."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turmwart.display.pictures import State, colours
from turmwart.display.telling import called
from turmwart.display.texts import said
from turmwart.display.view import EMBLEMS, Piece, SeatView
from turmwart.rules.sheet import Words
from turmwart.session.session import Session

Flat = tuple[tuple[int, int], ...]


def seats(session: Session, state: State) -> tuple[SeatView, ...]:
    """One per colour: with two players at Turmbauer there are four."""
    paint = colours(state["seats"])
    rings: Mapping[str, int] = state.get("rings", {})
    return tuple(
        SeatView(
            id=seat,
            name=called(session, seat),
            colour=paint[seat],
            emblem=EMBLEMS[place % len(EMBLEMS)],
            standing=state["standing"][seat],
            unit=said(f"unit.{session.rules.name}"),
            detail=_detail(session, state, seat),
            rings=rings.get(seat),
            supply=_pieces(session, state, seat),
            player=player_of(session, seat),
        )
        for place, seat in enumerate(state["seats"])
    )


def player_of(session: Session, seat: str) -> str:
    """The seat whose phone plays this colour."""
    players: Mapping[str, Sequence[str]] = session.rules.show(session.state).get("players", {})  # type: ignore[assignment]
    return next((first for first, own in players.items() if seat in own), seat)


def _detail(session: Session, state: State, seat: str) -> Words | None:
    """One short line: what a seat still has."""
    if session.rules.name == "turmbauer":
        left = len(state["supply"][seat])
        return said("detail.pieces", n=left)
    if session.rules.name == "make_n_break" and seat == state["turn"] and not session.over:
        done = len(state["finished"])
        return said("detail.cards", n=done)
    return None


def _pieces(session: Session, state: State, seat: str) -> tuple[Piece, ...]:
    """The supply of one colour as shapes, with what this roll allows."""
    if session.rules.name != "turmbauer":
        return ()
    choosing = seat == state["turn"] and state["phase"] == "build"
    fitting = set(session.state.fitting()) if choosing else set()
    raw: Sequence[Mapping[str, Any]] = session.setup.data["pieces"]["pieces"]  # type: ignore[index]
    return tuple(
        Piece(
            piece["id"],
            _flat(piece["cells"]),
            _flat(piece["coloured"]),
            allowed=piece["id"] in fitting if choosing else None,
        )
        for piece in raw
        if piece["id"] in state["supply"][seat]
    )


def common_supply(state: State) -> tuple[Piece, ...]:
    """Talo's bricks belong to nobody until they are built."""
    if state["game"] != "talo":
        return ()
    rest = state["rest"] if state["phase"] == "build" else None
    return tuple(
        Piece(
            length,
            tuple((x, 0) for x in range(int(length))),
            count=count,
            allowed=None if rest is None else count > 0 and int(length) <= rest,
        )
        for length, count in state["supply"].items()
    )


def _flat(cells: Sequence[Sequence[int]]) -> Flat:
    return tuple((cell[0], cell[1]) for cell in cells)


def dice(state: State) -> tuple[int, ...]:
    """The roll that counts now."""
    return _DICE[state["game"]](state)


_DICE: Mapping[str, Callable[[State], tuple[int, ...]]] = {
    "turmbauer": lambda state: tuple(state["dice"] or ()),
    "talo": lambda state: tuple(state["rolls"][-1:]),
    "twentyseven": lambda _: (),
    "make_n_break": lambda state: (state["dial"],) if state["dial"] else (),
}

KEYS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("twentyseven", "move"): ("done",),
    ("turmbauer", "start"): ("roll",),
    ("turmbauer", "roll"): ("roll",),
    ("turmbauer", "build"): ("done", "ring_a", "ring_b", "ring_c", "discard"),
    ("turmbauer", "move"): ("done", "ring_b", "ring_c"),
    ("turmbauer", "done"): ("done",),
    ("talo", "roll"): ("roll",),
    ("talo", "build"): ("done",),
    ("talo", "move"): ("done",),
    ("talo", "done"): ("done",),
    ("make_n_break", "roll"): ("roll",),
    ("make_n_break", "start"): ("start",),
    ("make_n_break", "build"): ("done", "stop"),
}
"""The keys of a seat's phone in each phase."""


def keys(session: Session, state: State) -> tuple[str, ...]:
    """What may be pressed now; rings only while there are some and none is spent in this turn."""
    if session.over or session.paused:
        return ()
    now = KEYS[session.rules.name, state["phase"]]
    if not state.get("rings", {}).get(state["turn"]) or state.get("ring"):
        now = tuple(key for key in now if not key.startswith("ring"))
    return (*now, "take_back") if session.past else now


ROLLS: Mapping[tuple[str, str], tuple[int, int]] = {
    ("turmbauer", "start"): (1, 6),
    ("turmbauer", "roll"): (2, 6),
    ("talo", "roll"): (1, 10),
    ("make_n_break", "roll"): (1, 3),
}
"""How many dice of how many sides are due in each phase."""
