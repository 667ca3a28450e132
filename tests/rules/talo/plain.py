"""Talo's walking read from the sheet as it stands there, field by field: slow, and nothing shared."""

from collections.abc import Callable, Iterator

from turmwart.rules.talo import State

Spot = tuple[int, int, int]
"""A cell, or a field as (x, y, level): the cell that its pawn fills."""
FAR = range(-3, 9)
"""Farther out than anything that the test sets up, with room to walk around it."""


def filled(state: State) -> set[Spot]:
    return {tuple(cell) for placed in state.bricks for cell in placed}


def on_board(spot: Spot) -> bool:
    return 0 <= spot[0] <= 9 and 0 <= spot[1] <= 9


def free_face(wood: set[Spot], spot: Spot) -> bool:
    """A field: the board or the top of a brick, with nothing right on it."""
    x, y, level = spot
    floor = on_board(spot) if level == 0 else (x, y, level - 1) in wood
    return floor and spot not in wood


def roomy(wood: set[Spot], spot: Spot) -> bool:
    """L-13: two free cells."""
    x, y, level = spot
    return spot not in wood and (x, y, level + 1) not in wood


def beside(spot: Spot) -> Iterator[Spot]:
    """L-11: to the side, and one level up or down at most."""
    x, y, level = spot
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield from ((x + dx, y + dy, level + by) for by in (-1, 0, 1) if level + by >= 0)


def walked(state: State, stands: Callable[[Spot], bool]) -> set[Spot]:
    """All places that the pawn gets to if *stands* tells where it can be (L-10)."""
    start: Spot = tuple(state.pawn)
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for there in beside(here):
            down_to_board = there[2] == 0 and not (state.back_to_board and here[2] == 1)
            if there not in seen and not down_to_board and stands(there):
                seen.add(there)
                waiting.append(there)
    return seen


def reachable(state: State) -> set[Spot]:
    wood, others = filled(state), {tuple(pawn) for pawn in state.others}
    if not roomy(wood, tuple(state.pawn)):
        return set()

    def stands(spot: Spot) -> bool:
        return free_face(wood, spot) and roomy(wood, spot) and spot not in others

    return walked(state, stands) - {tuple(state.pawn)}


def shut_in(state: State) -> bool:
    """L-15: even if every empty cell were floor or air at will, no stairs lead up."""
    wood = filled(state)
    if not roomy(wood, tuple(state.pawn)):
        return True

    def stands(spot: Spot) -> bool:
        x, y, level = spot
        near = x in FAR and y in FAR and level <= 10
        floor = level > 1 or on_board(spot) or (x, y, level - 1) in wood
        return near and floor and roomy(wood, spot)

    return max(level for *_, level in walked(state, stands)) < 10


def move_faults(state: State, to: Spot) -> set[str]:
    """The rules that a move breaks; what is wrong follows from the target alone."""
    wood = filled(state)
    if to == tuple(state.pawn) or not free_face(wood, to):
        return {"L-11"}
    if to in reachable(state):
        return set()
    faults = {"L-10"} if to[2] == 0 else set()
    faults |= {"L-12"} if to in {tuple(pawn) for pawn in state.others} else set()
    faults |= set() if roomy(wood, to) else {"L-13"}
    return faults or {"L-11"}
