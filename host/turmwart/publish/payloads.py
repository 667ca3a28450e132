"""Every payload of the contract as a type; the JSON Schemas are made from these."""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Name = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Moment = Annotated[int, Meta(ge=0, description="Unix time in milliseconds")]
RuleId = Annotated[str, Meta(pattern="^[A-Z]-[0-9]+$")]
Cell = Annotated[list[int | float], Meta(min_length=3, max_length=3)]
Place = Cell | Literal["table"]
GameName = Literal["turmbauer", "talo", "twentyseven", "make_n_break"]
Verdict = Literal["legal", "disputed", "illegal"]
Digits = Annotated[str, Meta(pattern="^[0-9]+$")]
Disc = Literal["red", "grey", "black", "white"]
SCHEMA: Literal[1] = 1


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Nothing may be missing, nothing may be there that is not named."""


class Words(Value, frozen=True):
    """One sentence in both languages."""

    de: str
    en: str


class Outcome(Value, frozen=True):
    """Who won, and by which rule; several winners share the win or the draw."""

    winners: Annotated[list[Name], Meta(min_length=1)]
    rule: RuleId


class Violation(Value, frozen=True):
    """A rule that is broken, where, and the sentence for people."""

    rule: RuleId
    cells: list[Cell]
    disputed: bool
    text: Words


class Brick(Value, frozen=True):
    cells: list[Cell]


class Block(Value, frozen=True):
    colour: Name
    pose: Literal["along", "end_on", "standing"]
    at: Cell


class Act(Value, frozen=True, tag_field="do"):
    """One thing done in a turn, as the referee protocol writes it."""


class Roll(Act, frozen=True, tag="roll"):
    dice: Annotated[list[Number], Meta(min_length=1, max_length=2)]


class Done(Act, frozen=True, tag="done"):
    pass


class Build(Act, frozen=True, tag="build"):
    piece: Name | UnsetType = UNSET
    cells: list[Cell] | UnsetType = UNSET
    coloured: list[Cell] | UnsetType = UNSET
    bricks: list[Brick] | UnsetType = UNSET


class Discard(Act, frozen=True, tag="discard"):
    piece: Name


class Ring(Act, frozen=True, tag="ring"):
    effect: Literal["a", "b", "c"]


class Move(Act, frozen=True, tag="move"):
    to: Place | int | UnsetType = UNSET
    from_: Number | UnsetType = msgspec.field(default=UNSET, name="from")
    count: Count | UnsetType = UNSET
    base: bool | UnsetType = UNSET


class Fallen(Act, frozen=True, tag="fallen"):
    pieces: Number


class Restart(Act, frozen=True, tag="restart"):
    to: Annotated[list[int], Meta(min_length=2, max_length=2)]


class Collapse(Act, frozen=True, tag="collapse"):
    rebuilt: bool


class Start(Act, frozen=True, tag="start"):
    pass


class Built(Act, frozen=True, tag="built"):
    blocks: list[Block]


class Expired(Act, frozen=True, tag="expired"):
    pass


AnyAct = (
    Roll | Done | Build | Discard | Ring | Move | Fallen | Restart | Collapse
    | Start | Built | Expired
)  # fmt: skip


class GameState(Value, frozen=True, tag_field="game"):
    """What all games have alike, as the referee protocol writes it."""

    seats: Annotated[list[Name], Meta(min_length=2)]
    turn: Name
    round: Number
    standing: dict[str, int]
    options: dict[str, str]
    outcome: Outcome | None


class Standing(Value, frozen=True):
    """A piece that was built at Turmbauer."""

    seat: Name
    piece: Name
    cells: list[Cell]
    coloured: list[Cell]
    violations: list[RuleId]


class Turmbauer(GameState, frozen=True, tag="turmbauer"):
    phase: Literal["start", "roll", "build", "move", "done", "over"]
    dice: list[Number] | None
    ring: Literal["a", "b", "c"] | None
    players: dict[str, list[Name]]
    supply: dict[str, list[Name]]
    box: dict[str, list[Name]]
    rings: dict[str, Count]
    pawns: dict[str, Place]
    built: list[Standing]
    start_rolls: dict[str, Number]


class Talo(GameState, frozen=True, tag="talo"):
    phase: Literal["roll", "build", "move", "done", "over"]
    rolls: list[Number]
    rest: Count
    supply: dict[Digits, Count]
    bricks: list[list[Cell]]
    pawns: dict[str, Cell]


class TwentySeven(GameState, frozen=True, tag="twentyseven"):
    phase: Literal["move", "over"]
    row: list[list[Disc]]
    steps: Count


class MakeNBreak(GameState, frozen=True, tag="make_n_break"):
    phase: Literal["roll", "start", "build", "over"]
    dial: Number | None
    card: Name | None
    finished: list[Name]
    deck: Count
    discards: Count


STATES = (Turmbauer, Talo, TwentySeven, MakeNBreak)
AnyState = Turmbauer | Talo | TwentySeven | MakeNBreak


class Question(Value, frozen=True):
    """What the table is asked. *doubt* is the id that the command `answer` gives back."""

    kind: Literal["asked", "doubted"]
    doubt: str | None
    readings: list[list[AnyAct]]


class LastWarning(Value, frozen=True):
    """The newest warning of this game, also when what it warned of is gone."""

    ts: Moment
    rules: Annotated[list[RuleId], Meta(min_length=1)]
    text: Words


class Head(Value, frozen=True):
    """*seq* is the number of the newest journal entry of the game *game_id*."""

    seq: Number
    ts: Moment
    game_id: Name


class Game(Head, frozen=True):
    game: GameName
    seats: Annotated[list[Name], Meta(min_length=2)]
    options: dict[str, str]
    outcome: Outcome | None
    paused: bool


class Turn(Head, frozen=True):
    turn: Name
    phase: Name
    round: Number


class Score(Head, frozen=True):
    standing: dict[str, int]


class Timer(Head, frozen=True):
    """A deadline while the clock runs, what is left while it is held; all null without a clock."""

    deadline: Moment | None
    left_ms: Count | None
    total_ms: Number | None


class Legality(Head, frozen=True):
    """What stands on the table now, judged but not committed; null when nothing is tried."""

    verdict: Verdict | None
    violations: list[Violation]
    question: Question | None


class Warned(Head, frozen=True):
    rules: list[RuleId]
    last_warning: LastWarning | None


class Dice(Head, frozen=True):
    """The roll that counts now."""

    dice: list[Number] | None


SLICES: dict[str, type[Head]] = {
    "game": Game,
    "turn": Turn,
    "score": Score,
    "timer": Timer,
    "legality": Legality,
    "warning": Warned,
    "dice": Dice,
}
"""The parts of `state` that have a topic of their own, by its name."""


def _live(state: type[GameState]) -> type[GameState]:
    """The whole of one game's table: the game's state, and all slices in it."""
    known = {field.name for field in msgspec.structs.fields(state)} | {"game"}
    fields: dict[str, Any] = {"schema": Literal[1]}
    for slice_ in SLICES.values():
        fields |= {f.name: f.type for f in msgspec.structs.fields(slice_) if f.name not in known}
    made = msgspec.defstruct(
        f"{state.__name__}Snapshot",
        list(fields.items()),
        bases=(state,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field="game",
        tag=state.__struct_config__.tag,
    )
    assert issubclass(made, GameState)
    return made


SNAPSHOTS = tuple(_live(state) for state in STATES)
AnySnapshot: Any = reduce(or_, SNAPSHOTS)


class Evidence(Value, frozen=True):
    """*seen*: the camera read it; *margin*: by how much that reading led, in log-likelihood."""

    seen: bool
    certain: bool
    margin: float | None
    candidates: list[AnyAct]


class Happened(Value, frozen=True, tag_field="kind"):
    """One journal entry, with the game's state before and after it."""

    schema: Literal[1]
    seq: Number
    ts: Moment
    game_id: Name
    before: AnyState | None
    after: AnyState
    evidence: Evidence


