"""All that the page shows, as one frozen value. It knows no rules, no clock and no wire.

Whoever runs the table builds a `View` after every change and hands it to the server's hub.
Sentences come ready in both languages; numbers and places come plain.
"""

from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from turmwart.rules.sheet import Words

Emblem = Literal["circle", "square", "triangle", "diamond"]
"""Beside its colour every seat has a shape, for those who see colours differently."""

EMBLEMS: tuple[Emblem, ...] = ("circle", "square", "triangle", "diamond")

Verdict = Literal["legal", "disputed", "illegal"]
Ground = Literal["row", "table", "board", "blocks", "flat", "card"]
Meaning = Literal["offending", "reachable", "place", "goal", "start"]


@dataclass(frozen=True, slots=True)
class Shape:
    """One solid to draw. *at* is the centre of its lower face, *size* is dx, dy, dz, all in mm.

    *turn* is in degrees about the upright axis. *newest* is outlined. *cell* and *name* are what
    the label says on touch: the lowest cell, and the id of the piece or the length of the brick.
    """

    kind: Literal["box", "disc", "pawn"]
    colour: str
    at: tuple[float, float, float]
    size: tuple[float, float, float]
    turn: float = 0.0
    newest: bool = False
    cell: tuple[int, int, int] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that is lit: a flat box around a cell or field, *at* its lower centre, in mm."""

    meaning: Meaning
    at: tuple[float, float, float]
    size: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A short text that lies on the ground, such as the number of a field."""

    text: str
    at: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Plumb:
    """The plumb bob: it hangs from *at*, the centre of what weighs, down to the ground.

    *margin_mm* is how far the weight may shift before something tips; None: no shift would help.
    """

    at: tuple[float, float, float]
    standing: Literal["stable", "marginal", "unstable"]
    margin_mm: float | None


@dataclass(frozen=True, slots=True)
class Picture:
    """What stands on the table, ready to be drawn.

    *ground* chooses the natural picture: a row of stacks, a tower on the table, a tower on a
    10 x 10 board, a building of loose blocks, a card seen flat or slanted. *layer_mm* is the height of one level, for peeling
    layers off and for naming a cell; 0 where there are none. *cell_mm* is the width of a cell.
    *plumb* hangs only where hints are on.
    """

    ground: Ground = "row"
    shapes: tuple[Shape, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
    layer_mm: float = 0.0
    cell_mm: float = 0.0
    plumb: Plumb | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a supply: its cells seen from above, those that show the colour, how many.

    *allowed*: whether this roll permits it; None when that is not the question now.
    """

    id: str
    cells: tuple[tuple[int, int], ...]
    coloured: tuple[tuple[int, int], ...] = ()
    count: int = 1
    allowed: bool | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: *colour* paints it, *emblem* shapes it, *standing* is the number people compare.

    *unit* says what the number counts. *detail* is one short line (skipped, sees no move).
    *rings* is None in games without rings. *player* is the seat whose phone plays this colour.
    """

    id: str
    name: Words
    colour: str
    emblem: Emblem
    standing: int
    unit: Words
    detail: Words | None = None
    rings: int | None = None
    supply: tuple[Piece, ...] = ()
    player: str = ""


@dataclass(frozen=True, slots=True)
class Warning:  # noqa: A001
    """A broken rule: its id, what is wrong here, and what the rule says.

    The cells are lit by the marks of the picture. *disputed*: two fair readings differ.
    """

    rule: str
    text: Words
    why: Words
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of a doubtful picture: said in a sentence, drawn as SVG."""

    text: Words
    svg: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question to the table. The answer is the command `answer` with {"doubt": id, "choice": n}.

    *id* differs from doubt to doubt, so that a late answer meets no other question.
    """

    id: str
    question: Words
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """What would be the verdict if DONE were pressed now; open while a card is half built.

    *text* says what is seen.
    """

    verdict: Verdict | Literal["open"]
    text: Words


@dataclass(frozen=True, slots=True)
class Countdown:
    """A running clock has *deadline_ms* (Unix time), a held one *left_ms*; never both."""

    total_ms: int
    deadline_ms: int | None = None
    left_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """One committed act, for the short list, the newest last; *rules* are those it broke."""

    number: int
    seat: str
    text: Words
    verdict: Verdict = "legal"
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """The building card in play (Make 'n' Break)."""

    id: str
    points: int
    svg: str


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won, in a sentence; several winners share the win."""

    winners: tuple[str, ...]
    rule: str
    text: Words


@dataclass(frozen=True, slots=True)
class Lamp:
    """One part of the rig: well or not, and if not, what to do about it."""

    part: Literal["camera", "controller", "broker", "calibration", "disk"]
    well: bool
    text: Words
    cure: Words | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything on the page `/`.

    *seq* is the number of the last committed journal entry. *turn* is a seat's id, or None when
    nobody is on turn. *next* is the one sentence that says what to do now. *keys* are the keys
    that a seat's phone may press now: done, roll, ring_a, ring_b, ring_c, take_back, start, stop,
    discard. *rolling* says how many dice of how many sides are due. *supply* is what belongs to nobody yet. *hints*, *camera* and *voice* are the table's choices.
    *notice* is a standing remark such as that the table is a virtual one.
    """

    seq: int
    game: str
    game_id: str
    seats: tuple[SeatView, ...]
    next: Words
    turn: str | None = None
    phase: str = ""
    round: int = 0
    paused: bool = False
    picture: Picture = Picture()
    dice: tuple[int, ...] = ()
    countdown: Countdown | None = None
    trial: Trial | None = None
    warnings: tuple[Warning, ...] = ()
    doubt: Doubt | None = None
    deeds: tuple[Deed, ...] = ()
    card: Card | None = None
    ending: Ending | None = None
    lamps: tuple[Lamp, ...] = ()
    keys: tuple[str, ...] = ()
    rolling: tuple[int, int] | None = None
    supply: tuple[Piece, ...] = ()
    hints: bool = False
    camera: bool = False
    voice: bool = False
    notice: Words | None = None


def peeled(picture: Picture, layers: int) -> Picture:
    """The picture with only its lowest *layers* left; without layers all of it stays."""
    if not picture.layer_mm:
        return picture
    top = (layers - 0.5) * picture.layer_mm
    left = tuple(shape for shape in picture.shapes if shape.at[2] < top)
    marks = tuple(mark for mark in picture.marks if mark.at[2] < top)
    return replace(picture, shapes=left, marks=marks)


def encode(view: View) -> bytes:
    """The view as JSON, its fields by their names."""
    return msgspec.json.encode(view)
