"""How high each camera hangs, as the table of hardware/camera.md and the lengths of the tubes."""

from turmwart.model.sighting import CAMERAS, hangings

GAMES = {
    "turmbauer": "Turmbauer",
    "talo": "Talo",
    "twentyseven": "27",
    "make_n_break": "Make 'n' Break",
}
FEW_DOTS = 1.4
"""Pixels to a millimetre, under which vision was not tried."""


def table() -> str:
    """For each camera: one height for all mats, then what each mat asks for."""
    lines = []
    for camera in CAMERAS.values():
        one, rows = hangings(camera)
        dots = rows[0].dots_per_mm
        doubt = "" if dots >= FEW_DOTS else "; **too coarse, not advised**"
        lines += [
            f"### {camera.name}",
            "",
            f"{camera.across:g} x {camera.down:g} degrees. **{one:.0f} mm** from mat to lens serves all four mats: "
            f"{dots:.2f} pixels to a millimetre at 1280 x 720{doubt}.",
            "",
            "| mat | lowest height | tallest tower from there | tallest at the common height | focus at |",
            "|---|---|---|---|---|",
            *(
                f"| {GAMES[row.game]} | {row.height:.0f} mm | {row.tallest:.0f} mm "
                f"| {row.at_one:.0f} mm | {row.focus:.0f} mm |"
                for row in rows
            ),
            "",
        ]
    return "\n".join(lines)
