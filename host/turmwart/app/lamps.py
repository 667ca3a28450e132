"""How the parts of the rig are, as lamps of the page."""

from pathlib import Path
from shutil import disk_usage

from turmwart.app.outlets import Gauge
from turmwart.display.view import Lamp
from turmwart.link.line import CURES, Link
from turmwart.publish.broker import CURES as BROKER_CURES
from turmwart.publish.connection import Connection
from turmwart.rules.sheet import Words

WELL = Words("in Ordnung", "well")
NOT_YET = Words("noch nicht gemessen", "not measured yet")
NO_MARKERS = Words("Keine Marken zu sehen.", "No markers in sight.")
SHOW_MAT = Words(
    "Die Matte ganz ins Bild rücken und nicht verdecken.",
    "Move the whole mat into the picture and do not cover it.",
)
NO_PICTURES = Words("Die Kamera liefert keine Bilder.", "The camera gives no pictures.")
CHECK_CAMERA = Words(
    "Kabel prüfen; sie wird von selbst wieder geöffnet.",
    "Check its cable; it is opened again by itself.",
)

STALE_PX = 2.0
FEW_BYTES = 200_000_000
MOVED = Words(
    "Die Kamera steht anders als beim Vermessen.", "The camera has moved since it was measured."
)
CALIBRATE = Words(
    "Neu vermessen: turmwart calibrate camera.", "Measure again: turmwart calibrate camera."
)
SLIPPED_MM = 10.0
SLIPPED = Words(
    "Die Kamera ist um {moved} mm verrutscht; gelesen wird von dort aus, wo sie jetzt hängt.",
    "The camera has slipped by {moved} mm; it is read from where it hangs now.",
)
TIGHTEN = Words(
    "Halterung festziehen, dann: turmwart calibrate mat.",
    "Tighten its holder, then: turmwart calibrate mat.",
)
MAKE_ROOM = Words("Platz schaffen: alte Aufnahmen löschen.", "Make room: delete old recordings.")


def lamps(
    gauge: Gauge, link: Link, connection: Connection | None, data: Path | None = None
) -> tuple[Lamp, ...]:
    found = [_camera(gauge), _calibration(gauge), _controller(link)]
    if connection is not None:
        found.append(_broker(connection))
    if data is not None:
        found.append(_disk(disk_usage(data).free))
    return tuple(found)


def _calibration(gauge: Gauge) -> Lamp:
    off = gauge.residual_px
    if off is None:
        return Lamp("calibration", True, NOT_YET)
    if off > STALE_PX:
        return Lamp("calibration", False, MOVED, CALIBRATE)
    if (moved := gauge.moved_mm) > SLIPPED_MM:
        said = SLIPPED.filled({"moved": round(moved)})
        return Lamp("calibration", False, said, TIGHTEN)
    return Lamp("calibration", True, Words(f"{off:.1f} px daneben", f"off by {off:.1f} px"))


def _disk(free: int) -> Lamp:
    left = Words(f"{free / 1e9:.0f} GB frei", f"{free / 1e9:.0f} GB free")
    return Lamp("disk", free > FEW_BYTES, left, None if free > FEW_BYTES else MAKE_ROOM)


def _camera(gauge: Gauge) -> Lamp:
    if gauge.lost:
        return Lamp("camera", False, NO_PICTURES, CHECK_CAMERA)
    if gauge.seen_ms and gauge.residual_px is None:
        return Lamp("camera", False, NO_MARKERS, SHOW_MAT)
    if not gauge.fps:
        return Lamp("camera", True, WELL)
    return Lamp("camera", True, Words(f"{gauge.fps:.0f} Bilder je Sekunde", f"{gauge.fps:.0f} fps"))


def _controller(link: Link) -> Lamp:
    fault = link.health.fault
    if fault is None:
        return Lamp("controller", True, WELL)
    said = CURES[fault]
    text, _, cure = said["de"].partition(". ")
    english, _, heal = said["en"].partition(". ")
    return Lamp("controller", False, Words(f"{text}.", f"{english}."), Words(cure, heal))


def _broker(connection: Connection) -> Lamp:
    fault = connection.health
    if fault is None:
        return Lamp("broker", True, WELL)
    text, _, cure = BROKER_CURES[fault]["de"].partition(". ")
    english, _, heal = BROKER_CURES[fault]["en"].partition(". ")
    return Lamp("broker", False, Words(f"{text}.", f"{english}."), Words(cure, heal))
