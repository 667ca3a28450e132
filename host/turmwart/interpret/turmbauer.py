"""Turmbauer for the eye."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log

from turmwart.interpret.lattice import Body, Figure, Placed, Shape, Standing, Turn, scene_of, weight
from turmwart.interpret.reading import Hypothesis, RawAct
from turmwart.model.scene import Scene
from turmwart.model.table import Table
from turmwart.rules.turmbauer import Turmbauer
from turmwart.rules.turmbauer.acts import Build, Move
from turmwart.rules.turmbauer.pieces import Piece
from turmwart.rules.turmbauer.site import CORNERSTONE
from turmwart.rules.turmbauer.state import Phase, State

NATURAL, DARK = "natural", "dark_brown"
RULES = Turmbauer()
WRONG_SIZE = -7.0


class TurmbauerStaging:
    """The tower in cells, and all that the seat on turn could have done to it."""

    crooked_rule = "T-11"
    ground = CORNERSTONE[:1]
    drifts = True
    alike = False
    apart = 2
    levels = 40
    margin = 7.0

    def scene(self, state: State, table: Table) -> Scene:
        return scene_of(self.standing(state), table)

    def propose(self, state: State, table: Table) -> Iterator[Hypothesis]:
        """That nothing has changed; all else is too much to list and comes by `shapes`."""
        yield Hypothesis((), self.scene(state, table))

    def standing(self, state: State) -> Standing:
        stone = Body(
            CORNERSTONE, tuple(DARK if (c.x + c.y) % 2 == 0 else NATURAL for c in CORNERSTONE)
        )
        bodies = tuple(
            Body(b.cells, tuple(b.seat if c in b.coloured else NATURAL for c in b.cells))
            for b in state.built
        )
        pawns = tuple(
            Figure(seat, hand.pawn) for seat, hand in zip(state.seats, state.hands, strict=True)
        )
        return Standing((stone, *bodies), pawns, state.seats.index(state.turn))

    def shapes(self, state: State) -> Sequence[Shape]:
        if state.phase is not Phase.BUILD:
            return ()
        fitting = set(state.fitting())
        return tuple(
            replace(shape, prior=shape.prior + (0.0 if name in fitting else WRONG_SIZE))
            for name in distinct(state)
            for shape in turned(state.pieces[name], state.turn)
        )

    def partners(self, state: State, first: Shape) -> Sequence[Shape]:
        return ()

    def reading(self, state: State, turn: Turn) -> tuple[tuple[RawAct, ...], float]:
        acts: list[RawAct] = []
        prior, now = 0.0, state
        for placed in turn.placed:
            build = built(placed, state.turn)
            found = RULES.violations(now, build)
            prior += weight(found)
            acts.append(RULES.write(build))
            if any(violation.binding for violation in found):
                return tuple(acts), prior
            now = RULES.apply(now, build)
        if turn.moved:
            move = Move(turn.to)
            prior += weight(RULES.violations(now, move))
            acts.append(RULES.write(move))
        return tuple(acts), prior

    def fall(self, state: State, gone: int) -> RawAct | None:
        """The piece just set counts (T-21)."""
        pieces = min(gone + (state.phase is Phase.BUILD), len(state.built))
        return {"do": "fallen", "pieces": pieces} if pieces and gone else None


def distinct(state: State) -> tuple[str, ...]:
    """The supply without pieces that look like another one in it."""
    looks: dict[frozenset[object], str] = {}
    for name in state.hand.supply:
        piece = state.pieces[name]
        looks.setdefault(frozenset(shape.pose for shape in piece.shapes), name)
    return tuple(looks.values())


def turned(piece: Piece, seat: str) -> tuple[Shape, ...]:
    return tuple(
        Shape(
            piece.id,
            shape.pose.cells,
            tuple(seat if cell in shape.pose.coloured else NATURAL for cell in shape.pose.cells),
            -log(len(piece.shapes)),
        )
        for shape in piece.shapes
    )


def built(placed: Placed, seat: str) -> Build:
    body = placed.body
    coloured = tuple(
        c for c, colour in zip(body.cells, body.colours, strict=True) if colour == seat
    )
    return Build(placed.shape.name, tuple(sorted(body.cells)), tuple(sorted(coloured)))
