"""The printed parts, the bought ones beside them, and the steps in which they come together."""

from collections.abc import Mapping

from workshop import box, stand
from workshop.drawing import Piece, View
from workshop.solid import Size, Solid, block, joined, moved, on_the_bed, pin, plate

BOX, STAND = box.Box(), stand.Stand()
PRINTED, NEW = (205, 196, 188), (70, 150, 240)
BOARD, WOOD, METAL, MAT = (130, 90, 30), (150, 190, 220), (215, 215, 215), (245, 245, 245)
DARK = (70, 66, 62)
HEIGHT = 600.0
"""From the mat to the lens, as hardware/camera.md says for the Camera Module 3."""


def printed() -> Mapping[str, Solid]:
    """Every part to be printed, as it lies on the bed."""
    parts = {
        "box-body": box.body(BOX),
        "box-lid": box.lid(BOX),
        "stand-foot": stand.foot(STAND),
        "stand-elbow": moved(stand.elbow(STAND), (0.0, 0.0, 0.0), (0.0, 90.0, 0.0)),
        "stand-carriage": moved(stand.carriage(STAND), (0.0, 0.0, 0.0), (90.0, 0.0, 0.0)),
        "stand-clip": stand.clip(STAND),
    }
    return {name: on_the_bed(part) for name, part in parts.items()}


def upright_lid(up: float = 0.0) -> Solid:
    """The lid as it sits on the box, *up* higher."""
    return moved(box.lid(BOX), (0.0, 0.0, BOX.tall + BOX.lid + up), (0.0, 180.0, 0.0))


def nano(up: float = 0.0) -> Solid:
    wide, long = 18.0, 45.0
    y = BOX.deep / 2 - BOX.wall - long / 2
    socket = block((8.0, 9.0, 4.0), (0.0, long / 2 - 4.0, 1.6))
    chip = block((7.0, 7.0, 1.2), (0.0, -4.0, 1.6))
    return moved(joined([block((wide, long, 1.6)), socket, chip]), (0.0, y, 4.7 + up))


def controls(z: float) -> list[Solid]:
    """Keys, lamps, dial and digits as they stick in a lid whose face is at *z*."""
    parts = []
    for hole in box.HOLES.values():
        cap = pin(2 * hole.rim - 2.0, 4.0, (*hole.at, z))
        deep = 26.0 if hole.diameter > 20 else 8.0
        shaft = pin(hole.diameter - 0.4, deep, (*hole.at, z - deep))
        parts.append(joined([cap, shaft]))
    x, y = box.DIGITS
    glass = block((*box.WINDOW, 5.0), (x, y, z - 4.0))
    parts.append(joined([glass, block((*box.MODULE, 1.6), (x, y, z - BOX.lid - 3.0))]))
    return parts


def camera(at: Size) -> Solid:
    """The camera board under the carriage: *at* is where its lens sees from."""
    x, y, z = at
    face = block((25.0, 24.0, 1.2), (x, y, z + STAND.lens))
    return joined([face, block((8.6, 8.6, STAND.lens), (x, y, z))])


def erected(height: float, beyond: float = 0.0) -> Mapping[str, Solid]:
    """The stand as it stands behind the mat, the lens *height* above it."""
    arm = height + STAND.drop
    floor = STAND.wood + STAND.floor
    half = STAND.outer / 2
    tube = STAND.tube
    mast = block((tube, tube, STAND.mast(height)), (0.0, STAND.behind, floor))
    middle = STAND.behind - half - STAND.arm / 2
    return {
        "board": block((*STAND.board, STAND.wood), (0.0, STAND.board_y, 0.0)),
        "foot": moved(stand.foot(STAND), (0.0, STAND.behind, STAND.wood)),
        "mast": mast,
        "elbow": moved(stand.elbow(STAND), (0.0, STAND.behind, arm)),
        "arm": block((tube, STAND.arm, tube), (0.0, middle, arm - tube / 2)),
        "carriage": moved(stand.carriage(STAND), (0.0, beyond, arm)),
        "camera": camera((0.0, beyond, height)),
    }


STAND_COLOURS = {
    "board": WOOD, "foot": PRINTED, "mast": METAL, "elbow": PRINTED, "arm": METAL,
    "carriage": PRINTED, "camera": BOARD,
}  # fmt: skip


def _stand(new: Mapping[str, str], *shown: str) -> list[Piece]:
    """Parts of the stand; those in *new* are coloured and carry their number."""
    parts = erected(HEIGHT)
    return [
        Piece(parts[name], NEW if name in new else STAND_COLOURS[name], new.get(name, ""))
        for name in (shown or parts)
    ]


def _row() -> list[Piece]:
    places = (
        (0.0, 0.0), (230.0, 0.0), (0.0, -170.0), (110.0, -150.0), (190.0, -150.0), (260.0, -150.0),
    )  # fmt: skip
    return [
        Piece(moved(part, (*place, 0.0)), PRINTED, str(number))
        for number, (part, place) in enumerate(zip(printed().values(), places, strict=True), 1)
    ]


def _table() -> list[Piece]:
    mat = plate(420.0, 300.0, 0.6, 2.0)
    at = (-340.0, -60.0, 0.0)
    case = [Piece(moved(part, at), PRINTED) for part in (box.body(BOX), upright_lid())]
    keys = [Piece(moved(part, at), DARK) for part in controls(BOX.tall + BOX.lid)]
    strapped = (0.0, STAND.behind + STAND.tube / 2 + 15.0, HEIGHT - 230.0)
    pi = Piece(block((62.0, 30.0, 90.0), strapped), DARK, "4")
    case[1] = Piece(case[1].solid, PRINTED, "2")
    flags = {"camera": "3", "board": "5"}
    upright = [
        Piece(part, STAND_COLOURS[name], flags.get(name, ""))
        for name, part in erected(HEIGHT).items()
    ]
    return [Piece(mat, MAT, "1"), *case, *keys, *upright, pi]


def steps() -> Mapping[str, tuple[list[Piece], View]]:
    """The drawings of hardware/assembly.md."""
    shell, face = box.body(BOX), BOX.tall + BOX.lid
    parts = [Piece(part, NEW, str(number)) for number, part in enumerate(controls(face), 1)]
    lifted = [Piece(moved(part, (0.0, 0.0, 60.0)), DARK) for part in controls(face)]
    screws = [
        Piece(joined([pin(6.0, 3.0, (x, y, face + 105.0)), pin(3.0, 18.0, (x, y, face + 87.0))]), NEW)
        for x, y in BOX.posts
    ]  # fmt: skip
    return {
        "parts": (_row(), View(25.0, 45.0)),
        "step-1": ([Piece(shell, PRINTED), Piece(nano(), NEW, "1")], View(25.0, 48.0)),
        "step-2": ([Piece(upright_lid(), PRINTED), *parts], View(25.0, 42.0)),
        "step-3": (
            [
                Piece(shell, PRINTED),
                Piece(nano(), BOARD),
                Piece(upright_lid(60.0), PRINTED),
                *lifted,
                *screws,
            ],
            View(25.0, 30.0),
        ),
        "step-4": (_stand({"foot": "1", "mast": "2"}, "board", "foot", "mast"), View(35.0, 25.0)),
        "step-5": (
            _stand({"elbow": "3", "arm": "4", "carriage": "5", "camera": ""}),
            View(55.0, 12.0),
        ),
        "step-6": (_table(), View(28.0, 30.0)),
    }
