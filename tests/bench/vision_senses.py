"""What the common senses reach: speed against a yardstick, pose, gate and photos beside the project."""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from turmwart.app.eyes import watcher_of
from turmwart.app.recording import read_recording
from turmwart.vision.cameras import read_picture
from turmwart.vision.frame import Frame

SHARED = Path(__file__).parents[3] / "shared" / "recordings"
QUIET = 60


def cpu_ms(work: Callable[[], object], times: int) -> float:
    """The median CPU time of one run."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return 1000 * float(np.median(took))


def yardstick_ms() -> float:
    picture = np.random.default_rng(0).integers(0, 255, (1080, 1920, 3), np.uint8)
    return cpu_ms(lambda: cv2.GaussianBlur(picture, (5, 5), 0), 30)


def judged_ms(name: str) -> tuple[list[float], float]:
    """CPU time of each judged picture of a recording, and of a quiet frame after it."""
    recording = read_recording(SHARED / name)
    rules = recording.begin.rules
    state = rules.start(recording.begin.setup)
    for act in recording.start:
        state = rules.apply(state, rules.read(state, act))
    watcher = watcher_of(rules.name, recording.table)
    took, frame = [], None
    for moment in recording.moments:
        if moment.frame is None:
            continue
        frame = Frame(moment.t_ms, read_picture(moment.frame))
        began = time.process_time()
        sight = watcher.see(frame, state)
        if sight.reading is not None:
            took.append(1000 * (time.process_time() - began))
    assert frame is not None
    at = [frame.at_ms]

    def quiet() -> object:
        at[0] += 100
        return watcher.see(Frame(at[0], frame.picture), state)

    quiet()
    return took, cpu_ms(quiet, QUIET)


def grown_mb(frames: int) -> float:
    """How much memory so many quiet frames take that is not given back."""
    recording = read_recording(SHARED / "twentyseven-a")
    state = recording.begin.rules.start(recording.begin.setup)
    watcher = watcher_of("twentyseven", recording.table)
    picture = read_picture(next(m.frame for m in recording.moments if m.frame is not None))
    marks = []
    for number in range(frames):
        watcher.see(Frame(number * 100, picture), state)
        if number in (frames // 10, frames - 1):
            marks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return marks[1] - marks[0]


def main(arguments: list[str]) -> int:
    if not SHARED.exists():
        print("vision_senses: ../shared/recordings is not here")
        return 2
    cv2.setNumThreads(1)
    yard = yardstick_ms()
    print(f"{'what':44s} {'figure':>16s}   target")
    print(f"{'yardstick: blur of 1080p':44s} {yard:13.1f} ms")
    worst = 0.0
    for name in arguments or ("twentyseven-a", "make_n_break-a"):
        took, quiet = judged_ms(name)
        median, late = np.median(took) / yard, np.percentile(took, 95) / yard
        worst = max(worst, float(quiet) / yard)
        print(f"{name + ': judged picture, median':44s} {median:14.1f} x   60 x")
        print(f"{name + ': judged picture, p95':44s} {late:14.1f} x   150 x")
    print(f"{'gate of a quiet frame':44s} {worst:14.1f} x   3 x")
    frames = 2_000
    print(f"{f'memory grown over {frames} quiet frames':44s} {grown_mb(frames):13.1f} MB   flat")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
