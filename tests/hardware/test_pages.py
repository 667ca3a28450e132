"""The builder's pages agree with the models and the pins, and lead nowhere that is not there."""

import re
from pathlib import Path

import pytest
from workshop import box, pinout, scenes

from turmwart.model.sighting import CAMERAS, hangings

HARDWARE = Path(pinout.SOURCE).parent
PAGES = sorted(HARDWARE.glob("*.md"))
HOST = re.compile(r"https?:|www\.|\w\.(com|org|net|io|de|eu|cc)\b", re.I)


def said(page: str) -> str:
    return (HARDWARE / page).read_text("utf-8")


def parts() -> dict[int, list[str]]:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", said("parts.md"), re.M)
    return {int(number): rest.split(" | ") for number, rest in rows}


@pytest.mark.parametrize("row", parts().items(), ids=lambda row: str(row[0]))
def test_a_part_has_a_quantity_two_sources_a_price_and_a_reason(row):
    _, (name, quantity, sources, price, reason) = row
    assert len(name) > 5
    assert int(quantity) >= 1
    first, second, *_ = sources.split("; ")
    assert first != second
    assert price in "ABCD"
    assert len(reason) > 20


def test_there_are_as_many_keys_and_lamps_as_pins_for_them():
    wired = pinout.read(pinout.SOURCE.read_text("utf-8"))
    bought = {number: int(row[1]) for number, row in parts().items()}
    assert bought[7] + bought[8] == len(pinout.of(wired, "key"))
    assert bought[9] == bought[10] == len(pinout.of(wired, "lamp"))
    assert len(box.HOLES) == bought[7] + bought[8] + bought[9] + bought[13]


def test_the_assembly_saws_what_the_model_computes():
    height = hangings(CAMERAS["module-3"])[0]
    assert height == scenes.HEIGHT
    page, german = said("assembly.md"), said("assembly-de.md")
    mast, arm = scenes.STAND.mast(height), scenes.STAND.arm
    assert f"mast **{mast:.0f} mm**, arm **{arm:.0f} mm**" in page
    assert f"Mast **{mast:.0f} mm** und Arm **{arm:.0f} mm**" in german
    assert f"mast {mast:.0f} mm and arm {arm:.0f} mm" in said("parts.md")
    assert mast + arm <= 1000.0
    assert f"the mast is {height - mast:.0f} mm shorter" in page
    assert f"Der Mast ist {height - mast:.0f} mm kürzer" in german
    assert f"from the mat to the lens **{height:.0f} mm**" in page
    assert f"von der Matte zur Linse **{height:.0f} mm**" in german
    edge = scenes.STAND.board_y - scenes.STAND.board[1] / 2 - 150.0
    assert f"its front edge {edge:.0f} mm behind the mat's edge" in page
    assert f"seine Vorderkante {edge:.0f} mm hinter dem Rand" in german
    assert f"at {height:.0f} mm" in said("camera.md")


@pytest.mark.parametrize("name", ["assembly.md", "assembly-de.md"])
def test_the_steps_are_numbered_without_a_gap_and_each_drawing_is_shown_once(name):
    page = said(name)
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", page, re.M)]
    assert steps == list(range(1, len(steps) + 1))
    shown = re.findall(r"\(drawings/([\w-]+)\.png\)", page)
    assert sorted(shown) == sorted(file.stem for file in (HARDWARE / "drawings").glob("*.png"))
    numbers = {int(number) for number in re.findall(r"\[(\d+)\]", page)}
    assert numbers <= set(parts())


@pytest.mark.parametrize("name", ["power.md", "power-de.md"])
def test_the_currents_add_up(name):
    page = said(name)
    shares = [int(ma) for ma in re.findall(r"^\| (?!\*).+ \| (\d+) mA \|$", page, re.M)]
    (total,) = re.findall(r"\*\*(\d+) mA\*\*", page)
    assert sum(shares) == int(total)
    assert shares[0] == 4 * round((5.0 - 2.0) / 330 * 1000)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere_and_none_to_a_web_host(page):
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (HARDWARE / target).exists(), target
    assert not HOST.search(text)


@pytest.mark.parametrize("page", ["parts", "assembly", "lighting", "power", "README"])
def test_what_nobody_has_built_yet_says_so(page):
    assert re.search(r"\bnot\s+yet\b", said(f"{page}.md"), re.I)
    if (german := HARDWARE / f"{page}-de.md").exists():
        assert re.search(r"\bnoch\s+nicht\b", german.read_text("utf-8"), re.I)
