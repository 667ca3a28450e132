"""Whole games of 27 from light to journal, held against what the virtual players did.

`./rig bench play27 [FIRST [LAST]]`: seeds 1 to 50 unless told otherwise, the variants in turn.
"""

import tempfile
import time
from pathlib import Path

from system.comparing import Tally, compared, rows
from system.rigs import VARIANTS, play, turmwart

HEAD = f"{'seed':>5} {'variant':8}{'acts':>6}{'sure':>6}{'asked':>6}{'wrong':>6}{'lost':>6}"
HEAD += f"{'illegal':>8}{'unwarned':>9}{'groundless':>11}{'s':>7}"


def main(arguments: list[str]) -> int:
    first, last = (
        int(arguments[i]) if len(arguments) > i else usual for i, usual in ((0, 1), (1, 50))
    )
    print(HEAD)
    whole, began = Tally(), time.monotonic()
    for seed in range(first, last + 1):
        variant = VARIANTS[seed % len(VARIANTS)]
        at = time.monotonic()
        tally = played(seed, variant)
        whole += tally
        print(_row(str(seed), variant, tally, time.monotonic() - at), flush=True)
    print(_row("all", "", whole, time.monotonic() - began))
    print(
        f"wanted: wrong, lost, unwarned and groundless 0: {'met' if whole.flawless else 'MISSED'}"
    )
    return 0 if whole.flawless else 1


def played(seed: int, variant: str) -> Tally:
    """One game; a run that fails counts as a lost act."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place)
        ran = turmwart(*play(data, seed, variant, "--broker", "none"), timeout=1800.0)
        if ran.code or "final" not in ran.lines[-1]:
            print(ran.errors)
            return Tally(lost=1)
        return compared(rows(data / "truth.jsonl"), ran.lines)


def _row(seed: str, variant: str, tally: Tally, seconds: float) -> str:
    return (
        f"{seed:>5} {variant:8}{tally.acts:6}{tally.sure:6}{tally.asked:6}{tally.wrong:6}{tally.lost:6}"
        f"{tally.illegal:8}{tally.unwarned:9}{tally.groundless:11}{seconds:7.0f}"
    )
