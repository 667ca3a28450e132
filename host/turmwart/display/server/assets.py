"""The page's own files: read once, packed once, and not sent again while they are the same."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from turmwart.display.texts import STATIC

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and packed."""

    body: bytes
    packed: bytes
    tag: str
    kind: str


@cache
def asset(path: Path) -> Asset:
    body = path.read_bytes()
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    return Asset(body, gzip.compress(body, 9, mtime=0), tag, KINDS[path.suffix])


@cache
def shelf() -> dict[str, Path]:
    """Every file that may be asked for, by its name below static/."""
    files = (path for path in STATIC.rglob("*") if path.suffix in KINDS)
    return {path.relative_to(STATIC).as_posix(): path for path in files}


def answer(asked: Request, name: str) -> Response:
    path = shelf().get(name)
    if path is None:
        return PlainTextResponse("There is no such file.", 404)
    found = asset(path)
    headers = {"ETag": found.tag, "Vary": "Accept-Encoding"}
    if asked.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in asked.headers.get("accept-encoding", ""):
        return Response(
            found.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=found.kind
        )
    return Response(found.body, headers=headers, media_type=found.kind)


def page(name: str) -> Callable[[Request], Response]:
    return lambda asked: answer(asked, name)


def static(asked: Request) -> Response:
    return answer(asked, asked.path_params["path"])
