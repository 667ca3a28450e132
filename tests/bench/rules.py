"""How fast the rules answer: counting, listing, whole games and nonsense, all in one run.

`./rig bench rules [LINES]` prints what, figure and target. Times are those of one core; the ratio is
against python-chess in the same run.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random
from statistics import mean, median
from typing import Any

import chess

from turmwart.app.setup import asked_setup
from turmwart.rules.talo import TALO
from turmwart.rules.talo import material as talo
from turmwart.rules.talo.material import LONGEST, SIDES
from turmwart.rules.talo.placing import ground_of
from turmwart.rules.talo.poise import poise_of
from turmwart.rules.talo.site import site_of
from turmwart.rules.turmbauer import TURMBAUER
from turmwart.rules.turmbauer import state as turmbauer
from turmwart.rules.twentyseven.board import start_row
from turmwart.rules.twentyseven.perft import perft
from turmwart.session.referee import Referee

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
STANDING = {"turmbauer": "built", "talo": "bricks"}
SIZES = (10, 20, 30, 40)
SEEDS = range(12)
LISTING_MS = {"turmbauer": 30.0, "talo": 300.0}
GAME_S = {"turmbauer": 1.0, "talo": 4.0}
PLAYED = 5
LINES = 100_000
BAR = 40


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    what: str
    value: float
    unit: str
    target: str
    kept: bool

    def __str__(self) -> str:
        mark = "" if self.kept else "  MISSED"
        return f"{self.what:58} {self.value:12,.1f} {self.unit:8} {self.target}{mark}"


def main(arguments: list[str]) -> int:
    lines = int(arguments[0]) if arguments else LINES
    figures = []
    for figure in chain(counting(), listing(), playing(), nonsense(lines)):
        print(figure, flush=True)
        figures.append(figure)
    return 0 if all(figure.kept for figure in figures) else 1


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """Of one core, the quickest of *times*."""
    taken = []
    for _ in range(times):
        before = time.process_time()
        work()
        taken.append(time.process_time() - before)
    return min(taken)


def counting() -> Iterator[Figure]:
    """27 against chess, both in Python, both counting the last ply without making it."""
    nodes = perft(start_row(), "B", "base", 6)
    ours = nodes / seconds(lambda: perft(start_row(), "B", "base", 6))
    theirs = chess_perft(chess.Board(), 4) / seconds(lambda: chess_perft(chess.Board(), 4))
    yield Figure(f"perft of 27, depth 6 ({nodes} nodes)", ours, "nodes/s", "", True)
    yield Figure("perft of python-chess, start position, depth 4", theirs, "nodes/s", "", True)
    yield Figure("the one by the other", ours / theirs, "", "at least 1", ours >= theirs)


def chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_perft(board, depth - 1)
        board.pop()
    return count


def listing() -> Iterator[Figure]:
    """All legal acts of positions from random games, and how the cost grows with what stands.

    The supply shrinks as the building grows; so the cost of every place of every block, whatever
    is left of them, is shown as well.
    """
    for game, limit in LISTING_MS.items():
        listed, everywhere = {}, {}
        for size in SIZES:
            states = list(positions(game, size))
            rolls = [[ms(count, each) for each in ROLLED[game](state)] for state in states]
            listed[size] = median(mean(each) for each in rolls)
            everywhere[size] = median(ms(EVERYTHING[game], state) for state in states)
        worst = max(map(max, rolls))
        what = f"legal acts of {game}, {size} blocks, worst roll of {len(states)} positions"
        yield Figure(what, worst, "ms", f"under {limit:.0f}", worst < limit)
        plot(f"{game}: legal acts", listed)
        growth = listed[40] / listed[20]
        yield Figure(f"{game}: legal acts, 40 by 20", growth, "", "at most 2", growth <= 2)
        plot(f"{game}: every place of every block", everywhere)
        growth = everywhere[40] / everywhere[20]
        yield Figure(f"{game}: every place of every block, 40 by 20", growth, "", "", True)


def ms(work: Callable[[Any], object], state: Any) -> float:
    """What *work* takes when nothing of *state* has been seen before."""

    def anew() -> None:
        poise_of.cache_clear()
        site_of.cache_clear()
        work(state)

    return 1000 * seconds(anew)


def count(state: Any) -> int:
    rules = TALO if isinstance(state, talo.State) else TURMBAUER
    return sum(1 for _ in rules.legal(state))


def any_piece(state: turmbauer.State) -> Iterator[turmbauer.State]:
    """A double: every piece of the supply may be built (T-4)."""
    yield replace(state, dice=(1, 1))


def any_roll(state: talo.State) -> Iterator[talo.State]:
    for number in range(1, SIDES + 1):
        yield replace(state, rest=number, rolls=(number,), set_now=0)


def full_supply(state: turmbauer.State) -> None:
    hand = replace(state.hand, supply=tuple(state.pieces))
    count(replace(state, dice=(1, 1), hands=state.hands_with(hand)))


def all_lengths(state: talo.State) -> None:
    ground = ground_of(state)
    for length in range(1, LONGEST + 1):
        for _ in ground.places(length):
            pass


ROLLED: dict[str, Callable[[Any], Iterator[Any]]] = {"turmbauer": any_piece, "talo": any_roll}
EVERYTHING: dict[str, Callable[[Any], None]] = {"turmbauer": full_supply, "talo": all_lengths}
"""The same question at every size, whatever is left in the supply."""


def plot(what: str, costs: dict[int, float]) -> None:
    """Bars as long as the median cost; a linear growth ends on a straight line."""
    for size, cost in costs.items():
        bar = "#" * round(BAR * cost / max(costs.values()))
        print(f"  {what:40} {size:3} blocks {bar:{BAR}} {cost:7.1f} ms", flush=True)


def positions(game: str, size: int) -> Iterator[Any]:
    """Positions with *size* blocks in which one is to be built, from games by chance."""
    for seed in SEEDS:
        found = next((r for r in turns(game, seed) if ready(r, game, size)), None)
        if found is not None:
            yield found.state


def ready(referee: Referee, game: str, size: int) -> bool:
    state = asked(referee, {"do": "state"})["state"]
    return state["phase"] == "build" and len(state[STANDING[game]]) >= size


def turns(game: str, seed: int) -> Iterator[Referee]:
    """A game by chance, act after act; where something can be built, it builds."""
    draw, referee = Random(seed), opened(game)
    while acts := asked(referee, {"do": "legal"})["acts"]:
        yield referee
        builds = [act for act in acts if act["do"] == "build"]
        asked(referee, draw.choice(builds or acts))


def playing() -> Iterator[Figure]:
    for game, limit in GAME_S.items():
        taken = [
            seconds(lambda seed=seed, game=game: played(game, seed), 1) for seed in range(PLAYED)
        ]
        yield Figure(
            f"a random game of {game}, mean of {PLAYED}",
            mean(taken),
            "s",
            f"under {limit:.0f}",
            mean(taken) < limit,
        )


def played(game: str, seed: int) -> None:
    """One game through the referee, by chance: what may be built is listed, then chosen."""
    draw, referee = Random(seed), opened(game)
    while acts := asked(referee, {"do": "legal"})["acts"]:
        asked(referee, draw.choice(acts if draw.random() < 0.5 else ending(acts)))


def ending(acts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [act for act in acts if act["do"] == "done"] or acts


def nonsense(lines: int) -> Iterator[Figure]:
    """Lines with mistakes in them: one answer each, and only an applied act changes anything."""
    broken = answered = 0
    before = time.process_time()
    for game in GAMES:
        for changed, answer in islice(garbled_answers(game), lines // len(GAMES)):
            answered += 1
            error = answer.get("error")
            told = error is None or (bool(error["code"]) and error["message"].endswith("."))
            broken += not told or (changed and not answer.get("applied"))
    rate = answered / (time.process_time() - before)
    yield Figure(
        f"garbled lines, of {answered} those answered wrongly", broken, "", "0", broken == 0
    )
    yield Figure("garbled lines", rate, "lines/s", "", True)


def garbled_answers(game: str) -> Iterator[tuple[bool, dict[str, Any]]]:
    draw = Random(game)
    for referee in islice(turns(game, 1), 12, 13):
        lines = [json.dumps(act) for act in asked(referee, {"do": "legal"})["acts"]]
        lines += ['{"do": "state"}', '{"do": "take_back"}', '{"do": "legal", "count": true}']
        while True:
            state = referee.state
            text = referee.answer(garbled(draw, draw.choice(lines)))
            answer = json.loads(text)
            yield referee.state is not state and "taken_back" not in answer, answer
            while referee.state is not state and "taken_back" in asked(
                referee, {"do": "take_back"}
            ):
                pass


def garbled(draw: Random, line: str) -> str:
    at = draw.randrange(len(line) + 1)
    return draw.choice(
        (
            line[:at] + draw.choice('{}[]",:0123456789-e.tfn\\\u2028\x00') + line[at:],
            line[:at] + line[at + 1 :],
            line[:at],
            line[:at] + line[at : at + 1] * 2 + line[at + 1 :],
            line.replace(draw.choice("0123456789"), draw.choice(("1e9", "-1", "null", '"x"'))),
        )
    )


def opened(game: str) -> Referee:
    options = {"shuffle": "1"} if game == "make_n_break" else {}
    return Referee(*asked_setup(game, None, options))


def asked(referee: Referee, line: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(referee.answer(json.dumps(line)))
    return answer


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
