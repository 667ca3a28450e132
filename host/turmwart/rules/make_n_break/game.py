"""Make 'n' Break as a ruleset: acts, violations, state."""

import re
from collections.abc import Iterator, Mapping

from turmwart.model.geometry import Cell
from turmwart.rules import fields
from turmwart.rules.make_n_break import state as table
from turmwart.rules.make_n_break.blocks import COLOURS, POSES, Block, Layout, entangled, sunk
from turmwart.rules.make_n_break.deck import (
    MOST_BLOCKS,
    BadCard,
    Card,
    painted,
    read_deck,
    spot,
)
from turmwart.rules.make_n_break.matcher import Misfit, judged
from turmwart.rules.make_n_break.sheet import SHEET
from turmwart.rules.make_n_break.state import Act, Built, Expired, Roll, Start, State, Table
from turmwart.rules.options import checked_options, distinct
from turmwart.rules.ruleset import BadAct, BadSetup, Option, Outcome, Raw, Seat, Setup
from turmwart.rules.sheet import Rule
from turmwart.rules.verdicts import RuleId, Violation, no_room

DEFAULT_SEATS = ("red", "blue")
VARIANTS = tuple(table.ROUNDS)
ORDER: Mapping[type[Act], tuple[str, RuleId]] = {
    Roll: ("roll", RuleId("M-2")),
    Start: ("start", RuleId("M-2")),
    Built: ("build", RuleId("M-9")),
    Expired: ("build", RuleId("M-2")),
}
"""The one phase of each act, and the rule that it breaks in any other."""
FORMS: Mapping[str, tuple[str, str]] = {
    "shuffle": (r"none|-?\d{1,30}", "a whole number or none"),
    "timer_seconds": (
        r"0*[1-9]\d{0,4}(,0*[1-9]\d{0,4}){2}",
        "three whole numbers of seconds, as 30,40,50",
    ),
    "stand_seconds": (r"\d{1,4}(\.\d{1,6})?", "a number of seconds, as 1 or 0.5"),
}


class MakeNBreak:
    """The rules of Make 'n' Break; a value without state."""

    name = "make_n_break"
    options = (
        Option("deck", "", "FILE (none: the 100 cards of the program)"),
        Option("shuffle", "random", "SEED|none"),
        Option("variant", "base", "|".join(VARIANTS)),
        Option("young", "", "SEAT,... who build the blue cards in the variant young"),
        Option("timer_seconds", "30,40,50", "A,B,C for the dial's 1, 2 and 3"),
        Option("stand_seconds", "1", "SECONDS that a finished building must stand"),
        Option("start", "red", "SEAT (none: the first)"),
    )
    sheet: tuple[Rule, ...] = SHEET

    def setup(
        self, seats: tuple[Seat, ...] | None, options: Mapping[str, str], data: Mapping[str, object]
    ) -> Setup:
        """Without a shuffle the seed is 0: drawing one is left to the program around the rules."""
        seats = DEFAULT_SEATS if seats is None else seats
        _check_seats(seats)
        filled = {"shuffle": "0", "start": seats[0], **options}
        choices = {"variant": VARIANTS, "start": seats}
        chosen = checked_options(self.name, filled, self.options, choices)
        _check_forms(chosen, seats)
        _deck(chosen, data)
        return Setup(seats, chosen, {"deck": data["deck"]})

    def start(self, setup: Setup) -> State:
        cards = {card.id: card for card in _deck(setup.options, setup.data)}
        return table.first_state(Table(setup.seats, dict(setup.options), cards))

    def read(self, state: State, raw: Raw) -> Act:
        match raw.get("do"):
            case "roll":
                return Roll(fields.dice(raw, 1, 3)[0])
            case "start":
                return Start()
            case "built":
                return Built(_read_blocks(fields.listed(raw, "blocks")))
            case "expired":
                return Expired()
        raise fields.unknown_do(raw, ("roll", "start", "built", "expired"))

    def write(self, act: Act) -> dict[str, object]:
        match act:
            case Roll(die):
                return {"do": "roll", "dice": [die]}
            case Start():
                return {"do": "start"}
            case Built(blocks):
                return {"do": "built", "blocks": [_written(block) for block in blocks]}
            case Expired():
                return {"do": "expired"}

    def violations(self, state: State, act: Act) -> tuple[Violation, ...]:
        if out := _out_of_order(state, act):
            return (out,)
        if not isinstance(act, Built):
            return ()
        if tangled := no_room(_cells(sunk(act.blocks)), _cells(entangled(act.blocks))):
            return tangled
        assert state.card is not None
        return tuple(card_violations(state.table.cards[state.card], act.blocks))

    def apply(self, state: State, act: Act) -> State:
        match act:
            case Roll(die):
                return table.rolled(state, die)
            case Start():
                return table.started(state)
            case Built():
                return table.built(state)
            case Expired():
                return table.expired(state)

    def legal(self, state: State) -> Iterator[Act]:
        if state.phase == "roll":
            yield from (Roll(die) for die in (1, 2, 3))
        elif state.phase == "start":
            yield Start()
        elif state.phase == "build" and state.card is not None:
            solutions = state.table.cards[state.card].solutions
            yield from dict.fromkeys(Built(painted(layout)) for layout in solutions)

    def show(self, state: State) -> dict[str, object]:
        outcome = self.outcome(state)
        return {
            "game": self.name,
            "seats": list(state.table.seats),
            "turn": state.builder,
            "phase": state.phase,
            "round": state.round,
            "standing": dict(self.standing(state)),
            "options": dict(state.table.options),
            "outcome": outcome and {"winners": list(outcome.winners), "rule": outcome.rule},
            "dial": state.dial,
            "card": state.card,
            "finished": list(state.finished),
            "deck": len(state.pile.deck),
            "discards": len(state.pile.discards),
        }

    def turn(self, state: State) -> Seat:
        return state.builder

    def phase(self, state: State) -> str:
        return state.phase

    def standing(self, state: State) -> Mapping[Seat, int]:
        return dict(zip(state.table.seats, state.points, strict=True))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        most = max(state.points)
        winners = tuple(seat for seat, had in self.standing(state).items() if had == most)
        return Outcome(winners, RuleId("M-11"))


