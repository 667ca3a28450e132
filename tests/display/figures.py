"""How fast, how light and how steady the page is: each figure with its target."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Browser, Page
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from display.serving import Served, chromium, start_server
from display.tables import LAMPS, played, view_in
from turmwart.display.view import View
from turmwart.display.viewing import viewed

CLIENTS, HZ, SECONDS = 100, 10, 10
SEEN = """
  window.seen = [];
  addEventListener("DOMContentLoaded", () => {
    const note = () => window.seen.push([document.body.dataset.version, performance.timeOrigin + performance.now()]);
    new MutationObserver(note).observe(document.body, { attributes: true, attributeFilter: ["data-version"] });
  });
"""
DRAWN = """() => {
  window.drawn = [];
  const note = () => window.drawn.push(performance.timeOrigin + performance.now());
  new MutationObserver(note).observe(document.getElementById("scene"), { attributes: true, attributeFilter: ["data-frames"] });
}"""


@dataclass(frozen=True)
class Figure:
    """What was measured, against its target; a target of None is for information."""

    what: str
    value: float
    target: float | None
    unit: str

    @property
    def met(self) -> bool:
        return self.target is None or self.value <= self.target


def figures(wanted: tuple[str, ...] = ()) -> Iterator[Figure]:
    """All figures, or those of the *wanted* names."""
    asked = [name for name in IN_BROWSER if not wanted or name in wanted]
    if asked:
        with chromium() as browser:
            for name in asked:
                yield from IN_BROWSER[name](browser)
    if not wanted or "crowd" in wanted:
        yield from crowd()


def _on_table(browser: Browser, server: Served, view: View) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.add_init_script(SEEN)
    server.show(view)
    page.goto(server.url)
    page.wait_for_selector("#scene[data-drawn=webgl][data-frames]")
    page.wait_for_timeout(500)
    return page


def first_score(browser: Browser) -> Iterator[Figure]:
    """A browser that has never been here: the first score, and all that came over the wire."""
    server = start_server()
    server.show(view_in("turmbauer", "playing"))
    page = browser.new_context().new_page()
    page.add_init_script(SEEN)
    wire, loaded = page.context.new_cdp_session(page), []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    began = time.time()
    page.goto(server.url)
    page.wait_for_selector("#scene[data-drawn=webgl]")
    page.wait_for_timeout(300)
    score = page.evaluate("seen[0][1]") / 1000 - began
    server.stop()
    yield Figure("first score, cold", score, 1.0, "s")
    yield Figure("transfer, compressed", sum(loaded) / 1000, 250.0, "kB")


def latency(browser: Browser) -> Iterator[Figure]:
    """From a committed state to the changed DOM: the view is made, sent and put in its place."""
    server, session = start_server(), played("turmbauer")
    page = _on_table(browser, server, viewed(session, LAMPS))
    told: dict[int, float] = {}
    version = int(page.locator("body").get_attribute("data-version") or 0)
    for number, (before, _) in enumerate(session.past[-80:]):
        version += 1
        told[version] = time.time()
        server.show(viewed(replace(session, state=before, entries=1000 + number), LAMPS))
        page.wait_for_timeout(60)
    seen = {int(v): at / 1000 for v, at in page.evaluate("seen")}
    taken = [1000 * (seen[v] - at) for v, at in told.items() if v in seen]
    server.stop()
    cuts = quantiles(taken, n=20)
    yield Figure("committed to DOM, p50", cuts[9], 10.0, "ms")
    yield Figure("committed to DOM, p95", cuts[18], 50.0, "ms")


def _cubes(view: View, number: int) -> View:
    """A tower of *number* cubes, ten to a level."""
    cube = next(s for s in view.picture.shapes if s.kind == "box")
    shapes = tuple(
        replace(
            cube,
            at=((n % 10 % 4) * 20.0, (n % 10 // 4) * 20.0, n // 10 * 20.0),
            newest=n == number - 1,
        )
        for n in range(number)
    )
    return replace(view, seq=view.seq + number, picture=replace(view.picture, shapes=shapes))


def redrawing(browser: Browser) -> Iterator[Figure]:
    """A change of a tower of 200 cubes: how long until it is drawn, and in how many frames."""
    server, view = start_server(), view_in("turmbauer", "playing")
    page = _on_table(browser, server, _cubes(view, 200))
    page.evaluate(DRAWN)
    told, frames = [], _frames(page)
    for number in range(190, 200):
        told.append(time.time())
        server.show(_cubes(view, number))
        page.wait_for_timeout(300)
    took = [
        1000 * (at / 1000 - began) for at, began in zip(page.evaluate("drawn"), told, strict=False)
    ]
    drawn_frames = (_frames(page) - frames) / len(told)
    server.stop()
    yield Figure("200 cubes, frames a change", drawn_frames, 1.0, "")
    yield Figure("200 cubes, told to drawn, median", sorted(took)[len(took) // 2], None, "ms")


def _frames(page: Page) -> int:
    return int(page.locator("#scene").get_attribute("data-frames") or 0)


def resting(browser: Browser) -> Iterator[Figure]:
    """Nobody touches anything: no frame is drawn, and the browser idles."""
    server = start_server()
    page = _on_table(browser, server, view_in("turmbauer", "playing"))
    page.wait_for_timeout(1500)
    frames, cpu, at = _frames(page), _browser_cpu_s(), time.monotonic()
    time.sleep(6)
    used = 100 * (_browser_cpu_s() - cpu) / (time.monotonic() - at)
    drawn = _frames(page) - frames
    server.stop()
    yield Figure("at rest, frames in 6 s", drawn, 0.0, "")
    yield Figure("at rest, browser CPU", used, 5.0, "%")


def _browser_cpu_s() -> float:
    """The processor time of every browser process that we started."""
    stats = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        stats[int(stat.parent.name)] = (name, int(fields[1]), int(fields[11]) + int(fields[12]))
    ours = {os.getpid()}
    for _ in range(8):
        ours |= {pid for pid, (_, parent, _) in stats.items() if parent in ours}
    ticks = sum(used for pid, (name, _, used) in stats.items() if pid in ours and "chrom" in name)
    return ticks / os.sysconf("SC_CLK_TCK")


def long_life(browser: Browser) -> Iterator[Figure]:
    """A day of page life: a change every ten seconds, told as fast as it goes."""
    server, session = start_server(), played("turmbauer")
    views = [
        viewed(replace(session, state=before, entries=n), LAMPS)
        for n, (before, _) in enumerate(session.past)
    ]
    page = _on_table(browser, server, views[0])
    wire = page.context.new_cdp_session(page)
    changes = 24 * 360
    heaps, sizes = [], []
    for part in range(5):
        for number in range(changes // 5):
            view = views[number % len(views)]
            server.show(replace(view, seq=part * changes + number))
        page.wait_for_timeout(400)
        wire.send("HeapProfiler.collectGarbage")
        heaps.append(wire.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
        sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
    server.stop()
    yield Figure(f"{changes} changes, page's heap grows by", heaps[-1] - heaps[1], 1.0, "MB")
    yield Figure(f"{changes} changes, server grows by", sizes[-1] - sizes[1], 5.0, "MB")


def crowd() -> Iterator[Figure]:
    """The server's own process with 100 browsers on the wire, told ten times a second."""
    code = "from display.figures import serve_crowd; serve_crowd()"
    paths = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
        env=paths,
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        url = child.stdout.readline().strip()
        heard = _watched(url, lambda: (child.stdin.write("go\n"), child.stdin.flush()))
        told = json.loads(child.stdout.readline())
    assert told["clients"] == CLIENTS
    yield Figure(f"{CLIENTS} clients at {HZ} Hz, of one core", told["cpu"], 40.0, "%")
    yield Figure("views that each client was told a second", heard / CLIENTS / SECONDS, None, "")


