"""What the common senses reach: speed against a yardstick, pose, gate and photos beside the project."""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from turmwart.app.eyes import watcher_of
from turmwart.app.recording import read_recording
from turmwart.vision.cameras import read_picture
from turmwart.vision.frame import Frame
from turmwart.vision.gate import Stillness, hand_in
from turmwart.vision.pose import Pose, PoseFinder, View

SHARED = Path(__file__).parents[3] / "shared" / "recordings"
QUIET = 60
NET = np.array([(x, y, 0.0) for x in np.linspace(-210, 210, 9) for y in np.linspace(-150, 150, 7)])
RECORDINGS = ("twentyseven-a", "twentyseven-b", "make_n_break-a", "make_n_break-b")


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


def seen_through(name: str) -> None:
    """The gate and the pose of one recording, over all its pictures."""
    table = read_recording(SHARED / name).table
    finder, stillness = PoseFinder(table), Stillness()
    hands = read = 0
    worst = 0.0
    index = {
        row["frame"]: row["t_ms"] for row in rows(SHARED / name / "index.jsonl") if "frame" in row
    }
    for true in rows(SHARED / name / "truth_camera.jsonl"):
        picture = read_picture(SHARED / name / true["frame"])
        still = stillness.see(Frame(index[true["frame"]], picture))
        pose = finder.find(picture)
        if true["hand"]:
            hands += 1
            read += (
                still and pose is not None and not hand_in(picture, View(table.lens, pose), table)
            )
        else:
            known = Pose(np.array(true["R"]), np.array(true["t"]), 0.0, 0)
            places = [View(table.lens, each).project(NET) for each in (pose, known) if each]
            apart = np.linalg.norm(places[0] - places[-1], axis=1).max()
            worst = max(worst, float(apart) if pose else np.inf)
    print(f"{name + ': frames with a hand that are read':44s} {f'{read}/{hands}':>16s}   0")
    print(f"{name + ': pose, worst still frame':44s} {worst:13.2f} px   0.5 px")


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in file.read_text("utf-8").splitlines()]


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
    for name in arguments or RECORDINGS:
        seen_through(name)
    frames = 10_000
    print(f"{f'memory grown over {frames} quiet frames':44s} {grown_mb(frames):13.1f} MB   flat")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
