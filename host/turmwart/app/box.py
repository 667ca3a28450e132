"""What an owner taught of a real box: checked, and kept beside the rig's calibration."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from turmwart.app.setup import timer_lengths
from turmwart.app.trouble import Trouble
from turmwart.model.table import Material
from turmwart.rules.make_n_break.deck import BadCard, read_deck
from turmwart.rules.ruleset import BadSetup
from turmwart.rules.turmbauer.pieces import read_pieces

PIECES, DECK = "turmbauer_pieces.json", "deck.json"
LONGEST_S = 99_999


@dataclass(frozen=True, slots=True)
class Taught:
    """What is kept of a game: in which file, which option names it otherwise, how it is checked."""

    file: str
    option: str
    check: Callable[[object], str]


def keep_box(game: str, data: object, place: Path, source: str) -> str:
    """Keeps it whole or not at all; says what was kept."""
    taught = BOXES[game]
    try:
        said = taught.check(data)
    except (BadSetup, BadCard) as wrong:
        raise Trouble(f"{source} is not kept: {wrong}") from wrong
    target = place / taught.file
    try:
        place.mkdir(parents=True, exist_ok=True)
        fresh = target.with_suffix(".new")
        fresh.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
        fresh.replace(target)
    except OSError as wrong:
        raise Trouble(
            f"{target} cannot be written ({wrong.strerror}); name another --into."
        ) from wrong
    return (
        f"{said} kept in {target}; the rig {place.name!r} plays with them, "
        f"others do with --option {taught.option}={target}"
    )


def kept_material(place: Path) -> Material | None:
    """The wood of a taught box; None when no sizes were taught."""
    file = place / DECK
    if not file.exists():
        return None
    try:
        size = json.loads(file.read_text("utf-8")).get("block_mm")
    except (OSError, ValueError, AttributeError) as wrong:
        raise Trouble(f"{file} is damaged ({wrong}); teach the box again.") from wrong
    return Material(block_mm=(size[0], size[1], size[2])) if size is not None else None


def _pieces(data: object) -> str:
    return f"{len(read_pieces(data))} pieces"


def _cards(data: object) -> str:
    """Cards, and where given the sizes of the blocks and the timer's three lengths."""
    cards = read_deck(data)
    assert isinstance(data, dict)
    if "block_mm" in data and not _three(data["block_mm"], _is_size):
        raise BadCard(
            f"key 'block_mm' is {data['block_mm']!r}; give three numbers of millimetres above 0: "
            "length, width and height."
        )
    if "timer_seconds" in data and not _three(data["timer_seconds"], _is_seconds):
        raise BadCard(
            f"key 'timer_seconds' is {data['timer_seconds']!r}; give three whole numbers of "
            f"seconds from 1 to {LONGEST_S}: for the dial's 1, 2 and 3."
        )
    known = [f"{len(cards)} cards"]
    if "block_mm" in data:
        known.append("blocks of {:g} x {:g} x {:g} mm".format(*data["block_mm"]))
    known += [f"timer_seconds={lengths}"] if (lengths := timer_lengths(data)) else []
    return ", ".join(known)


def _three(value: object, fine: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(map(fine, value))


def _is_size(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1000


def _is_seconds(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LONGEST_S


BOXES: Mapping[str, Taught] = {
    "turmbauer": Taught(PIECES, "pieces", _pieces),
    "make_n_break": Taught(DECK, "deck", _cards),
}
