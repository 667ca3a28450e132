"""Does anything jump while a game runs? Every page, every width, measured by the browser itself."""

import time
from collections.abc import Iterator
from dataclasses import replace

from playwright.sync_api import Browser, Page

from display.serving import PIN, Served, start_server
from display.tables import GAMES, LAMPS, NOTICE, fresh, played, view_in
from turmwart.display.view import View
from turmwart.display.viewing import viewed
from turmwart.model.events import Acted
from turmwart.session.session import apply

SHIFTS = """
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted.push([entry.value, entry.sources.map((s) => s.node?.id || s.node?.className || s.node?.nodeName)]);
  }).observe({ type: "layout-shift", buffered: true });
"""
PAGES = ("/", "/seat", "/operator", "/overlay")
TOGETHER = ("playing", "warning", "doubt", "playing", "paused", "ended")


def course(game: str) -> Iterator[View]:
    """A game from its set-up on, and then every state that a page can show."""
    session = fresh(game)
    yield viewed(session, LAMPS, notice=NOTICE)
    well = tuple(replace(lamp, well=True) for lamp in LAMPS)
    for before, acted in played(game, 12).past:
        session = apply(replace(session, state=before), Acted(acted.act))
        yield viewed(session, well if len(session.past) % 3 else LAMPS, notice=NOTICE)
    now_ms = int(time.time() * 1000)
    for number, state in enumerate(TOGETHER):
        view = view_in(game, state, now_ms - 9_000)
        yield replace(view, seq=1000 + number, hints=False, camera=False, game_id="g")


def shifts(browser: Browser, path: str, game: str, width: int, language: str) -> list[object]:
    """The jumps that one page made while one game ran."""
    server = start_server()
    context = browser.new_context(locale=f"{language}-XX", viewport={"width": width, "height": 800})
    try:
        return _shifts(server, context.new_page(), path, list(course(game)))
    finally:
        context.close()
        server.stop()


def _shifts(server: Served, page: Page, path: str, views: list[View]) -> list[object]:
    first = views[0]
    seat = first.seats[0].player or first.seats[0].id
    server.doors.codes = {seat: "code"}
    server.show(first)
    key = {"seat": seat, "code": "code"} if path == "/seat" else {"pin": PIN}
    page.request.post(f"{server.url}/enter", data=key, headers={"Origin": server.url})
    page.add_init_script(SHIFTS)
    page.goto(server.url + (f"/seat/{seat}" if path == "/seat" else path))
    page.wait_for_selector("[data-link=live]")
    page.wait_for_timeout(500)
    page.evaluate("shifted.length = 0")
    for view in views[1:]:
        server.show(view)
        page.wait_for_selector(f"body[data-seq='{view.seq}']")
    page.wait_for_timeout(200)
    found: list[object] = page.evaluate("shifted")
    return found


def all_shifts(
    browser: Browser, widths: tuple[int, ...], languages: tuple[str, ...]
) -> Iterator[tuple[str, list[object]]]:
    for path in PAGES:
        for game in GAMES:
            for width in widths:
                for language in languages:
                    name = f"{path} {game} {width} {language}"
                    yield name, shifts(browser, path, game, width, language)