class GameStarted(Happened, frozen=True, tag="game_started"):
    game: GameName
    seats: Annotated[list[Name], Meta(min_length=2)]
    options: dict[str, str]


class Acted(Happened, frozen=True, tag="acted"):
    act: AnyAct
    violations: list[RuleId]


class Asked(Happened, frozen=True, tag="asked"):
    acts: list[AnyAct]
    violations: list[RuleId]


class Doubted(Happened, frozen=True, tag="doubted"):
    readings: list[list[AnyAct]]


class Refused(Happened, frozen=True, tag="refused"):
    why: Name
    violations: list[RuleId]


class TakenBack(Happened, frozen=True, tag="taken_back"):
    acts: Number


class Changed(Value, frozen=True):
    """The rules that an act was found to break, before a correction and after it."""

    number: Number
    was: list[RuleId]
    now: list[RuleId]


class Corrected(Happened, frozen=True, tag="corrected"):
    acts_by_number: list[tuple[Number, AnyAct]]
    changed: list[Changed]


class Paused(Happened, frozen=True, tag="paused"):
    pass


class Resumed(Happened, frozen=True, tag="resumed"):
    pass


EVENTS: dict[str, type[Happened]] = {
    "game_started": GameStarted,
    "acted": Acted,
    "asked": Asked,
    "doubted": Doubted,
    "refused": Refused,
    "taken_back": TakenBack,
    "corrected": Corrected,
    "paused": Paused,
    "resumed": Resumed,
}


class Result(Value, frozen=True):
    """How a finished game ended; *outcome* is null when its last act was taken back."""

    schema: Literal[1]
    seq: Number
    ts: Moment
    game_id: Name
    game: GameName
    seats: Annotated[list[Name], Meta(min_length=2)]
    standing: dict[str, int]
    outcome: Outcome | None


class Obeyed(Value, frozen=True):
    """What became of the commands since the start: done, refused with a reply, refused and only counted."""

    done: Count
    refused: Count
    unanswered: Count


class Health(Value, frozen=True):
    ts: Moment
    fps: float
    controller: Name
    residual_px: float | None
    events_unsent: Count
    commands: Obeyed


class Info(Value, frozen=True):
    version: Name
    schema: Literal[1]
    page: str | None
    versions: dict[str, str]
    instance: Name
    table: Annotated[str, Meta(pattern="^[a-z0-9-]+$")]
    asyncapi: str | None


class Claim(Value, frozen=True):
    """A rig asks for its table's name, or says that it holds it already."""

    instance: Name
    since: Moment
    held: bool
    page: str | None


CommandId = (
    Annotated[str, Meta(min_length=1, max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)]
)


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """*ts* and *seq*, when given, make an old command, or one for another state, be refused."""

    id: CommandId
    args: dict[str, Any] = {}
    ts: Moment | None = None
    seq: Number | None = None


Reason = Literal[
    "malformed", "too_large", "retained", "stale", "not_authorised", "unknown", "busy", "refused"
]


class Reply(Value, frozen=True):
    """What became of a command; *error* says why not, *reason* names it for programs."""

    id: CommandId | None
    status: Literal["ok", "refused", "error"]
    error: str | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET


Status = Literal["online", "offline"]
