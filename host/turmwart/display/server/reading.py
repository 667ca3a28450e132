"""What is read and not changed: drawings, the archive, the operator's desk, the camera."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from turmwart.display import svg
from turmwart.display.codes import qr
from turmwart.display.offers import OFFERS, Offer
from turmwart.display.server.site import Site, refused, told
from turmwart.display.view import Picture, peeled

Answer = Callable[[Request], Response]


@dataclass(frozen=True, slots=True)
class SeatCode:
    """The way to one seat's page: its address with the code, and that as QR."""

    seat: str
    url: str
    svg: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What only the operator sees."""

    codes: tuple[SeatCode, ...]
    offers: tuple[Offer, ...]


def reading(site: Site) -> list[Route]:
    """Every route that changes nothing. These answer in threads: they may look at the disk."""
    return [
        Route("/picture.svg", _picture(site)),
        Route("/camera.jpg", _camera(site)),
        Route("/api/desk", _desk(site)),
        Route("/asyncapi.json", _document(site)),
        Route("/schemas/{name}", _document(site)),
        Route("/api/corrections", _corrections(site)),
        Route("/api/games", _games(site)),
        Route("/api/games/{id}", _record(site)),
        Route("/api/games/{id}/export", _export(site)),
        Route("/api/games/{id}/{acts:int}", _step(site)),
        Route("/api/games/{id}/{acts:int}/picture.svg", _step_picture(site)),
    ]


def _drawn(whole: Picture, asked: Request) -> Response:
    layers = asked.query_params.get("layers", "")
    wanted = layers.isascii() and layers.isdigit() and len(layers) < 4
    part = peeled(whole, int(layers)) if wanted else whole
    return Response(svg.draw(part), media_type="image/svg+xml")


def _picture(site: Site) -> Answer:
    def picture(asked: Request) -> Response:
        shown = site.hub.latest
        return _drawn(shown.view.picture if shown else Picture(), asked)

    return picture


def _camera(site: Site) -> Answer:
    def camera(asked: Request) -> Response:
        if not site.sees_camera(asked):
            return refused("refused.camera", 403)
        picture = site.sources.camera()
        if picture is None:
            return refused("refused.blind", 404)
        return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    return camera


def _document(site: Site) -> Answer:
    def document(asked: Request) -> Response:
        found = site.sources.documents.get(asked.url.path.removeprefix("/"))
        if found is None:
            return PlainTextResponse("There is no such file.", 404)
        return Response(found, media_type="application/json")

    return document


def _desk(site: Site) -> Answer:
    def desk(asked: Request) -> Response:
        if not site.operates(asked):
            return refused("refused.role", 403)
        home = site.home or f"{asked.url.scheme}://{asked.headers['host']}/"
        ways = [(seat, f"{home}seat/{seat}#{code}") for seat, code in site.doors.codes.items()]
        return told(Desk(tuple(SeatCode(seat, url, qr(url)) for seat, url in ways), OFFERS))

    return desk


def _corrections(site: Site) -> Answer:
    def corrections(asked: Request) -> Response:
        if not site.operates(asked):
            return refused("refused.role", 403)
        number = asked.query_params.get("number", "")
        known = number.isascii() and number.isdigit() and len(number) < 7
        return told(site.sources.corrections(int(number) if known else None))

    return corrections


def _games(site: Site) -> Answer:
    return lambda _: told(site.sources.archive.games())


def _record(site: Site) -> Answer:
    def record(asked: Request) -> Response:
        found = site.sources.archive.record(asked.path_params["id"])
        return refused("refused.game", 404) if found is None else told(found)

    return record


def _step(site: Site) -> Answer:
    def step(asked: Request) -> Response:
        path = asked.path_params
        found = site.sources.archive.view(path["id"], path["acts"])
        return refused("refused.game", 404) if found is None else told(found)

    return step


def _step_picture(site: Site) -> Answer:
    def picture(asked: Request) -> Response:
        path = asked.path_params
        found = site.sources.archive.view(path["id"], path["acts"])
        return refused("refused.game", 404) if found is None else _drawn(found.picture, asked)

    return picture


def _export(site: Site) -> Answer:
    def export(asked: Request) -> Response:
        game = asked.path_params["id"]
        text = site.sources.archive.export(game)
        if text is None:
            return refused("refused.game", 404)
        kept = {"Content-Disposition": f'attachment; filename="{game}.jsonl"'}
        return PlainTextResponse(text, headers=kept, media_type="application/jsonl")

    return export
