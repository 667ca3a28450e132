"""Turmbauer as a ruleset."""

from collections.abc import Iterator, Mapping
from itertools import product

from turmwart.rules.ruleset import BadSetup, Option, Outcome, Raw, Seat, Setup
from turmwart.rules.sheet import Rule
from turmwart.rules.turmbauer import notation, order
from turmwart.rules.turmbauer.acts import Act, Build, Discard, Done, Move, Ring, Roll
from turmwart.rules.turmbauer.choosing import boxing, choosing, ringing, rings, using
from turmwart.rules.turmbauer.pieces import read_pieces
from turmwart.rules.turmbauer.placing import impossible, placing
from turmwart.rules.turmbauer.seats import BY_ROLL, OPTIONS, checked_seats, cycle, in_force
from turmwart.rules.turmbauer.sheet import SHEET
from turmwart.rules.turmbauer.site import bare_site
from turmwart.rules.turmbauer.state import Hand, Phase, State
from turmwart.rules.turmbauer.walking import moving, walks
from turmwart.rules.verdicts import Violation

DIE = range(1, 7)


class Turmbauer:
    """The rules of Turmbauer. It has no state of its own."""

    name = "turmbauer"
    options: tuple[Option, ...] = OPTIONS
    sheet: tuple[Rule, ...] = SHEET

    def setup(
        self, seats: tuple[Seat, ...] | None, options: Mapping[str, str], data: Mapping[str, object]
    ) -> Setup:
        named = checked_seats(seats)
        if "pieces" not in data:
            raise BadSetup("There is no piece file; hand over the shipped one or one of your own.")
        read_pieces(data["pieces"])
        return Setup(named, in_force(options, named), data)

    def start(self, setup: Setup) -> State:
        seats, pieces = cycle(setup.seats), read_pieces(setup.data["pieces"])
        players = len(setup.seats)
        by_roll = setup.options["start"] == BY_ROLL
        return State(
            setup=setup,
            pieces=pieces,
            seats=seats,
            players=tuple(seats[first::players] for first in range(players)),
            hands=tuple(Hand(tuple(pieces)) for _ in seats),
            site=bare_site(seats),
            phase=Phase.START if by_roll else Phase.ROLL,
            turn=seats[0] if by_roll else setup.options["start"],
            waiting=setup.seats if by_roll else (),
        )

    def read(self, state: State, raw: Raw) -> Act:
        return notation.read(state, raw)

    def write(self, act: Act) -> dict[str, object]:
        return notation.write(act)

    def violations(self, state: State, act: Act) -> tuple[Violation, ...]:
        if early := order.out_of_phase(state, act):
            return early
        match act:
            case Build():
                return impossible(state, act) or (*choosing(state, act), *placing(state, act))
            case Discard():
                return tuple(boxing(state, act))
            case Ring():
                return ringing(state)
            case Move():
                return moving(state, act)
            case _:
                return ()

    def apply(self, state: State, act: Act) -> State:
        if isinstance(act, Build):
            broken = dict.fromkeys(violation.rule for violation in self.violations(state, act))
            return order.built(state, act, tuple(broken))
        return order.AFTER[type(act)](state, act)

    def legal(self, state: State) -> Iterator[Act]:
        match state.phase:
            case Phase.START:
                yield from (Roll((die,)) for die in DIE)
            case Phase.ROLL:
                yield from (Roll(dice) for dice in product(DIE, repeat=2))
            case Phase.BUILD:
                yield from rings(state)
                yield from using(state)
            case Phase.MOVE:
                yield Done()
                yield from rings(state)
                yield from walks(state)
            case Phase.DONE:
                yield Done()

    def show(self, state: State) -> dict[str, object]:
        outcome = state.outcome
        return {
            "game": self.name,
            "seats": list(state.seats),
            "turn": state.turn,
            "phase": str(state.phase),
            "round": state.round,
            "standing": dict(self.standing(state)),
            "options": dict(state.setup.options),
            "outcome": outcome and {"winners": list(outcome.winners), "rule": outcome.rule},
        } | notation.show(state)

    def turn(self, state: State) -> Seat:
        return state.turn

    def phase(self, state: State) -> str:
        return str(state.phase)

    def standing(self, state: State) -> Mapping[Seat, int]:
        return {seat: hand.level for seat, hand in zip(state.seats, state.hands, strict=True)}

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome
