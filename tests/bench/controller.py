"""The controller's figures: the flashed image in simavr, measured from outside.

`--long` measures what takes minutes as often as promised; without it, less often. Names of parts
(image, countdowns, presses, mapping, damage, resets, plugs, dice, fuzz) choose some of them.
"""

import hashlib
import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from firmware import core, measure
from link import cable, plugging
from turmwart.sim.board import IMAGE, build


@dataclass(frozen=True)
class Row:
    """One line of the table: a figure, what it is held against, and whether it holds."""

    what: str
    seen: str
    limit: str
    good: bool


def at_most(what: str, seen: float, limit: float) -> Row:
    return Row(what, f"{seen:.2f}".rstrip("0").rstrip("."), f"<= {limit:g}", seen <= limit)


def exactly(what: str, seen: object, limit: object) -> Row:
    return Row(what, str(seen), str(limit), seen == limit)


def image(long: bool) -> Iterator[Row]:
    flash, memory = measure.sizes()
    yield Row("sha256 of the image", hashlib.sha256(IMAGE.read_bytes()).hexdigest()[:16], "", True)
    yield at_most("static RAM, %", memory / 20.48, 65)
    yield at_most("flash, %", flash / 327.68, 50)


def countdowns(long: bool) -> Iterator[Row]:
    for seconds in (60, 120, 180):
        runs = [measure.countdown(seconds, seed) for seed in range(12 if long else 3)]
        late = [cycles for cycles, _ in runs]
        name = f"countdown {seconds} s x {len(runs)}, wire busy: cycles late"
        yield at_most(f"{name}, {min(late)}..", max(late), 400)
        yield exactly("  journal stamps, ticks off", {error for _, error in runs}, {0})


def presses(long: bool) -> Iterator[Row]:
    worst = 0
    for baud, limits in ((115_200, (6, 8)), (250_000, (6, 8))):
        for bounces in (0, 6):
            seen = measure.latency(1000, bounces, measure.image_at(baud))
            worst = max(worst, seen.worst)
            name = f"1000 presses, {baud} Bd, {bounces} bounces: ms to the last bit"
            yield at_most(f"{name}, median", seen.median, limits[0])
            yield at_most(f"{name}, most", seen.most, limits[1])
            yield exactly("  presses and releases told", seen.told, (1000, 1000))
            yield at_most("  first edge's stamp, us off", max(map(abs, seen.stamps_us)), 20)
    seen = measure.flood()
    yield at_most("worst interrupt, cycles", max(worst, seen.worst), 320)
    yield Row("stack free, bytes", str(seen.stack_free), ">= 400", seen.stack_free >= 400)
    yield exactly("flood at 250,000 Bd: bytes lost", seen.bytes_lost, 0)
    yield exactly("  dice presses lost", seen.rolls_lost, 0)


def mapping(long: bool) -> Iterator[Row]:
    for name, way, limit in (("USB", cable.USB, 1), ("16 ms FTDI", cable.FTDI, 3)):
        off = [cable.mapped(way, 120, seed=seed) for seed in range(21, 29 if long else 23)]
        worst = max(each[round(0.99 * len(each)) - 1] for each in off)
        yield at_most(f"presses in host time over {name}: ms off, p99", worst, limit)


def damage(long: bool) -> Iterator[Row]:
    frames = 100_000_000 if long else 1_000_000
    accepted = core.damaged_accepted(frames, seed=2)
    yield exactly(f"{frames:,} damaged frames, host build: accepted", accepted, 0)
    diag, answers, told = measure.garbage(3_000_000)
    yield exactly("3,000,000 garbage bytes: accepted", answers + diag.unknown, 0)
    yield exactly("  still working", told, 1)
    for rate in (0.01, 0.03, 0.05):
        keys, table = measure.faulty(400, rate)
        figures = table.dialogue.figures
        events = len(table.told(measure.wire.Kind.PRESS, measure.wire.Kind.RELEASE))
        counted = figures.dropped + figures.missing
        table.close()
        if rate <= 0.01:
            good = keys == [number % 3 for number in range(400)]
            yield exactly("400 presses, 1 % of bytes wrong: each once, in order", good, True)
        name = f"  {rate:.0%}: {events} events told, lost and counted {counted}: in all"
        yield exactly(name, events + counted, 800)


