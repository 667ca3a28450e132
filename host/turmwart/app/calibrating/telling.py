"""What the procedures say, in both languages."""

from collections.abc import Mapping

from turmwart.rules.sheet import Words
from turmwart.vision.calibration.coverage import Coverage

HINTS: Mapping[str, Words] = {
    "centre": Words("Tafel in die Bildmitte halten", "hold the board in the middle of the picture"),
    "upper_left": Words("Tafel nach oben links halten", "hold the board at the upper left"),
    "upper_right": Words("Tafel nach oben rechts halten", "hold the board at the upper right"),
    "lower_left": Words("Tafel nach unten links halten", "hold the board at the lower left"),
    "lower_right": Words("Tafel nach unten rechts halten", "hold the board at the lower right"),
    "left": Words("linke Kante der Tafel anheben", "lift the board's left edge"),
    "right": Words("rechte Kante der Tafel anheben", "lift the board's right edge"),
    "up": Words("obere Kante der Tafel anheben", "lift the board's upper edge"),
    "down": Words("untere Kante der Tafel anheben", "lift the board's lower edge"),
    "nearer": Words("Tafel näher an die Kamera halten", "hold the board nearer to the camera"),
    "flat": Words(
        "Tafel auf etwas Ebenes kleben, ruhig halten, mehr Licht machen",
        "glue the board onto something flat, hold it still, give it more light",
    ),
}
PROGRESS = Words(
    "{views} Bilder, {share} % des Bildes abgedeckt{miss}; jetzt: {hint}",
    "{views} pictures, {share} % of the picture covered{miss}; next: {hint}",
)
MISS = Words(", Abweichung {residual:.2f} px", ", residual {residual:.2f} px")
SHADES = " ░▒▓█"
FULL = 8


def drawn(covered: Coverage) -> str:
    """The picture as a map of patches: the darker, the more corners were seen there."""
    return "\n".join(
        "|"
        + "".join(2 * SHADES[min(len(SHADES) - 1, -(-count * 4 // FULL))] for count in row)
        + "|"
        for row in covered.counts
    )
