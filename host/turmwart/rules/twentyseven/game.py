"""27 as a ruleset: acts, violations, state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from turmwart.model.geometry import Cell
from turmwart.rules import fields
from turmwart.rules.options import checked_options
from turmwart.rules.ruleset import BadSetup, Option, Outcome, Raw, Seat, Setup
from turmwart.rules.sheet import Rule
from turmwart.rules.twentyseven import board
from turmwart.rules.twentyseven.board import AHEAD, MOVABLE_BASES, Move, Row, Side
from turmwart.rules.twentyseven.sheet import SHEET
from turmwart.rules.verdicts import RuleId, Violation

SEAT_OF: dict[Side, Seat] = {"B": "black", "W": "white"}
SIDE_OF: dict[Seat, Side] = {seat: side for side, seat in SEAT_OF.items()}
MOST_DISCS = 2**31
"""More than any stack: too many discs is a broken rule (D-2), not a bad line."""
DISCS = {"r": "red", "g": "grey", "B": "black", "W": "white"}


@dataclass(frozen=True, slots=True)
class MoveAct:
    """A move as a player makes it: fields count from 1; *to* only where it was said."""

    source: int
    count: int
    base: bool = False
    to: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The row, who moves, and how many moves were made."""

    row: Row
    side: Side
    variant: str
    start: Seat
    plies: int = 0
    over: bool = False

    @property
    def steps(self) -> int:
        """How far the side to move must go (D-1)."""
        return len(board.towers(self.row, self.side))


class TwentySeven:
    """The rules of 27; a value without state."""

    name = "twentyseven"
    options = (
        Option("variant", "base", "base|grey|red"),
        Option("start", "black", "black|white"),
    )
    sheet: tuple[Rule, ...] = SHEET

    def setup(
        self, seats: tuple[Seat, ...] | None, options: Mapping[str, str], data: Mapping[str, object]
    ) -> Setup:
        choices = {"variant": ("base", "grey", "red"), "start": ("black", "white")}
        chosen = checked_options(self.name, options, self.options, choices)
        if seats is not None and sorted(seats) != ["black", "white"]:
            raise BadSetup(
                f"27 is played by black and white, not by {', '.join(seats) or 'nobody'}."
            )
        return Setup(("black", "white"), chosen)

    def start(self, setup: Setup) -> State:
        start = setup.options["start"]
        return State(board.start_row(), SIDE_OF[start], setup.options["variant"], start)

    def read(self, state: State, raw: Raw) -> MoveAct:
        if raw.get("do") != "move":
            raise fields.unknown_do(raw, ("move",))
        length = len(state.row)
        to = fields.whole(raw, "to", 1, length) if "to" in raw else None
        return MoveAct(
            source=fields.whole(raw, "from", 1, length),
            count=fields.whole(raw, "count", 1, MOST_DISCS),
            base=fields.truth(raw, "base"),
            to=to,
        )

    def write(self, act: MoveAct) -> dict[str, object]:
        written: dict[str, object] = {
            "do": "move",
            "from": act.source,
            "count": act.count,
            "base": act.base,
        }
        return written if act.to is None else written | {"to": act.to}

    def violations(self, state: State, act: MoveAct) -> tuple[Violation, ...]:
        if state.over:
            return (Violation(RuleId("D-5"), binding=True, case="over"),)
        return tuple(found for rule in MOVING if (found := rule(state, act)))

    def apply(self, state: State, act: MoveAct) -> State:
        move = Move(act.source - 1, act.count, act.base)
        row = board.moved(state.row, move, _landing(state, act))
        mover = board.mover_after(row, state.side)
        return replace(
            state,
            row=row,
            side=mover or board.OTHER[state.side],
            plies=state.plies + 1,
            over=mover is None,
        )

    def legal(self, state: State) -> Iterator[MoveAct]:
        if not state.over:
            for move in board.legal(state.row, state.side, state.variant):
                yield MoveAct(move.source + 1, move.count, move.base)

    def show(self, state: State) -> dict[str, object]:
        outcome = self.outcome(state)
        return {
            "game": self.name,
            "seats": ["black", "white"],
            "turn": self.turn(state),
            "phase": self.phase(state),
            "round": state.plies + 1,
            "standing": self.standing(state),
            "options": {"variant": state.variant, "start": state.start},
            "outcome": outcome and {"winners": list(outcome.winners), "rule": outcome.rule},
            "row": [[DISCS[disc] for disc in stack] for stack in state.row],
            "steps": state.steps,
        }

    def turn(self, state: State) -> Seat:
        return SEAT_OF[state.side]

    def phase(self, state: State) -> str:
        return "over" if state.over else "move"

    def standing(self, state: State) -> dict[Seat, int]:
        return {SEAT_OF[side]: height for side, height in board.heights(state.row).items()}

    def outcome(self, state: State) -> Outcome | None:
        """D-5: the higher of the two end stacks wins; the same height, or one field, is a draw."""
        if not state.over:
            return None
        heights = board.heights(state.row)
        best = max(heights.values())
        return Outcome(
            tuple(SEAT_OF[side] for side, height in heights.items() if height == best),
            RuleId("D-5"),
        )


