"""A whole rig but for the eye: it knows what the players have set down instead of looking."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from turmwart.app.clockwork import Clockwork
from turmwart.app.inbox import Inbox
from turmwart.app.journal import Journal
from turmwart.app.rig import Begin, Rig, opened
from turmwart.app.running import Running
from turmwart.app.setup import asked_setup
from turmwart.app.virtual import Pace, VirtualRig, pending
from turmwart.interpret.reading import Certain, Crooked, Hypothesis
from turmwart.link.line import Link
from turmwart.link.port import Port, PortError, serial_port
from turmwart.model.events import Acted, Entry, Event
from turmwart.model.scene import Scene
from turmwart.sim.controller import OnPty, StandIn
from turmwart.sim.steps import Offer, Show, Step
from turmwart.sim.table import Player, VirtualTable
from turmwart.sim.tables import TABLES
from turmwart.vision.frame import Frame
from turmwart.vision.watch import Sight

BLANK = np.zeros((2, 2, 3), np.uint8)


@dataclass
class Overheard:
    """Players whose every offer is overheard: which scene stands for which acts."""

    player: Player
    offers: dict[Scene, Offer] = field(default_factory=dict)

    def scene(self, state: Any, acts: int) -> Scene:
        return self.player.scene(state, acts)

    def turn(self, state: Any, acts: int) -> Iterator[Step]:
        steps = list(self.player.turn(state, acts))
        scene = self.scene(state, acts)
        self.offers = {}
        for step in steps:
            if isinstance(step, Show):
                scene = step.scene
            elif isinstance(step, Offer):
                self.offers[scene] = step
        return iter(steps)


class OracleTable(VirtualTable):
    """Draws nothing; the oracle asks it what stands there."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more, player=Overheard)

    def frame(self, at_ms: int) -> Frame:
        return Frame(at_ms, BLANK)

    @property
    def standing(self) -> Offer | None:
        """What stands on the table, while no hand is over it."""
        player = self._player
        assert isinstance(player, Overheard)
        return player.offers.get(self._sight.scene)

    @property
    def hand(self) -> bool:
        return self._sight.hand is not None


@dataclass
class OracleWatcher:
    """An eye that is never wrong."""

    table: OracleTable
    blind: bool = False

    def see(self, frame: Frame, state: Any) -> Sight:
        if self.table.hand or self.blind:
            return Sight(frame.at_ms, False, True, 0.1, True)
        offer = self.table.standing
        found = Hypothesis((), Scene(()))
        if offer is not None:
            askew = tuple(Crooked(rule, (), (8.0, 0.0), 0.0) for rule in offer.crooked[:1])
            found = Hypothesis(offer.acts, Scene(()), crooked=askew)
        return Sight(frame.at_ms, True, False, 0.1, True, Certain(found, 100.0))


@dataclass
class Plug:
    """The controller's cable; pulled out, the port is not there."""

    path: str
    out: bool = False

    def __call__(self) -> Port:
        if self.out:
            raise PortError("the cable is out")
        return serial_port(self.path)()


@dataclass
class Parts:
    """What a meddler may lay hands on while a game is played."""

    rig: Rig
    watcher: OracleWatcher
    link: Link
    plug: Plug


@dataclass
class Table:
    """One sitting, on a journal that may have been begun before."""

    game: str
    seed: int
    clumsy: float
    data: Path
    options: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    truth: list[dict[str, object]] = field(default_factory=list)
    gave_up: bool = False
    session: Any = None

    def play(
        self,
        stopping_after: int | None = None,
        looks: int | None = None,
        meddle: Callable[[Parts], None] = lambda _: None,
    ) -> "Table":
        """To the end, or until so many entries are written or looks taken; *meddle* at every look.

        Then everything in memory is lost, as when the rig is killed.
        """
        fixed = {"shuffle": "7"} if self.game == "make_n_break" else {}
        journal = Journal(self.data)
        session, _ = opened(journal, Begin(*asked_setup(self.game, None, fixed | self.options)), 0)
        before = journal.entries(session.game_id)
        start_ms = before[-1].at_ms
        device = StandIn(self.seed, (journal.heard >> 16) + 1, float(start_ms))
        controller = OnPty(device)
        plug = Plug(controller.path)
        link = Link(plug, journal.heard, len(before))
        rig = Rig(journal, session, Clockwork(link.cue, before).tell)
        table = OracleTable(
            session.rules, session.setup, self.seed, self.clumsy, TABLES[self.game],
            resume=session.state, plies=len(session.past), pending=pending(before),
        )  # fmt: skip

        left = count(0 if looks is None else looks, -1)

        def stopped() -> bool:
            cut = looks is not None and next(left) <= 0
            return cut or (stopping_after is not None and rig.session.entries >= stopping_after)

        parts = Parts(rig, OracleWatcher(table), link, plug)
        running = Running(rig, parts.watcher, link, 0, lambda _: None)  # type: ignore[arg-type]
        pace = Pace(None, start_ms)
        virtual = VirtualRig(
            running,
            table,
            controller,
            Inbox(),
            pace,
            None,
            stopped,
            lambda: meddle(parts),
            start_ms,
        )
        try:
            rig._tell(rig, ())
            virtual.play()
        finally:
            self.entries = journal.entries(session.game_id)
            link.close()
            controller.close()
            journal.close()
        self.session, self.truth, self.gave_up = rig.session, table.truth, table.gave_up
        return self

    @property
    def over(self) -> bool:
        return self.session is not None and self.session.over

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.entries]

    @property
    def acts(self) -> list[dict[str, object]]:
        return [dict(event.act) for event in self.events if isinstance(event, Acted)]
