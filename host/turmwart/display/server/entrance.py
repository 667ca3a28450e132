"""The ways in and out: PIN, code, leaving."""

import secrets
from collections.abc import Callable

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from turmwart.display.hub import Reply
from turmwart.display.server.site import BODY_LIMIT, COOKIE, Site, refused, told


class Entrance(msgspec.Struct):
    """What opens a role: the operator's PIN, or a seat with its code."""

    pin: str = ""
    seat: str = ""
    code: str = ""


async def _body(asked: Request) -> bytes | None:
    """The body, or None when it is longer than any of ours; reading stops there."""
    body = b""
    async for chunk in asked.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            return None
    return body


def enter(site: Site) -> Callable[[Request], object]:
    async def entered(asked: Request) -> Response:
        body = await _body(asked)
        if body is None:
            return refused("refused.long", 413)
        try:
            entrance = msgspec.json.decode(body, type=Entrance)
        except msgspec.DecodeError:
            return refused("refused.form", 400)
        token = secrets.token_urlsafe(24)
        client = asked.client.host if asked.client else ""
        doors, now = site.doors, site.clock()
        if entrance.seat:
            reply = doors.seat(client, entrance.seat, entrance.code, token, now)
        else:
            reply = await run_in_threadpool(doors.operator, client, entrance.pin, token, now)
        answer = told(reply, 200 if reply.status == "ok" else 403)
        if reply.status == "ok":
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
        return answer

    return entered


def leave(site: Site) -> Callable[[Request], object]:
    async def left(asked: Request) -> Response:
        site.doors.sessions.leave(asked.cookies.get(COOKIE))
        answer = told(Reply("ok"))
        answer.delete_cookie(COOKIE)
        return answer

    return left
