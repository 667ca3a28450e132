"""Talo for the eye: bricks that all look alike, and pawns."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from turmwart.interpret.lattice import BARRED, Body, Figure, Shape, Standing, Turn, scene_of, weight
from turmwart.interpret.reading import Hypothesis, RawAct
from turmwart.model.geometry import Cell
from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.rules.talo.game import TALO
from turmwart.rules.talo.material import LONGEST, Act, Build, Move, State, brick

BEECH = "beech"
WAYS = (Cell(1, 0, 0), Cell(0, 1, 0), Cell(0, 0, 1))
WRONG_LENGTH, HALF, PAIR, IN_LINE = -9.0, -14.0, -10.0, -8.0


class TaloStaging:
    """The building in cells, and all that the seat on turn could have done to it."""

    crooked_rule = "L-5"
    ground = (Cell(0, 0, 0), Cell(9, 9, 0))
    drifts = False
    alike = True
    apart = 10
    levels = 11
    margin = 7.0

    def scene(self, state: State, table: Table) -> Scene:
        return scene_of(self.standing(state), table)

    def propose(self, state: State, table: Table) -> Iterator[Hypothesis]:
        """That nothing has changed; all else is too much to list and comes by `shapes`."""
        yield Hypothesis((), self.scene(state, table))

    def standing(self, state: State) -> Standing:
        bodies = tuple(Body(cells, (BEECH,) * len(cells)) for cells in state.bricks)
        pawns = tuple(
            Figure(seat, pawn) for seat, pawn in zip(state.seats, state.pawns, strict=True)
        )
        return Standing(bodies, pawns, state.seat)

    def shapes(self, state: State) -> Sequence[Shape]:
        if state.phase != "build":
            return ()
        return tuple(
            Shape(str(length), cells, (BEECH,) * length, _prior(state, length))
            for length in range(1, LONGEST + 1)
            if state.supply[length] > 0
            for cells in lines(length)
        )

    def partners(self, state: State, first: Shape) -> Sequence[Shape]:
        """What may be set together with *first*."""
        rest = state.rest - len(first.cells)
        left = state.supply.get(rest, 0) - (rest == len(first.cells))
        if rest < 1 or left < 1 or state.set_now:
            return ()
        back = PAIR - _prior(state, len(first.cells))
        return tuple(Shape(str(rest), cells, (BEECH,) * rest, back) for cells in lines(rest))

    def reading(self, state: State, turn: Turn) -> tuple[tuple[RawAct, ...], float]:
        best: tuple[tuple[RawAct, ...], float] = ((), BARRED)
        for number, acts in enumerate(_orders(turn)):
            prior = _weighed(state, acts) + IN_LINE * in_line(turn)
            if not number or prior > best[1]:
                best = tuple(TALO.write(act) for act in acts), prior
            if prior >= IN_LINE:
                break
        return best

    def fall(self, state: State, gone: int) -> RawAct | None:
        """What it is when so many bricks no longer stand where they stood."""
        return {"do": "collapse", "rebuilt": False} if state.bricks and gone > 1 else None


def lines(length: int) -> tuple[tuple[Cell, ...], ...]:
    ways = WAYS[:1] if length == 1 else WAYS
    return tuple(tuple(Cell(w.x * n, w.y * n, w.z * n) for n in range(length)) for w in ways)


def in_line(turn: Turn) -> bool:
    """Two bricks end to end look like one, and who has the one takes it."""
    cells = [cell for placed in turn.placed for cell in placed.body.cells]
    if len(turn.placed) < 2:
        return False
    corner = [min(cell[axis] for cell in cells) for axis in range(3)]
    moved = {Cell(c.x - corner[0], c.y - corner[1], c.z - corner[2]) for c in cells}
    return any(moved == set(line) for line in lines(len(cells)))


def _prior(state: State, length: int) -> float:
    if length == state.rest:
        return 0.0
    partner = state.rest - length
    left = state.supply.get(partner, 0) - (partner == length)
    return HALF if partner > 0 and left > 0 and not state.set_now else WRONG_LENGTH


def _orders(turn: Turn) -> Iterator[tuple[Act, ...]]:
    """The orders in which the same bricks and the same move may have come."""
    bricks = tuple(brick(placed.body.cells) for placed in turn.placed)
    together: tuple[Act, ...] = (Build(bricks),) if bricks else ()
    if not turn.moved or turn.to is None:
        yield together
        return
    move = Move(turn.to)
    yield (*together, move)
    yield (move, *together)
    if len(bricks) > 1:
        for one, other in permutations(bricks):
            yield (Build((one,)), move, Build((other,)))


def _weighed(state: State, acts: Sequence[Act]) -> float:
    prior, now = 0.0, state
    for act in acts:
        found = TALO.violations(now, act)
        prior += weight(found)
        if any(violation.binding for violation in found):
            return prior
        now = TALO.apply(now, act)
    return prior
