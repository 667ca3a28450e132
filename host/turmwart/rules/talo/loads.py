"""What a spot is known to bear, so that most places on it need no forces worked out.

A load is a weight at a point along the spot: one brick, or the faces that a brick touches. The loads that a building bears are a convex set:
where it bears a weight at two points it bears it at every point between them, and in a building
that stands by itself a smaller weight at any of them too.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Loads:
    """The loads tried on one spot of a building that stands by itself."""

    borne: list[tuple[int, int]] = field(default_factory=list)
    refused: list[tuple[int, int]] = field(default_factory=list)

    def known(self, along: int, weight: int) -> bool | None:
        """Whether *weight* at *along* is borne, if what was tried tells."""
        sure = [at for at, heavier in self.borne if heavier >= weight]
        if sure and min(sure) <= along <= max(sure):
            return True
        for at, lighter in self.refused:
            if lighter <= weight and (at == along or _between(at, along, sure)):
                return False
        return None

    def learn(self, along: int, weight: int, is_borne: bool) -> bool:
        (self.borne if is_borne else self.refused).append((along, weight))
        return is_borne


def _between(at: int, along: int, sure: list[int]) -> bool:
    """True when *at* lies between *along* and a point that surely bears."""
    return any(min(along, other) < at < max(along, other) for other in sure)