MAKE_N_BREAK = MakeNBreak()


def card_violations(card: Card, building: Layout) -> Iterator[Violation]:
    """What a building that can exist has wrong against its card."""
    found = judged(building, card.solutions)
    if isinstance(found, Misfit):
        rule = RuleId("M-4" if card.view == "flat" else "M-5")
        wanted = min(len(layout) for layout in card.solutions)
        facts = (("wanted", wanted), ("built", len(building)))
        yield Violation(rule, _cells(building), case=found.value, facts=facts)
        return
    if card.coloured and found.miscoloured:
        wrong = ("wrong", len(found.miscoloured))
        yield Violation(RuleId("M-3"), _cells(found.miscoloured), facts=(wrong,))
    if found.crowding:
        spare = ("spare", len(found.crowding))
        yield Violation(RuleId("M-4"), _cells(found.crowding), case="spare", facts=(spare,))


def _out_of_order(state: State, act: Act) -> Violation | None:
    phase, rule = ORDER[type(act)]
    if state.phase == "over":
        return Violation(RuleId("M-11"), binding=True, case="over")
    if state.phase != phase:
        return Violation(rule, binding=True, case=state.phase)
    if isinstance(act, Built) and state.card is None:
        return Violation(RuleId("M-9"), binding=True, case="no_card")
    return None


def _cells(blocks: Layout) -> tuple[Cell, ...]:
    return tuple(cell for block in blocks for cell in block.cells)


def _check_seats(seats: tuple[Seat, ...]) -> None:
    distinct("make_n_break", seats, 2, None)
    for seat in seats:
        if not re.fullmatch("[a-z0-9_]+", seat):
            raise BadSetup(f"seat {seat!r} is no name; use small letters, digits and '_'.")


def _check_forms(options: Mapping[str, str], seats: tuple[Seat, ...]) -> None:
    for name, (form, wanted) in FORMS.items():
        if not re.fullmatch(form, options[name], re.ASCII):
            raise BadSetup(f"option {name} of make_n_break is {options[name]!r}; give {wanted}.")
    for seat in options["young"].split(",") if options["young"] else ():
        if seat not in seats:
            raise BadSetup(f"option young names {seat!r}; give seats out of {', '.join(seats)}.")


def _deck(options: Mapping[str, str], data: Mapping[str, object]) -> tuple[Card, ...]:
    try:
        return read_deck(data.get("deck"))
    except BadCard as bad:
        raise BadSetup(f"deck {options['deck'] or 'of the program'}: {bad}") from bad


def _read_blocks(raw: list[object]) -> Layout:
    if len(raw) > MOST_BLOCKS:
        raise BadAct("out_of_range", f"'blocks' has {len(raw)} blocks; there are {MOST_BLOCKS}.")
    blocks = tuple(_read_block(block) for block in raw)
    colours = [block.colour for block in blocks]
    twice = next((colour for colour in colours if colours.count(colour) > 1), None)
    if twice is not None:
        raise BadAct("repeated", f"'colour' {twice!r} is named twice; each block is there once.")
    return blocks


def _read_block(raw: object) -> Block:
    if not isinstance(raw, dict):
        raise BadAct(
            "bad_type", f"a block is {fields.shortened(raw)}; give colour, pose and at for each."
        )
    at = spot(fields.listed(raw, "at"))
    if at is None:
        raise BadAct(
            "bad_type",
            f"'at' is {fields.shortened(raw['at'])}; give three numbers [x, y, z] in sections.",
        )
    return Block(fields.one_of(raw, "colour", COLOURS), fields.one_of(raw, "pose", POSES), at)


def _written(block: Block) -> dict[str, object]:
    return {"colour": block.colour, "pose": block.pose, "at": list(block.at)}
