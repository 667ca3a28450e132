"""Games of 27 from light to journal: what is committed is what was done, and faults are named."""

from pathlib import Path

import pytest

from system.comparing import Tally, compared, rows
from system.rigs import VARIANTS, play, turmwart

MOVE = {"do": "move", "from": 1, "count": 8, "base": False}
OTHER = MOVE | {"count": 7}
FAR = MOVE | {"to": 4}


def committed(act: dict[str, object], certain: bool = True) -> dict[str, object]:
    return {"t_ms": 9, "act": act, "certain": certain, "violations": []}


def refused(*rules: str, certain: bool = True) -> dict[str, object]:
    return {"t_ms": 5, "refused": FAR, "certain": certain, "violations": list(rules)}


DONE = {"t_ms": 9, "act": MOVE, "violations": []}
WARN = {"t_ms": 5, "warn": [["D-2"]], "trial": FAR}


@pytest.mark.parametrize(
    ("truth", "said", "tally"),
    [
        ([DONE], [committed(MOVE)], Tally(acts=1, sure=1)),
        ([DONE], [committed(MOVE, certain=False)], Tally(acts=1, asked=1)),
        ([DONE], [committed(OTHER)], Tally(acts=1, wrong=1)),
        ([DONE], [committed(OTHER, certain=False)], Tally(acts=1, lost=1)),
        ([DONE], [], Tally(acts=1, lost=1)),
        ([DONE | {"act": FAR}], [committed(MOVE)], Tally(acts=1, sure=1)),
        ([DONE | {"act": FAR}], [committed(FAR | {"to": 5})], Tally(acts=1, wrong=1)),
        ([], [committed(MOVE)], Tally(wrong=1)),
        ([WARN, DONE], [refused("D-2"), committed(MOVE)], Tally(acts=1, sure=1, illegal=1)),
        ([WARN, DONE], [committed(MOVE)], Tally(acts=1, sure=1, illegal=1, unwarned=1)),
        (
            [WARN, DONE],
            [refused("D-3"), committed(MOVE)],
            Tally(acts=1, sure=1, illegal=1, unwarned=1, groundless=1),
        ),
        ([DONE], [refused("D-2"), committed(MOVE)], Tally(acts=1, sure=1, groundless=1)),
        ([DONE], [refused(certain=False), committed(MOVE)], Tally(acts=1, sure=1)),
    ],
)
def test_the_comparer_knows_right_from_wrong(
    truth: list[dict[str, object]], said: list[dict[str, object]], tally: Tally
) -> None:
    assert compared(truth, said) == tally


def played(data: Path, seed: int, variant: str, *more: str) -> Tally:
    ran = turmwart(*play(data, seed, variant, "--broker", "none", *more))
    assert ran.code == 0, ran.errors
    return compared(rows(data / "truth.jsonl"), ran.lines)


def right(tally: Tally) -> None:
    assert tally.acts > 0
    assert tally.flawless, tally


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_turns_of_a_game_with_clumsy_players(tmp_path: Path, variant: str) -> None:
    right(played(tmp_path, 11, variant, "--turns", "4", "--clumsy", "0.7"))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(1, 51))
def test_a_whole_game(tmp_path: Path, seed: int) -> None:
    right(played(tmp_path, seed, VARIANTS[seed % len(VARIANTS)]))
