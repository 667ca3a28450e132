"""When two records of the same deed are the same: the order of cells and looks-alikes do not matter."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from turmwart.sim.steps import Acts, RawAct

TWINS = {"I2b": "I2a"}
"""Pieces that nobody can tell apart, and the name that stands for both."""
SPOT = 0.5
"""Blocks nearer than this, in sections, stand on the same place."""


def alike(one: Acts, other: Acts) -> bool:
    """True if both are the same acts in the same order."""
    if len(one) != len(other):
        return False
    return all(same(a, b) for a, b in zip(one, other, strict=True))


def same(one: RawAct, other: RawAct) -> bool:
    if one.get("do") != other.get("do"):
        return False
    return SAME.get(str(one["do"]), _equal)(one, other)


def telling(meant: Acts, asked: Sequence[Acts]) -> RawAct | None:
    """The act that names *meant* among the readings asked about.

    An answer picks the first reading that holds it, so it must be in no reading before. None if
    the right reading is not there and more than one act would have to be said.
    """
    right = next((number for number, acts in enumerate(asked) if alike(acts, meant)), None)
    if right is None:
        return meant[0] if len(meant) == 1 else None
    before = asked[:right]
    return next((act for act in asked[right] if all(act not in acts for acts in before)), None)


def _equal(one: RawAct, other: RawAct) -> bool:
    return _plain(one) == _plain(other)


def _plain(act: RawAct) -> dict[str, object]:
    return {key: value for key, value in act.items() if key != "to" or value is not None}


def _moved(one: RawAct, other: RawAct) -> bool:
    """27 leaves the target out where it is the due one."""
    if "from" not in one:
        return _equal(one, other)
    keys = ("from", "count", "base")
    fits = all(one.get(key, False) == other.get(key, False) for key in keys)
    return fits and ("to" not in one or "to" not in other or one["to"] == other["to"])


def _built(one: RawAct, other: RawAct) -> bool:
    if "bricks" in one:
        return _bricks(one) == _bricks(other)
    names = {TWINS.get(str(act["piece"]), str(act["piece"])) for act in (one, other)}
    return len(names) == 1 and all(
        _cells(one, k) == _cells(other, k) for k in ("cells", "coloured")
    )


def _bricks(act: RawAct) -> list[list[Any]]:
    bricks = cast(Sequence[Mapping[str, Any]], act.get("bricks", ()))
    return sorted(sorted(map(list, brick["cells"])) for brick in bricks)


def _cells(act: RawAct, key: str) -> list[list[int]]:
    return sorted(list(cell) for cell in cast(Sequence[Sequence[int]], act[key]))


def _stood(one: RawAct, other: RawAct) -> bool:
    """Make 'n' Break: the same blocks in the same poses, as a whole shifted anywhere."""
    a, b = _blocks(one), _blocks(other)
    if {c: pose for c, (pose, _) in a.items()} != {c: pose for c, (pose, _) in b.items()}:
        return False
    if not a:
        return True
    for axis in range(3):
        off = [b[colour][1][axis] - a[colour][1][axis] for colour in a]
        if max(off) - min(off) > 2 * SPOT:
            return False
    return True


def _blocks(act: RawAct) -> dict[str, tuple[str, list[float]]]:
    blocks = cast(Sequence[Mapping[str, Any]], act["blocks"])
    return {block["colour"]: (block["pose"], list(block["at"])) for block in blocks}


SAME = {"move": _moved, "build": _built, "built": _stood}
"""How two acts of a kind are compared; all others field by field."""
