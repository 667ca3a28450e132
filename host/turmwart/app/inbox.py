"""Commands from page and broker, carried into the one thread that owns the rig."""

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, Queue

from turmwart.app.rig import Begin, Rig
from turmwart.app.setup import asked_setup
from turmwart.app.showing import Choices
from turmwart.app.trouble import Trouble
from turmwart.app.voice import voice_program
from turmwart.display.correcting import changed_words, impossible_words, last_read
from turmwart.display.hub import Reply
from turmwart.display.offers import FILES
from turmwart.display.roles import OPERATOR, Kind, Role
from turmwart.display.seating import ROLLS, player_of
from turmwart.display.texts import said
from turmwart.model.events import Doubted, Event, Paused, RawAct, Refused, Resumed, TakenBack
from turmwart.model.signals import (
    Answered,
    Declared,
    DiceRolled,
    Key,
    KeyPressed,
    Signal,
    TimerExpired,
)
from turmwart.rules.ruleset import BadSetup
from turmwart.rules.sheet import Words
from turmwart.session.correcting import Impossible, corrected
from turmwart.session.decide import decide

Args = Mapping[str, object]
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Order:
    """One command as it is carried out: on which rig, with what, by whom, when."""

    rig: Rig
    args: Args
    at_ms: int
    role: Role = OPERATOR
    choices: Choices = field(default_factory=Choices)
    begin: Callable[[Begin, int], None] | None = None
    box: Path | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """One command, and where its answer goes."""

    verb: str
    args: Args
    role: Role
    answer: "Future[Reply]"


@dataclass(slots=True)
class Inbox:
    """Filled by any thread, emptied by the rig's own. *begin* starts another game.

    What the owner taught lies in *box*.
    """

    choices: Choices = field(default_factory=Choices)
    begin: Callable[[Begin, int], None] | None = None
    box: Path | None = None
    _letters: "Queue[Letter]" = field(default_factory=Queue, repr=False)

    def put(self, verb: str, args: Args, role: Role = OPERATOR) -> "Future[Reply]":
        answer: Future[Reply] = Future()
        self._letters.put(Letter(verb, args, role, answer))
        return answer

    def serve(self, rig: Rig, at_ms: int, wait_s: float) -> bool:
        """Carries out what has come, waiting for at most *wait_s*; False when nothing came."""
        try:
            letter = self._letters.get(timeout=wait_s) if wait_s > 0 else self._letters.get_nowait()
        except Empty:
            return False
        order = Order(rig, letter.args, at_ms, letter.role, self.choices, self.begin, self.box)
        letter.answer.set_result(obeyed(order, letter.verb))
        return True

    def close(self) -> None:
        """The rig ends: whoever still waits is told so."""
        with suppress(Empty):
            while True:
                self._letters.get_nowait().answer.set_result(_not_now())


def obeyed(order: Order, verb: str) -> Reply:
    """Does one command; a refusal says why and changes nothing."""
    if order.role.kind is Kind.SEAT and not _own_turn(order, verb):
        return Reply("refused", said("refused.turn"))
    return VERBS.get(verb, _unknown)(order)


def _own_turn(order: Order, verb: str) -> bool:
    """A phone has the keys of its own seat: it presses in its turn and takes back its own acts."""
    session = order.rig.session
    if verb == "answer":
        return True
    state = session.past[-1][0] if verb == "take_back" and session.past else session.state
    return player_of(session, session.rules.turn(state)) == order.role.seat


def _unknown(_order: Order) -> Reply:
    return Reply("refused", said("refused.verb"))


def _not_now() -> Reply:
    return Reply("refused", said("refused.now"))


def _hears(signal: Signal) -> Callable[[Order], Reply]:
    return lambda order: _heard(order, signal)


def _heard(order: Order, signal: Signal) -> Reply:
    return Reply("ok") if order.rig.hear(signal, order.at_ms) else _not_now()


def _rolled(order: Order) -> Reply:
    """Dice that fell on the table and are typed in, or else dice of ours."""
    session = order.rig.session
    due = ROLLS.get((session.rules.name, session.rules.phase(session.state)))
    if due is None:
        return _not_now()
    number, sides = due
    dice = order.args.get("dice") or [1 + secrets.randbelow(sides) for _ in range(number)]
    if not isinstance(dice, list) or len(dice) != number or not _are_dice(dice, sides):
        return Reply("error", said("refused.dice", n=number, sides=sides))
    return _heard(order, DiceRolled(tuple(dice)))


def _are_dice(dice: list[object], sides: int) -> bool:
    return all(type(die) is int and 1 <= die <= sides for die in dice)


def _answer(order: Order) -> Reply:
    """The choice among the readings of the doubt that is named, and of no later one."""
    session = order.rig.session
    question, choice = session.question, order.args.get("choice")
    asked = f"{session.game_id}/{session.entries}"
    if not isinstance(question, Doubted) or order.args.get("doubt") != asked:
        return Reply("refused", said("refused.settled"))
    if not isinstance(choice, int) or not 0 <= choice < len(question.readings):
        return Reply("error", said("refused.now"))
    acts = question.readings[choice]
    return _heard(order, Answered(acts[0], acts)) if acts else _not_now()


