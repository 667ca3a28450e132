"""`calibrate camera`: the board is held before the camera until the lens is known."""

from collections.abc import Callable, Iterable

from turmwart.app.calibrating.telling import HINTS, MISS, PROGRESS, drawn
from turmwart.app.trouble import Trouble
from turmwart.model.mats import CHESSBOARD
from turmwart.vision.calibration.collecting import Collector, Progress
from turmwart.vision.calibration.lens import LensFit
from turmwart.vision.frame import Picture

MOST_PICTURES = 3000
"""Looked at before the procedure gives up: about five minutes of a live camera."""


def lens_of(
    pictures: Iterable[Picture],
    size: tuple[int, int],
    each: bool,
    language: str,
    say: Callable[[str], None],
) -> LensFit:
    """Looks until it suffices, or until the pictures end."""
    collector = Collector(CHESSBOARD, *size, each=each)
    for number, picture in enumerate(pictures, 1):
        if picture.shape[1::-1] != size:
            raise Trouble(
                f"picture {number} is {picture.shape[1]}x{picture.shape[0]}, not {size[0]}x{size[1]}; "
                f"calibrate with the size that is played with (--size)."
            )
        progress = collector.see(picture)
        if progress.kept:
            say(told(progress, language))
        if (progress.hint is None and not each) or number >= MOST_PICTURES:
            break
    progress = collector.progress
    if progress.fit is None or progress.hint is not None:
        raise Trouble(_not_enough(progress))
    return progress.fit


def told(progress: Progress, language: str) -> str:
    """The map and what to do next."""
    miss = (
        ""
        if progress.fit is None
        else getattr(MISS, language).format(residual=progress.fit.residual_px)
    )
    hint = "-" if progress.hint is None else getattr(HINTS[progress.hint], language)
    line = getattr(PROGRESS, language).format(
        views=progress.views, share=round(100 * progress.covered.share), miss=miss, hint=hint
    )
    return f"{drawn(progress.covered)}\n{line}"


def _not_enough(progress: Progress) -> str:
    if progress.views == 0:
        return "the board is in no picture: print it (turmwart mats print charuco), show all of it."
    hint = HINTS[progress.hint or "nearer"].en
    return f"{progress.views} pictures of the board are not enough; {hint}, and begin again."
