"""A whole game of 27 in a real Chromium, held against what the virtual players really did."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page

from system.comparing import rows
from system.rigs import started
from turmwart.rules.twentyseven import TWENTYSEVEN
from turmwart.vision.cameras import read_picture

RECORDER = """() => {
  const seen = (window.seen = []);
  const text = (at) => document.querySelector(at)?.textContent ?? "";
  const note = () => {
    const standing = {};
    for (const seat of document.querySelectorAll("#seats li[data-seat]"))
      standing[seat.dataset.seat] = Number(seat.querySelector("strong").textContent);
    seen.push({
      acts: Number(document.querySelector("#deeds li[data-number]")?.dataset.number ?? 0),
      standing,
      turn: document.querySelector('#seats li[data-playing="true"]')?.dataset.seat ?? null,
      tags: [...document.querySelectorAll("#tags span")].map((tag) => tag.textContent),
      verdict: document.getElementById("verdict").dataset.verdict,
      drawn: document.getElementById("scene").dataset.drawn ?? "",
      ending: text("#ending"),
    });
  };
  new MutationObserver(note).observe(document.body, {attributes: true, attributeFilter: ["data-version"]});
  note();
}"""


def game(data: Path, *more: str) -> "subprocess.Popen[str]":
    words = ("run", "--virtual", "--speed", "max", "--broker", "none", "--page-port", "0")
    truth = ("--data", str(data), "--truth", str(data / "truth.jsonl"))
    return started([*words, *truth, *more])


def address_of(rig: "subprocess.Popen[str]") -> str:
    assert rig.stderr is not None
    for line in rig.stderr:
        if "page: " in line:
            return line.split("page: ")[1].strip()
    raise AssertionError("the rig said no address")


def watched(browser: Browser, address: str) -> tuple[Page, list[str]]:
    page = browser.new_page(locale="de-DE", viewport={"width": 1280, "height": 720})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("body[data-seq]")
    page.evaluate(RECORDER)
    return page, faults


def until_the_end(page: Page, rig: "subprocess.Popen[str]") -> None:
    while page.locator("#ending").is_hidden():
        assert rig.poll() is None, "the players stopped before the game was over"
        page.wait_for_timeout(100)


def states(truth: Path, **options: str) -> list[dict[str, object]]:
    """What the players' acts lead to, one state after the other."""
    state = TWENTYSEVEN.start(TWENTYSEVEN.setup(None, options, {}))
    found = [dict(TWENTYSEVEN.show(state))]
    for row in rows(truth):
        if "act" in row:
            state = TWENTYSEVEN.apply(state, TWENTYSEVEN.read(state, row["act"]))
            found.append(dict(TWENTYSEVEN.show(state)))
    return found


def pixels(page: Page, place: Path) -> NDArray[np.uint8]:
    page.locator("#scene canvas").screenshot(path=str(place))
    return read_picture(place)


def wooden(picture: NDArray[np.uint8]) -> dict[str, float]:
    """The share of pixels that are of a disc's or the plank's colour."""
    blue, green, red = (picture[..., i].astype(int) for i in range(3))
    return {
        "red": float(((red > 120) & (green < 90) & (blue < 90)).mean()),
        "black": float(((red < 70) & (green < 70) & (blue < 70)).mean()),
        "white": float(((red > 190) & (green > 190) & (blue > 180)).mean()),
    }


def equals(seen: dict[str, object], state: dict[str, object]) -> bool:
    """Standing and turn always; the stacks while nothing is on trial, for a trial is drawn too."""
    row: list[list[str]] = state["row"]  # type: ignore[assignment]
    drawn = seen["drawn"] == "webgl" and seen["verdict"] == "none"
    fields = [str(number) for number in range(1, len(row) + 1)]
    heights = [str(len(stack) - 1) for stack in row if len(stack) > 1]
    turn = None if state["outcome"] else state["turn"]
    return (
        seen["standing"] == state["standing"]
        and seen["turn"] == turn
        and (not drawn or seen["tags"] == fields + heights)
    )


@pytest.mark.timeout(600)
@pytest.mark.needs("chromium")
def test_the_page_equals_the_table_after_every_turn(browser: Browser, tmp_path: Path) -> None:
    with game(tmp_path, "--seed", "19", "--clumsy", "0", "--option", "variant=grey") as rig:
        page, faults = watched(browser, address_of(rig))
        page.wait_for_selector('#scene[data-drawn="webgl"]', timeout=60_000)
        early = pixels(page, tmp_path / "early.png")
        until_the_end(page, rig)
        late = pixels(page, tmp_path / "late.png")
        seen = page.evaluate("window.seen")
        page.close()
        _, errors = rig.communicate(timeout=60)
    assert rig.returncode == 0, errors
    assert faults == []
    expected = states(tmp_path / "truth.jsonl", variant="grey")
    for acts, state in enumerate(expected):
        shown = [one for one in seen if one["acts"] == acts]
        assert shown, f"the page never showed the table after {acts} acts"
        assert [one for one in shown if not equals(one, state)] == [], state
    assert seen[-1]["ending"]
    assert all(share > 0.002 for share in wooden(early).values()), wooden(early)
    assert (np.abs(early.astype(int) - late.astype(int)).max(axis=2) > 40).mean() > 0.01


@pytest.mark.needs("chromium")
def test_without_webgl_the_table_is_drawn_flat(browser: Browser, tmp_path: Path) -> None:
    with game(tmp_path, "--seed", "2", "--clumsy", "0", "--turns", "2") as rig:
        address = address_of(rig)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.add_init_script(
            "const get = HTMLCanvasElement.prototype.getContext;"
            "HTMLCanvasElement.prototype.getContext = function (kind, ...more) {"
            "  return kind.startsWith('webgl') ? null : get.call(this, kind, ...more); };"
        )
        page.goto(address)
        page.wait_for_selector('#scene[data-drawn="svg"]', timeout=60_000)
        flat = tmp_path / "flat.png"
        page.locator("#drawing").screenshot(path=str(flat))
        assert page.locator("#scene canvas").count() == 0
        assert all(share > 0.002 for share in wooden(read_picture(flat)).values())
        page.close()
        rig.terminate()
        rig.communicate(timeout=60)
