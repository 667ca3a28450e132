"""Screenshots of every page in every state, and what is measurably wrong with them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page

from display.archives import sources
from display.halls import HALL
from display.serving import PIN, Served, chromium, start_server
from display.tables import GAMES, STATES, ended, journal_of, view_in

SIZES = {320: 640, 768: 1024, 1280: 720, 1920: 1080, 3840: 2160}
LANGUAGES = ("de", "en")
SCHEMES = ("light", "dark")
PAGES = ("table", "seat", "operator", "overlay", "games", "game", "hall")

FAULTS = """() => {
  const faults = [];
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  if (wide > 1) faults.push(`page ${wide}px too wide`);
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const e of document.querySelectorAll("body *")) {
    if (!seen(e) || e.closest(".unseen, #link, svg, #tags")) continue;
    const style = getComputedStyle(e);
    if (style.clipPath !== "none") continue;
    const texted = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const name = e.id || e.className || e.tagName;
    if (texted && style.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) faults.push(`${name} clipped sideways`);
    if (texted && style.overflowY !== "visible" && e.scrollHeight > e.clientHeight + 2) faults.push(`${name} clipped in height`);
    if (e.tagName === "BUTTON" && e.scrollWidth > e.clientWidth + 1) faults.push(`${name} has a text wider than itself`);
    const box = e.getBoundingClientRect();
    if (texted && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`${name} out of the window`);
  }
  const blocks = [...document.querySelectorAll("header, #say, #verdict, #scrub, #stage, #seats > li, #deeds, .card")].filter(seen);
  for (const [i, a] of blocks.entries()) for (const b of blocks.slice(i + 1)) {
    if (a.contains(b) || b.contains(a)) continue;
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const over = Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1;
    if (over) faults.push(`${a.id || a.tagName} overlaps ${b.id || b.dataset.seat || b.tagName}`);
  }
  for (const id of ["say", "verdict"]) {
    const outer = document.getElementById(id);
    if (!outer || !seen(outer)) continue;
    for (const inner of outer.querySelectorAll("p, span, button")) {
      if (!seen(inner) || inner.closest("#clock")) continue;
      const [o, n] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
      if (n.bottom > o.bottom + 2 || n.top < o.top - 2) faults.push(`${inner.id || inner.tagName} sticks out of ${id}`);
    }
  }
  return [...new Set(faults)];
}"""


@dataclass(frozen=True)
class Wanted:
    """Which shots: all unless told otherwise."""

    pages: tuple[str, ...] = PAGES
    widths: tuple[int, ...] = tuple(SIZES)
    languages: tuple[str, ...] = LANGUAGES
    schemes: tuple[str, ...] = SCHEMES
    games: tuple[str, ...] = GAMES
    states: tuple[str, ...] = (*STATES, "offline")


def address(page: str, game: str, seat: str) -> str:
    return {
        "table": "/",
        "seat": f"/seat/{seat}",
        "games": "/games",
        "game": f"/games/20260704-0001-{game}?step=7",
    }.get(page, f"/{page}")


def taken(where: Path, wanted: Wanted) -> Iterator[tuple[str, list[str]]]:
    """The name of each shot, with what is wrong in it."""
    where.mkdir(parents=True, exist_ok=True)
    journals = {session.game_id: journal_of(session) for session in map(ended, GAMES)}
    with chromium() as browser:
        for language, scheme in product(wanted.languages, wanted.schemes):
            for game, state in product(wanted.games, wanted.states):
                server = start_server(sources=sources(journals))
                yield from _each(browser, server, where, wanted, (language, scheme, game, state))
                server.stop()


def _each(
    browser: Browser, server: Served, where: Path, wanted: Wanted, which: tuple[str, ...]
) -> Iterator[tuple[str, list[str]]]:
    language, scheme, game, state = which
    view = view_in(
        game, "playing" if state == "offline" else state, int(time.time() * 1000) - 9_000
    )
    seat = view.seats[0].player or view.seats[0].id
    server.doors.codes = {one.player or one.id: f"{one.id}-code" for one in view.seats}
    context = browser.new_context(locale=f"{language}-XX", color_scheme=scheme)  # type: ignore[arg-type]
    server.show(view)
    server.show_hall(HALL)
    context.request.post(f"{server.url}/enter", data={"pin": PIN}, headers={"Origin": server.url})
    pages = [p for p in wanted.pages if _worth(p, game, state)]
    opened = {name: context.new_page() for name in pages}
    thrown: dict[str, list[str]] = {name: [] for name in pages}
    for name, page in opened.items():
        page.on("pageerror", lambda error, name=name: thrown[name].append(str(error)))
        page.goto(server.url + address(name, game, seat))
        _settled(page, name)
    if state == "offline":
        server.stop()
        for name in {"table", "seat", "operator", "overlay"} & set(opened):
            opened[name].wait_for_selector("[data-link=lost]", timeout=6000)
    for name, page in opened.items():
        for width in wanted.widths:
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            page.wait_for_timeout(120)
            shot = f"{name}-{game}-{state}-{width}-{language}-{scheme}.png"
            page.screenshot(
                path=where / shot, full_page=width < 900 or name in ("operator", "seat", "games")
            )
            yield shot, [*page.evaluate(FAULTS), *thrown[name]]
    context.close()


def _worth(page: str, game: str, state: str) -> bool:
    """Pages that do not depend on the state are taken once per game, the others in each."""
    if page in ("games", "hall"):
        return game == GAMES[0] and state == "playing"
    return page != "game" or state == "playing"


def _settled(page: Page, name: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    if name in ("table", "seat", "operator", "overlay", "hall"):
        page.wait_for_selector("[data-link=live]")
    if name in ("table", "game"):
        page.wait_for_selector("#scene[data-frames]")
    page.wait_for_timeout(150)
