"""The controller's box: a body for the board, and a lid with keys, lamps, digits and dial."""

from collections.abc import Mapping
from dataclasses import dataclass

from workshop.solid import Solid, block, joined, moved, pin, plate, without


@dataclass(frozen=True, slots=True)
class Hole:
    """A round hole of the lid; nothing else may stand within *rim* of its middle."""

    at: tuple[float, float]
    diameter: float
    rim: float


@dataclass(frozen=True, slots=True)
class Box:
    """Sizes of the box. x runs to the player's right, y away from the player."""

    across: float = 200.0
    deep: float = 120.0
    tall: float = 52.0
    wall: float = 2.4
    lid: float = 3.0
    lip: float = 4.0
    corner: float = 10.0
    slack: float = 0.3
    post: float = 9.0
    pilot: float = 2.6
    screw: float = 3.4
    board: tuple[float, float] = (18.4, 45.4)
    """The Nano lies with its USB socket at the back wall."""

    @property
    def posts(self) -> tuple[tuple[float, float], ...]:
        x, y = self.across / 2 - self.wall - 5.0, self.deep / 2 - self.wall - 5.0
        return ((-x, -y), (x, -y), (x, y), (-x, y))


KEY, BIG_KEY = (24.2, 15.0), (30.2, 18.5)
"""Hole and half the bezel of arcade keys of 24 and 30 mm."""
LAMP, DIAL = (5.2, 5.0), (7.2, 13.0)
HOLES: Mapping[str, Hole] = {
    "START": Hole((-62.0, -36.0), *KEY),
    "DONE": Hole((0.0, -35.0), *BIG_KEY),
    "STOP": Hole((62.0, -36.0), *KEY),
    "dice A": Hole((-60.0, 3.0), *KEY),
    "dice B": Hole((-20.0, 3.0), *KEY),
    "dice C": Hole((20.0, 3.0), *KEY),
    "dice D": Hole((60.0, 3.0), *KEY),
    "green": Hole((-80.0, 42.0), *LAMP),
    "amber": Hole((-66.0, 42.0), *LAMP),
    "red": Hole((-52.0, 42.0), *LAMP),
    "white": Hole((-38.0, 42.0), *LAMP),
    "dial": Hole((72.0, 38.0), *DIAL),
}
DIGITS, WINDOW, MODULE = (0.0, 40.0), (30.5, 14.5), (42.0, 24.0)
"""Where the digits' module sits, the window in the lid, and the module's size."""
BUZZER, SOUND = (42.0, 42.0), 2.0


def body(box: Box) -> Solid:
    """Open at the top; stands as it is printed."""
    outer = plate(box.across, box.deep, box.tall, box.corner)
    inside = plate(
        box.across - 2 * box.wall, box.deep - 2 * box.wall, box.tall, box.corner - box.wall
    )
    shell = without(outer, [moved(inside, (0.0, 0.0, box.wall))])
    posts = [pin(box.post, box.tall - box.lip - 0.4, (x, y, 0.0)) for x, y in box.posts]
    stopped = joined([shell, *posts, *_cradle(box)]) ^ plate(
        box.across, box.deep, box.tall, box.corner
    )
    pilots = [pin(box.pilot, box.tall, (x, y, box.tall - 20.0)) for x, y in box.posts]
    back = box.deep / 2
    socket = block((12.0, 4 * box.wall, 8.0), (0.0, back, box.wall + 2.0))
    wires = moved(pin(8.0, 4 * box.wall), (50.0, back + 2 * box.wall, 14.0), (90.0, 0.0, 0.0))
    return without(stopped, [*pilots, socket, wires])


def _cradle(box: Box) -> list[Solid]:
    """Two rails and a stop that hold the board against the back wall."""
    wide, long = box.board
    middle = box.deep / 2 - box.wall - long / 2
    rails = [
        block((2.0, long, 8.0), (side * (wide / 2 + 1.0), middle, box.wall / 2)) for side in (-1, 1)
    ]
    beds = [
        block((2.0, long, 3.5), (side * (wide / 2 - 0.8), middle, box.wall / 2)) for side in (-1, 1)
    ]
    stop = block((wide + 4.0, 2.0, 8.0), (0.0, middle - long / 2 - 1.0, box.wall / 2))
    return [*rails, *beds, stop]


def lid(box: Box) -> Solid:
    """Printed face down: its face lies on z = 0, the lip stands up."""
    face = plate(box.across, box.deep, box.lid, box.corner)
    gap = box.wall + box.slack
    outer = plate(box.across - 2 * gap, box.deep - 2 * gap, box.lip, box.corner - gap)
    inner = plate(
        box.across - 2 * gap - 4.0, box.deep - 2 * gap - 4.0, box.lip, box.corner - gap - 2.0
    )
    rim = moved(without(outer, [inner]), (0.0, 0.0, box.lid))
    room = [
        pin(box.post + 2 * box.slack + 0.4, box.lip + 1.0, (x, y, box.lid)) for x, y in box.posts
    ]
    return without(joined([face, without(rim, room)]), [*_openings(box), *_fixings(box)])


def mirrored(at: tuple[float, float], z: float = -1.0) -> tuple[float, float, float]:
    """A place of the lid as it lies face down."""
    return -at[0], at[1], z


def _openings(box: Box) -> list[Solid]:
    through = box.lid + 2.0
    holes = [pin(hole.diameter, through, mirrored(hole.at)) for hole in HOLES.values()]
    window = block((*WINDOW, through), mirrored(DIGITS))
    x, y = BUZZER
    sound = [
        pin(SOUND, through, mirrored((x + dx, y + dy)))
        for dx, dy in ((0, 0), (4, 0), (-4, 0), (2, 3.5), (-2, 3.5), (2, -3.5), (-2, -3.5))
    ]
    return [*holes, window, *sound]


def _fixings(box: Box) -> list[Solid]:
    """Screws of the lid, and blind holes for those of the digits."""
    screws = [pin(box.screw, box.lid + 2.0, (x, y, -1.0)) for x, y in box.posts]
    x, y = DIGITS
    blind = [
        pin(1.8, box.lid, mirrored((x + sx * 18.6, y + sy * 9.6), 1.2))
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    return [*screws, *blind]
