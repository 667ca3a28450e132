"""The documentation site: built by one command, in two languages, with no link that leads nowhere."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from turmwart.cli import WORDS

HERE = Path(__file__).parents[2]


def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_build", HERE / "docs" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["docs_build"] = module
    spec.loader.exec_module(module)
    return module


def test_the_site_is_built_by_one_command(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "docs" / "build.py"), str(tmp_path / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "every link leads somewhere" in done.stdout
    assert '<html lang="de">' in (tmp_path / "site/de/first-evening.html").read_text("utf-8")


def test_a_link_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    module = builder()
    for language in ("en", "de"):
        (tmp_path / "docs" / language).mkdir(parents=True)
        (tmp_path / "docs" / language / "index.md").write_text("# Here\n", "utf-8")
    (tmp_path / "docs/en/index.md").write_text("# Here\n[there](nowhere.md)\n", "utf-8")
    with pytest.raises(module.BrokenLink, match=r"en/index.html: the link to nowhere.html"):
        module.site(tmp_path / "docs", tmp_path / "site")


def test_every_page_for_players_and_makers_is_there_in_both_languages() -> None:
    english, german = (
        {file.name for file in (HERE / "docs" / language).glob("*.md")} for language in ("en", "de")
    )
    assert german <= english
    assert {"index.md", "build-one.md", "first-evening.md", "when-it-goes-wrong.md"} <= german


def test_the_pages_name_only_words_that_the_command_has() -> None:
    known = {*WORDS, "test", "bench", "docs", "help"}
    for file in sorted((HERE / "docs").rglob("*.md")):
        named = set(re.findall(r"\./rig ([a-z]+)", file.read_text("utf-8")))
        assert named <= known, file
