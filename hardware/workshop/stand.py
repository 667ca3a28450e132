"""The camera's stand: a mast and an arm of square tube, and the printed parts between them."""

from dataclasses import dataclass

from workshop.solid import Solid, block, cone, joined, moved, pin, plate, wedge, without


@dataclass(frozen=True, slots=True)
class Stand:
    """Sizes of the stand. The mast stands *behind* the middle of the mat, on a wooden *board*."""

    tube: float = 20.0
    slack: float = 0.4
    wall: float = 5.0
    socket: float = 50.0
    base: float = 120.0
    floor: float = 8.0
    wood: float = 18.0
    behind: float = 260.0
    board: tuple[float, float] = (300.0, 200.0)
    sleeve: float = 34.0
    clamp: float = 3.6
    """The hole for a M4 screw that cuts its own thread and holds the tube."""
    holes: tuple[float, float] = (21.0, 12.5)
    """Apart, of the four holes of the Pi's camera board."""
    spacer: float = 6.0
    lens: float = 6.0
    """From the camera board's face to where its lens sees from."""

    @property
    def outer(self) -> float:
        return self.tube + self.slack + 2 * self.wall

    @property
    def drop(self) -> float:
        """From the arm's middle down to the lens."""
        return self.outer / 2 + 4.0 + self.spacer + self.lens

    @property
    def board_y(self) -> float:
        """The middle of the wooden board: beyond the mat and what lies beside it."""
        return self.behind + 40.0

    def mast(self, height: float) -> float:
        """Length of tube that holds the lens *height* above a mat that lies beside the board."""
        arm = height + self.drop
        socket_top = arm - self.outer / 2 - self.wall
        return socket_top - self.wood - self.floor

    @property
    def arm(self) -> float:
        """Length of tube that reaches from the mast to the middle of the mat."""
        return self.behind - self.outer / 2 + self.sleeve / 2 + 8.0


def _bore(stand: Stand, length: float) -> Solid:
    """What is taken away for a tube that stands upright."""
    wide = stand.tube + stand.slack
    return block((wide, wide, length))


def _screw(stand: Stand, z: float) -> Solid:
    """A hole through one wall towards +x, at height *z*."""
    lying = moved(pin(stand.clamp, stand.outer), (0.0, 0.0, 0.0), (0.0, 90.0, 0.0))
    return moved(lying, (stand.tube / 2 - 2.0, 0.0, z))


def foot(stand: Stand) -> Solid:
    """Screwed onto a wooden board; takes the mast."""
    half, side = stand.outer / 2, stand.base / 2 - 12.0
    ribs = [
        moved(wedge(stand.base / 2 - half - 4.0, stand.socket - 6.0, 6.0), _turned(half, way), (0.0, 0.0, 90.0 * way))
        for way in range(4)
    ]  # fmt: skip
    whole = joined(
        [
            plate(stand.base, stand.base, stand.floor, 8.0),
            block((stand.outer, stand.outer, stand.socket), (0.0, 0.0, stand.floor)),
            *(moved(rib, (0.0, 0.0, stand.floor)) for rib in ribs),
        ]
    )
    screws = [
        hole
        for x in (-side, side)
        for y in (-side, side)
        for hole in (
            pin(4.5, stand.floor + 2.0, (x, y, -1.0)),
            cone(4.5, 9.5, 2.6, (x, y, stand.floor - 2.5)),
        )
    ]
    bore = moved(_bore(stand, stand.socket + 1.0), (0.0, 0.0, stand.floor))
    return without(whole, [bore, *screws, _screw(stand, stand.floor + stand.socket - 8.0)])


def _turned(half: float, way: int) -> tuple[float, float, float]:
    """Where a rib begins that leaves the socket's wall on side *way*, counted from +y."""
    return ((0.0, half), (-half, 0.0), (0.0, -half), (half, 0.0))[way] + (0.0,)


def elbow(stand: Stand) -> Solid:
    """On top of the mast: a socket downwards, and one towards -y for the arm."""
    half = stand.outer / 2
    down = block((stand.outer, stand.outer, stand.socket + half), (0.0, 0.0, -stand.socket - half))
    out = block(
        (stand.outer, stand.socket + stand.outer, stand.outer), (0.0, -stand.socket / 2, -half)
    )
    rib = moved(
        wedge(stand.socket - 4.0, stand.socket - 4.0, 8.0), (0.0, -half, -half), (180.0, 0.0, 0.0)
    )
    whole = joined([down, out, rib])
    mast = moved(
        _bore(stand, stand.socket + 1.0), (0.0, 0.0, -stand.socket - half - stand.wall - 1.0)
    )
    arm = moved(
        _bore(stand, stand.socket + 1.0), (0.0, -half + stand.wall - 5.0, 0.0), (90.0, 0.0, 0.0)
    )
    down_screw = _screw(stand, -half - stand.socket + 8.0)
    out_screw = moved(_screw(stand, 0.0), (0.0, -half - stand.socket + 8.0, 0.0))
    return without(whole, [mast, arm, down_screw, out_screw])


def carriage(stand: Stand) -> Solid:
    """Slides along the arm (y) and carries the camera board under it, lens down."""
    half = stand.outer / 2
    sleeve = block((stand.outer, stand.sleeve, stand.outer), (0.0, 0.0, -half))
    shelf = block((stand.outer + 14.0, stand.sleeve, 4.0), (0.0, 0.0, -half - 4.0))
    x, y = stand.holes
    fixings = [
        pin(2.3, 12.0, (sx * x / 2, sy * y / 2, -half - 5.0)) for sx in (-1, 1) for sy in (-1, 1)
    ]
    bore = moved(
        _bore(stand, stand.sleeve + 2.0), (0.0, stand.sleeve / 2 + 1.0, 0.0), (90.0, 0.0, 0.0)
    )
    ribbon = [block((3.0, 20.0, 6.0), (side * (half + 3.6), 0.0, -half - 5.0)) for side in (-1, 1)]
    return without(joined([sleeve, shelf]), [bore, *fixings, *ribbon, _screw(stand, 0.0)])


def clip(stand: Stand) -> Solid:
    """Snaps onto a tube and holds the camera's cable."""
    wide = stand.tube + stand.slack
    ring = block((wide + 4.8, wide + 4.8, 10.0))
    mouth = block((wide - 3.0, wide, 12.0), (0.0, wide / 2, -1.0))
    hook = block((10.0, 8.0, 10.0), (0.0, -wide / 2 - 5.2, 0.0))
    gap = block((6.5, 3.6, 12.0), (0.0, -wide / 2 - 5.2, -1.0))
    slot = block((2.0, 6.0, 12.0), (-4.0, -wide / 2 - 5.2, -1.0))
    bore = block((wide, wide, 12.0), (0.0, 0.0, -1.0))
    return without(joined([without(ring, [bore, mouth]), hook]), [gap, slot])
