"""A whole game with nothing but the keys of a keyboard, on the phones of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page

from display.serving import start_server
from display.tables import LAMPS, fresh, legal
from turmwart.app.inbox import Order, obeyed
from turmwart.app.rig import Rig
from turmwart.display.hub import Reply
from turmwart.display.roles import Role
from turmwart.display.view import View
from turmwart.display.viewing import viewed
from turmwart.interpret.reading import Certain, Hypothesis
from turmwart.model.events import Entry
from turmwart.model.scene import Scene

pytestmark = pytest.mark.needs("chromium")
KEYS = {"roll": "roll", "start": "start", "build": "done"}


@dataclass
class Memory:
    """A journal that is never read again."""

    kept: list[Entry] = field(default_factory=list)

    def append(self, game_id: str, entries: tuple[Entry, ...], heard: int | None) -> None:
        self.kept += entries


class Table:
    """A rig whose camera is this test."""

    def __init__(self) -> None:
        self.answered = 0
        session = fresh("make_n_break", ["ada", "bela"])
        self.rig = Rig(Memory(), session, lambda rig, entries: None)  # type: ignore[arg-type]

    def obey(self, role: Role, verb: str, args: Mapping[str, object]) -> tuple[Reply, View]:
        reply = obeyed(Order(self.rig, args, 0, role), verb)
        self.answered += 1
        return reply, self.view()

    def view(self) -> View:
        return viewed(self.rig.session, LAMPS)

    def build(self) -> None:
        """The card as it is shown stands on the table."""
        act = legal(self.rig.session)[0]
        self.rig.read(Certain(Hypothesis((act,), Scene(())), 99.0), 0)


def press(page: Page, key: str) -> None:
    """The phone in hand, Tab until the key has the focus, then Enter."""
    page.bring_to_front()
    focused = "document.activeElement.dataset.key ?? ''"
    page.wait_for_selector(f"[data-key={key}]:enabled")
    for _ in range(60):
        if page.evaluate(focused) == key:
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches the key {key!r}")


def test_a_whole_game_is_played_with_the_keyboard_alone(browser):
    table = Table()
    server = start_server(obey=table.obey)
    server.doors.codes = {"ada": "a-code", "bela": "b-code"}
    server.doors.pace.burst = 1000.0
    server.show(table.view())
    phones: dict[str, Page] = {}
    for seat, code in server.doors.codes.items():
        phones[seat] = browser.new_context().new_page()
        phones[seat].goto(f"{server.url}/seat/{seat}#{code}")
        phones[seat].wait_for_selector("[data-role=seat]")
    built = 0
    while not (session := table.rig.session).over:
        phase = session.rules.phase(session.state)
        if phase == "build" and built == 0:
            table.build()
            server.show(table.view())
        key = "stop" if phase == "build" and built else KEYS[phase]
        built = built + 1 if key == "done" else 0
        answered = table.answered
        press(phones[session.rules.turn(session.state)], key)
        while table.answered == answered:
            phones["ada"].wait_for_timeout(5)
        for phone in phones.values():
            phone.wait_for_selector(f"body[data-seq='{table.rig.session.entries}']")
    done = {verb for _, verb, _ in server.commands}
    for page in phones.values():
        assert "M-11" in (page.locator("#verdict-text").text_content() or "")
        page.context.close()
    server.stop()
    assert done == {"roll", "start", "done", "stop"}
    assert session.rules.outcome(session.state) is not None
