"""Makes what hardware/ is made of.

`python hardware/make.py` writes the firmware's pins, the wiring and the tables from their sources,
and with `--check` only compares; `stl DIR` writes the parts to be printed; `drawings` writes the
pictures of the assembly. In a checkout `./rig hardware ...` sets up what that needs.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "host")]

from workshop import heights, pinout, wiring  # noqa: E402

PINS = HERE.parent / "firmware" / "ports" / "atmega328p" / "pins.h"
DRAWINGS = HERE / "drawings"
END = "<!-- so far -->\n"


def filled(page: Path, source: str, made: str) -> str:
    """The page with the part that is made from *source* anew."""
    begin = f"<!-- from {source} -->\n"
    before, _, rest = page.read_text("utf-8").partition(begin)
    _, _, after = rest.partition(END)
    return before + begin + made + END + after


def outputs() -> dict[Path, str]:
    connections = pinout.read(pinout.SOURCE.read_text("utf-8"))
    return {
        PINS: pinout.header(connections),
        HERE / "wiring.svg": wiring.drawing(connections),
        HERE / "wiring.md": filled(HERE / "wiring.md", "pinout.toml", pinout.table(connections)),
        HERE / "camera.md": filled(HERE / "camera.md", "sighting.py", heights.table()),
    }


def texts(check: bool) -> int:
    try:
        made = outputs()
    except pinout.PinoutError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    stale = [
        path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    for path in stale:
        if check:
            print(f"{path.name} differs from its source: run 'python hardware/make.py'.")
        else:
            path.write_text(made[path], "utf-8")
    return int(check and bool(stale))


def print_parts(where: Path) -> int:
    """Every printed part as STL, with its size."""
    from workshop.scenes import printed
    from workshop.solid import extent
    from workshop.stl import stl

    try:
        where.mkdir(parents=True, exist_ok=True)
        for name, part in printed().items():
            (where / f"{name}.stl").write_bytes(stl(part, name))
            size = " x ".join(f"{side:.0f}" for side in extent(part))
            print(f"{name}.stl: {size} mm, {part.volume() / 1000:.0f} cm3")
    except OSError as wrong:
        print(f"{where}: {wrong.strerror}; name a directory that can be written.", file=sys.stderr)
        return 2
    return 0


def draw() -> int:
    """The pictures of assembly.md."""
    import cv2
    from workshop.drawing import drawn
    from workshop.scenes import steps

    DRAWINGS.mkdir(exist_ok=True)
    for name, (pieces, view) in steps().items():
        cv2.imwrite(str(DRAWINGS / f"{name}.png"), drawn(pieces, view))
    return 0


WORDS: Mapping[tuple[str, int], Callable[[list[str]], int]] = {
    ("--check", 1): lambda _: texts(check=True),
    ("stl", 2): lambda words: print_parts(Path(words[1])),
    ("drawings", 1): lambda _: draw(),
}


def main(arguments: list[str]) -> int:
    if not arguments:
        return texts(check=False)
    word = WORDS.get((arguments[0], len(arguments)))
    if word is None:
        print(
            f"hardware: no {' '.join(arguments)!r}; say --check, stl DIR or drawings.",
            file=sys.stderr,
        )
        return 2
    return word(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
