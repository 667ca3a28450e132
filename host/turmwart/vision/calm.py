"""Pictures of a still table as one: the mean of several has less grain than each of them."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from turmwart.vision.frame import Picture

MOST = 4
"""So many pictures are kept; more would help little."""


@dataclass(slots=True)
class Calm:
    """The last pictures that are all alike."""

    _pictures: list[Picture] = field(default_factory=list, repr=False)

    def see(self, picture: Picture, still: bool) -> None:
        """*still*: the picture is like the one before it."""
        kept = self._pictures[1 - MOST :] if still else []
        self._pictures = [*kept, picture]

    @property
    def many(self) -> int:
        return len(self._pictures)

    def mean(self) -> Picture:
        if len(self._pictures) == 1:
            return self._pictures[0]
        total = np.zeros(self._pictures[0].shape, np.float32)
        for picture in self._pictures:
            cv2.accumulate(picture, total)
        return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(self._pictures)), np.uint8)
