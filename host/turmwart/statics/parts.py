"""A pile falls into parts that hang together; what one part does, no other feels.

So the margin of a pile is that of its weakest part, and a block that is set troubles only the
part it joins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from turmwart.statics.bodies import Body
from turmwart.statics.contacts import GROUND, Contact, Flat, contacts
from turmwart.statics.equilibrium import EXACT, FAR, LIGHTEST, Margin, Solid
from turmwart.statics.forces import Law
from turmwart.statics.mechanism import movers
from turmwart.statics.shortfall import shortfall


@dataclass(eq=False)
class Part:
    """Bodies with their numbers in the pile. It keeps what it was asked until it grows."""

    friction: float
    members: tuple[int, ...] = ()
    bodies: tuple[Body, ...] = ()
    touching: tuple[Contact, ...] = ()
    _unit: float = 0.0
    _program: Solid = field(init=False, repr=False)
    _found: Margin | None = field(default=None, repr=False)
    _settled: bool = field(default=False, repr=False)
    _falls: bool | None = field(default=None, repr=False)
    _short: float | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._program = Solid(self.friction)

    def grow(
        self, members: Sequence[int], bodies: Sequence[Body], touching: Sequence[Contact]
    ) -> None:
        """More bodies, and the contacts they make; contacts name bodies by their place here."""
        self.members += tuple(members)
        self.bodies += tuple(bodies)
        self.touching += tuple(touching)
        weight = np.array([body.weight for body in bodies], dtype=float)
        self._unit = self._unit or float(weight.max()) or 1.0
        relative = weight / self._unit if weight.any() else np.ones(len(bodies))
        self._program.add(bodies, np.maximum(relative, LIGHTEST), touching)
        self._found, self._settled, self._falls = None, False, None

    def margin(self, enough: float = FAR) -> Margin | None:
        """In cells, None when it falls; beyond *enough* nobody cares how large it is."""
        if self.falls:
            return None
        if not self._settled and (self._found is None or self._found.cells < enough):
            self._found = self._program.margin(enough)
            self._settled = self._found is None or self._found.exact
        return self._found

    @property
    def falls(self) -> bool:
        """Without any shift. On the edge it does not yet."""
        if self._falls is None:
            self._falls = not self._program.stands_plainly() and self._is_short()
        return self._falls

    def _is_short(self) -> bool:
        self._short = shortfall(self.bodies, self.touching, self.friction)
        return self._short is None or self._short > EXACT

    def shortfall(self) -> float | None:
        """Of a part that falls, in cells; None when no shift would help."""
        return self._short if self.falls else 0.0

    def movers(self, shift: Flat = (0.0, 0.0)) -> frozenset[int]:
        """Who moves, by number in the pile, once all centres of mass are shifted."""
        moving = movers(self.bodies, self.touching, Law.SOLID, self.friction, shift)
        return frozenset(self.members[i] for i in moving)

    def worst_ways(self) -> list[Flat]:
        """Every direction in which the margin is as small as it gets."""
        self.margin()
        return self._program.worst_ways()


def split(bodies: Sequence[Body], friction: float) -> list[Part]:
    """The parts of a pile."""
    touching = contacts(bodies)
    parts = []
    for members in _hanging_together(len(bodies), touching):
        part = Part(friction)
        own = set(members)
        inner = [each for each in touching if each.upper in own]
        part.grow(members, [bodies[i] for i in members], _renumbered(inner, members))
        parts.append(part)
    return parts


def join(
    whole: Part, others: Sequence[Part], number: int, body: Body, fresh: Sequence[Contact]
) -> None:
    """Sets *body*, number *number*, which ties *others* to *whole* by its contacts *fresh*.

    The forces found for *whole* are where its next search starts.
    """
    members = [i for part in others for i in part.members] + [number]
    bodies = [each for part in others for each in part.bodies] + [body]
    start, moved = len(whole.members), []
    for part in others:
        moved += [_shifted(each, start) for each in part.touching]
        start += len(part.members)
    whole.grow(members, bodies, (*moved, *_renumbered(fresh, (*whole.members, *members))))


def _hanging_together(count: int, touching: Sequence[Contact]) -> list[list[int]]:
    """Who hangs together; the ground ties nobody."""
    group = {i: [i] for i in range(count)}
    for contact in touching:
        if contact.lower != GROUND and group[contact.lower] is not group[contact.upper]:
            one, other = group[contact.lower], group[contact.upper]
            one.extend(other)
            group.update(dict.fromkeys(other, one))
    return [sorted(members) for i, members in group.items() if i == min(members)]


def _renumbered(touching: Sequence[Contact], members: Sequence[int]) -> list[Contact]:
    place = {number: i for i, number in enumerate(members)} | {GROUND: GROUND}
    return [replace(c, lower=place[c.lower], upper=place[c.upper]) for c in touching]


def _shifted(contact: Contact, by: int) -> Contact:
    lower = GROUND if contact.lower == GROUND else contact.lower + by
    return replace(contact, lower=lower, upper=contact.upper + by)
