"""L-8: does the building stay in balance when bricks are added?"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from math import sqrt
from types import MappingProxyType

from turmwart.model.geometry import Cell
from turmwart.rules.talo.loads import Loads
from turmwart.rules.talo.material import Brick
from turmwart.rules.talo.site import Site, below, footing, site_of, upright
from turmwart.statics.vertical import GROUND, Balance, Contact

CELL_MM = 20.0
CLEAR = 1.0 / CELL_MM
"""With this margin, in cells, nobody doubts it."""
EDGE = 0.05 / CELL_MM
"""Nearer to the edge than this is on the edge."""
SLANT = sqrt(0.5)
WAYS = (
    (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0),
    (SLANT, SLANT), (SLANT, -SLANT), (-SLANT, SLANT), (-SLANT, -SLANT),
)  # fmt: skip
NONE: frozenset[int] = frozenset()
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
Touched = int | tuple[bool, frozenset[Cell], frozenset[Cell]]
"""The one brick below; or whether a brick lies along y, and which of its cells are borne and laden."""


class Stance(IntEnum):
    """How a building stands with what is added."""

    STEADY = 0
    DOUBTFUL = 1
    TIPPING = 2


@dataclass(frozen=True)
class Poise:
    """The standing bricks, asked about others that are added to them.

    Safe bricks count as ground: they take any load. The others matter only as far as they hang
    together with what is added.
    """

    site: Site
    _held: dict[float, frozenset[int]] = field(default_factory=dict, repr=False)
    _loads: dict[Touched, Loads | None] = field(default_factory=dict, repr=False)
    _near: dict[int, set[int]] = field(default_factory=dict, repr=False)
    _rests: dict[tuple[int, frozenset[int]], list[Contact]] = field(
        default_factory=dict, repr=False
    )

    def steady(self, placed: Brick) -> bool:
        """True when *placed* can be added and nothing newly needs to lean: as `stance`, but quick."""
        over = self._over(placed)
        if over and not self._counterweighed(placed, over):
            return False
        loads = self._loads_of(placed, over)
        if loads is None:
            return self._stands_clear(placed)
        first, last = placed[0], placed[-1]
        along = first.x + last.x + first.y + last.y
        borne = loads.known(along, len(placed))
        if borne is not None:
            return borne
        return loads.learn(along, len(placed), self._stands_clear(placed))

    def _stands_clear(self, placed: Brick) -> bool:
        whole = self._linked((placed,), NONE, leaning=False)
        if _clear(whole) or _stands(whole, CLEAR):
            return True
        return bool(self.held(CLEAR)) and self.stance((placed,), leaning=False) is Stance.STEADY

    def _loads_of(self, placed: Brick, over: Set[Cell]) -> Loads | None:
        """What is known of bricks that touch the same as *placed*, whatever their length.

        One brick that bears it alone feels nothing but a weight at a point, wherever it is touched.
        Nothing can be known unless all around stands for sure.
        """
        under = self._under(placed)
        touched: Touched = next(iter(under))
        if over or len(under) > 1:
            borne = frozenset(c for c in footing(placed) if below(c) in self.site.owner)
            touched = (placed[0].x == placed[-1].x, borne, frozenset(over))
        if touched not in self._loads:
            start = {index: self.site.bricks[index] for index in self._neighbours(placed)}
            around = self._linked((), NONE, leaning=False, start=start)
            self._loads[touched] = Loads() if _clear(around) else None
        return self._loads[touched]

    def _counterweighed(self, placed: Brick, over: Set[Cell]) -> bool:
        """False when *placed* tips over what bears it and no load above could hold it back."""
        if upright(placed):
            return True
        owner = self.site.owner
        borne = [n for n, cell in enumerate(placed) if cell.z == 0 or below(cell) in owner]
        laden = [n for n, cell in enumerate(placed) if cell in over]
        if 2 * (borne[-1] + 1) <= len(placed):
            return laden[0] <= borne[-1]
        return 2 * borne[0] < len(placed) or laden[-1] >= borne[0]

    def stance(self, added: Sequence[Brick], leaning: bool = True) -> Stance:
        """How the building stands with *added*; without *leaning* nothing newly needs to lean.

        Bricks that were out of balance before are taken as held: a build is blamed only for what
        it newly unbalances.
        """
        if len(added) == 1 and self._rests_firmly(added[0]):
            return Stance.STEADY
        whole = self._linked(added, NONE, leaning)
        if _clear(whole):
            return Stance.STEADY
        if not self._stands(added, leaning, EDGE, whole):
            return Stance.TIPPING
        return Stance.STEADY if self._stands(added, leaning, CLEAR, whole) else Stance.DOUBTFUL

    def _stands(self, added: Sequence[Brick], leaning: bool, margin: float, whole: Balance) -> bool:
        if _stands(whole, margin):
            return True
        held = self.held(margin)
        return bool(held) and _stands(self._linked(added, held, leaning), margin)

    def held(self, margin: float) -> frozenset[int]:
        """The bricks that have less than *margin* before anything is added."""
        if margin not in self._held:
            self._held[margin] = self._unsteady(margin)
        return self._held[margin]

    def _unsteady(self, margin: float, leaning: bool = True) -> frozenset[int]:
        loose = [index for index in range(len(self.site.bricks)) if index not in self.site.safe]
        held = NONE
        while True:
            bricks = {index: self.site.bricks[index] for index in loose if index not in held}
            balance = self._balance(bricks, held, {})
            if _clear(balance):
                return held
            moving = _moving(balance if leaning else replace(balance, leaning=NONE), margin)
            if not moving:
                return held
            held |= moving

    def _rests_firmly(self, placed: Brick) -> bool:
        """True when the middle lies strictly between cells that take any load."""
        feet = footing(placed)
        if feet[0].z == 0:
            return True
        firm, lattice = self.site.firm, self.site.lattice
        borne = [n for n, cell in enumerate(feet) if firm >> lattice.offset(below(cell)) & 1]
        return bool(borne) and 2 * borne[0] < len(feet) < 2 * (borne[-1] + 1)

    def _linked(
        self,
        added: Sequence[Brick],
        held: frozenset[int],
        leaning: bool,
        start: Mapping[int, Brick] = MappingProxyType({}),
    ) -> Balance:
        """The equations of *added*, of *start* and of all that hangs together with them."""
        standing = len(self.site.bricks)
        new = {standing + number: placed for number, placed in enumerate(added)}
        owner = {cell: index for index, placed in new.items() for cell in placed}
        linked = {**new, **start}
        waiting = list(linked)
        while waiting:
            one = waiting.pop()
            near = self._neighbours(linked[one]) if one >= standing else self._beside(one)
            for index in near:
                if index not in linked and index not in self.site.safe and index not in held:
                    linked[index] = self.site.bricks[index]
                    waiting.append(index)
        return self._balance(linked, held, owner, leaning)

    def _beside(self, index: int) -> set[int]:
        """The neighbours of a standing brick, found once."""
        if index not in self._near:
            self._near[index] = self._neighbours(self.site.bricks[index])
        return self._near[index]

    def _neighbours(self, placed: Brick) -> set[int]:
        """The standing bricks right below or above *placed*."""
        return self._under(placed) | {self.site.owner[cell] for cell in self._over(placed, up=1)}

    def _under(self, placed: Brick) -> set[int]:
        owner = self.site.owner
        return {owner[cell] for cell in map(below, footing(placed)) if cell in owner}

    def _over(self, placed: Brick, up: int = 0) -> set[Cell]:
        """The cells of *placed* right below something; with *up* = 1, the cells of that."""
        heads = placed[-1:] if upright(placed) else placed
        owner = self.site.owner
        return {Cell(c.x, c.y, c.z + up) for c in heads if Cell(c.x, c.y, c.z + 1) in owner}

    def _balance(
        self,
        bricks: Mapping[int, Brick],
        held: frozenset[int],
        new: Mapping[Cell, int],
        leaning: bool = True,
    ) -> Balance:
        grounded = self.site.safe | held
        standing = self.site.owner

        def owner(cell: Cell) -> int | None:
            index = new.get(cell, standing.get(cell))
            return GROUND if index in grounded else index

        added = [bricks[index] for index in set(new.values())]
        lifted = {standing[cell] for placed in added for cell in self._over(placed, up=1)}
        touching: list[Contact] = []
        for index, placed in bricks.items():
            if index >= len(self.site.bricks) or index in lifted:
                touching += resting(index, placed, owner)
            else:
                touching += self._standing(index, held, owner)
        uprights = self._uprights | _uprights(added)
        able = bricks.keys() if leaning else bricks.keys() & self._dependent
        lean = frozenset(index for index in able if _leans(bricks[index], uprights))
        return Balance(bricks, touching, lean)

    def _standing(
        self, index: int, held: frozenset[int], owner: Callable[[Cell], int | None]
    ) -> list[Contact]:
        """What a standing brick rests on, found once, as long as nothing new is pushed below it."""
        if (index, held) not in self._rests:
            self._rests[index, held] = resting(index, self.site.bricks[index], owner)
        return self._rests[index, held]

    @cached_property
    def _dependent(self) -> frozenset[int]:
        """The standing bricks that need something to lean on."""
        return self._unsteady(CLEAR, leaning=False)

    @cached_property
    def _uprights(self) -> dict[Cell, int]:
        return _uprights(self.site.bricks)


def resting(upper: int, placed: Brick, owner: Callable[[Cell], int | None]) -> list[Contact]:
    """What *placed* rests on. *owner* answers GROUND for what is as good as the ground."""
    areas: dict[int, list[tuple[int, int]]] = {}
    for cell in footing(placed):
        lower = GROUND if cell.z == 0 else owner(below(cell))
        if lower is not None:
            areas.setdefault(lower, []).append((cell.x, cell.y))
    return [
        Contact(upper, lower, *min(area), *(edge + 1 for edge in max(area)))
        for lower, area in areas.items()
    ]


def _uprights(bricks: Iterable[Brick]) -> dict[Cell, int]:
    """The cells of all bricks that stand, each with the height of its top."""
    return {cell: placed[-1].z for placed in bricks if upright(placed) for cell in placed}


def _leans(placed: Brick, uprights: Mapping[Cell, int]) -> bool:
    """True when a side of *placed* touches an upright brick that reaches at least as high."""
    return any(
        uprights.get(Cell(cell.x + dx, cell.y + dy, cell.z), -1) >= placed[-1].z
        for cell in placed
        for dx, dy in BESIDE
    )


def _clear(balance: Balance) -> bool:
    """Forces well inside all contacts may shift along with the centres of mass."""
    return not balance.leaning and balance.holds(grown=-CLEAR)


def _stands(balance: Balance, margin: float) -> bool:
    return not _moving(balance, margin)


def _moving(balance: Balance, margin: float) -> frozenset[int]:
    """The bricks that move once all centres of mass shift by *margin*, in the first such way."""
    for x, y in ((0.0, 0.0), *WAYS):
        moving = balance.movers(shift=(x * margin, y * margin))
        if moving is not None:
            return moving
    return frozenset()


@lru_cache(maxsize=64)
def poise_of(bricks: tuple[Brick, ...]) -> Poise:
    """The poise of *bricks*; asked again, the same value."""
    return Poise(site_of(bricks))
