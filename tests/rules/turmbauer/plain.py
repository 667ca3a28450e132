"""The rules of Turmbauer a second time, slowly, with sets of cells and no lattice.

It shares nothing with the code under test but the state it reads, so that two mistakes would have
to be made alike.
"""

from collections.abc import Iterator
from itertools import product

from turmwart.rules.turmbauer.state import State

Spot = tuple[int, int, int]
Place = Spot | str
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
STONE = {(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)}


def standing(state: State) -> set[Spot]:
    return STONE | {tuple(cell) for built in state.built for cell in built.cells}


def beside(spot: Spot) -> set[Spot]:
    x, y, z = spot
    return {(x + dx, y + dy, z) for dx, dy in SIDES} | {(x, y, z + 1), (x, y, z - 1)}


def pawns(state: State) -> dict[str, Spot]:
    return {
        seat: tuple(hand.pawn)
        for seat, hand in zip(state.seats, state.hands, strict=True)
        if hand.pawn
    }


def fields(wood: set[Spot]) -> set[Spot]:
    return {(x, y, z + 1) for x, y, z in wood if (x, y, z + 1) not in wood}


def table(wood: set[Spot]) -> set[Spot]:
    """Ground cells from which one can walk away."""
    xs, ys = [x for x, _, _ in wood], [y for _, y, _ in wood]
    inside = set(product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)))
    wave, seen = [min(inside)], {min(inside)}
    while wave:
        x, y = wave.pop()
        for dx, dy in SIDES:
            there = (x + dx, y + dy)
            if there in inside and there not in seen and (*there, 0) not in wood:
                seen.add(there)
                wave.append(there)
    return {(x, y, 0) for x, y in seen}


def passable(wood: set[Spot], a: Spot, b: Spot) -> bool:
    """T-16: above the lower of two places all is free up to the pawn on the higher one."""
    low, high = sorted((a, b), key=lambda spot: spot[2])
    return all((low[0], low[1], z) not in wood for z in range(low[2], high[2] + 1))


def steps(wood: set[Spot], spot: Spot, heights: tuple[int, ...]) -> Iterator[Spot]:
    places = fields(wood) | table(wood)
    for (dx, dy), dz in product(SIDES, heights):
        there = (spot[0] + dx, spot[1] + dy, spot[2] + dz)
        if there in places and passable(wood, spot, there):
            yield there


def walled_in(wood: set[Spot], pawn: Spot) -> bool:
    return not any(steps(wood, pawn, (-1, 0, 1)))


def overhangs(wood: set[Spot], body: list[Spot]) -> tuple[bool, bool]:
    """T-13 by extent and by count."""
    columns = {(x, y): min(c[2] for c in body if c[:2] == (x, y)) for x, y, _ in body}
    held = [c for c, z in columns.items() if z == 0 or (*c, z - 1) in wood]
    if not held:
        return True, True
    far, many = False, False
    for axis, sign in product((0, 1), (1, -1)):
        edge = max(sign * column[axis] for column in held)
        beyond = [sign * cube[axis] - edge for cube in body if sign * cube[axis] > edge]
        far, many = far or any(by > 1 for by in beyond), many or len(beyond) > 1
    return far, many


def build_faults(state: State, piece: str, body: list[Spot], coloured: list[Spot]) -> list[str]:
    """All that is wrong with a build in the phase `build`, as rule ids."""
    wood, men = standing(state), pawns(state)
    if any(cube in wood or cube[2] < 0 for cube in body):
        return ["X-7"]
    size_free = state.ring == "a" or state.dice[0] == state.dice[1]
    first = not any(b.seat == state.turn for b in state.built)
    touched = set().union(*map(beside, body))
    far, many = overhangs(wood, body)
    after = wood | set(body)
    crushed = set(men.values()) & set(body)
    shut = any(walled_in(after, p) and not walled_in(wood, p) for p in men.values())
    faults = {
        "T-2": piece not in state.hand.supply,
        "T-3": not size_free and len(body) not in state.dice,
        "T-7": first and not touched & STONE,
        "T-8": not first and any(cube[2] == 0 for cube in body),
        "T-9": not touched & wood,
        "T-10": any((sum(cube) % 2 == 0) != (cube in coloured) for cube in body),
        "T-13": many if state.setup.options["overhang"] == "count" else far,
        "T-20": bool(crushed) or shut,
    }
    return [rule for rule, broken in faults.items() if broken]


def reachable(state: State) -> set[Place]:
    """Where the pawn on turn may end."""
    wood, men, seat = standing(state), pawns(state), state.turn
    ground = table(wood)
    others = {spot for owner, spot in men.items() if owner != seat}
    foreign = {(x, y, z + 1) for b in state.built if b.seat != seat for x, y, z in b.coloured}
    barred = set() if state.ring == "b" else foreign | others
    start = {(men[seat], 0)} if seat in men else {(spot, 0) for spot in ground}
    wave, seen = list(start), set(start)
    while wave:
        spot, leaps = wave.pop()
        ways = [(s, leaps) for s in steps(wood, spot, (-1, 0, 1))]
        if state.ring == "c" and not leaps:
            ways += [(s, 1) for s in steps(wood, spot, (-2, 2))]
        if spot in ground:
            ways += [(s, leaps) for s in ground]
        for way in ways:
            if way not in seen and way[0] not in barred:
                seen.add(way)
                wave.append(way)
    ends = {spot for spot, _ in seen} - others - {men.get(seat)}
    home = {"table"} if seat in men and ends & ground else set()
    return (ends - ground) | home