def serve_crowd() -> None:
    """The child: serves, waits for the word, tells for some seconds, says what it cost."""
    server, session = start_server(), played("turmbauer")
    views = [
        viewed(replace(session, state=before, entries=n), LAMPS)
        for n, (before, _) in enumerate(session.past[-20:])
    ]
    server.show(views[0])
    print(server.url, flush=True)
    sys.stdin.readline()
    began, used = time.monotonic(), time.process_time()
    for number in range(HZ * SECONDS):
        server.show(views[number % len(views)])
        time.sleep(max(0.0, began + (number + 1) / HZ - time.monotonic()))
    cpu = 100 * (time.process_time() - used) / (time.monotonic() - began)
    print(json.dumps({"cpu": cpu, "clients": server.watching()}), flush=True)
    os._exit(0)


def _watched(url: str, go: Callable[[], object]) -> int:
    """A hundred clients that read all they are told; how much that was."""
    heard = []

    async def read(address: str, ready: asyncio.Semaphore) -> None:
        async with connect(address, origin=url, compression=None) as wire:  # type: ignore[arg-type]
            await wire.recv()
            ready.release()
            try:
                async for frame in wire:
                    heard.append("changed" in frame[:12])
            except ConnectionClosed:
                return

    async def all_of_them() -> None:
        ready = asyncio.Semaphore(0)
        address = url.replace("http", "ws") + "/live"
        async with asyncio.TaskGroup() as group:
            for _ in range(CLIENTS):
                group.create_task(read(address, ready))
            for _ in range(CLIENTS):
                await ready.acquire()
            go()

    asyncio.run(all_of_them())
    return sum(heard)


IN_BROWSER: Mapping[str, Callable[[Browser], Iterator[Figure]]] = {
    "cold": first_score,
    "latency": latency,
    "redrawing": redrawing,
    "resting": resting,
    "life": long_life,
}
