"""The link as the rest of the rig holds it: a dialogue on a port that may come and go."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from turmwart.link import messages as wire
from turmwart.link.dialogue import Dialogue, Figures, Heard
from turmwart.link.port import Port, PortError
from turmwart.model.cues import Cue

REOPEN_MS = 100.0
PPM_LIMIT = 100.0


class Fault(StrEnum):
    """What is wrong with the controller, for the page to explain."""

    ABSENT = "absent"
    SILENT = "silent"
    VERSION = "version"
    DRIFT = "drift"
    LOSSES = "losses"


CURES: dict[Fault, dict[str, str]] = {
    Fault.ABSENT: {
        "de": "Das Steuergerät ist nicht angeschlossen. Kabel prüfen.",
        "en": "The controller is not plugged in. Check its cable.",
    },
    Fault.SILENT: {
        "de": "Das Steuergerät antwortet nicht. Stromversorgung und Kabel prüfen.",
        "en": "The controller does not answer. Check its power and cable.",
    },
    Fault.VERSION: {
        "de": "Das Steuergerät spricht eine andere Version. In firmware/ „make flash“ ausführen.",
        "en": "The controller speaks another version. Run 'make flash' in firmware/.",
    },
    Fault.DRIFT: {
        "de": "Die Uhr des Steuergeräts geht um mehr als 100 ppm falsch. Quarz prüfen.",
        "en": "The controller's clock is off by more than 100 ppm. Check its quartz.",
    },
    Fault.LOSSES: {
        "de": "Tastendrücke sind verloren gegangen. Spielstand mit dem Tisch vergleichen.",
        "en": "Key presses were lost. Compare the state with the table.",
    },
}


@dataclass(frozen=True, slots=True)
class Health:
    """The link in figures."""

    ready: bool
    fault: Fault | None
    reason: str
    firmware: int
    boot: int
    cause: int
    ppm: float
    error_ms: float
    waiting: int
    timer: wire.Timer
    timer_left_ms: int
    knob: int
    figures: Figures


class Link:
    """Opens the port for ever, hears signals, carries cues. One thread, no clock of its own."""

    def __init__(self, open_port: Callable[[], Port], last_seq: int, session: int = 1) -> None:
        self._open_port = open_port
        self._port: Port | None = None
        self._tried_ms = float("-inf")
        self._reason = ""
        self.dialogue = Dialogue(last_seq, session & 0xFFFFFFFF)

    def wait(self, timeout_s: float) -> bool:
        """Sleep until the controller speaks; False at once if there is no port to wait for."""
        if self._port is None:
            return False
        try:
            self._port.wait(timeout_s)
        except PortError:
            return True
        return True

    def poll(self, now_ms: float) -> list[Heard]:
        """Read, answer, repeat what is due; never blocks. Call it every few milliseconds."""
        if self._port is None and not self._reopen(now_ms):
            return []
        try:
            return self._exchange(now_ms)
        except PortError as fault:
            self._reason = str(fault)
            self.close()
            return self.dialogue.closed(now_ms)

    def _exchange(self, now_ms: float) -> list[Heard]:
        assert self._port is not None
        heard: list[Heard] = []
        while data := self._port.read():
            heard += self.dialogue.receive(data, now_ms)
        heard += self.dialogue.silence(now_ms)
        if out := self.dialogue.due(now_ms):
            self._port.write(out)
        return heard

    def _reopen(self, now_ms: float) -> bool:
        if now_ms - self._tried_ms < REOPEN_MS:
            return False
        self._tried_ms = now_ms
        try:
            self._port = self._open_port()
        except PortError as fault:
            self._reason = str(fault)
            return False
        self.dialogue.opened()
        return True

    def stored(self, seq: int) -> None:
        """Everything up to *seq* is durably stored and need not be repeated."""
        self.dialogue.stored(seq)

    def cue(self, cue: Cue) -> None:
        self.dialogue.cue(cue)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    @property
    def health(self) -> Health:
        dialogue, hello, state = self.dialogue, self.dialogue.hello, self.dialogue.state
        return Health(
            ready=dialogue.ready,
            fault=self._fault(),
            reason=self._reason if self._port is None else "",
            firmware=hello.firmware if hello else 0,
            boot=hello.boot if hello else 0,
            cause=hello.cause if hello else 0,
            ppm=dialogue.clock.ppm,
            error_ms=dialogue.clock.error_ms,
            waiting=state.fill if state else 0,
            timer=wire.Timer(state.timer) if state else wire.Timer.IDLE,
            timer_left_ms=state.left_ms if state else 0,
            knob=state.knob if state else 0,
            figures=dialogue.figures,
        )

    def _fault(self) -> Fault | None:
        figures = self.dialogue.figures
        tests = (
            (self._port is None, Fault.ABSENT),
            (self.dialogue.mismatch is not None, Fault.VERSION),
            (not self.dialogue.ready, Fault.SILENT),
            (abs(self.dialogue.clock.ppm) > PPM_LIMIT, Fault.DRIFT),
            (figures.missing + figures.dropped > 0, Fault.LOSSES),
        )
        return next((fault for wrong, fault in tests if wrong), None)
