"""Linear programs that are changed a little and solved again; the door to HiGHS."""

from dataclasses import dataclass, field

import highspy
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

TOLERANCE = 1e-9
PRIMAL = 4
"""Only the aim changes from question to question: what was feasible before still is."""
UNDISTURBED = 0.0
"""Blurred bounds would have to be mended at the end of each question; that costs more."""
DECIDED = (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)


@dataclass(frozen=True, slots=True)
class Sparse:
    """Lines of a sparse matrix: line i is *indices* and *values* from starts[i] on."""

    starts: Ints
    indices: Ints
    values: Floats

    @property
    def lines(self) -> int:
        return len(self.starts)


def sparse(lines: Floats) -> Sparse:
    """Dense lines without their zeros."""
    line, index = np.nonzero(lines)
    starts = np.searchsorted(line, np.arange(len(lines)))
    return Sparse(starts.astype(np.int32), index.astype(np.int32), lines[line, index])


def _solver() -> highspy.Highs:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("solver", "simplex"),
        ("simplex_strategy", PRIMAL),
        ("primal_simplex_bound_perturbation_multiplier", UNDISTURBED),
        ("primal_feasibility_tolerance", TOLERANCE),
        ("dual_feasibility_tolerance", TOLERANCE),
    ):
        solver.setOptionValue(option, value)
    return solver


@dataclass(slots=True)
class Program:
    """Variables within bounds, rows with two limits, and the last basis to start from."""

    _solver: highspy.Highs = field(default_factory=_solver, repr=False)

    @property
    def columns(self) -> int:
        return int(self._solver.getNumCol())

    @property
    def rows(self) -> int:
        return int(self._solver.getNumRow())

    def add_columns(self, entries: Sparse, low: Floats, high: Floats) -> None:
        costs = np.zeros(entries.lines)
        nonzero = len(entries.values)
        self._solver.addCols(
            entries.lines,
            costs,
            low,
            high,
            nonzero,
            entries.starts,
            entries.indices,
            entries.values,
        )

    def add_rows(self, entries: Sparse, low: Floats, high: Floats) -> None:
        nonzero = len(entries.values)
        self._solver.addRows(
            entries.lines, low, high, nonzero, entries.starts, entries.indices, entries.values
        )

    def start_like(self, other: "Program", columns: Ints, rows: Ints) -> None:
        """Starts where *other* ended. Its columns and rows are *columns* and *rows* of this one;
        here all other columns begin with nothing, and all other rows are still to be met.
        """
        known, start = other._solver.getBasis(), highspy.HighsBasis()
        column_status = [highspy.HighsBasisStatus.kLower] * self.columns
        row_status = [highspy.HighsBasisStatus.kBasic] * self.rows
        for column, status in zip(columns, known.col_status, strict=True):
            column_status[column] = status
        for row, status in zip(rows, known.row_status, strict=True):
            row_status[row] = status
        start.col_status, start.row_status, start.valid = column_status, row_status, True
        self._solver.setBasis(start)

    def minimise(self, costs: dict[int, float]) -> Floats | None:
        """The variables at the optimum; None when nothing is feasible. *costs* are kept."""
        for column, cost in costs.items():
            self._solver.changeColCost(column, cost)
        self._solver.run()
        if self._solver.getModelStatus() not in DECIDED:
            self._solver.clearSolver()
            self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return np.array(self._solver.getSolution().col_value)
