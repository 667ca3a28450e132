"""What to do in each phase of each game, and what was done, in words of the catalogue."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turmwart.display.texts import said
from turmwart.model.events import RawAct
from turmwart.rules.sheet import Words


def counted(number: int, noun: str) -> Words:
    """A number with its noun: 1 Scheibe, 3 Scheiben."""
    return said(f"{noun}.one" if number == 1 else f"{noun}.many", n=number)


def joined_by(link: str, parts: Sequence[Words]) -> Words:
    """The parts with one word between them; *link* is its key."""
    word = said(link)
    german, english = [part.de for part in parts], [part.en for part in parts]
    return Words(f" {word.de} ".join(german), f" {word.en} ".join(english))


def _always(key: str) -> Callable[[Any], Words]:
    return lambda _: said(key)


def _advance(state: Any) -> Words:
    return said("task.advance", far=counted(state.steps, "fields"))


def _choose_piece(state: Any) -> Words:
    if not state.fitting():
        return said("task.box")
    if state.free_choice():
        return said("task.any")
    sizes = sorted({state.pieces[piece].size for piece in state.fitting()})
    return said("task.build", sizes=joined_by("or", [said("size", n=n) for n in sizes]))


def _roll_again(state: Any) -> Words:
    if not state.rolls:
        return said("task.die")
    return said("task.again", n=len(state.rolls) + 1)


def _lay_bricks(state: Any) -> Words:
    return said("task.brick.more" if state.set_now else "task.brick", n=state.rest)


def _set_clock(state: Any) -> Words:
    return said("task.clock", n=state.dial)


TASKS: Mapping[tuple[str, str], Callable[[Any], Words]] = {
    ("twentyseven", "move"): _advance,
    ("turmbauer", "start"): _always("task.start"),
    ("turmbauer", "roll"): _always("task.dice"),
    ("turmbauer", "build"): _choose_piece,
    ("turmbauer", "move"): _always("task.walk"),
    ("turmbauer", "done"): _always("task.done"),
    ("talo", "roll"): _roll_again,
    ("talo", "build"): _lay_bricks,
    ("talo", "move"): _always("task.walk"),
    ("talo", "done"): _always("task.nothing"),
    ("make_n_break", "roll"): _always("task.die"),
    ("make_n_break", "start"): _set_clock,
    ("make_n_break", "build"): _always("task.card"),
}


def _moved_discs(state: Any, act: RawAct) -> Words:
    count, source = int(str(act["count"])), int(str(act["from"]))
    ahead = 1 if state.side == "B" else -1
    to = act.get("to") or source + ahead * state.steps
    discs = counted(count, "discs")
    return said(
        "act.discs.base" if act.get("base") else "act.discs", discs=discs, source=source, to=to
    )


def _rolled(_: Any, act: RawAct) -> Words:
    dice = [Words(str(die), str(die)) for die in _items(act, "dice")]
    return said("act.rolled", dice=joined_by("and", dice))


def _items(act: RawAct, name: str) -> Sequence[Any]:
    value = act[name]
    return value if isinstance(value, list | tuple) else ()


def _built_piece(_: Any, act: RawAct) -> Words:
    return said("act.piece", n=len(_items(act, "cells")), piece=act["piece"])


def _built_bricks(_: Any, act: RawAct) -> Words:
    bricks = [said("act.brick", n=len(brick["cells"])) for brick in _items(act, "bricks")]
    return said("act.bricks", bricks=joined_by("and", bricks))


def _boxed(_: Any, act: RawAct) -> Words:
    return said("act.boxed", piece=act["piece"])


def _ring(_: Any, act: RawAct) -> Words:
    return said("act.ring", effect=act["effect"])


def _walked(_: Any, act: RawAct) -> Words:
    to = act["to"]
    return said("act.walked", n=to[2]) if isinstance(to, list | tuple) else said("act.table")


def _restarted(_: Any, act: RawAct) -> Words:
    x, y = _items(act, "to")[:2]
    return said("act.restarted", x=x, y=y)


def _fell(_: Any, act: RawAct) -> Words:
    return counted(int(str(act["pieces"])), "act.fell")


def _collapsed(_: Any, act: RawAct) -> Words:
    return said("act.rebuilt" if act["rebuilt"] else "act.collapsed")


def _plain(key: str) -> Callable[[Any, RawAct], Words]:
    return lambda _, __: said(key)


ACTS: Mapping[tuple[str, str], Callable[[Any, RawAct], Words]] = {
    ("twentyseven", "move"): _moved_discs,
    ("turmbauer", "roll"): _rolled,
    ("turmbauer", "build"): _built_piece,
    ("turmbauer", "discard"): _boxed,
    ("turmbauer", "ring"): _ring,
    ("turmbauer", "move"): _walked,
    ("turmbauer", "done"): _plain("act.done"),
    ("turmbauer", "fallen"): _fell,
    ("talo", "roll"): _rolled,
    ("talo", "build"): _built_bricks,
    ("talo", "move"): _walked,
    ("talo", "restart"): _restarted,
    ("talo", "collapse"): _collapsed,
    ("talo", "done"): _plain("act.done"),
    ("make_n_break", "roll"): _rolled,
    ("make_n_break", "start"): _plain("act.ready"),
    ("make_n_break", "built"): _plain("act.matched"),
    ("make_n_break", "expired"): _plain("act.expired"),
}
