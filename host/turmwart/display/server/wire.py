"""The wire to a browser: the newest view goes out, commands come in."""

from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager, suppress

import anyio
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from turmwart.display.hub import Hub, Reply, Watcher, message
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
        with suppress(anyio.get_cancelled_exc_class()):
            await converse(wire)

    async def converse(wire: WebSocket) -> None:
        await wire.accept()
        with _watching(site.hub) as watcher:
            async with anyio.create_task_group() as both:

                async def until_gone(part: Awaitable[None]) -> None:
                    with suppress(WebSocketDisconnect):
                        await part
                    both.cancel_scope.cancel()

                both.start_soon(until_gone, _tell(site, wire, watcher))
                await until_gone(_listen(site, wire))

    return talk


@contextmanager
def _watching(hub: Hub) -> Generator[Watcher, None, None]:
    watcher = hub.watch()
    try:
        yield watcher
    finally:
        hub.leave(watcher)


async def _tell(site: Site, wire: WebSocket, watcher: Watcher) -> None:
    """Sends what is new, and a beat while nothing is, so that silence means a lost connection."""
    await _send(wire, {"role": site.role(wire)})
    while True:
        shown = None
        with anyio.move_on_after(BEAT_S):
            shown = await watcher.newer()
        now_ms = int(site.clock() * 1000)
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


async def _listen(site: Site, wire: WebSocket) -> None:
    while True:
        text = await wire.receive_text()
        number, reply = await _obey(site, wire, text)
        await _send(wire, {"reply": number, "status": reply.status, "text": reply.text})


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
