"""All checks, one after the other: style, types, layers, tests. The first that fails ends it."""

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
BIN = Path(sys.executable).parent

CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("style", ("ruff", "check", "host", "tests", "firmware", "hardware", "docs")),
    (
        "layout",
        ("ruff", "format", "--check", "-q", "host", "tests", "firmware", "hardware", "docs"),
    ),
    ("types", ("mypy",)),
    ("layers", ("lint-imports", "--no-cache")),
)


def main(arguments: list[str]) -> int:
    wanted = [argument for argument in arguments if argument != "--no-system"]
    for name, command in CHECKS:
        if not passed(name, [str(BIN / command[0]), *command[1:]]):
            return 1
    pytest = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "-ra", *wanted]
    if os.environ.get("CI"):
        pytest.append("--nothing-skipped")
    return 0 if passed("tests", pytest) else 1


def passed(name: str, command: list[str]) -> bool:
    began = time.monotonic()
    print(f"== {name}", flush=True)
    code = subprocess.run(command, cwd=HERE, check=False).returncode
    print(
        f"== {name}: {'ok' if code == 0 else 'FAILED'}, {time.monotonic() - began:.1f} s",
        flush=True,
    )
    return code == 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
