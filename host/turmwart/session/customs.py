"""What each game makes of keys, dice and bell: a table, not a chain of ifs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from turmwart.model.events import RawAct
from turmwart.model.signals import DiceRolled, Key, KeyPressed, Signal, TimerExpired

DONE: RawAct = {"do": "done"}


@dataclass(frozen=True, slots=True)
class Customs:
    """*closing* follows the acts that DONE commits; *idle*: phases in which DONE alone closes.

    *keys* and *bell* are acts of their own; *dice*: whether a roll is an act; *declared*: what may
    be said on the page, because no camera sees it; *open*: acts after which the turn goes on.
    """

    closing: RawAct | None = None
    idle: frozenset[str] = frozenset()
    dice: bool = True
    keys: Mapping[Key, RawAct] = field(default_factory=dict)
    bell: RawAct | None = None
    declared: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()

    def act_of(self, signal: Signal) -> RawAct | None:
        """The act that a signal is by itself, without a look at the table."""
        match signal:
            case DiceRolled(dice) if self.dice:
                return {"do": "roll", "dice": list(dice)}
            case KeyPressed(key):
                return self.keys.get(key)
            case TimerExpired():
                return self.bell
            case _:
                return None


CUSTOMS: Mapping[str, Customs] = {
    "turmbauer": Customs(
        closing=DONE,
        idle=frozenset({"move", "done"}),
        declared=frozenset({"ring", "discard", "fallen"}),
        open=frozenset({"fallen"}),
    ),
    "talo": Customs(
        closing=DONE,
        idle=frozenset({"move", "done", "build"}),
        declared=frozenset({"collapse"}),
        open=frozenset({"collapse", "restart"}),
    ),
    "twentyseven": Customs(dice=False),
    "make_n_break": Customs(keys={Key.START: {"do": "start"}}, bell={"do": "expired"}),
}
