"""What belongs where on the table: said when the picture shows something else there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from turmwart.display.pictures import State
from turmwart.display.tasks import counted
from turmwart.display.telling import joined, seat_words
from turmwart.display.texts import said
from turmwart.interpret.reading import OutOfStep
from turmwart.model.geometry import Cell
from turmwart.rules.sheet import Words
from turmwart.session.phases import Phase, phase_of
from turmwart.session.session import Session

Cells = frozenset[tuple[int, ...]]
MOST = 4
CORNERSTONE: Cells = frozenset({(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)})


def differing(session: Session) -> tuple[Cell, ...]:
    """The places where the picture does not fit the stored state."""
    reading = session.trial.reading if session.trial else None
    return reading.differing if isinstance(reading, OutOfStep) else ()


def astray_words(session: Session) -> Words | None:
    """What to put right so that table and stored state agree again; None while they do."""
    phase = phase_of(session)
    if phase is Phase.FALLEN:
        return said("astray.fallen")
    reading = session.trial.reading if session.trial else None
    if not isinstance(reading, OutOfStep):
        return None
    named = _named(session, differing(session))
    if named is not None:
        return said("astray.here", list=named)
    if phase is Phase.SET_UP:
        return said(f"set_up.{session.rules.name}")
    return said("astray.somewhere")


def _named(session: Session, cells: Sequence[Cell]) -> Words | None:
    wanted: Cells = frozenset(tuple(cell) for cell in cells)
    state = session.rules.show(session.state)
    found = [words for words, own in NAMED[session.rules.name](state) if own & wanted]
    if not found:
        return None
    more = [said("more", n=len(found) - MOST)] if len(found) > MOST else []
    return joined([*found[:MOST], *more])


Belonging = tuple[Words, Cells]


def _fields(state: State) -> Iterator[Belonging]:
    for field, stack in enumerate(state["row"], 1):
        yield (
            said("belongs.field", n=field, discs=counted(len(stack), "discs")),
            frozenset({(field, 0, 0)}),
        )


def _tower(state: State) -> Iterator[Belonging]:
    yield said("belongs.stone"), CORNERSTONE
    for built in state["built"]:
        yield (
            said("belongs.piece", piece=built["piece"], who=seat_words(built["seat"])),
            _cells(built["cells"]),
        )
    yield from _pawns(state["pawns"])


def _bricks(state: State) -> Iterator[Belonging]:
    for brick in state["bricks"]:
        low = min(cell[2] for cell in brick)
        yield said("belongs.brick", n=len(brick), level=low), _cells(brick)
    yield from _pawns(state["pawns"])


def _pawns(pawns: Mapping[str, Any]) -> Iterator[Belonging]:
    """A pawn fills the cell on its field."""
    for seat, at in pawns.items():
        if isinstance(at, list | tuple):
            yield said("belongs.pawn", who=seat_words(seat)), _cells([at])


def _cells(cells: Iterable[Iterable[int]]) -> Cells:
    return frozenset(tuple(cell) for cell in cells)


NAMED: Mapping[str, Callable[[State], Iterable[Belonging]]] = {
    "twentyseven": _fields,
    "turmbauer": _tower,
    "talo": _bricks,
    "make_n_break": lambda _: (),
}
