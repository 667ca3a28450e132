"""Where a piece may stand (T-7 to T-13, T-20).

A rule of the lattice answers with a set: the cells at which the lowest corner of a shape may lie so
that the rule is kept. One answer serves both questions, "may it stand here?" and "where may it?".
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from turmwart.model.blocks import moved, pose_of
from turmwart.model.geometry import Cell
from turmwart.model.lattice import CellSet, Lattice, Offset, offsets
from turmwart.rules.turmbauer.acts import Build
from turmwart.rules.turmbauer.pieces import DIRECTIONS, Columns, Shape, shape_of
from turmwart.rules.turmbauer.site import Site
from turmwart.rules.turmbauer.state import State
from turmwart.rules.turmbauer.walking import way_out
from turmwart.rules.verdicts import RuleId, Violation, no_room


@dataclass(frozen=True, slots=True)
class Plot:
    """The regions that the rules speak of, made once for many shapes. *first*: T-7 holds, not T-8."""

    site: Site
    first: bool
    free: CellSet
    contact: CellSet
    cornerside: CellSet
    raised: CellSet
    odd: CellSet
    bearing: CellSet

    @property
    def lattice(self) -> Lattice:
        return self.site.lattice


def plot_of(site: Site, first: bool, pawns: CellSet) -> Plot:
    lattice = site.lattice
    return Plot(
        site=site,
        first=first,
        free=site.free & ~pawns,
        contact=lattice.touching(site.standing),
        cornerside=lattice.touching(site.cornerstone),
        raised=lattice.everywhere & ~lattice.ground,
        odd=lattice.everywhere & ~site.even,
        bearing=site.bearing,
    )


Kept = Callable[[Plot, Shape], CellSet]


def cornerstone(plot: Plot, shape: Shape) -> CellSet:
    """T-7: in a colour's first turn the piece touches the cornerstone."""
    return _any_in(plot.cornerside, plot, shape) if plot.first else plot.lattice.everywhere


def off_the_table(plot: Plot, _: Shape) -> CellSet:
    """T-8: from the second turn on nothing touches the table."""
    return plot.lattice.everywhere if plot.first else plot.raised


def contact(plot: Plot, shape: Shape) -> CellSet:
    """T-9: a whole face lies against what stands."""
    return _any_in(plot.contact, plot, shape)


def chess_pattern(plot: Plot, shape: Shape) -> CellSet:
    """T-10: a cube's place decides its class, and one cube decides for the whole piece."""
    cube = shape.pose.cells[0]
    board = plot.site.even if cube in shape.pose.coloured else plot.odd
    return board >> plot.lattice.shift(cube)


def extent(plot: Plot, shape: Shape) -> CellSet:
    """T-13, first reading: no column lies more than one cell beyond the outermost borne one."""
    return _borne(plot, shape, shape.extent)


def count(plot: Plot, shape: Shape) -> CellSet:
    """T-13, second reading: at most one cube lies beyond the outermost borne column."""
    return _borne(plot, shape, shape.count)


def _borne(plot: Plot, shape: Shape, needed: tuple[Columns, ...]) -> CellSet:
    borne = [plot.bearing >> plot.lattice.shift(foot) for foot in shape.feet]
    kept = plot.lattice.everywhere
    for columns in needed:
        side = 0
        for column in columns:
            side |= borne[column]
        kept &= side
    return kept


def _any_in(region: CellSet, plot: Plot, shape: Shape) -> CellSet:
    kept = 0
    for cube in shape.pose.cells:
        kept |= region >> plot.lattice.shift(cube)
    return kept


def _room(plot: Plot, shape: Shape) -> CellSet:
    kept = plot.lattice.everywhere
    for cube in shape.pose.cells:
        kept &= plot.free >> plot.lattice.shift(cube)
    return kept


Offenders = Callable[[Build], tuple[Cell, ...]]


def whole(build: Build) -> tuple[Cell, ...]:
    return build.cells


def on_the_table(build: Build) -> tuple[Cell, ...]:
    return tuple(cell for cell in build.cells if cell.z == 0)


READINGS: dict[str, Kept] = {"extent": extent, "count": count, "ask": count}
"""The reading that leaves no doubt. What *count* allows *extent* allows too."""

PLACING: tuple[tuple[RuleId, Kept, Offenders], ...] = (
    (RuleId("T-7"), cornerstone, whole),
    (RuleId("T-8"), off_the_table, on_the_table),
    (RuleId("T-9"), contact, whole),
    (RuleId("T-10"), chess_pattern, whole),
)


