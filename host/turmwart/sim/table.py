"""The virtual table: players, camera and virtual time; it knows the rig only by what it shows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from turmwart.model.events import Asked, Doubted, Event, Refused
from turmwart.model.scene import Scene
from turmwart.model.signals import Answered
from turmwart.model.table import Table
from turmwart.rules.catalogue import AnyRuleset
from turmwart.rules.ruleset import Setup
from turmwart.sim.alike import alike, telling
from turmwart.sim.camera import Sight, VirtualCamera, usual_eye
from turmwart.sim.moods import mood
from turmwart.sim.players import PLAYERS
from turmwart.sim.steps import (
    Acts,
    Await,
    Bump,
    Deed,
    Do,
    KeyDown,
    Note,
    Offer,
    RawAct,
    Relight,
    Show,
    Step,
)
from turmwart.vision.frame import Frame

LOOK_MS, THINK_MS, PATIENCE_MS, BELL_MS = 200, 600, 6000, 1500
FRAME_MS = 450
"""While the table is still, somebody should look at it this often."""
TRIES = 12
"""So often DONE is pressed on the same thing before the players give up."""
DONE = KeyDown("done")
CUT = -1
"""The time of what was done before the power was cut: the players look anew before they go on."""
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class View:
    """What players see of the rig: the page.

    *past* are the acts in force; *warned* while the rig asks or refuses; *asked* holds the
    readings of a doubt.
    """

    state: Any
    past: Sequence[RawAct]
    warned: bool = False
    asked: tuple[Acts, ...] | None = None
    over: bool = False


class Player(Protocol):
    """Everybody at one table."""

    def scene(self, state: Any, acts: int) -> Scene: ...

    def turn(self, state: Any, acts: int) -> Iterator[Step]:
        """The steps up to the next commit: a pure function of state, seed and *acts*."""
        ...


@dataclass(slots=True, eq=False)
class _Waiting:
    """A deed was done, DONE on an offer or another; the players look at the page."""

    step: Offer | Do | Await
    since_ms: int
    tries: int = 1


class VirtualTable:
    """Executes the players' steps; ask it for frames, tell it what the page shows."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        setup: Setup,
        seed: int,
        clumsy: float,
        table: Table,
        turns: int | None = None,
        resume: Any = None,
        plies: int = 0,
        pending: Sequence[Event] = (),
        player: Callable[[Player], Player] = lambda player: player,
    ) -> None:
        self._ruleset, self._seed, self._clumsy, self._turns = ruleset, seed, clumsy, turns
        self._state = ruleset.start(setup) if resume is None else resume
        self._acts = plies
        self._player = player(PLAYERS[ruleset.name](table, seed, clumsy))
        self._camera = VirtualCamera(table, seed)
        self._eye = usual_eye(table.mat)
        now = mood(seed, clumsy, plies, self._eye)
        self._sight = Sight(self._player.scene(self._state, plies), now.pose, now.light)
        self._steps: Iterator[Step] = self._next_turn() if pending else iter(())
        self._waiting: _Waiting | None = None
        self._until_ms = 0
        self._frames = 0
        self.next_ms = 0
        self.gave_up = False
        self.truth: list[Row] = []
        self._catch_up(pending)

    @property
    def over(self) -> bool:
        """True when the players have stopped."""
        ended = self._ruleset.outcome(self._state) is not None
        return ended or self.gave_up or (self._turns is not None and self._acts >= self._turns)

    @property
    def acts(self) -> int:
        """How many acts are committed."""
        return self._acts

    def frame(self, at_ms: int) -> Frame:
        """What the camera sees now; a hand is never quite still.

        Noise depends on how far the game is, not on the clock: cut off, it looks the same again.
        """
        self._frames += 1
        sight = self._sight
        if sight.hand is not None:
            sway = (self._frames % 7 - 3) * 1.5
            sight = replace(sight, hand=replace(sight.hand, lean=sight.hand.lean + sway))
        return self._camera.frame(sight, at_ms, (self._acts, self._frames))

    def advance(self, now_ms: int, seen: View) -> list[Deed]:
        """What is pressed or said now. Call again at `next_ms`, or when the page changes."""
        done = self._react(now_ms, seen)
        while self._waiting is None and not self.over and now_ms >= self._until_ms and not done:
            step = next(self._steps, None)
            if step is None:
                self._steps = self._next_turn()
            else:
                done += self._do(step, now_ms)
        self.next_ms = self._next_look(now_ms)
        return done

    def _next_look(self, now_ms: int) -> int:
        if self._waiting is None:
            return min(now_ms + FRAME_MS, max(self._until_ms, now_ms + 1))
        return now_ms + (BELL_MS if isinstance(self._waiting.step, Await) else LOOK_MS)

    def _next_turn(self) -> Iterator[Step]:
        now = mood(self._seed, self._clumsy, self._acts, self._eye)
        if now.light != self._sight.light:
            yield Note(f"light: {now.light}")
            yield Relight(now.light)
        if now.pose != self._sight.pose:
            yield Note("bump: the camera was knocked")
            yield Bump(now.pose)
        yield Show(self._player.scene(self._state, self._acts), FRAME_MS)
        yield from self._player.turn(self._state, self._acts)

    def _do(self, step: Step, now_ms: int) -> list[Deed]:
        match step:
            case Show(scene, hold_ms, hand):
                self._sight = replace(self._sight, scene=scene, hand=hand)
                self._until_ms = now_ms + hold_ms
            case Relight(light):
                self._sight = replace(self._sight, light=light)
            case Bump(pose):
                self._sight = replace(self._sight, pose=pose)
            case Note(text):
                self.truth.append({"t_ms": now_ms, "note": text})
            case Do(deed, commits):
                self._waiting = _Waiting(step, now_ms) if commits else None
                return [deed]
            case Await():
                self._waiting = _Waiting(step, now_ms)
            case Offer():
                self._waiting = _Waiting(step, now_ms)
                self._tell(step, now_ms)
                return [DONE]
        return []

    def _tell(self, offer: Offer, now_ms: int) -> None:
        """The truth says what must come of an offer."""
        if offer.crooked:
            self.truth.append({"t_ms": now_ms, "warn": [list(offer.crooked)], "hard": True})
        elif offer.broken:
            warn = [[rule] for rule in offer.broken]
            self.truth.append({"t_ms": now_ms, "warn": warn, "trial": offer.acts[0]})
        if not offer.crooked and (offer.keep or not offer.broken):
            found = (*offer.violations, *((),) * len(offer.acts))
            for act, rules in zip(offer.acts, found, strict=False):
                self.truth.append({"t_ms": now_ms, "act": act, "violations": list(rules)})

    def _react(self, now_ms: int, seen: View) -> list[Deed]:
        """What the players do about what the page says."""
        if len(seen.past) > self._acts:
            self._committed(seen, now_ms)
            return []
        if len(seen.past) < self._acts:
            self._taken_back(seen, now_ms)
            return []
        waiting = self._waiting
        if waiting is None or isinstance(waiting.step, Await):
            return []
        if waiting.since_ms == CUT:
            waiting.since_ms = now_ms
        if now_ms - waiting.since_ms < THINK_MS:
            return []
        if isinstance(waiting.step, Do):
            late = seen.warned or now_ms - waiting.since_ms > PATIENCE_MS
            return self._again(waiting.step.deed, now_ms) if late else []
        return self._insist(waiting, waiting.step, now_ms, seen)

    def _insist(self, waiting: _Waiting, offer: Offer, now_ms: int, seen: View) -> list[Deed]:
        if seen.asked is not None and not offer.crooked:
            named = telling(offer.acts, seen.asked)
            return self._again(DONE if named is None else Answered(named), now_ms)
        if (seen.warned or seen.asked is not None) and not offer.stubborn:
            self._waiting = None
            return []
        if seen.warned or now_ms - waiting.since_ms > PATIENCE_MS:
            return self._again(DONE, now_ms)
        return []

    def _again(self, deed: Deed, now_ms: int) -> list[Deed]:
        """The same once more; the truth's acts are those that this press commits."""
        waiting = self._waiting
        if waiting is None or waiting.tries >= TRIES:
            self.truth.append({"t_ms": now_ms, "note": "the rig does not see it: given up"})
            self.gave_up = True
            return []
        before_ms, waiting.since_ms = waiting.since_ms, now_ms
        waiting.tries += 1
        for row in self.truth:
            if "act" in row and row["t_ms"] == before_ms:
                row["t_ms"] = now_ms
        return [deed]

    def _committed(self, seen: View, now_ms: int) -> None:
        """Something is recorded: the players go on from the state that the page shows."""
        fresh = tuple(seen.past[self._acts :])
        rung = tuple(act for act in fresh if act["do"] == "expired")
        kept = fresh[: len(fresh) - len(rung)]
        waiting = self._waiting
        at_ms = waiting.since_ms if waiting else now_ms
        if kept and waiting is not None and isinstance(waiting.step, Offer):
            self._closed(waiting.step.acts, kept, at_ms, now_ms)
        else:
            self._settled(kept, at_ms)
        for act in rung:
            self.truth.append({"t_ms": now_ms, "act": act, "violations": []})
        self._state, self._acts = seen.state, len(seen.past)
        self._waiting, self._steps = None, iter(())
        self._until_ms, self._frames = now_ms, 0

    def _taken_back(self, seen: View, now_ms: int) -> None:
        """The operator took acts back: everybody puts the table as the page shows it."""
        self.truth.append({"t_ms": now_ms, "note": "acts were taken back"})
        self._state, self._acts = seen.state, len(seen.past)
        self._waiting, self._steps = None, iter(())
        self._until_ms, self._frames = now_ms, 0

    def _settled(self, acts: Acts, at_ms: int) -> None:
        """Rolls and the like. An offer that the bell cut off was not committed (M-9)."""
        if self._waiting is not None and isinstance(self._waiting.step, Offer):
            self.truth = [r for r in self.truth if "act" not in r or r["t_ms"] != at_ms]
        for act in acts:
            self.truth.append({"t_ms": at_ms, "act": act, "violations": []})

    def _closed(self, meant: Acts, fresh: Acts, at_ms: int, now_ms: int) -> None:
        """What DONE adds is in the truth too; another act than the one done ends the game here."""
        done, rest = fresh[: len(meant)], fresh[len(meant) :]
        if not alike(meant, done) or any(act["do"] != "done" for act in rest):
            self.truth.append({"t_ms": now_ms, "note": "the page shows another act than was done"})
            self.gave_up = True
            return
        for act in rest:
            self.truth.append({"t_ms": at_ms, "act": act, "violations": []})

    def _catch_up(self, pending: Sequence[Event]) -> None:
        """After a restart: what had been offered and answered before the cut is not done again."""
        for event in pending:
            if self._waiting is None:
                self._to_next_offer()
            step = self._waiting.step if self._waiting else None
            moves_on = isinstance(event, Asked | Doubted | Refused)
            if isinstance(step, Offer) and moves_on and not step.stubborn:
                answered = isinstance(event, Doubted) and not step.crooked
                self._waiting = self._waiting if answered else None
        self.truth.clear()

    def _to_next_offer(self) -> None:
        while self._waiting is None and (step := next(self._steps, None)) is not None:
            self._do(step, CUT)
        self._until_ms = 0
