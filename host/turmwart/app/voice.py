"""The rig's own voice: espeak-ng, when it is installed and the operator has switched it on."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from shutil import which

from turmwart.app.showing import Choices
from turmwart.display.speaking import spoken
from turmwart.display.view import View

PROGRAM = "espeak-ng"


def voice_program() -> str | None:
    return which(PROGRAM)


def _said(program: str, language: str, text: str) -> "subprocess.Popen[bytes]":
    """The text goes in by standard input: nothing in it can be taken for an option."""
    child = subprocess.Popen(
        [program, "-v", language, "--stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if child.stdin is not None:
        child.stdin.write(text.encode())
        child.stdin.close()
    return child


@dataclass(slots=True)
class Voice:
    """Says what is new; a newer sentence cuts off an older one."""

    choices: Choices
    say: "Callable[[str, str, str], subprocess.Popen[bytes]]" = _said
    _before: View | None = None
    _saying: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    def show(self, view: View) -> None:
        before, self._before = self._before, view
        language, program = self.choices.voice, voice_program()
        words = spoken(before, view)
        if not language or program is None or words is None:
            return
        self.hush()
        self._saying = self.say(program, language, getattr(words, language))

    def hush(self) -> None:
        if self._saying is not None:
            self._saying.kill()
            self._saying.wait()
            self._saying = None
