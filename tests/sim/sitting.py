"""One sitting of a rig without an eye as its own process: `python -m sim.sitting GAME SEED DATA`.

It says a word when it is ready, and plays on whatever journal it finds until the game is over.
"""

import sys
from pathlib import Path

from sim.oracle import Table

CLUMSY = 0.3


def main() -> None:
    game, seed, data = sys.argv[1:4]
    print("ready", flush=True)
    table = Table(game, int(seed), CLUMSY, Path(data)).play()
    raise SystemExit(0 if table.over else 3)


if __name__ == "__main__":
    main()
