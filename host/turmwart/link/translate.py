"""Between the wire and the model: entries to signals, cues to commands."""

from turmwart.link import messages as wire
from turmwart.model.cues import Clock, Countdown, Cue, DiceKey, Digits, Lamps, Light, Tone
from turmwart.model.signals import DialTurned, DiceRolled, Key, KeyPressed, Signal, TimerExpired

KEYS = {wire.Key.START: Key.START, wire.Key.STOP: Key.STOP, wire.Key.DONE: Key.DONE}
DICE_KEYS = {
    "a": wire.Key.DICE_A,
    "b": wire.Key.DICE_B,
    "c": wire.Key.DICE_C,
    "d": wire.Key.DICE_D,
}
CLOCKS = {
    Clock.IDLE: wire.Timer.IDLE,
    Clock.ARMED: wire.Timer.ARMED,
    Clock.RUNNING: wire.Timer.RUNNING,
    Clock.STOPPED: wire.Timer.STOPPED,
}
GLYPHS = dict(
    zip(
        "0123456789 -AbCdEFGHIJLnoPrStUuY",
        bytes.fromhex("3f065b4f666d7d077f6f0040777c395e79713d76061e38545c7350"  # 0..r
                      "6d783e1c6e"),
        strict=True,
    )
)  # fmt: skip

Command = wire.TimerSet | wire.Lamps | wire.Text | wire.Buzz | wire.Config


def signal_of(entry: wire.Entry) -> Signal | None:
    """The signal in an entry; None if it tells the game nothing (a release, a boot)."""
    match entry.kind:
        case wire.Kind.PRESS if entry.a in KEYS:
            return KeyPressed(KEYS[wire.Key(entry.a)])
        case wire.Kind.ROLL:
            return DiceRolled((entry.b, entry.c) if entry.c else (entry.b,))
        case wire.Kind.KNOB:
            return DialTurned(entry.a)
        case wire.Kind.TIMER_EXPIRE:
            return TimerExpired()
        case _:
            return None


def command_of(cue: Cue) -> Command:
    match cue:
        case Lamps():
            lights = (cue.green, cue.amber, cue.red, cue.white)
            on = sum(1 << n for n, light in enumerate(lights) if light is not Light.OFF)
            blink = sum(1 << n for n, light in enumerate(lights) if light is Light.BLINK)
            return wire.Lamps(on, blink)
        case Tone():
            return wire.Buzz(cue.hz, cue.ms, cue.times)
        case Digits():
            return text_of(cue.text)
        case Countdown():
            return wire.TimerSet(CLOCKS[cue.clock], cue.ms)
        case DiceKey():
            return wire.Config(DICE_KEYS[cue.key], cue.sides, cue.dice)


def text_of(text: str | None) -> wire.Text:
    """Four characters as segments; what the digits cannot show stays dark."""
    if text is None:
        return wire.Text(0, 0)
    segments = (glyph(char) << 8 * place for place, char in enumerate(text[:4]))
    return wire.Text(1, sum(segments))


def glyph(char: str) -> int:
    return GLYPHS.get(char) or GLYPHS.get(char.upper()) or GLYPHS.get(char.lower(), 0)
