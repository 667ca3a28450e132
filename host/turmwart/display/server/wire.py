"""The wire to a browser: the newest view goes out, commands come in."""

from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from functools import partial

import anyio
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from turmwart.display.hub import Board, Reply, Seen, Watcher, message
from turmwart.display.roles import may
from turmwart.display.server.site import BODY_LIMIT, COOKIE, Site
from turmwart.display.texts import said

BEAT_S = 2.0
STUCK_S = 10.0


class Command(msgspec.Struct):
    """A command as the page sends it; *id* makes sure that it is done once."""

    id: str
    verb: str
    args: dict[str, object] = {}


def live(site: Site) -> Callable[[WebSocket], object]:
    """One client until it goes, or until the server does: that ends the talk, and is no fault."""

    async def talk(wire: WebSocket) -> None:
        with suppress(anyio.get_cancelled_exc_class(), WebSocketDisconnect):
            await converse(wire)

    async def converse(wire: WebSocket) -> None:
        await wire.accept()
        await _send(wire, {"role": site.role(wire)})
        await _both(partial(_tell, site.hub.board, site.clock, wire), partial(_listen, site, wire))

    return talk


def live_board(board: Board[Seen], clock: Callable[[], float]) -> Callable[[WebSocket], object]:
    """A wire that only tells; what a client says is not listened to."""

    async def talk(wire: WebSocket) -> None:
        with suppress(anyio.get_cancelled_exc_class(), WebSocketDisconnect):
            await wire.accept()
            await _both(partial(_tell, board, clock, wire), partial(_ignore, wire))

    return talk


async def _both(*parts: Callable[[], Awaitable[None]]) -> None:
    """Tells and listens until one of both ends."""
    async with anyio.create_task_group() as both:

        async def until_gone(part: Callable[[], Awaitable[None]]) -> None:
            with suppress(WebSocketDisconnect):
                await part()
            both.cancel_scope.cancel()

        for part in parts:
            both.start_soon(until_gone, part)


@contextmanager
def _watching(board: Board[Seen]) -> Generator[Watcher[Seen], None, None]:
    watcher = board.watch()
    try:
        yield watcher
    finally:
        board.leave(watcher)


async def _tell(board: Board[Seen], clock: Callable[[], float], wire: WebSocket) -> None:
    """Sends what is new, and a beat while nothing is, so that silence means a lost connection."""
    with _watching(board) as watcher:
        await _tell_all(watcher, clock, wire)


async def _tell_all(watcher: Watcher[Seen], clock: Callable[[], float], wire: WebSocket) -> None:
    while True:
        shown = None
        with anyio.move_on_after(BEAT_S):
            shown = await watcher.newer()
        now_ms = int(clock() * 1000)
        if shown is None:
            await _send(wire, {"beat": now_ms})
        else:
            await _say(wire, message(shown, watcher.seen, now_ms))
            watcher.seen = shown


async def _say(wire: WebSocket, text: str) -> None:
    """A client that takes nothing for so long has gone."""
    with anyio.move_on_after(STUCK_S) as patience:
        await wire.send_text(text)
    if patience.cancelled_caught:
        raise WebSocketDisconnect(1008)


async def _send(wire: WebSocket, value: Mapping[str, object]) -> None:
    await _say(wire, msgspec.json.encode(value).decode())


async def _ignore(wire: WebSocket) -> None:
    while await _said(wire) is not None:
        pass


async def _listen(site: Site, wire: WebSocket) -> None:
    while (text := await _said(wire)) is not None:
        number, reply = await _obey(site, wire, text)
        await _send(wire, {"reply": number, "status": reply.status, "text": reply.text})


async def _said(wire: WebSocket) -> str | None:
    """What the client says next, None once it has gone; bytes are no text and say nothing."""
    if wire.application_state is not WebSocketState.CONNECTED:
        return None
    message = await wire.receive()
    return None if message["type"] == "websocket.disconnect" else message.get("text") or ""


async def _obey(site: Site, wire: WebSocket, text: str) -> tuple[str, Reply]:
    """One command from the wire: checked for size, form, pace and right, then done once."""
    if len(text.encode()) > BODY_LIMIT:
        return "", Reply("error", said("refused.long"))
    try:
        command = msgspec.json.decode(text, type=Command)
    except msgspec.DecodeError:
        return "", Reply("error", said("refused.form"))
    client = wire.cookies.get(COOKIE) or (wire.client.host if wire.client else "")
    if not site.doors.pace.admits(client, site.clock()):
        return command.id, Reply("refused", said("refused.pace"))
    role = site.role(wire)
    if not may(role, command.verb):
        return command.id, Reply("refused", said("refused.role"))
    once = f"{client} {command.id}"
    return command.id, await site.hub.command(role, once, command.verb, command.args)
