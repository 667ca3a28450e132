"""The pages in a real browser: what people see, hear and press."""

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from display.archives import sources
from display.halls import HALL
from display.serving import PIN, start_server
from display.shifting import PAGES, SHIFTS, shifts
from display.tables import GAMES, LAMPS, ended, fresh, journal_of, played, view_in
from turmwart.display.view import Countdown
from turmwart.display.viewing import viewed
from turmwart.model.events import Acted
from turmwart.rules.sheet import Words
from turmwart.session.session import apply

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
  [id, nodes.map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`)]))"""

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def served():
    journals = {session.game_id: journal_of(session) for session in map(ended, GAMES)}
    server = start_server(sources=sources(journals))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _rested(served):
    served.doors.pace = type(served.doors.pace)()
    served.commands.clear()


def open_table(page: Page, served, path: str = "/") -> None:
    page.goto(served.url + path)
    page.wait_for_selector("[data-link=live]")


def sign_in(page: Page, served) -> None:
    page.request.post(f"{served.url}/enter", data={"pin": PIN}, headers={"Origin": served.url})


@pytest.mark.parametrize("game", GAMES)
def test_the_table_says_what_to_do_and_how_it_stands(served, page, game):
    served.show(view_in(game, "setup"))
    open_table(page, served)
    for state in ("playing", "ended", "warning"):
        _check_table(served, page, view_in(game, state))


def _check_table(served, page, view):
    served.show(view)
    expect(page.locator("#next-text")).to_have_text(view.next.de)
    expect(page.locator("#seats .count strong")).to_have_text([str(s.standing) for s in view.seats])
    expect(page.locator("#seats .emblem")).to_have_count(len(view.seats))
    expect(page.locator("#dice .die")).to_have_count(len(view.dice))
    for warning in view.warnings[:1]:
        expect(page.locator("#verdict-text")).to_contain_text(f"{warning.rule}: {warning.text.de}")
        page.locator("#why").click()
        expect(page.locator("#why-text")).to_contain_text(warning.why.de)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core comes with npm ci")
@pytest.mark.parametrize(
    "path",
    ["/", "/seat/red", "/operator", "/overlay", "/games", "/games/20260704-0001-talo", "/hall"],
)
def test_no_page_shuts_anybody_out(served, browser, path):
    served.show(view_in("turmbauer", "warning"))
    served.show_hall(HALL)
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    sign_in(page, served)
    page.goto(served.url + path)
    page.wait_for_selector("h1")
    page.wait_for_timeout(400)
    page.evaluate(AXE.read_text())
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(VIOLATIONS) == []
    context.close()


def test_turn_and_warning_are_said_to_screen_readers(served, page):
    served.show(view_in("talo", "playing"))
    open_table(page, served)
    assert page.locator("#next").get_attribute("role") == "status"
    assert page.locator("#verdict-text").get_attribute("role") == "alert"


def test_a_script_in_a_name_is_only_a_name(served, page, a_view):
    evil = "<img src=x onerror=\"document.title='stolen'\"><script>document.title='stolen'</script>"
    view = a_view(next=Words(evil, evil))
    view = replace(view, seats=tuple(replace(s, name=Words(evil, evil)) for s in view.seats))
    served.show(view)
    for path in ("/", "/seat/white", "/operator", "/overlay"):
        open_table(page, served, path)
        page.wait_for_timeout(50)
        assert page.locator("img[src=x]").count() == 0
        assert page.title() != "stolen"
        expect(page.locator("#next-text")).to_have_text(evil)


def test_no_request_leaves_the_rig(served, page):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    served.show(view_in("turmbauer", "playing"))
    open_table(page, served)
    page.wait_for_selector("#scene[data-drawn=webgl]")
    assert [url for url in asked if not url.startswith((served.url, "data:", "blob:"))] == []


JUMPY = [("/", 320), ("/seat", 320), ("/operator", 1280), ("/overlay", 320)]


@pytest.mark.parametrize(("path", "width"), JUMPY)
def test_nothing_jumps_on_any_page(browser, path, width):
    assert shifts(browser, path, "turmbauer", width, "de") == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 768, 1280, 1920, 3840])
@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_jumps_anywhere(browser, game, path, width, language):
    assert shifts(browser, path, game, width, language) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_while_a_game_runs(served, page, game):
    session = fresh(game)
    served.show(viewed(session, LAMPS))
    page.add_init_script(SHIFTS)
    open_table(page, served)
    page.wait_for_selector("#scene[data-frames]")
    page.wait_for_timeout(300)
    page.evaluate("shifted.length = 0")
    for before, acted in played(game, 12).past:
        session = apply(replace(session, state=before), Acted(acted.act))
        served.show(viewed(session, LAMPS))
    served.show(view_in(game, "warning"))
    served.show(view_in(game, "paused"))
    page.wait_for_timeout(300)
    assert page.evaluate("shifted") == []


def test_at_rest_nothing_is_drawn(served, page):
    served.show(view_in("turmbauer", "playing"))
    open_table(page, served)
    page.wait_for_selector("#scene[data-drawn=webgl][data-frames]")
    page.wait_for_timeout(500)
    frames = page.locator("#scene").get_attribute("data-frames")
    page.wait_for_timeout(1500)
    assert page.locator("#scene").get_attribute("data-frames") == frames


def test_one_change_is_one_frame(served, page):
    view = view_in("turmbauer", "playing")
    served.show(view)
    open_table(page, served)
    page.wait_for_selector("#scene[data-drawn=webgl][data-frames]")
    page.wait_for_timeout(500)
    frames = int(page.locator("#scene").get_attribute("data-frames"))
    fewer = replace(view.picture, shapes=view.picture.shapes[:-1])
    served.show(replace(view, seq=view.seq + 1, picture=fewer))
    page.wait_for_selector(f"#scene[data-frames='{frames + 1}']")
    page.wait_for_timeout(300)
    assert int(page.locator("#scene").get_attribute("data-frames")) == frames + 1


def test_layers_peel_and_a_touched_cell_is_named(served, page):
    served.show(view_in("turmbauer", "playing"))
    open_table(page, served)
    page.wait_for_selector("#scene[data-drawn=webgl][data-frames]")
    page.locator("#layers").focus()
    frames = int(page.locator("#scene").get_attribute("data-frames"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"#scene[data-frames='{frames + 1}']")
    box = page.locator("#scene").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.55)
    expect(page.locator("#touched")).to_be_visible()
    expect(page.locator("#touched")).to_contain_text("Ebene")


def test_the_view_is_turned_by_keys_and_comes_back_by_itself(served, page):
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    served.show(view_in("talo", "playing"))
    open_table(page, served)
    page.clock.run_for(100)
    page.wait_for_selector("#scene[data-drawn=webgl][data-turned='0']")
    page.locator("#scene").focus()
    page.keyboard.press("ArrowRight")
    page.clock.run_for(50)
    page.wait_for_selector("#scene[data-turned='8']")
    page.clock.fast_forward(4500)
    page.clock.run_for(50)
    page.wait_for_selector("#scene[data-turned='0']")


def test_without_webgl_the_table_is_drawn_flat(served, page):
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    served.show(view_in("talo", "playing"))
    open_table(page, served)
    page.wait_for_selector("#scene[data-drawn=svg]")
    assert page.evaluate("document.querySelector('#drawing').naturalWidth") > 0


def test_a_lost_table_is_said_within_five_seconds_and_comes_back_by_itself(browser, a_view):
    server = start_server()
    server.show(a_view(1))
    page = browser.new_page()
    open_table(page, server)
    port = int(server.url.rpartition(":")[2])
    gone = time.monotonic()
    server.stop()
    page.wait_for_selector("[data-link=lost]", timeout=6000)
    assert time.monotonic() - gone < 5.0
    back = start_server(port)
    back.show(a_view(7, next=Words("Neu", "New")))
    page.wait_for_selector("[data-link=live]", timeout=8000)
    expect(page.locator("#next-text")).to_have_text("New")
    page.close()
    back.stop()


def test_a_silent_table_is_lost_too(served, page, a_view):
    """The wire is open but nothing comes: the clock of the page decides."""
    page.clock.install()
    served.show(a_view())
    page.goto(served.url)
    page.wait_for_selector("[data-link=live]")
    page.evaluate("() => { WebSocket.prototype.close = () => {}; }")
    page.context.set_offline(True)
    page.clock.run_for(4900)
    assert page.locator("body").get_attribute("data-link") == "lost"


def test_the_ring_shrinks_and_the_last_ten_seconds_are_heard(served, page):
    view = view_in("make_n_break", "playing")
    now = int(time.time() * 1000)
    served.show(replace(view, countdown=Countdown(40_000, deadline_ms=now + 11_000)))
    open_table(page, served)
    expect(page.locator("#clock-seconds")).to_have_text(re.compile("^1[01]$"))
    page.wait_for_selector("[data-cue=tick]", timeout=3000)
    served.show(replace(view, countdown=None, seq=view.seq + 1))
    page.wait_for_selector("[data-cue=bell]")


@pytest.mark.parametrize("cue", ["roll", "done", "warning"])
def test_what_happens_is_heard(served, page, a_view, cue):
    from display.conftest import WARNING

    after = {
        "roll": {"dice": (2, 5)},
        "done": {"deeds": (*a_view().deeds, replace(a_view().deeds[0], number=2))},
        "warning": {"warnings": (WARNING,)},
    }[cue]
    served.show(a_view())
    open_table(page, served)
    served.show(a_view(2, **after))
    page.wait_for_selector(f"[data-cue={cue}]", timeout=3000)


def test_the_language_is_switched_on_the_page_and_kept(served, page, a_view):
    served.show(a_view())
    open_table(page, served)
    page.locator("#language").press("Enter")
    expect(page.locator("#next-text")).to_have_text("White: move a tower 1 field")
    page.reload()
    expect(page.locator("#next-text")).to_have_text("White: move a tower 1 field")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_doubt_is_answered_with_the_keyboard_alone(served, page, a_view):
    from display.conftest import DOUBT

    served.show(a_view(doubt=DOUBT))
    open_table(page, served)
    page.keyboard.press("2")
    page.locator("#enter-who").select_option("white")
    page.locator("#enter-code").focus()
    page.keyboard.type("w-code")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-role=seat]")
    expect(page.locator("#doubt-answer")).to_have_text("")
    page.wait_for_timeout(200)
    assert [(verb, args) for _, verb, args in served.commands] == [
        ("answer", {"doubt": "d1", "choice": 1})
    ]


def test_a_phone_becomes_the_keys_of_its_seat(served, page):
    view = view_in("turmbauer", "playing")
    served.doors.codes["red"] = "r-code"
    served.show(view)
    open_table(page, served, "/seat/red#r-code")
    page.wait_for_selector("[data-role=seat]")
    assert "r-code" not in page.url
    expect(page.locator("#own-supply li")).to_have_count(len(view.seats[0].supply))
    page.locator("[data-key=done]").press("Enter")
    page.locator("[data-key=ring_a]").press("Space")
    page.wait_for_timeout(200)
    assert [(verb, args) for _, verb, args in served.commands] == [
        ("done", {}),
        ("ring", {"effect": "a"}),
    ]


def test_a_phone_out_of_turn_has_no_keys(served, page):
    served.doors.codes["blue"] = "b-code"
    served.show(view_in("turmbauer", "playing"))
    open_table(page, served, "/seat/blue#b-code")
    page.wait_for_selector("[data-role=seat]")
    expect(page.locator("[data-key=done]")).to_be_disabled()


def test_with_hints_a_phone_shows_where_its_pawn_can_go(served, page):
    served.doors.codes["red"] = "r-code"
    view = view_in("turmbauer", "playing")
    assert view.hints
    served.show(view)
    open_table(page, served, "/seat/red#r-code")
    expect(page.locator("#reach")).to_be_visible()
    places = sum(mark.meaning == "place" for mark in view.picture.marks)
    expect(page.locator("#reach-text")).to_contain_text(f"{places} Plätze")
    served.show(replace(view, seq=view.seq + 1, hints=False))
    expect(page.locator("#reach")).to_be_hidden()


@pytest.mark.parametrize(
    ("who", "changes", "sees"),
    [
        (None, {}, False),
        (None, {"hints": True}, False),
        (None, {"camera": True}, True),
        ({"seat": "red", "code": "r-code"}, {}, False),
        ({"seat": "red", "code": "r-code"}, {"hints": True}, True),
        ({"pin": PIN}, {}, True),
    ],
)
def test_the_camera_is_looked_through_by_those_who_may(served, page, who, changes, sees):
    served.doors.codes["red"] = "r-code"
    served.show(replace(view_in("turmbauer", "playing"), **{"hints": False, **changes}))
    if who:
        page.request.post(f"{served.url}/enter", data=who, headers={"Origin": served.url})
    open_table(page, served)
    expect(page.locator("#look")).to_be_visible(visible=sees)
    if sees:
        page.locator("#look").press("Enter")
        expect(page.locator("#camera")).to_be_visible()
        served.show(replace(view_in("turmbauer", "playing"), hints=False, camera=False, seq=9))
        expect(page.locator("#camera")).to_be_visible(visible=who == {"pin": PIN})


def test_the_operator_runs_the_table(served, page):
    served.show(view_in("turmbauer", "playing"))
    open_table(page, served, "/operator")
    expect(page.locator("#now")).to_be_hidden()
    page.locator("#door-code").fill(PIN)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-role=operator]")
    expect(page.locator("#seat-codes img").first).to_be_visible()
    expect(page.locator("#parts li")).to_have_count(len(LAMPS))
    page.locator("#pause").click()
    page.locator("#take-back").click()
    page.locator("#new-which").select_option("talo")
    page.locator("#new-seats [data-seat=red] [type=text]").fill("Ada")
    page.locator("#new-go").click()
    expect(page.locator("#new-answer")).to_have_text("Die Partie beginnt.")
    did = [(verb, args) for _, verb, args in served.commands]
    assert did[:2] == [("pause", {}), ("take_back", {"acts": 1})]
    assert did[2][0] == "new_game"
    assert did[2][1]["game"] == "talo"
    assert did[2][1]["seats"] == ["red", "blue"]
    assert did[2][1]["names"] == {"red": "Ada", "blue": ""}


def test_a_game_of_the_archive_is_walked_through_with_keys(served, page):
    page.goto(served.url + "/games")
    page.locator("#games a").filter(has_text="27").press("Enter")
    page.wait_for_selector("[data-step]")
    steps = int(page.locator("body").get_attribute("data-step"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"[data-step='{steps - 1}']")
    page.keyboard.press("Home")
    page.wait_for_selector("[data-step='0']")
    expect(page.locator("#step-number")).to_have_text(f"0 / {steps}")
