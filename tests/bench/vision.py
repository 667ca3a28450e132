"""What the eye reaches on what lies beside the project: all four games, then the common senses.

`./rig bench vision [GAME ...]`: targets are the product's; with games named, those alone.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from vision_senses import main as senses

from turmwart.app.recording import read_recording, replayed

SHARED = Path(__file__).parents[3] / "shared"
TARGETS = {"turmbauer": 0.92, "talo": 0.94, "twentyseven": 0.96, "make_n_break": 0.92}
KINDS = ("right", "doubtful", "unsure", "wrong", "missed")


def scorer() -> ModuleType:
    spec = spec_from_file_location("scorer", SHARED / "tools" / "score_recordings.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judged(tool: ModuleType, directory: Path, game: str) -> Iterator[dict[str, Any]]:
    """What became of each turn of a recording."""
    with tempfile.TemporaryDirectory() as data:
        said = list(replayed(read_recording(directory), Path(data)))
    index = tool.rows(directory / "index.jsonl")
    truth = tool.rows(directory / "truth.jsonl")
    for turn in tool.turns_of(truth, index):
        yield tool.judge(turn, said, game, index)


def row(game: str, turns: list[dict[str, Any]], seconds: float) -> str:
    counts = {kind: sum(turn["kind"] == kind for turn in turns) for kind in KINDS}
    phantom, false = sum(t["phantom"] for t in turns), sum(t["false"] for t in turns)
    raised, expected = sum(t["raised"] for t in turns), sum(t["expected"] for t in turns)
    share = counts["right"] / max(1, len(turns))
    told = "  ".join(f"{kind} {counts[kind]}" for kind in KINDS)
    return (
        f"{game:14s} turns {len(turns):3d}  {told}  phantom {phantom}  "
        f"warned {raised}/{expected} (+{false} false)  "
        f"right {100 * share:.0f} % (target {100 * TARGETS[game]:.0f} %)  {seconds:.0f} s CPU"
    )


def main(arguments: list[str]) -> int:
    if not SHARED.exists():
        print("../shared is not here: nothing to measure")
        return 0
    tool, games = scorer(), arguments or list(TARGETS)
    for game in games:
        began, turns = time.process_time(), []
        for directory in sorted((SHARED / "recordings").glob(f"{game}-*")):
            turns += list(judged(tool, directory, game))
        print(row(game, turns, time.process_time() - began), flush=True)
    return 0 if arguments else senses([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
