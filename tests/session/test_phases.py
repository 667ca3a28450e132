"""The table of phases is true, complete, and leads everywhere and on from everywhere."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from turmwart.app.setup import asked_setup
from turmwart.interpret.reading import Certain, Doubtful, Hypothesis, OutOfStep, Reading
from turmwart.model.events import Event, GameStarted, Paused, Resumed, TakenBack
from turmwart.model.scene import Scene
from turmwart.model.signals import (
    Answered,
    Declared,
    DialTurned,
    DiceRolled,
    Key,
    KeyPressed,
    Signal,
    TimerExpired,
)
from turmwart.session.correcting import Impossible, corrected
from turmwart.session.decide import decide, settled
from turmwart.session.phases import (
    TABLE,
    On,
    Phase,
    diagram,
    on_of,
    phase_of,
    phases,
    table,
)
from turmwart.session.session import Session, apply, begun, noted, observe

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
PAGE = Path(__file__).parents[2] / "ARCHITECTURE.md"
DIE = {"turmbauer": (2, 6), "talo": (1, 10), "make_n_break": (1, 3), "twentyseven": (0, 0)}
DECLARED = {
    "turmbauer": (
        {"do": "ring", "effect": "a"},
        {"do": "discard", "piece": "L6"},
        {"do": "fallen", "pieces": 1},
        {"do": "fallen", "pieces": 3},
    ),
    "talo": ({"do": "collapse", "rebuilt": True}, {"do": "collapse", "rebuilt": False}),
}
FALLS = {
    "turmbauer": ({"do": "fallen", "pieces": 1}, {"do": "fallen", "pieces": 3}),
    "talo": ({"do": "collapse", "rebuilt": False}, {"do": "collapse", "rebuilt": True}),
}


def fresh(game: str) -> Session:
    fixed = {"shuffle": "7"} if game == "make_n_break" else {}
    _, setup = asked_setup(game, None, fixed)
    return begun(GameStarted("g", game, setup.seats, setup.options, setup.data))


class Walker:
    """Whatever a table can do to a session, by chance; it keeps what led where."""

    def __init__(self, game: str, seed: int) -> None:
        self.calm = seed % 2 == 0
        self.game, self.draw, self.session = game, random.Random(f"{game}{seed}"), fresh(game)
        self.met: dict[Phase, list[Session]] = defaultdict(list)
        self._remember()
        self.seen: dict[tuple[Phase, On], set[Phase]] = defaultdict(set)

    def walk(self, steps: int) -> None:
        for _ in range(steps):
            self._step()
            self._remember()
            if self.draw.random() < 0.1:
                self.session = self.draw.choice(self.draw.choice(list(self.met.values())))

    def _remember(self) -> None:
        """A few sessions of each phase, to go on from: values can be gone back to."""
        met = self.met[phase_of(self.session)]
        met.append(self.session)
        if len(met) > 12:
            met.pop(self.draw.randrange(12))

    def _step(self) -> None:
        before, chance = phase_of(self.session), self.draw.random()
        if before is Phase.OVER and chance > 0.5:
            on = self._operate()
        elif chance < 0.45:
            on = self._look()
            if before in (Phase.PAUSED, Phase.OVER):
                assert phase_of(self.session) is before
                return
        elif chance < (0.97 if self.calm else 0.86):
            on = self._hear()
        else:
            on = self._operate()
        if on is not None:
            self.seen[before, on].add(phase_of(self.session))

    def _look(self) -> On:
        asked, reading = self.session.question, self._reading()
        self.session = observe(self.session, reading)
        self._add(settled(self.session, asked))
        return _on(reading)

    def _reading(self) -> Reading:
        kind, question = self.draw.random(), self.session.question
        if kind < 0.12:
            return OutOfStep()
        often = 0.4 if phase_of(self.session) is Phase.COMPARING or question else 0.2
        falls = [
            act for act in FALLS.get(self.game, ()) if act.get("pieces", 1) <= _built(self.session)
        ]  # type: ignore[operator]
        if kind < often and falls:
            return Certain(_of(self.draw.choice(falls)), 9.0)
        if kind < 0.3 and hasattr(question, "readings"):
            return Certain(_of(*self.draw.choice(question.readings)), 9.0)
        acts = list(self._acts())
        if kind < 0.55 and len(acts) > 1:
            return Doubtful(tuple(_of(*each) for each in self.draw.sample(acts, 2)))
        legal = acts[::2] if self.calm else [(), *acts]
        return Certain(_of(*self.draw.choice(legal or [()])), 9.0)

    def _acts(self) -> Iterator[tuple[dict[str, object], ...]]:
        """Legal acts of the eye, and some that are not."""
        rules, state = self.session.rules, self.session.state
        phase = rules.phase(state)
        if phase in ("over", "roll", "start"):
            return
        legal = [rules.write(act) for act, _ in zip(rules.legal(state), range(12), strict=False)]
        for act in legal:
            if act["do"] in ("build", "move", "built"):
                yield (act,)
                yield (_spoilt(act),)

    def _hear(self) -> On | None:
        signal = self._signal()
        on = on_of(signal)
        if isinstance(signal, KeyPressed) and signal.key is not Key.DONE and _doubted(self.session):
            on = On.ANSWER
        self.session = noted(self.session, signal)
        told = decide(self.session, signal)
        self._add(told)
        return on if told else None

    def _signal(self) -> Signal:
        dice, sides = DIE[self.game]
        choices: list[Signal] = [KeyPressed(Key.DONE)] * 4 + [DialTurned(self.draw.randint(1, 3))]
        choices += [KeyPressed(Key.START), KeyPressed(Key.STOP)]
        if dice:
            roll = tuple(self.draw.randint(1, sides) for _ in range(self._dice(dice)))
            choices += [DiceRolled(roll)] * 5
        if self.game == "make_n_break":
            choices += [KeyPressed(Key.START)] * 2 + [TimerExpired()]
        choices += [Declared(act) for act in DECLARED.get(self.game, ())]
        if _doubted(self.session):
            choices += [Answered(acts[0], acts) for acts in self.session.question.readings if acts]  # type: ignore[union-attr]
        return self.draw.choice(choices)

    def _dice(self, usual: int) -> int:
        return 1 if self.session.rules.phase(self.session.state) == "start" else usual

    def _operate(self) -> On | None:
        session, past = self.session, len(self.session.past)
        on = self.draw.choice([On.PAUSE, On.RESUME, On.RESUME, On.TAKE_BACK, On.CORRECT])
        if on is On.TAKE_BACK and past:
            most = 2 if self.calm else past
            self._add((TakenBack(self.draw.randint(1, min(past, most))),))
            return on
        if on is On.CORRECT and past and not session.paused:
            number = self.draw.randint(max(1, past - 3), past)
            event = corrected(session, {number: self._other(number)})
            if not isinstance(event, Impossible):
                self._add((event,))
                return on
        if on is On.PAUSE and not session.paused and not session.over:
            self._add((Paused(),))
            return on
        if on is On.RESUME and session.paused:
            self._add((Resumed(),))
            return on
        return None

    def _other(self, number: int) -> dict[str, object]:
        """What could have been done instead, or what was done."""
        state, acted = self.session.past[number - 1]
        rules = self.session.rules
        legal = [rules.write(act) for act, _ in zip(rules.legal(state), range(9), strict=False)]
        ends = [{**acted.act, "rebuilt": False}] if "rebuilt" in acted.act else []
        return self.draw.choice([acted.act, *legal, *ends])

    def _add(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.session = apply(self.session, event)


def _of(*acts: dict[str, object]) -> Hypothesis:
    return Hypothesis(acts, Scene(()))


def _on(reading: Reading) -> On:
    """Nothing explains the picture, or blocks lie about in it, or it fits."""
    if isinstance(reading, Certain):
        lying = any(act["do"] in ("fallen", "collapse") for act in reading.best.acts)
        return On.FALLS if lying else On.FITS
    return On.DIFFERS if isinstance(reading, OutOfStep) else On.FITS


def _built(session: Session) -> int:
    """So many blocks stand."""
    state = session.rules.show(session.state)
    return len(state.get("built", state.get("bricks", ())))  # type: ignore[arg-type]


def _doubted(session: Session) -> bool:
    return hasattr(session.question, "readings")


def _spoilt(act: dict[str, object]) -> dict[str, object]:
    """Something against the rules that looks like it."""
    spoilt = json.loads(json.dumps(act))
    match spoilt["do"]:
        case "built" if len(spoilt["blocks"]) > 1:
            one, two = spoilt["blocks"][:2]
            one["colour"], two["colour"] = two["colour"], one["colour"]
        case "move" if "from" in spoilt:
            spoilt["to"] = spoilt["from"] % 9 + 1
        case "build" if "piece" in spoilt:
            for key in ("cells", "coloured"):
                spoilt[key] = [[x + 14, y, z] for x, y, z in spoilt[key]]
    return spoilt


_WALKED: dict[str, dict[tuple[Phase, On], set[Phase]]] = {}


def walked(game: str) -> dict[tuple[Phase, On], set[Phase]]:
    if game not in _WALKED:
        found = _WALKED[game] = defaultdict(set)
        for seed in range(WALKS[game]):
            walker = Walker(game, seed)
            walker.walk(STEPS)
            for step, to in walker.seen.items():
                found[step] |= to
    return _WALKED[game]


STEPS = 3000
WALKS = {"turmbauer": 4, "talo": 4, "twentyseven": 4, "make_n_break": 4}


@pytest.mark.parametrize("game", GAMES)
def test_no_phase_ends_in_a_way_that_is_not_in_the_table(game: str) -> None:
    rows = table(game)
    strange = {
        (phase, on): found - {phase} - set(rows.get((phase, on), ()))
        for (phase, on), found in walked(game).items()
    }
    assert not {step: found for step, found in strange.items() if found}


def test_every_row_of_the_table_happens_in_some_game() -> None:
    gone = {
        (phase, on)
        for game in GAMES
        for (phase, on), found in walked(game).items()
        if found & set(TABLE.get((phase, on), ()))
    }
    assert set(TABLE) - gone == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_is_reached_and_the_end_from_everywhere(game: str) -> None:
    rows = table(game)
    ways = {
        phase: {to for (at, _), tos in rows.items() if at is phase for to in tos}
        for phase in phases(game)
    }
    assert reached(Phase.SET_UP, ways) == phases(game)
    assert all(Phase.OVER in reached(phase, ways) for phase in phases(game))


def reached(start: Phase, ways: dict[Phase, set[Phase]]) -> set[Phase]:
    found, todo = {start}, [start]
    while todo:
        for to in ways[todo.pop()] - found:
            found.add(to)
            todo.append(to)
    return found


def test_the_diagram_in_the_architecture_is_drawn_from_the_table() -> None:
    assert f"```mermaid\n{diagram()}\n```" in PAGE.read_text("utf-8")
