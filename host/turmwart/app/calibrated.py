"""A rig's kept calibration: files with date, residual and version; a stale or foreign one is refused."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from turmwart.app.sections import Section, number, text, whole_file, whole_number
from turmwart.app.trouble import Trouble
from turmwart.model.table import Lens, Matrix, Shade

PROFILES = Path("calibration") / "profiles"
USUAL_RIG = "table-1"
SCHEMA = 1
"""Changes when an older file can no longer be used."""


@dataclass(frozen=True, slots=True)
class Made:
    """How a profile came to be: whose it is, when, how well it fits, by which turmwart."""

    what: str
    rig: str
    date: str
    turmwart: str
    residual_px: float


@dataclass(frozen=True, slots=True)
class KeptPose:
    """Where the camera hung when the mat was measured, in millimetres of the mat."""

    made: Made
    centre: tuple[float, float, float]
    markers: int


def rig_place(into: Path, rig: str) -> Path:
    """Where the profile of *rig* lies."""
    if not re.fullmatch(r"[a-z0-9-]+", rig):
        raise Trouble(f"--rig {rig!r} may hold a-z, 0-9 and '-' only.")
    return into / rig


def kept_lens(place: Path, width: int, height: int) -> Lens:
    """The lens of the rig whose profile lies in *place*, for pictures of this size."""
    file, whole, _ = _opened(place, "camera")
    camera = whole.inner("camera")
    size = camera.take("width", whole_number), camera.take("height", whole_number)
    lens = Lens(
        *size,
        camera.take("matrix", _matrix),
        camera.take("distortion", _five),
    )
    camera.finish()
    whole.finish()
    if size != (width, height):
        raise Trouble(
            f"{file} is for pictures of {size[0]}x{size[1]}, rig.toml asks for {width}x{height}; "
            f"{_cure('camera', place.name)}"
        )
    return lens


def kept_shades(place: Path) -> tuple[Shade, ...]:
    """The taught colours; none were taught when there is no such file."""
    if not (place / "colours.toml").exists():
        return ()
    _, whole, _ = _opened(place, "colours")
    found = []
    for section in whole.inners("colour"):
        name = section.take("name", text)
        found.append(Shade(name, section.take("ratio", _three), section.take("spread", _three)))
        section.finish()
    whole.finish()
    return tuple(found)


def kept_pose(place: Path) -> KeptPose | None:
    """Where the camera hung; None when the mat was never measured."""
    if not (place / "mat.toml").exists():
        return None
    _, whole, made = _opened(place, "mat")
    pose = whole.inner("pose")
    found = KeptPose(made, pose.take("centre", _three), pose.take("markers", whole_number))
    pose.finish()
    for section in whole.inners("marker"):
        for key in ("id", "miss_px", "lift_mm"):
            section.take(key, number)
        section.finish()
    whole.finish()
    return found


def kept_made(place: Path, what: str) -> Made:
    """Only how the profile came to be."""
    return _opened(place, what)[2]


def _opened(place: Path, what: str) -> tuple[Path, Section, Made]:
    """The file, ready to be read on; refused when it is of another rig, kind or age."""
    file = place / f"{what}.toml"
    if not file.exists():
        raise Trouble(f"profile {file} does not exist; {_cure(what, place.name)}")
    whole = Section(file, "", whole_file(file))
    head = whole.inner("made")
    schema = head.take("schema", whole_number)
    made = Made(
        head.take("what", text),
        head.take("rig", text),
        head.take("date", text),
        head.take("turmwart", text),
        head.take("residual_px", number),
    )
    head.finish()
    if schema != SCHEMA:
        raise Trouble(
            f"{file} is stale: turmwart {made.turmwart} wrote it on {made.date} in another form; "
            f"{_cure(what, place.name)}"
        )
    if (made.what, made.rig) != (what, place.name):
        raise Trouble(
            f"{file} is foreign: it holds {made.what!r} of rig {made.rig!r}; {_cure(what, place.name)}"
        )
    return file, whole, made


def _cure(what: str, rig: str) -> str:
    return f"type: turmwart calibrate {what} --rig {rig}"


def keep(place: Path, made: Made, sections: str) -> Path:
    """Writes one profile whole: never half of it, never none where there was one."""
    file = place / f"{made.what}.toml"
    head = (
        f"# Written by turmwart calibrate {made.what}. Measure again rather than edit.\n"
        f"[made]\nschema = {SCHEMA}\nwhat = {quoted(made.what)}\nrig = {quoted(made.rig)}\n"
        f"date = {quoted(made.date)}\nturmwart = {quoted(made.turmwart)}\n"
        f"residual_px = {made.residual_px:.4f}\n"
    )
    try:
        place.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(head + sections, "utf-8")
        fresh.replace(file)
    except OSError as wrong:
        raise Trouble(
            f"profile {file} cannot be written ({wrong.strerror}); name another --into."
        ) from wrong
    return file


def lens_text(lens: Lens) -> str:
    rows = ", ".join(f"[{', '.join(f'{value:.6f}' for value in row)}]" for row in lens.matrix)
    bend = ", ".join(f"{value:.8f}" for value in lens.distortion)
    return (
        f"[camera]\nwidth = {lens.width}\nheight = {lens.height}\n"
        f"matrix = [{rows}]\ndistortion = [{bend}]\n"
    )


def pose_text(centre: Sequence[float], checks: Sequence[tuple[int, float, float]]) -> str:
    """*checks*: each marker's id, miss in pixels and lift in millimetres."""
    place = ", ".join(f"{value:.3f}" for value in centre)
    markers = "".join(
        f"[[marker]]\nid = {number}\nmiss_px = {miss:.3f}\nlift_mm = {lift:.3f}\n"
        for number, miss, lift in checks
    )
    return f"[pose]\ncentre = [{place}]\nmarkers = {len(checks)}\n{markers}"


def shades_text(shades: Sequence[Shade]) -> str:
    return "".join(
        f"[[colour]]\nname = {quoted(shade.colour)}\nratio = {list(shade.ratio)}\n"
        f"spread = {list(shade.spread)}\n"
        for shade in shades
    )


def quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _three(values: list[object]) -> tuple[float, float, float]:
    a, b, c = values
    return number(a), number(b), number(c)


def _five(values: list[object]) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = values
    return number(a), number(b), number(c), number(d), number(e)


def _matrix(rows: list[list[object]]) -> Matrix:
    a, b, c = rows
    return _three(a), _three(b), _three(c)
