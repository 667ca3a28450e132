"""Refuses strangers, foreign pages and long bodies; adds the headers that keep a page safe."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from turmwart.display.roles import own_host, own_origin
from turmwart.display.server.site import Site
from turmwart.display.texts import said

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


@dataclass(slots=True)
class Guard:
    """Stands before every route and before the wire."""

    app: ASGIApp
    site: Site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        if fault := self._fault(HTTPConnection(scope)):
            await _refuse(fault, scope, receive, send)
            return
        await self.app(scope, receive, _with_headers(send))

    def _fault(self, asked: HTTPConnection) -> tuple[int, str] | None:
        host = asked.headers.get("host", "")
        if not own_host(host, self.site.hosts):
            return 421, "refused.host"
        changing = asked.scope["type"] == "websocket" or asked.scope["method"] == "POST"
        if changing and not own_origin(asked.headers.get("origin", ""), host):
            return 403, "refused.origin"
        return None


async def _refuse(fault: tuple[int, str], scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008)
        return
    status, key = fault
    await PlainTextResponse(said(key).en, status)(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return sent