def resets(long: bool) -> Iterator[Row]:
    step = 1 if long else 25
    offsets = list(range(54_000, 64_000, step))
    keys, table = measure.resets(offsets)
    good = keys == [n % 3 for n in range(len(offsets))] and table.order == sorted(set(table.order))
    yield exactly(f"{len(offsets)} resets in a window of 10,000 cycles: none lost", good, True)
    bytes_cut = range(0, 240, 1 if long else 12)
    cuts = [measure.power_cut(at, seed=at + 1) for at in bytes_cut]
    cuts += [measure.power_cut(150, seed=at + 1, again=at) for at in bytes_cut]
    lost = sum(len(cut.whole) - len(cut.told) for cut in cuts)
    doubled = sum(cut.doubled + cut.reused for cut in cuts)
    yield exactly(
        f"{len(cuts)} power cuts in an EEPROM byte: lost, doubled", (lost, doubled), (0, 0)
    )
    back, cause, keys = measure.hung()
    yield at_most("hung firmware: ms until it speaks", back, 300)
    yield exactly("  cause, keys of its journal", (cause, keys), (8, [2]))


def compared(what: str, seen: plugging.Seen) -> Iterator[Row]:
    yield exactly(f"{what}: presses told", len(seen.told), len(seen.made))
    yield exactly("  each once, in order", seen.told == seen.made, True)
    counted = f"  {seen.events} events kept, {seen.lost} counted as lost: in all"
    yield exactly(counted, seen.events + seen.lost, 2 * len(seen.made))
    yield exactly("  told as the controller has kept them", seen.told == seen.kept, True)
    yield at_most(f"  ms until ready, {len(seen.ready)} times", max(seen.ready), 1000)


def plugs(long: bool) -> Iterator[Row]:
    times = 1000 if long else 20
    with TemporaryDirectory() as where:
        seen = plugging.unplugged(times, Path(where))
    yield from compared(f"{times} unplugs", seen)
    with TemporaryDirectory() as where:
        seen = plugging.killed(times, Path(where))
    yield from compared(f"{times} kill -9 of the host, {seen.spared} spared for a while", seen)


def dice(long: bool) -> Iterator[Row]:
    for sides in (6, 10, 3):
        found = core.p_values(core.rolled(sides, 10_000_000), sides)
        least = min(found.values())
        what = ", ".join(f"{name} {p:.3f}" for name, p in found.items())
        yield Row(f"10^7 rolls of d{sides}: p", what, ">= 1e-4", least >= 1e-4)
        p = core.p_values(core.rolled(sides, 10_000_000, core.MODULO), sides)["counts"]
        yield Row("  by a plain remainder: p of counts", f"{p:.1e}", "< 1e-4", p < 1e-4)
    faces = measure.pressed_rolls(4000 if long else 1000)
    p = core.p_values(core.np.array(faces), 6)["counts"]
    yield Row(f"{len(faces)} dice by real presses: p of counts", f"{p:.3f}", ">= 1e-4", p >= 1e-4)


def fuzz(long: bool) -> Iterator[Row]:
    size = 1_000_000_000 if long else 10_000_000
    core.fuzzed(size, seed=4)  # a finding ends the program, and this one
    yield exactly(f"fuzz with ASan and UBSan, {size:,} bytes: findings", 0, 0)


PARTS: tuple[Callable[[bool], Iterator[Row]], ...] = (
    image, countdowns, presses, mapping, damage, resets, plugs, dice, fuzz,
)  # fmt: skip


def cpu_s() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(arguments: list[str]) -> int:
    long = "--long" in arguments
    build("all", "bench")
    wrong = 0
    print(f"{'what':70} {'seen':>20}   target")
    wanted = [part for part in PARTS if part.__name__ in arguments] or PARTS
    for part in wanted:
        began = cpu_s()
        for row in part(long):
            wrong += not row.good
            print(f"{row.what:70} {row.seen:>20}   {row.limit}{'' if row.good else '   MISSED'}")
        print(f"  {part.__name__}: {cpu_s() - began:.0f} s CPU", flush=True)
    print(f"{wrong} targets missed; {cpu_s():.0f} s CPU in all")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