def _landing(state: State, act: MoveAct) -> int:
    if act.to is not None:
        return act.to - 1
    return board.target(state.row, state.side, act.source - 1)


def _at(*places: int) -> tuple[Cell, ...]:
    """Fields as cells: x is the field, counted from 1."""
    return tuple(Cell(place, 0, 0) for place in places)


def own_tower(state: State, act: MoveAct) -> Violation | None:
    """One moves a tower with one's own disc on top (D-2)."""
    if state.row[act.source - 1][-1] == state.side:
        return None
    facts = (("field", act.source), ("seat", SEAT_OF[state.side]))
    return Violation(RuleId("D-2"), _at(act.source), case="foreign", facts=facts)


def enough_discs(state: State, act: MoveAct) -> Violation | None:
    """Nobody takes more discs than lie on the base (D-2)."""
    above = len(state.row[act.source - 1]) - 1
    if act.count <= above:
        return None
    facts = (("field", act.source), ("count", act.count), ("above", above))
    case = {0: "bare", 1: "single"}.get(above, "too_many")
    return Violation(RuleId("D-2"), _at(act.source), binding=True, case=case, facts=facts)


def right_distance(state: State, act: MoveAct) -> Violation | None:
    """A tower goes exactly as many fields ahead as one has towers (D-2)."""
    gone = _gone(state, act)
    if gone is None or gone == state.steps or gone < 0:
        return None
    facts = (("gone", gone), ("steps", state.steps))
    return Violation(
        RuleId("D-2"), _at(act.source, _landing(state, act) + 1), case="distance", facts=facts
    )


def forward(state: State, act: MoveAct) -> Violation | None:
    """Nobody moves back (D-3)."""
    gone = _gone(state, act)
    if gone is None or gone >= 0:
        return None
    return Violation(RuleId("D-3"), _at(act.source, _landing(state, act) + 1), case="backward")


def no_overshoot(state: State, act: MoveAct) -> Violation | None:
    """The goal is reached by exact count (D-3)."""
    if 0 <= _landing(state, act) < len(state.row):
        return None
    facts = (("field", act.source), ("steps", state.steps))
    return Violation(RuleId("D-3"), _at(act.source), binding=True, case="overshoot", facts=facts)


def base_may_come(state: State, act: MoveAct) -> Violation | None:
    """Only a complete stack takes its base along, and only where the variant says so (D-6, D-7)."""
    stack = state.row[act.source - 1]
    whole = act.count == len(stack) - 1
    if not act.base or (whole and stack[0] in MOVABLE_BASES[state.variant]):
        return None
    case = "fixed" if stack[0] not in MOVABLE_BASES[state.variant] else "part"
    return Violation(RuleId("D-6"), _at(act.source), binding=True, case=case)


MOVING = (own_tower, enough_discs, right_distance, forward, no_overshoot, base_may_come)


def _gone(state: State, act: MoveAct) -> int | None:
    """How far ahead *act* says it goes; None when it leaves that to the rule."""
    return None if act.to is None else (act.to - act.source) * AHEAD[state.side]


TWENTYSEVEN = TwentySeven()
