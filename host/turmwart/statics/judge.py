"""Does a pile stand, by what margin, and who goes first."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from turmwart.model.geometry import Millimetres
from turmwart.statics.equilibrium import EXACT, Margin
from turmwart.statics.parts import Part, split
from turmwart.statics.structures import Pile

EDGE_MM = 0.05
SAFE_MM = 1.0
JUST_PAST = 1e-3
DIGITS = 6


class Standing(StrEnum):
    """Exactly on the edge is not inside; a millimetre is what a steady hand can build."""

    STABLE = "stable"
    MARGINAL = "marginal"
    UNSTABLE = "unstable"


@dataclass(frozen=True, slots=True)
class Judgement:
    """*margin_mm* is None when no shift would help; *tips* names the bodies that go."""

    standing: Standing
    margin_mm: Millimetres | None
    tips: tuple[Hashable, ...]


def judge(pile: Pile) -> Judgement:
    """A pile must stand with its pawns and without them; the worse answer counts."""
    return min((_judge_as_it_is(each) for each in _with_and_without(pile)), key=_how_well)


def stands(pile: Pile) -> Standing:
    """The verdict alone, without the exact margin."""
    return min((_verdict_alone(each) for each in _with_and_without(pile)), key=_ORDER.index)


_ORDER = (Standing.UNSTABLE, Standing.MARGINAL, Standing.STABLE)


def _with_and_without(pile: Pile) -> list[Pile]:
    mixed = pile.pawns and len(pile.pawns) < len(pile.bodies)
    return [pile, pile.without_pawns()] if mixed else [pile]


def _how_well(answer: Judgement) -> float:
    return float("-inf") if answer.margin_mm is None else answer.margin_mm


def _verdict_alone(pile: Pile) -> Standing:
    return verdict(split(pile.bodies, pile.friction), pile.cell_mm)


def verdict(parts: Sequence[Part], cell_mm: Millimetres) -> Standing:
    """Of a pile that falls into *parts*."""
    margins = (part.margin(enough=SAFE_MM / cell_mm) for part in parts)
    return min((standing(in_millimetres(margin, cell_mm)) for margin in margins), key=_ORDER.index)


def standing(margin_mm: Millimetres | None) -> Standing:
    if margin_mm is None or margin_mm <= EDGE_MM:
        return Standing.UNSTABLE
    return Standing.STABLE if margin_mm >= SAFE_MM else Standing.MARGINAL


def _judge_as_it_is(pile: Pile) -> Judgement:
    return conclude(pile, split(pile.bodies, pile.friction))


def conclude(pile: Pile, parts: Sequence[Part]) -> Judgement:
    """The judgement of a pile that falls into *parts*; the weakest one counts."""
    falling = [part for part in parts if part.falls]
    if falling:
        return _fallen(pile, falling)
    margin = min((part.margin() for part in parts), key=_cells)
    margin_mm = in_millimetres(margin, pile.cell_mm)
    found = standing(margin_mm)
    if found is Standing.STABLE:
        return Judgement(found, margin_mm, ())
    weakest = [part for part in parts if _cells(part.margin()) <= _cells(margin) + EXACT]
    ways = [(part, way) for part in weakest for way in part.worst_ways()]
    past = max(_cells(margin), 0.0) + JUST_PAST
    moving = [part.movers((x * past, y * past)) for part, (x, y) in ways]
    return Judgement(found, margin_mm, _named(pile, moving))


def _fallen(pile: Pile, falling: Sequence[Part]) -> Judgement:
    short = [part.shortfall() for part in falling]
    worst = None if None in short else -max(each for each in short if each is not None)
    margin_mm = None if worst is None else _rounded(worst * pile.cell_mm)
    return Judgement(Standing.UNSTABLE, margin_mm, _named(pile, [p.movers() for p in falling]))


def _named(pile: Pile, moving: Iterable[frozenset[int]]) -> tuple[Hashable, ...]:
    return tuple(pile.names[i] for i in sorted(frozenset().union(*moving)))


def _cells(margin: Margin | None) -> float:
    return float("-inf") if margin is None else margin.cells


def in_millimetres(margin: Margin | None, cell_mm: Millimetres) -> Millimetres | None:
    return None if margin is None else _rounded(max(margin.cells, 0.0) * cell_mm)


def _rounded(millimetres: float) -> Millimetres:
    return Millimetres(round(millimetres, DIGITS) + 0.0)
