"""How far a pile that does not stand is from standing."""

from collections.abc import Sequence

import numpy as np

from turmwart.statics.bodies import Body
from turmwart.statics.contacts import Contact
from turmwart.statics.equilibrium import SHIFTS, loading, shifting, weights
from turmwart.statics.forces import Law, columns, pushes
from turmwart.statics.linear import Floats, Ints, Program, Sparse, sparse


def shortfall(bodies: Sequence[Body], touching: Sequence[Contact], friction: float) -> float | None:
    """The smallest t, in cells, such that the pile stands once every body's centre of mass may
    be moved by its own choice of at most t in x and in y; None when no t is enough.

    The t of vertical forces alone is soon found and nearly as small: all forces start from it.
    """
    plain, _ = _program(bodies, touching, Law.VERTICAL, 0.0)
    program, vertical = _program(bodies, touching, Law.SOLID, friction)
    if plain.minimise({0: 1.0}) is not None:
        program.start_like(plain, vertical, _vertical_rows(len(bodies)))
    found = program.minimise({0: 1.0})
    return None if found is None else float(found[0])


def _program(
    bodies: Sequence[Body], touching: Sequence[Contact], law: Law, friction: float
) -> tuple[Program, Ints]:
    """The program, and which of its columns there are with vertical forces alone.

    Variables: t, then t plus each body's shift in x and y, which lies between 0 and 2 t.
    """
    weight = weights(bodies)
    shifts = 1 + SHIFTS * len(bodies)
    program = Program()
    nothing = Sparse(np.zeros(shifts, np.int32), np.zeros(0, np.int32), np.zeros(0))
    program.add_columns(nothing, np.zeros(shifts), np.full(shifts, np.inf))
    loads = loading(weight, law)
    program.add_rows(sparse(_own_shifts(weight, law)), loads, loads)
    within = np.hstack([np.full((shifts - 1, 1), -2.0), np.eye(shifts - 1)])
    program.add_rows(sparse(within), np.full(shifts - 1, -np.inf), np.zeros(shifts - 1))
    pushed = pushes(touching, friction, law)
    if len(pushed):
        entries = columns(pushed, np.array([body.centre for body in bodies]), law)
        program.add_columns(entries, np.zeros(len(pushed)), np.full(len(pushed), np.inf))
    vertical = shifts + np.flatnonzero(pushed.vertical)
    return program, np.concatenate([np.arange(shifts), vertical]).astype(np.int32)


def _vertical_rows(bodies: int) -> Ints:
    """Where the rows of the vertical program are among all."""
    of_body = np.arange(bodies)[:, None] * Law.SOLID.equations + np.array(Law.VERTICAL.value)
    within = Law.SOLID.equations * bodies + np.arange(SHIFTS * bodies)
    return np.concatenate([of_body.ravel(), within]).astype(np.int32)


def _own_shifts(weight: Floats, law: Law) -> Floats:
    together = shifting(weight, law)
    apart = np.zeros((len(together), SHIFTS * len(weight)))
    for body in range(len(weight)):
        rows = slice(body * law.equations, (body + 1) * law.equations)
        apart[rows, SHIFTS * body : SHIFTS * (body + 1)] = together[rows]
    return np.hstack([-together.sum(axis=1, keepdims=True), apart])