def _declared(do: str, *names: str) -> Callable[[Order], Reply]:
    """What no camera sees: the act *do* with the fields that the page sends along."""

    def declare(order: Order) -> Reply:
        act = {"do": do} | {name: order.args[name] for name in names if name in order.args}
        refused = all(
            isinstance(event, Refused) for event in decide(order.rig.session, Declared(act))
        )
        return _not_now() if refused else _heard(order, Declared(act))

    return declare


def _taken_back(order: Order) -> Reply:
    acts = order.args.get("acts", 1)
    if type(acts) is not int or not 0 < acts <= len(order.rig.session.past):
        return _not_now()
    order.rig.add((TakenBack(acts),), order.at_ms)
    return Reply("ok")


def _corrected(order: Order) -> Reply:
    """Another act in place of one that the camera read: of the last, or of those with a number."""
    session = order.rig.session
    acts = _corrections(order.args, last_read(session))
    if acts is None:
        return Reply("error", said("refused.act"))
    event = corrected(session, acts)
    if isinstance(event, Impossible):
        return Reply("refused", impossible_words(session, event))
    order.rig.add((event,), order.at_ms)
    return Reply("ok", changed_words(event))


def _corrections(args: Args, last: int | None) -> dict[int, RawAct] | None:
    """What was asked for: {"act"}, {"number", "act"} or several of these as "acts"."""
    raw = args.get("acts", [args])
    if not isinstance(raw, list) or not raw:
        return None
    found: dict[int, RawAct] = {}
    for each in raw:
        usual = None if last is None else last + 1
        number = each.get("number", usual) if isinstance(each, dict) else None
        if type(number) is not int or not isinstance(each.get("act"), dict):
            return None
        found[number] = each["act"]
    return found


def _switched(event: Event, when: bool) -> Callable[[Order], Reply]:
    def switch(order: Order) -> Reply:
        if order.rig.session.paused is not when:
            return _not_now()
        order.rig.add((event,), order.at_ms)
        return Reply("ok")

    return switch


def _chosen(name: str) -> Callable[[Order], Reply]:
    """A choice of the table is switched on or off."""

    def choose(order: Order) -> Reply:
        setattr(order.choices, name, order.args.get("on") is True)
        order.rig.remind()
        return Reply("ok")

    return choose


def _voiced(order: Order) -> Reply:
    """The rig speaks in the language of the page that asked for it, if it can speak at all."""
    on, language = order.args.get("on") is True, order.args.get("language")
    if on and voice_program() is None:
        return Reply("refused", said("refused.voice"))
    if on and language not in ("de", "en"):
        return Reply("error", said("refused.form"))
    order.choices.voice = str(language) if on else ""
    order.rig.remind()
    return Reply("ok")


def _new_game(order: Order) -> Reply:
    """Another game at this table; what was played stays in the journal."""
    if order.begin is None:
        return _unknown(order)
    try:
        order.begin(begin_of(order.args, order.box), order.at_ms)
    except (BadSetup, Trouble) as wrong:
        return Reply("error", Words(str(wrong), str(wrong)))
    return Reply("ok")


def begin_of(args: Args, box: Path | None = None) -> Begin:
    """The game that was asked for; the names of the players go along with its data."""
    seats, options, names = args.get("seats"), args.get("options"), args.get("names")
    plain = {str(k): str(v) for k, v in options.items()} if isinstance(options, dict) else {}
    if forbidden := plain.keys() & FILES:
        raise BadSetup(f"option {min(forbidden)!r} names a file; give it on the command line.")
    listed = [str(seat) for seat in seats] if isinstance(seats, list) else None
    rules, setup = asked_setup(str(args.get("game")), listed, plain, box=box)
    called = names.items() if isinstance(names, dict) else ()
    known = {k: str(v).strip()[:LONGEST_NAME] for k, v in called if k in setup.seats}
    return Begin(rules, replace(setup, data={**setup.data, "names": known}))


VERBS: Mapping[str, Callable[[Order], Reply]] = {
    "answer": _answer,
    "done": _hears(KeyPressed(Key.DONE)),
    "roll": _rolled,
    "ring": _declared("ring", "effect"),
    "discard": _declared("discard", "piece"),
    "fallen": _declared("fallen", "pieces"),
    "collapse": _declared("collapse", "rebuilt"),
    "start": _hears(KeyPressed(Key.START)),
    "stop": _hears(TimerExpired()),
    "take_back": _taken_back,
    "correct": _corrected,
    "pause": _switched(Paused(), when=False),
    "resume": _switched(Resumed(), when=True),
    "hints": _chosen("hints"),
    "share_camera": _chosen("camera"),
    "voice": _voiced,
    "new_game": _new_game,
}
