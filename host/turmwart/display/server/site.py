"""What every request needs, and how it is answered."""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from turmwart.display.doors import Doors
from turmwart.display.hub import Hub, Reply
from turmwart.display.roles import Kind, Role
from turmwart.display.sources import Sources
from turmwart.display.texts import said

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
BODY_LIMIT = 16 * 1024
COOKIE = "turmwart"


@dataclass(frozen=True, slots=True)
class Site:
    """The table's hub, its doors, its clock, and where archive and camera come from.

    *home* is the page's address for phones, when it differs from the one that was asked for.
    """

    hub: Hub
    doors: Doors
    clock: Callable[[], float]
    hosts: frozenset[str] = field(default=LOOPBACK)
    sources: Sources = field(default_factory=Sources)
    home: str = ""

    def role(self, connection: HTTPConnection) -> Role:
        return self.doors.sessions.role(connection.cookies.get(COOKIE), self.clock())

    def operates(self, asked: Request) -> bool:
        return self.role(asked).kind is Kind.OPERATOR

    def sees_camera(self, asked: Request) -> bool:
        """The operator always; players while hints are on; all when the operator shares it."""
        kind, shown = self.role(asked).kind, self.hub.latest
        if kind is Kind.OPERATOR or shown is None:
            return kind is Kind.OPERATOR
        return shown.view.camera or (shown.view.hints and kind is Kind.SEAT)


def told(value: object, status: int = 200) -> Response:
    """Any value of ours as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refused(key: str, status: int) -> Response:
    return told(Reply("refused" if status != 400 else "error", said(key)), status)
