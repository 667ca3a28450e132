"""Whole games of all four on the virtual table, from light to journal, held against the truth.

`./rig bench play [GAME ...] [--games N] [--first SEED] [--clumsy 0..1]`: 25 games of each, seeds
1 to 25 and clumsiness 0.3 unless told otherwise. One row per game played, one table at the end.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from system.comparing import Line, Tally, compared, rows
from turmwart.sim.alike import same

GAMES = ("turmbauer", "talo", "twentyseven", "make_n_break")
TIMEOUT_S = 3600.0
HEAD = f"{'game':14}{'seed':>5}{'acts':>7}{'right':>7}{'asked':>7}{'wrong':>7}{'raised':>8}{'missing':>8}{'false':>7}{'ended':>7}{'s':>7}"


@dataclass(slots=True)
class Played:
    """Games of one kind added up; *ended*: those that came to an outcome by the rules."""

    tally: Tally = field(default_factory=Tally)
    games: int = 0
    ended: int = 0
    seconds: float = 0.0

    def add(self, other: "Played") -> None:
        self.tally += other.tally
        self.games += other.games
        self.ended += other.ended
        self.seconds += other.seconds

    @property
    def flawless(self) -> bool:
        return self.tally.flawless and self.ended == self.games

    def row(self, game: str, seed: str) -> str:
        t = self.tally
        wrong, raised = t.wrong + t.lost, t.illegal - t.unwarned
        return (
            f"{game:14}{seed:>5}{t.acts:7}{t.sure:7}{t.asked:7}{wrong:7}{raised:8}{t.unwarned:8}"
            f"{t.groundless:7}{f'{self.ended}/{self.games}':>7}{self.seconds:7.0f}"
        )


def main(arguments: list[str]) -> int:
    asked = _asked(arguments)
    print(HEAD, flush=True)
    sums = {game: Played() for game in asked.game or GAMES}
    for game, whole in sums.items():
        for seed in range(asked.first, asked.first + asked.games):
            one = played(game, seed, asked.clumsy)
            whole.add(one)
            print(one.row(game, str(seed)), flush=True)
    print("\n" + HEAD)
    for game, whole in sums.items():
        print(whole.row(game, "all"))
    met = all(whole.flawless for whole in sums.values())
    print(f"wanted: wrong, missing and false 0, all ended: {'met' if met else 'MISSED'}")
    return 0 if met else 1


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="rig bench play", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], metavar="GAME")
    parser.add_argument("--games", type=int, default=25, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--clumsy", type=float, default=0.3)
    return parser.parse_args(arguments)


def played(game: str, seed: int, clumsy: float) -> Played:
    """One game in a process of its own; one that breaks off counts as a lost act."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        truth = Path(place) / "truth.jsonl"
        ran = subprocess.run(
            [*_command(game, seed, clumsy), "--truth", str(truth), "--data", place],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        took = time.monotonic() - began
        said = [json.loads(text) for text in ran.stdout.splitlines()]
        if ran.returncode or not said or "final" not in said[-1]:
            print(ran.stderr.strip()[-400:], file=sys.stderr)
            return Played(Tally(lost=1), 1, 0, took)
        ended = said[-1]["final"]["outcome"] is not None
        true = rows(truth)
        return Played(compared(true, reconciled(true, said)), 1, int(ended), took)


def _command(game: str, seed: int, clumsy: float) -> list[str]:
    shuffle = ["--option", f"shuffle={seed}"] if game == "make_n_break" else []
    words = ["run", "--virtual", "--headless", "--json", "--speed", "max", "--broker", "none"]
    return [
        *(sys.executable, "-m", "turmwart", *words, "--game", game, "--seed", str(seed)),
        *("--clumsy", str(clumsy), *shuffle),
    ]


def reconciled(true: Sequence[Line], said: Sequence[Line]) -> list[Line]:
    """What was said, with acts in the truth's own words where they mean the same."""
    done = iter([row["act"] for row in true if "act" in row])
    found: list[Line] = []
    for line in said:
        act = next(done, None) if "act" in line else None
        alike = act is not None and same(act, line["act"])  # type: ignore[arg-type]
        found.append({**line, "act": act} if alike else line)
    return found
