"""From stillness to the verdict on the page: `./rig bench latency [LOOKS]`.

The clock starts when the picture that proves stillness is handed over, and stops when a client of
the page's own server has the verdict. The yardstick is finding the markers in such a picture.
"""

import asyncio
import json
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from websockets.sync.client import connect

from turmwart.app.journal import Journal
from turmwart.app.rig import Begin
from turmwart.app.wiring import Wired, Wish
from turmwart.display.hub import Hub, Reply
from turmwart.display.server import listen, make_app, serve
from turmwart.rules.twentyseven import TWENTYSEVEN, State
from turmwart.session.session import Session
from turmwart.sim.camera import AIM, Sight, VirtualCamera, usual_eye
from turmwart.sim.optics import hanging
from turmwart.sim.stages.row import stage_row
from turmwart.sim.tables import TABLES
from turmwart.vision.pose import PoseFinder

TABLE = TABLES["twentyseven"]
MEDIAN_S, P95_S = 0.25, 0.6
POSE = hanging(usual_eye(TABLE.mat), AIM)
LOOKS, FRAME_MS = 24, 100


def main(arguments: list[str]) -> int:
    looks = int(arguments[0]) if arguments else LOOKS
    with wired() as (rig, told):
        rows = [
            one_look(rig, told, state, after, i) for i, (state, after) in enumerate(moves(looks))
        ]
    marks, verdicts, spent = zip(*rows, strict=True)
    median, p95 = statistics.median(verdicts), sorted(verdicts)[int(0.95 * (looks - 1))]
    yard = statistics.median(marks)
    what = f"stillness to verdict, {TABLE.lens.width}x{TABLE.lens.height}"
    print(f"{what:40}{'figure':>10}{'target':>10}{'ratio':>8}")
    for name, figure, target in (("median, s", median, MEDIAN_S), ("95 %, s", p95, P95_S)):
        print(f"{name:40}{figure:10.3f}{target:10.2f}{figure / yard:8.1f}")
    print(f"{'processor time, median, s':40}{statistics.median(spent):10.3f}")
    print(f"{'yardstick: markers of one picture, s':40}{yard:10.3f}")
    met = median < MEDIAN_S and p95 < P95_S
    print(f"{looks} looks at 27: {'met' if met else 'MISSED'}")
    return 0 if met else 1


def moves(number: int) -> Iterator[tuple[State, State]]:
    """Moves from all over a game: the state before and the state after."""
    chance = random.Random(27)
    state = start = TWENTYSEVEN.start(TWENTYSEVEN.setup(None, {}, {}))
    for _ in range(number):
        after = TWENTYSEVEN.apply(state, chance.choice(list(TWENTYSEVEN.legal(state))))
        yield state, after
        state = start if TWENTYSEVEN.outcome(after) else after


def one_look(
    rig: Wired, told: Callable[[], float], state: State, after: State, number: int
) -> tuple[float, float, float]:
    """Seconds for the markers, from the still picture to the client's verdict, and of processor."""
    camera = VirtualCamera(TABLE, number)
    scene = stage_row(TWENTYSEVEN.show(after), TABLE, number)
    at_ms = 10_000 * (number + 1)
    first, second = (camera.frame(Sight(scene, POSE), at_ms + wait) for wait in (0, FRAME_MS))
    mark = timed(partial(PoseFinder(TABLE).find, first.picture))
    rig.rig.session = settled(rig.rig.session, state)
    rig.running.see(first)
    began, before = time.monotonic(), time.process_time()
    rig.running.see(second)
    return mark, told() - began, time.process_time() - before


def settled(session: Session, state: State) -> Session:
    """The session as if *state* had been reached, with nothing on trial."""
    return Session(session.game_id, session.rules, session.setup, state, entries=session.entries)


def timed(what: Callable[[], object]) -> float:
    began = time.monotonic()
    what()
    return time.monotonic() - began


@contextmanager
def wired() -> Iterator[tuple[Wired, Callable[[], float]]]:
    """A rig without players, its page's server, and a client that knows when it was told."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        journal = Journal(data)
        stack.callback(journal.close)
        begin = Begin(TWENTYSEVEN, TWENTYSEVEN.setup(None, {}, {}))
        wish = Wish(
            begin=begin, table=TABLE, name="bench", seed=1, speed=None, clumsy=0.0, turns=None,
            headless=False, json=False, truth=None, data=data, page_port=0, broker="none",
        )  # fmt: skip
        rig = Wired(wish, journal, stack)
        loop = asyncio.new_event_loop()
        serving = threading.Thread(target=loop.run_forever, daemon=True)
        serving.start()
        hub, sock = Hub(_deaf), listen("127.0.0.1", 0)
        asyncio.run_coroutine_threadsafe(serve(make_app(hub), sock), loop)
        rig.show_on(lambda view: loop.call_soon_threadsafe(hub.show, view))
        address = f"127.0.0.1:{sock.getsockname()[1]}"
        client = stack.enter_context(connect(f"ws://{address}/live", origin=f"http://{address}"))  # type: ignore[arg-type]

        def told() -> float:
            """When the next view was here; beats and greetings do not count."""
            while "version" not in json.loads(client.recv(timeout=30)):
                continue
            return time.monotonic()

        yield rig, told


async def _deaf(*_: object) -> Reply:
    return Reply("refused")
