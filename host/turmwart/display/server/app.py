"""The routes of the page."""

import time
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from turmwart.display.doors import Doors
from turmwart.display.hub import Hub
from turmwart.display.server.assets import page, static
from turmwart.display.server.entrance import enter, leave
from turmwart.display.server.guard import Guard
from turmwart.display.server.reading import reading
from turmwart.display.server.site import LOOPBACK, Site
from turmwart.display.server.wire import live
from turmwart.display.sources import Sources

PAGES = {
    "/": "index.html",
    "/seat/{seat}": "seat.html",
    "/operator": "operator.html",
    "/overlay": "overlay.html",
    "/games": "games.html",
    "/games/{id}": "game.html",
    "/hall": "hall.html",
}


def make_app(
    hub: Hub,
    doors: Doors | None = None,
    hosts: frozenset[str] = LOOPBACK,
    clock: Callable[[], float] = time.time,
    extra: tuple[BaseRoute, ...] = (),
    sources: Sources | None = None,
) -> ASGIApp:
    """The page and its wire. *hosts* are the names under which the rig may be called."""
    site = Site(hub, doors or Doors(), clock, hosts, sources or Sources())
    routes: list[BaseRoute] = [
        *extra,
        *(Route(path, page(name)) for path, name in PAGES.items()),
        *reading(site),
        Route("/enter", enter(site), methods=["POST"]),
        Route("/leave", leave(site), methods=["POST"]),
        WebSocketRoute("/live", live(site)),
        Route("/static/{path:path}", static),
    ]
    guards = [Middleware(Guard, site=site), Middleware(GZipMiddleware, minimum_size=800)]
    return Starlette(routes=routes, middleware=guards)
