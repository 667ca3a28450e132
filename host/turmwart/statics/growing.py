"""A pile that grows block by block, each answer starting from the last one."""

from collections.abc import Hashable
from dataclasses import dataclass, field

from turmwart.model.geometry import Millimetres
from turmwart.statics.bodies import Body
from turmwart.statics.contacts import contacts
from turmwart.statics.judge import Judgement, Standing, conclude, verdict
from turmwart.statics.parts import Part, join
from turmwart.statics.structures import Pile


@dataclass
class Growing:
    """The same answers as `judge` gives for the whole pile, only sooner. It knows no pawns.

    A new block adds its six equations and its own contacts to the part it joins; what the other
    parts were asked before still holds.
    """

    cell_mm: Millimetres
    friction: float
    names: tuple[Hashable, ...] = ()
    bodies: tuple[Body, ...] = ()
    _parts: list[Part] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        given = tuple(zip(self.names, self.bodies, strict=True))
        self.names, self.bodies = (), ()
        for name, body in given:
            self.add(name, body)

    @property
    def pile(self) -> Pile:
        return Pile(self.cell_mm, self.friction, self.names, self.bodies)

    def add(self, name: Hashable, body: Body) -> None:
        """Sets one more block."""
        newest = len(self.bodies)
        self.names, self.bodies = (*self.names, name), (*self.bodies, body)
        fresh = contacts(self.bodies, of=newest)
        near = {end for contact in fresh for end in (contact.lower, contact.upper)}
        touched = [part for part in self._parts if near & set(part.members)]
        whole = max(touched, key=lambda part: len(part.members), default=Part(self.friction))
        join(whole, [part for part in touched if part is not whole], newest, body, fresh)
        self._parts = [part for part in self._parts if part not in touched] + [whole]

    def standing(self) -> Standing:
        """The verdict alone."""
        return verdict(self._parts, self.cell_mm)

    def judge(self) -> Judgement:
        return conclude(self.pile, self._parts)
