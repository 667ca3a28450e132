"""Equilibrium of a pile as a linear program on the forces at the corners of its contacts.

For every body the pushes add up to its weight and turn it about no axis. Two more variables
shift all centres of mass together; the shifts that leave an equilibrium form a convex polygon,
and its boundary's distance from no shift is the margin.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot

import numpy as np

from turmwart.statics.bodies import Body
from turmwart.statics.contacts import Contact, Flat, hull
from turmwart.statics.forces import Law, columns, pushes
from turmwart.statics.linear import Floats, Program, Sparse, sparse

SHIFTS = 2
FAR = 1e4
EXACT = 1e-7
LIGHTEST = 1e-6
SIDES: tuple[Flat, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
DIAGONALS: tuple[Flat, ...] = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))


@dataclass(frozen=True, slots=True)
class Margin:
    """How far all centres of mass can shift together towards *worst*, in cells.

    With *exact* false it is only known that the margin is no smaller.
    """

    cells: float
    worst: Flat
    exact: bool = True


def weights(bodies: Sequence[Body]) -> Floats:
    """Relative to the heaviest; nothing is without weight."""
    given = np.array([body.weight for body in bodies], dtype=float)
    heaviest = given.max()
    if heaviest == 0:
        return np.ones(len(bodies))
    relative: Floats = np.maximum(given / heaviest, LIGHTEST)
    return relative


@dataclass(slots=True)
class Equilibrium:
    """The program of a pile. It starts each question from the answer to the last one."""

    law: Law
    friction: float
    corners: set[Flat] = field(default_factory=set, repr=False)
    _program: Program = field(default_factory=Program, repr=False)
    _centres: list[tuple[float, float, float]] = field(default_factory=list, repr=False)
    _vertical: list[int] = field(default_factory=lambda: list(range(SHIFTS)), repr=False)

    def __post_init__(self) -> None:
        nothing = Sparse(np.zeros(SHIFTS, np.int32), np.zeros(0, np.int32), np.zeros(0))
        self._program.add_columns(nothing, np.full(SHIFTS, -FAR), np.full(SHIFTS, FAR))

    def add(
        self,
        bodies: Sequence[Body],
        weight: Floats,
        touching: Sequence[Contact],
        steady: frozenset[int] = frozenset(),
    ) -> None:
        """More bodies, and the contacts they make with each other and with what is there.

        The centres of mass of *steady* bodies do not shift with the others.
        """
        self._centres.extend(body.centre for body in bodies)
        loads = loading(weight, self.law)
        entries = sparse(shifting(without(weight, steady), self.law))
        self._program.add_rows(entries, loads, loads)
        pushed = pushes(touching, self.friction, self.law)
        if len(pushed):
            entries = columns(pushed, np.array(self._centres), self.law)
            self._vertical += (self._program.columns + np.flatnonzero(pushed.vertical)).tolist()
            free = np.zeros(len(pushed)), np.full(len(pushed), np.inf)
            self._program.add_columns(entries, *free)

    def farthest(self, direction: Flat) -> Flat | None:
        """The shift with an equilibrium that goes farthest in *direction*."""
        found = self._program.minimise({0: -direction[0], 1: -direction[1]})
        return None if found is None else (float(found[0]), float(found[1]))

    def start_like(self, plain: "Equilibrium") -> None:
        """Starts with the forces of *plain*, the same bodies held by vertical forces alone."""
        bodies = np.arange(len(self._centres), dtype=np.int32)[:, None] * self.law.equations
        places = [self.law.value.index(each) for each in plain.law.value]
        rows = (bodies + np.array(places, dtype=np.int32)).ravel()
        self._program.start_like(plain._program, np.array(self._vertical, np.int32), rows)

    def margin(self, enough: float = FAR, known: frozenset[Flat] = frozenset()) -> Margin | None:
        """Negative outside the polygon of shifts, None when there is none; stops at *enough*.

        The corners found so far, or *known* before, span a polygon inside the true one. If
        nothing lies beyond its nearest edge, that edge is a true one and no other can be nearer.
        """
        self.corners = set(known)
        for direction in () if known else DIAGONALS:
            corner = self.farthest(direction)
            if corner is None:
                return None
            self.corners.add(corner)
        while True:
            nearest = min(edges(self.corners), key=lambda edge: edge.cells)
            if nearest.cells >= enough:
                return Margin(nearest.cells, nearest.worst, exact=False)
            beyond = self._beyond(nearest)
            if beyond is None:
                return nearest
            self.corners.add(beyond)

    def worst_ways(self) -> list[Flat]:
        """Once the margin is known: all directions in which it is no larger."""
        outline = sorted(edges(self.corners), key=lambda edge: edge.cells)
        tied = [edge for edge in outline if edge.cells <= outline[0].cells + EXACT]
        return [edge.worst for edge in tied if self._beyond(edge) is None]

    def _beyond(self, edge: Margin) -> Flat | None:
        """A corner beyond an edge of the polygon so far, if the true one has any."""
        corner = self.farthest(edge.worst)
        if corner is None or _dot(corner, edge.worst) <= edge.cells + EXACT:
            return None
        return corner


@dataclass(slots=True)
class Solid:
    """All that contacts can do, asked second: what stands by vertical forces stands anyway.

    The shifts that vertical forces bear are borne by all forces too, so the large program
    starts from the small one's polygon and mostly only confirms it.
    """

    friction: float
    _plain: Equilibrium = field(init=False, repr=False)
    _full: Equilibrium = field(init=False, repr=False)
    _begun: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        self._plain = Equilibrium(Law.VERTICAL, 0.0)
        self._full = Equilibrium(Law.SOLID, self.friction)

    def add(self, bodies: Sequence[Body], weight: Floats, touching: Sequence[Contact]) -> None:
        for program in (self._plain, self._full):
            program.add(bodies, weight, touching)

    def stands_plainly(self) -> bool:
        """True when vertical forces alone hold it, be it on the edge."""
        plain = self._plain.margin(enough=0.0)
        return plain is not None and plain.cells >= -EXACT

    def margin(self, enough: float = FAR) -> Margin | None:
        plain = self._plain.margin(enough)
        if plain is not None and plain.cells >= enough:
            return plain
        known = frozenset(self._plain.corners) if plain is not None else frozenset()
        if known and not self._begun:
            self._full.start_like(self._plain)
            self._begun = True
        return self._full.margin(enough, known)

    def worst_ways(self) -> list[Flat]:
        return self._full.worst_ways()


def without(weight: Floats, steady: frozenset[int]) -> Floats:
    """The weights that shift."""
    shifted = weight.copy()
    shifted[list(steady)] = 0.0
    return shifted


def loading(weight: Floats, law: Law) -> Floats:
    """The right-hand side: every body's weight, upward."""
    loads = np.zeros((len(weight), 6))
    loads[:, 2] = weight
    return loads[:, law.value].ravel()


def shifting(weight: Floats, law: Law) -> Floats:
    """What a shift of all centres of mass in x and in y does to each equation."""
    turned = np.zeros((len(weight), 6, SHIFTS))
    turned[:, 4, 0] = weight
    turned[:, 3, 1] = -weight
    return turned[:, law.value, :].reshape(-1, SHIFTS)


def edges(corners: set[Flat]) -> Iterator[Margin]:
    """The edges of the polygon, as their distance from no shift and their outward normal.

    A polygon without area has ends as well: a line has two, a point one to each side.
    """
    outline = hull({(round(x, 9), round(y, 9)) for x, y in corners})
    if len(outline) == 1:
        yield from (Margin(_dot(outline[0], way), way) for way in SIDES)
        return
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        length = hypot(bx - ax, by - ay)
        along = (bx - ax) / length, (by - ay) / length
        outward = along[1], -along[0]
        yield Margin(_dot((ax, ay), outward), outward)
        if len(outline) == 2:
            yield Margin(_dot((bx, by), along), along)


def _dot(a: Flat, b: Flat) -> float:
    return a[0] * b[0] + a[1] * b[1]
