"""What the controller is asked to show and sound. Every cue is an absolute value, never a toggle."""

from dataclasses import dataclass
from enum import StrEnum


class Light(StrEnum):
    """What one lamp does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


@dataclass(frozen=True, slots=True)
class Lamps:
    """All four lamps: well done, unsure, wrong, your attention please."""

    green: Light = Light.OFF
    amber: Light = Light.OFF
    red: Light = Light.OFF
    white: Light = Light.OFF


@dataclass(frozen=True, slots=True)
class Tone:
    """*times* tones of *hz* for *ms* each, with pauses of the same length."""

    hz: int
    ms: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Digits:
    """Up to four characters on the digits; None gives them back to the countdown."""

    text: str | None = None


class Clock(StrEnum):
    """What the countdown is told."""

    IDLE = "idle"
    ARMED = "armed"
    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Countdown:
    """The countdown in the controller. ARMED waits for the START key; RUNNING starts at once."""

    clock: Clock
    ms: int = 0


@dataclass(frozen=True, slots=True)
class DiceKey:
    """What the dice key a, b, c or d rolls."""

    key: str
    sides: int
    dice: int


Cue = Lamps | Tone | Digits | Countdown | DiceKey
