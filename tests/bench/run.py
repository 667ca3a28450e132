"""`./rig bench [NAME] [ARGUMENTS]`: one benchmark, or all that take less than a minute or two."""

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
SHORT = ("latency",)
"""Run when no name is given; the others take long and are asked for by name."""


def names() -> list[str]:
    return sorted(file.stem for file in HERE.glob("*.py") if file.stem not in ("run", "__init__"))


def main(arguments: list[str]) -> int:
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    if arguments and arguments[0] not in names():
        print(f"bench: there is no {arguments[0]!r}; choose from {', '.join(names())}.")
        return 2
    wanted, rest = ((arguments[0],), arguments[1:]) if arguments else (SHORT, [])
    codes = [import_module(name).main(rest) for name in wanted]
    if not arguments:
        print(f"\nlonger ones, by name: {', '.join(n for n in names() if n not in SHORT)}")
    return max(codes)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
