"""The socket and the loop behind the page."""

import socket
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager, contextmanager

import anyio
import uvicorn
from starlette.types import ASGIApp

from turmwart.display.server.site import BODY_LIMIT


class PortTaken(Exception):
    """The page's address is in use, or is not ours."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        self.host, self.port = host, port
        super().__init__(
            f"The page cannot be served at {host}:{port}: {reason}. "
            f"Choose another port with --page-port."
        )


class _Quiet(uvicorn.Server):
    """A server that leaves the signals to whoever runs the rig."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def listen(host: str, port: int) -> socket.socket:
    """A socket of our own, so that a taken port is our sentence; port 0 finds a free one."""
    try:
        return socket.create_server((host, port))
    except OSError as reason:
        raise PortTaken(host, port, reason.strerror or str(reason)) from reason


async def serve(app: ASGIApp, sock: socket.socket) -> None:
    """Serves *app* until it is cancelled."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=BODY_LIMIT,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        lifespan="off",
    )
    server = _Quiet(config)
    async with _stopping(server, sock):
        await server.serve(sockets=[sock])


@asynccontextmanager
async def _stopping(server: uvicorn.Server, sock: socket.socket) -> AsyncIterator[None]:
    """When cancelled, says good-bye to the clients before it goes."""
    try:
        yield
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):
            if server.started:
                await server.shutdown(sockets=[sock])
        raise
