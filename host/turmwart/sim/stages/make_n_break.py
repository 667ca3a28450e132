"""Make 'n' Break: a building of coloured blocks, and the spare ones lying about."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turmwart.model.geometry import Degrees, Place
from turmwart.model.scene import Box, Scene, Solid
from turmwart.model.table import Table
from turmwart.rules.make_n_break.blocks import COLOURS, LENGTH, Block
from turmwart.sim.stages.loose import STRAIGHT, Slip, middle, slip, slipped

RESTS = (
    (-270.0, 130.0), (-300.0, 40.0), (-275.0, -50.0), (-300.0, -140.0), (-150.0, 70.0),
    (270.0, 130.0), (300.0, 40.0), (275.0, -50.0), (300.0, -140.0), (150.0, 75.0),
)  # fmt: skip
"""Where spare blocks lie, beside the mat and at its rim."""
TURNED_DEG = 3.0


@dataclass(frozen=True, slots=True)
class BlockStage:
    """Sets the scene for blocks that stand; *round_* changes where things lie."""

    table: Table
    seed: int

    def scene(self, blocks: Sequence[Block], round_: int, askew: Slip = STRAIGHT) -> Scene:
        """The building somewhere in the middle of the mat, the other blocks around."""
        standing: list[Solid] = []
        if blocks:
            standing += self._building(blocks, round_)
            standing[-1:] = slipped(standing[-1:], askew, middle(standing[-1:]))
        used = {block.colour for block in blocks}
        spare = [
            self._lying(place, colour, round_)
            for place, colour in enumerate(self._order(round_))
            if colour not in used
        ]
        return Scene((*standing, *spare))

    def _order(self, round_: int) -> list[str]:
        rng = np.random.default_rng([self.seed, 61, round_])
        return [COLOURS[int(number)] for number in rng.permutation(len(COLOURS))]

    def _building(self, blocks: Sequence[Block], round_: int) -> tuple[Solid, ...]:
        solids = [self._stood(block, round_) for block in blocks]
        xs = [block.at.x + block.size[0] / 2 for block in blocks]
        ys = [block.at.y + block.size[1] / 2 for block in blocks]
        section = self.table.material.block_mm[1]
        about = (sum(xs) / len(xs) * section, sum(ys) / len(ys) * section)
        rng = np.random.default_rng([self.seed, 62, round_])
        x, y = rng.uniform((-35.0, -35.0), (35.0, 25.0))
        turn = float(rng.uniform(-TURNED_DEG, TURNED_DEG))
        return slipped(solids, Slip(float(x) - about[0], float(y) - about[1], turn), about)

    def _stood(self, block: Block, round_: int) -> Solid:
        length, section, _ = self.table.material.block_mm
        size = tuple(length if edge == LENGTH else section for edge in block.size)
        low = tuple(part * section for part in block.at)
        centre = Place(*(a + b / 2 for a, b in zip(low, size, strict=True)))
        box = Box(str(block.colour), centre, (size[0] - 0.2, size[1] - 0.2, size[2]))
        number = COLOURS.index(str(block.colour))
        off = slip((self.seed, 63, round_, number), 0.5, 1.2, 0.6)
        return slipped((box,), off, middle((box,)))[0]

    def _lying(self, place: int, colour: str, round_: int) -> Solid:
        length, section, high = self.table.material.block_mm
        rng = np.random.default_rng([self.seed, 64, round_, place])
        x, y = rng.uniform(-10.0, 10.0, 2)
        at = Place(RESTS[place][0] + float(x), RESTS[place][1] + float(y), high / 2)
        return Box(colour, at, (length, section, high), Degrees(float(rng.uniform(0.0, 180.0))))
