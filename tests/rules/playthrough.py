"""Games by chance as text, one block per act: `PYTHONPATH=tests python -m rules.playthrough` writes them."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rules.tables import Json, asked, state_of
from turmwart.app.setup import asked_setup
from turmwart.session.referee import Referee

FILES = Path(__file__).parent / "playthroughs"

SCRIPTS: dict[str, tuple[str, list[str] | None, dict[str, str], int]] = {
    "turmbauer_four": ("turmbauer", None, {}, 60),
    "turmbauer_two": ("turmbauer", ["red", "blue"], {"overhang": "ask", "start": "black"}, 60),
    "talo_two": ("talo", None, {}, 40),
    "twentyseven_base": ("twentyseven", None, {}, 200),
    "twentyseven_red": ("twentyseven", None, {"variant": "red", "start": "white"}, 200),
    "make_n_break": ("make_n_break", ["ann", "bob"], {"deck": "deck.json", "shuffle": "7"}, 200),
}
"""Game, seats, options, and how many acts are written down at most."""


def told(name: str) -> str:
    """The playthrough of this name as text."""
    game, seats, options, most = SCRIPTS[name]
    referee = Referee(*asked_setup(game, seats, options, FILES))
    draw = Random(name)
    lines = [f"game {game}", f"seats {seats or 'default'}", f"options {options}"]
    for _ in range(most):
        acts = asked(referee, {"do": "legal"})["acts"]
        if not acts:
            break
        lines += _turned(referee, acts, draw)
    lines += ["", "final", json.dumps(state_of(referee), sort_keys=True)]
    return "\n".join(lines) + "\n"


def _turned(referee: Referee, acts: list[Json], draw: Random) -> Iterator[str]:
    """One legal act is done; the game's bell rings once in a while."""
    act = draw.choice(acts)
    if act["do"] == "built" and draw.random() < 0.3:
        act = {"do": "expired"}
    yield ""
    yield f"legal {len(acts)}"
    yield f"> {json.dumps(act)}"
    yield f"< {json.dumps(asked(referee, act), ensure_ascii=False)}"
    yield f"standing {json.dumps(state_of(referee)['standing'])}"


def main() -> None:
    for name in SCRIPTS:
        (FILES / f"{name}.txt").write_text(told(name), "utf-8")


if __name__ == "__main__":
    main()
