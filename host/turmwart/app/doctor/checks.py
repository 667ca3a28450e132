"""From measured values to findings: green, amber or red, each with one sentence of cure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from turmwart.rules.sheet import Words
from turmwart.vision.condition import Condition


class State(IntEnum):
    """How bad it is; the worst of all is the rig's."""

    GREEN = 0
    AMBER = 1
    RED = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the rig."""

    part: str
    state: State
    said: Words
    cure: Words | None = None


STALE_DAYS = 365
BLURRED_PX, SOFT_PX = 5.2, 3.6
BURNT, DARK, BLACK, UNEVEN = 0.05, 60.0, 15.0, 1.8
MISSING_RESIDUAL_PX, POOR_RESIDUAL_PX = 2.0, 1.0
DRIFT_MM = 10.0
SLOW_FPS = 4.0
PPM = 100.0
HOT, WARM = 80.0, 70.0
FULL_BYTES, TIGHT_BYTES = 200_000_000, 1_000_000_000


def worst(findings: Sequence[Finding]) -> State:
    return max((finding.state for finding in findings), default=State.GREEN)


def _graded(part: str, red: bool, amber: bool, said: Words, cure: Words) -> Finding:
    """Red before amber before green; only what is not green has a cure."""
    state = State.RED if red else State.AMBER if amber else State.GREEN
    return Finding(part, state, said, None if state is State.GREEN else cure)


def unnamed(part: str, what: Words) -> Finding:
    """Nobody has said where the part is plugged in."""
    return Finding(
        part,
        State.AMBER,
        Words(f"{what.de} ist nicht genannt.", f"{what.en} is not named."),
        Words(
            "In rig.toml eintragen und mit --config rig.toml aufrufen.",
            "Enter it in rig.toml and call with --config rig.toml.",
        ),
    )


def camera_gone(why: str) -> Finding:
    return Finding(
        "camera",
        State.RED,
        Words(f"Die Kamera liefert keine Bilder: {why}", f"The camera gives no pictures: {why}"),
        Words(
            "Kabel prüfen; die Nummer in rig.toml muss zu einem /dev/video* gehören.",
            "Check its cable; the number in rig.toml must be that of a /dev/video*.",
        ),
    )


def camera(fps: float, width: int, height: int, asked: tuple[int, int]) -> Finding:
    said = Words(
        f"{fps:.0f} Bilder je Sekunde, {width}x{height}", f"{fps:.0f} fps at {width}x{height}"
    )
    cure = (
        Words(
            "In rig.toml eine Größe wählen, die die Kamera kann.",
            "Choose a size in rig.toml that the camera has.",
        )
        if (width, height) != asked
        else Words(
            "Kürzer belichten oder mehr Licht machen.", "Expose for less time or give more light."
        )
    )
    return _graded("camera", (width, height) != asked, fps < SLOW_FPS, said, cure)


def focus(seen: Condition) -> Finding:
    return _graded(
        "focus",
        seen.edge_px > BLURRED_PX,
        seen.edge_px > SOFT_PX,
        Words(f"Kanten {seen.edge_px:.1f} px breit", f"edges {seen.edge_px:.1f} px wide"),
        Words(
            "Am Objektiv scharf stellen, Linse abwischen.",
            "Turn the lens until it is sharp; wipe it.",
        ),
    )


def light(seen: Condition) -> Finding:
    dark = seen.brightness < DARK
    said = Words(
        f"Helligkeit {seen.brightness:.0f} von 255, {100 * seen.burnt:.0f} % überbelichtet, "
        f"hell zu dunkel {seen.evenness:.1f} : 1",
        f"brightness {seen.brightness:.0f} of 255, {100 * seen.burnt:.0f} % overexposed, "
        f"bright to dark {seen.evenness:.1f} : 1",
    )
    cure = (
        Words("Mehr Licht machen oder länger belichten.", "Give more light or expose for longer.")
        if dark
        else Words(
            "Kürzer belichten oder die Lampe dämpfen.", "Expose for less time or soften the lamp."
        )
        if seen.burnt > BURNT
        else Words(
            "Eine zweite Lampe von der anderen Seite dazustellen.",
            "Add a second lamp from the other side.",
        )
    )
    amber = dark or seen.burnt > BURNT or seen.evenness > UNEVEN
    return _graded("light", seen.brightness < BLACK, amber, said, cure)


def no_mat() -> Finding:
    return Finding(
        "markers",
        State.RED,
        Words("Keine Matte zu sehen.", "No mat is in sight."),
        Words(
            "Die ganze Matte scharf ins Bild rücken und die Marken frei lassen.",
            "Move all of the mat into the picture, turn the lens until it is sharp, leave its markers free.",
        ),
    )


def markers(seen: int, printed: int, bad: Sequence[int], unseen: Sequence[int]) -> Finding:
    odd = ", ".join(str(number) for number in sorted({*bad, *unseen}))
    return _graded(
        "markers",
        seen < 3,
        bool(bad or unseen),
        Words(f"{seen} von {printed} Marken zu sehen", f"{seen} of {printed} markers in sight"),
        Words(
            f"Marke {odd}: freilegen, flach andrücken oder zu 100 % neu drucken.",
            f"Marker {odd}: uncover it, press it flat or print it again at 100 %.",
        ),
    )


def calibration(residual_px: float, age_days: int | None, rig: str) -> Finding:
    """*age_days* is None where rig.toml has the lens itself."""
    stale = age_days is not None and age_days > STALE_DAYS
    old = "" if age_days is None else f", {age_days} days old"
    alt = "" if age_days is None else f", {age_days} Tage alt"
    command = "turmwart calibrate camera" + (f" --rig {rig}" if rig else "")
    return _graded(
        "calibration",
        residual_px > MISSING_RESIDUAL_PX,
        stale or residual_px > POOR_RESIDUAL_PX,
        Words(
            f"Marken {residual_px:.2f} px daneben{alt}", f"markers off by {residual_px:.2f} px{old}"
        ),
        Words(f"Neu vermessen: {command}", f"Measure again: {command}"),
    )


def drift(moved_mm: float, rig: str) -> Finding:
    return _graded(
        "drift",
        False,
        moved_mm > DRIFT_MM,
        Words(
            f"Die Kamera hängt {moved_mm:.0f} mm neben ihrem vermessenen Platz.",
            f"The camera hangs {moved_mm:.0f} mm beside its measured place.",
        ),
        Words(
            f"Halterung festziehen, dann: turmwart calibrate mat --rig {rig}",
            f"Tighten its holder, then: turmwart calibrate mat --rig {rig}",
        ),
    )


def controller_gone(why: str) -> Finding:
    return Finding(
        "controller",
        State.RED,
        Words(f"Das Steuergerät antwortet nicht: {why}", f"The controller does not answer: {why}"),
        Words(
            "Kabel und Strom prüfen; der Anschluss steht in rig.toml unter [controller].",
            "Check its cable and power; its port stands in rig.toml under [controller].",
        ),
    )


def controller(lost: int) -> Finding:
    return _graded(
        "controller",
        False,
        lost > 0,
        Words(f"antwortet, {lost} Tastendrücke verloren", f"answers, {lost} key presses lost"),
        Words("Spielstand mit dem Tisch vergleichen.", "Compare the state with the table."),
    )


def firmware(fits: bool, build: int) -> Finding:
    return _graded(
        "firmware",
        not fits,
        False,
        Words(
            f"Fassung {build:06x}" if fits else "spricht eine andere Version",
            f"build {build:06x}" if fits else "speaks another version",
        ),
        Words("In firmware/ „make flash“ ausführen.", "Run 'make flash' in firmware/."),
    )


def clock(ppm: float, error_ms: float) -> Finding:
    return _graded(
        "clock",
        False,
        abs(ppm) > PPM,
        Words(
            f"geht um {ppm:+.0f} ppm anders, auf {error_ms:.1f} ms genau",
            f"off by {ppm:+.0f} ppm, known to {error_ms:.1f} ms",
        ),
        Words(
            "Ein Board mit Quarz nehmen statt mit Resonator.",
            "Use a board with a quartz, not with a resonator.",
        ),
    )


def broker(kind: str | None, where: str) -> Finding:
    """*kind*: "mosquitto", "amqtt" (both ours), "other" that answers, None for one that does not."""
    return _graded(
        "broker",
        kind is None,
        kind == "amqtt",
        Words(
            f"{where} antwortet nicht" if kind is None else f"{kind}, {where}",
            f"{where} does not answer" if kind is None else f"{kind}, {where}",
        ),
        Words(
            "Den Broker starten oder --broker auto nehmen.",
            "Start the broker or use --broker auto.",
        )
        if kind is None
        else Words("sudo apt-get install mosquitto", "sudo apt-get install mosquitto"),
    )


def closed_broker(where: str) -> Finding:
    """It is there, and does not let us in."""
    return Finding(
        "broker",
        State.RED,
        Words(f"{where} lässt uns nicht ein", f"{where} does not let us in"),
        Words(
            "Mit --login eine Datei mit Name und Passwort nennen.",
            "Name a file with user and password with --login.",
        ),
    )


def page(free: bool, ours: bool, port: int) -> Finding:
    said = (
        Words(f"läuft auf Anschluss {port}", f"serves on port {port}")
        if ours
        else Words(f"Anschluss {port} ist frei", f"port {port} is free")
        if free
        else Words(
            f"Anschluss {port} ist von einem anderen Programm belegt",
            f"port {port} is taken by another program",
        )
    )
    return _graded(
        "page",
        False,
        not (free or ours),
        said,
        Words("Mit --page-port einen anderen wählen.", "Choose another with --page-port."),
    )


def disk(free_bytes: int) -> Finding:
    return _graded(
        "disk",
        free_bytes < FULL_BYTES,
        free_bytes < TIGHT_BYTES,
        Words(f"{free_bytes / 1e9:.1f} GB frei", f"{free_bytes / 1e9:.1f} GB free"),
        Words("Alte Aufnahmen löschen.", "Delete old recordings."),
    )


def temperature(degrees: float | None) -> Finding:
    if degrees is None:
        return Finding("temperature", State.GREEN, Words("kein Fühler", "no sensor"))
    return _graded(
        "temperature",
        degrees > HOT,
        degrees > WARM,
        Words(f"{degrees:.0f} Grad", f"{degrees:.0f} degrees"),
        Words("Kühlkörper oder Lüfter anbringen.", "Fit a heat sink or a fan."),
    )


def service(state: str | None) -> Finding:
    """*state* as systemctl says it; None where the rig is not installed as a service."""
    if state is None:
        return Finding(
            "service",
            State.GREEN,
            Words(
                "nicht eingerichtet; ./rig install tut es", "not installed; ./rig install does it"
            ),
        )
    return _graded(
        "service",
        state == "failed",
        state != "active",
        Words(f"Dienst: {state}", f"service: {state}"),
        Words(
            "journalctl -u turmwart -n 50 ansehen, dann: sudo systemctl restart turmwart",
            "Look at journalctl -u turmwart -n 50, then: sudo systemctl restart turmwart",
        ),
    )