def buildable(state: State, piece: str) -> Iterator[Build]:
    """Every placement of *piece* that nobody can object to."""
    site, pawns = state.site, tuple(state.pawns().values())
    plot = plot_of(site, state.round == 1, site.lattice.body(pawns))
    rules = (*(kept for _, kept, _ in PLACING), READINGS[state.setup.options["overhang"]])
    leaving = tuple(pawn for pawn in pawns if way_out(site, pawn))
    near = _near(site, leaving)
    for shape in state.pieces[piece].shapes:
        corners = _room(plot, shape)
        for rule in rules:
            corners &= rule(plot, shape)
        cubes = site.lattice.body(moved(shape.pose.cells, site.lattice.cell(Offset(0))))
        for at in offsets(corners):
            if not (cubes << at & near) or all(_after(site, cubes << at, leaving)):
                yield _build(piece, shape, site.lattice.cell(at))


def _build(piece: str, shape: Shape, corner: Cell) -> Build:
    return Build(piece, moved(shape.pose.cells, corner), moved(shape.pose.coloured, corner))


def _near(site: Site, pawns: tuple[Cell, ...]) -> CellSet:
    """The cells that can cost one of *pawns* a way out when they are filled."""
    lattice = site.lattice
    near = lattice.ground if any(pawn.z == 1 for pawn in pawns) else 0
    for pawn in pawns:
        own = lattice.body([pawn])
        column = own | lattice.above(own) | lattice.below(own)
        near |= lattice.beside(column) | lattice.above(own)
    return near


def _after(site: Site, cubes: CellSet, pawns: tuple[Cell, ...]) -> Iterator[bool]:
    """For each of *pawns*: has it a way out once *cubes* stand?"""
    later = replace(site, standing=site.standing | cubes)
    return (way_out(later, pawn) for pawn in pawns)


def impossible(state: State, build: Build) -> tuple[Violation, ...]:
    """X-7: two bodies in one cell, or a body below the ground."""
    site = state.site
    sunk = tuple(cell for cell in build.cells if cell.z < 0)
    shared = tuple(cell for cell in build.cells if site.has(cell, site.standing))
    return no_room(sunk, shared)


def placing(state: State, build: Build) -> Iterator[Violation]:
    """All that is wrong with the place of a piece that can stand there at all."""
    pose, corner = pose_of(build.cells, build.coloured)
    shape = shape_of(pose)
    site = state.site.covering(build.cells)
    plot = plot_of(site, state.round == 1, 0)
    at = site.lattice.offset(corner)
    for rule, kept, offenders in PLACING:
        if not kept(plot, shape) >> at & 1:
            yield Violation(rule, offenders(build), facts=(("round", state.round),))
    yield from _overhang(plot, shape, at, state.setup.options["overhang"])
    yield from _pawns(site, build, tuple(state.pawns().values()))


def _overhang(plot: Plot, shape: Shape, at: Offset, option: str) -> Iterator[Violation]:
    fits = {name: bool(READINGS[name](plot, shape) >> at & 1) for name in ("extent", "count")}
    if option == "ask":
        kept, disputed = fits["count"], fits["extent"]
    else:
        kept, disputed = fits[option], False
    if not kept:
        corner = plot.lattice.cell(at)
        out = moved(_jutting(plot, shape, at), corner)
        case = "held" if len(out) == len(shape.pose.cells) else "doubtful" if disputed else ""
        yield Violation(RuleId("T-13"), out, disputed, case=case, facts=(("cubes", len(out)),))


def _jutting(plot: Plot, shape: Shape, at: Offset) -> tuple[Cell, ...]:
    """The cubes beyond the outermost borne column in any direction; all if none is borne."""
    lattice = plot.lattice
    borne = [foot for foot in shape.feet if plot.bearing >> at + lattice.shift(foot) & 1]
    if not borne:
        return shape.pose.cells
    return tuple(
        cube
        for cube in shape.pose.cells
        if any(
            sign * cube[axis] > max(sign * foot[axis] for foot in borne)
            for axis, sign in DIRECTIONS
        )
    )


def _pawns(site: Site, build: Build, pawns: tuple[Cell, ...]) -> Iterator[Violation]:
    """T-20: a pawn's own cell stays free, and its last way out is not taken."""
    if crushed := tuple(pawn for pawn in pawns if pawn in build.cells):
        yield Violation(RuleId("T-20"), crushed, binding=True, case="cell")
        return
    leaving = tuple(pawn for pawn in pawns if way_out(site, pawn))
    free = _after(site, site.lattice.body(build.cells), leaving)
    if walled := tuple(pawn for pawn, out in zip(leaving, free, strict=True) if not out):
        yield Violation(RuleId("T-20"), walled, facts=(("level", walled[0].z),))
