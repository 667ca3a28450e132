"""Makes what hardware/ is made of.

`python hardware/make.py` writes the firmware's pins, the wiring and the tables from their sources;
`--check` only compares.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from workshop import pinout, wiring

HERE = Path(__file__).parent
PINS = HERE.parent / "firmware" / "ports" / "atmega328p" / "pins.h"
WIRING = HERE / "wiring.svg"
PAGE = HERE / "wiring.md"
BEGIN, END = "<!-- from pinout.toml -->\n", "<!-- so far -->\n"


def filled(page: Path, begin: str, made: str) -> str:
    """The page with its generated part made anew."""
    before, _, rest = page.read_text("utf-8").partition(begin)
    _, _, after = rest.partition(END)
    return before + begin + made + END + after


def outputs() -> dict[Path, str]:
    connections = pinout.read(pinout.SOURCE.read_text("utf-8"))
    return {
        PINS: pinout.header(connections),
        WIRING: wiring.drawing(connections),
        PAGE: filled(PAGE, BEGIN, pinout.table(connections)),
    }


def main(arguments: list[str]) -> int:
    try:
        made = outputs()
    except pinout.PinoutError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    stale = [
        path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.name} differs from its source: run 'python hardware/make.py'.")
        return int(bool(stale))
    for path in stale:
        path.write_text(made[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
