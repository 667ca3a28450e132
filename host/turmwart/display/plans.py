"""The stored state as a building plan: what stands where, layer by layer, to be put back by hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from turmwart.display.belongings import CORNERSTONE
from turmwart.display.pictures import State

Cell = tuple[int, ...]
STONE, FREE = "##", " ."


def plan(state: State) -> list[str]:
    """Lines for people. Blocks are numbered in the order in which they were built."""
    return list(PLANS[state["game"]](state))


def _tower(state: State) -> Iterator[str]:
    blocks = [built["cells"] for built in state["built"]]
    for number, built in enumerate(state["built"], 1):
        yield f"{number:>3} {built['piece']} {built['seat']}"
    yield from _layers(blocks, dict.fromkeys(CORNERSTONE, STONE))
    yield from _pawns(state["pawns"])


def _bricks(state: State) -> Iterator[str]:
    for number, cells in enumerate(state["bricks"], 1):
        yield f"{number:>3} length {len(cells)}"
    yield from _layers(state["bricks"], {})
    yield from _pawns(state["pawns"])


def _layers(blocks: Iterable[Sequence[Sequence[int]]], filled: dict[Cell, str]) -> Iterator[str]:
    for number, cells in enumerate(blocks, 1):
        filled |= {tuple(cell): f"{number:>2}" for cell in cells}
    if not filled:
        return
    (left, right), (near, far), (_, top) = (
        (min(axis), max(axis)) for axis in zip(*filled, strict=True)
    )
    for z in range(top + 1):
        yield f"layer {z + 1}, seen from above; columns {left} to {right}, rows {far} to {near}"
        for y in range(far, near - 1, -1):
            yield " ".join(filled.get((x, y, z), FREE) for x in range(left, right + 1))


def _pawns(pawns: Mapping[str, Any]) -> Iterator[str]:
    for seat, at in pawns.items():
        where = (
            f"column {at[0]}, row {at[1]}, level {at[2]}" if isinstance(at, list | tuple) else at
        )
        yield f"pawn {seat}: {where}"


def _row(state: State) -> Iterator[str]:
    for field, stack in enumerate(state["row"], 1):
        yield f"field {field}: {', '.join(stack)} (from below)"


def _card(state: State) -> Iterator[str]:
    yield f"card {state['card']}" if state["card"] else "no card is open; the blocks lie about"


PLANS: Mapping[str, Callable[[State], Iterator[str]]] = {
    "turmbauer": _tower,
    "talo": _bricks,
    "twentyseven": _row,
    "make_n_break": _card,
}
