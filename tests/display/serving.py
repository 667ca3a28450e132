"""A real server on loopback for tests and benchmarks, and the browser that looks at it."""

import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import anyio
import anyio.from_thread
from playwright.sync_api import Browser, sync_playwright

from turmwart.display.doors import Doors
from turmwart.display.hall import Hall, hall_board
from turmwart.display.hub import Hub, Reply
from turmwart.display.roles import Role, hashed
from turmwart.display.server import listen, make_app, serve
from turmwart.display.sources import Sources
from turmwart.display.view import View

FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
PIN = "482913"


@dataclass
class Served:
    """A running server: its address, what it was told to do, and a hand on its hub."""

    url: str
    show: Callable[[View], None]
    doors: Doors
    commands: list[tuple[Role, str, Mapping[str, object]]] = field(default_factory=list)
    stop: Callable[[], None] = lambda: None
    watching: Callable[[], int] = lambda: 0
    show_hall: Callable[[Hall], None] = lambda _: None


Obey = Callable[[Role, str, Mapping[str, object]], tuple[Reply, View]]
"""Carries out a command on a table and gives the view after it."""


def start_server(port: int = 0, sources: Sources | None = None, obey: Obey | None = None) -> Served:
    sock = listen("127.0.0.1", port)
    commands: list[tuple[Role, str, Mapping[str, object]]] = []

    async def on_command(role: Role, verb: str, args: Mapping[str, object]) -> Reply:
        commands.append((role, verb, args))
        if obey is None:
            return Reply("ok")
        reply, view = obey(role, verb, args)
        hub.show(view)
        return reply

    hub, hall = Hub(on_command), hall_board()
    doors = Doors(hashed(PIN, b"salt"), {"white": "w-code"})
    portal = anyio.from_thread.start_blocking_portal()
    calls = portal.__enter__()
    running = calls.start_task_soon(serve, make_app(hub, doors, sources=sources, hall=hall), sock)
    stopped = threading.Event()

    def stop() -> None:
        if not stopped.is_set():
            stopped.set()
            running.cancel()
            portal.__exit__(None, None, None)

    url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    return Served(
        url,
        lambda view: calls.call(hub.show, view),
        doors,
        commands,
        stop,
        lambda: hub.watching,
        lambda tables: calls.call(hall.show, tables),
    )


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=program, args=[*FLAGS, *more])
        yield launched
        launched.close()
