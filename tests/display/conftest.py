"""A served page with a view that a test can change, and a real browser to look at it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from display.serving import Served, start_server
from turmwart.display.pictures import picture
from turmwart.display.svg import draw
from turmwart.display.view import Candidate, Deed, Doubt, Lamp, SeatView, Trial, View
from turmwart.display.view import Warning as Broken
from turmwart.rules.sheet import Words

NAMES = {"r": "red", "g": "grey", "B": "black", "W": "white"}


def row(*stacks: str) -> dict[str, object]:
    """A state of 27 as far as its picture goes; each stack from bottom to top: r, g, B and W."""
    return {"game": "twentyseven", "row": [[NAMES[disc] for disc in stack] for stack in stacks]}


START = row("r" + "B" * 9, *["g"] * 7, "r" + "W" * 9)
LATER = row("rB", "gBBBBBBBB", *["g"] * 6, "r" + "W" * 9)


def a_view(seq: int = 1, **changes: object) -> View:
    plain: dict[str, object] = {
        "seq": seq,
        "game": "twentyseven",
        "game_id": "g1",
        "seats": (
            SeatView(
                "black", Words("Ada", "Ada"), "black", "circle", 0, Words("im Ziel", "at the goal")
            ),
            SeatView(
                "white",
                Words("Béla", "Béla"),
                "white",
                "square",
                3,
                Words("im Ziel", "at the goal"),
            ),
        ),
        "next": Words("Weiß: einen Turm 1 Feld weit ziehen", "White: move a tower 1 field"),
        "turn": "white",
        "phase": "move",
        "round": 2,
        "picture": picture(LATER, START),
        "deeds": (Deed(1, "black", Words("8 Scheiben von 1 nach 2", "8 discs from 1 to 2")),),
        "lamps": (
            Lamp("camera", True, Words("", "")),
            Lamp("broker", False, Words("weg", "gone"), Words("Neu starten.", "Restart it.")),
        ),
        "notice": Words("Virtueller Tisch", "Virtual table"),
    }
    return View(**{**plain, **changes})  # type: ignore[arg-type]


WARNING = Broken(
    "D-2",
    Words("Der Turm ging 2 Felder weit statt 1.", "The tower went 2 fields instead of 1."),
    Words("Man zieht genau so weit, wie man Türme hat.", "One moves as far as one has towers."),
)
TRIAL = Trial("legal", Words("5 Scheiben von 9 nach 8", "5 discs from 9 to 8"))
DOUBT = Doubt(
    "d1",
    Words("Wie viele Scheiben wurden gezogen?", "How many discs were moved?"),
    (
        Candidate(Words("Fünf", "Five"), draw(picture(START))),
        Candidate(Words("Sechs", "Six"), draw(picture(LATER))),
    ),
)


@pytest.fixture(name="a_view")
def _a_view() -> Callable[..., View]:
    return a_view


@pytest.fixture
def served() -> Iterator[Served]:
    server = start_server()
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="de-DE", viewport={"width": 1280, "height": 720})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []
