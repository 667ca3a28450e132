"""What a player does, step by step, without a clock; and what of it reaches the rig."""

from collections.abc import Mapping
from dataclasses import dataclass

from turmwart.model.scene import Scene
from turmwart.model.signals import Answered, Declared
from turmwart.sim.hands import Hand
from turmwart.sim.optics import Pose

RawAct = Mapping[str, object]
Acts = tuple[RawAct, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """The table stands like this, for *hold_ms*; with *hand* somebody reaches in."""

    scene: Scene
    hold_ms: int
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Relight:
    """Somebody switches a lamp."""

    light: str


@dataclass(frozen=True, slots=True)
class Bump:
    """Somebody knocks against the camera."""

    pose: Pose


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the truth for people."""

    text: str


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key of the controller: done, start, stop, dice_a to dice_d."""

    key: str


@dataclass(frozen=True, slots=True)
class Dialled:
    """The timer's dial is turned to 1, 2 or 3."""

    value: int


Deed = KeyDown | Dialled | Answered | Declared
"""What reaches the rig by wire or page."""


@dataclass(frozen=True, slots=True)
class Do:
    """A deed that needs no look at the table. *commits*: it is an act, so the players wait for it."""

    deed: Deed
    commits: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """DONE on *acts*, of which the whole breaks *violations*.

    *keep*: the player insists when warned (X-2). *crooked*: it lies askew, and must be refused
    by one of these rules.
    """

    acts: Acts
    violations: tuple[tuple[str, ...], ...] = ()
    keep: bool = True
    crooked: tuple[str, ...] = ()

    @property
    def broken(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rule for rules in self.violations for rule in rules))

    @property
    def stubborn(self) -> bool:
        return self.keep and not self.crooked


@dataclass(frozen=True, slots=True)
class Await:
    """Nothing more to do until the rig records something by itself (the bell)."""


Step = Show | Relight | Bump | Note | Do | Offer | Await
