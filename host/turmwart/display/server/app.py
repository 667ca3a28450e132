"""The routes of the page."""

import time
from collections.abc import Callable, Mapping

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from turmwart.display.doors import Doors
from turmwart.display.hall import Hall, hall_board
from turmwart.display.hub import Board, Hub, Reply
from turmwart.display.roles import Role
from turmwart.display.server.assets import page, static
from turmwart.display.server.entrance import enter, leave
from turmwart.display.server.guard import Guard
from turmwart.display.server.reading import reading
from turmwart.display.server.site import LOOPBACK, Site, told
from turmwart.display.server.wire import live, live_board
from turmwart.display.sources import Sources
from turmwart.display.texts import said

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
    hall: Board[Hall] | None = None,
    home: str = "",
) -> ASGIApp:
    """The page and its wire. *hosts* are the names under which the rig may be called.

    *home* is the address that goes into the codes for phones.
    *hall* is the board of the tables on the broker; without one the hall's page stays empty.
    """
    site = Site(hub, doors or Doors(), clock, hosts, sources or Sources(), home)
    routes: list[BaseRoute] = [
        *extra,
        *(Route(path, page(name)) for path, name in PAGES.items()),
        *reading(site),
        Route("/enter", enter(site), methods=["POST"]),
        Route("/leave", leave(site), methods=["POST"]),
        WebSocketRoute("/live", live(site)),
        WebSocketRoute("/hall/live", live_board(hall or hall_board(), clock)),
        Route("/static/{path:path}", static),
    ]
    return _guarded(routes, site)


def make_hall(
    hall: Board[Hall],
    hosts: frozenset[str] = LOOPBACK,
    clock: Callable[[], float] = time.time,
    results: Callable[[], object] = tuple,
    standings: Callable[[], object] = tuple,
) -> ASGIApp:
    """The page of many tables alone: it takes no commands and knows no roles."""

    async def deaf(_role: Role, _verb: str, _args: Mapping[str, object]) -> Reply:
        return Reply("refused", said("refused.verb"))

    site = Site(Hub(deaf), Doors(), clock, hosts)
    routes: list[BaseRoute] = [
        *(Route(path, page("hall.html")) for path in ("/", "/hall")),
        WebSocketRoute("/hall/live", live_board(hall, clock)),
        Route("/api/hall/results", lambda _: told(results())),
        Route("/api/hall/standings", lambda _: told(standings())),
        Route("/static/{path:path}", static),
    ]
    return _guarded(routes, site)


def _guarded(routes: list[BaseRoute], site: Site) -> ASGIApp:
    guards = [Middleware(Guard, site=site), Middleware(GZipMiddleware, minimum_size=800)]
    return Starlette(routes=routes, middleware=guards)
