"""Builds the documentation site from the Markdown pages, and refuses to when a link leads nowhere."""

import html
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

SOURCES = Path(__file__).parent
LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
ORDER = ("index", "build-one", "first-evening", "when-it-goes-wrong", "for-integrators")
LINK = re.compile(r'(?:href|src)="([^"]+)"')
STYLE = """\
:root { color-scheme: light dark; }
body { font: 18px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 0 1rem 4rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 1rem 0; border-bottom: 1px solid; }
nav [aria-current] { font-weight: 700; text-decoration: none; }
nav .language { margin-left: auto; }
pre { overflow-x: auto; padding: .8rem 1rem; border: 1px solid; border-radius: .4rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid; }
img { max-width: 100%; height: auto; border-radius: .4rem; }
"""


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one language."""

    language: str
    name: str
    title: str
    body: str


class BrokenLink(Exception):
    """A link that leads nowhere."""

    def __init__(self, page: Path, target: str) -> None:
        self.page, self.target = page, target
        super().__init__(f"{page}: the link to {target} leads nowhere; mend it there.")


def pages(sources: Path) -> tuple[Page, ...]:
    """All pages, those that are read first in front."""
    known = {name: place for place, name in enumerate(ORDER)}
    return tuple(
        _page(language, file)
        for language in LANGUAGES
        for file in sorted(
            (sources / language).glob("*.md"), key=lambda f: (known.get(f.stem, 99), f.stem)
        )
    )


def _page(language: str, file: Path) -> Page:
    text = file.read_text("utf-8")
    found = re.match(r"# (.+)\n", text)
    body = MarkdownIt("commonmark").enable("table").render(text)
    return Page(language, file.stem, found[1] if found else file.stem, body)


def site(sources: Path, target: Path) -> int:
    """Writes the site and says how many pages it has."""
    found = pages(sources)
    shutil.rmtree(target, ignore_errors=True)
    for page in found:
        place = target / page.language / f"{page.name}.html"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_whole(page, found), "utf-8")
    (target / "style.css").write_text(STYLE, "utf-8")
    (target / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>turmwart</title>'
        '<meta http-equiv="refresh" content="0; url=en/index.html">'
        '<p><a href="en/index.html">English</a> <a href="de/index.html">Deutsch</a></p>',
        "utf-8",
    )
    if (sources / "pictures").exists():
        shutil.copytree(sources / "pictures", target / "pictures")
    for page_file, link in broken(target):
        raise BrokenLink(page_file.relative_to(target), link)
    return len(found)


def _whole(page: Page, all_pages: tuple[Page, ...]) -> str:
    mine = [each for each in all_pages if each.language == page.language]
    items = "".join(
        f'<a href="{each.name}.html"{_current(each, page)}>{html.escape(each.title)}</a>'
        for each in mine
    )
    others = "".join(
        f'<a class="language" hreflang="{language}" lang="{language}"'
        f' href="../{language}/{_same(page, language, all_pages)}.html">{said}</a>'
        for language, said in LANGUAGES.items()
        if language != page.language
    )
    body = re.sub(r'href="([^":]+)\.md(#[^"]*)?"', r'href="\1.html\2"', page.body)
    return (
        f'<!doctype html><html lang="{page.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(page.title)} - turmwart</title>"
        f'<link rel="stylesheet" href="../style.css"></head><body>'
        f"<nav>{items}{others}</nav><main>{body}</main></body></html>"
    )


def _current(each: Page, page: Page) -> str:
    return ' aria-current="page"' if each == page else ""


def _same(page: Page, language: str, all_pages: tuple[Page, ...]) -> str:
    """The same page in the other language, or its first one."""
    there = {each.name for each in all_pages if each.language == language}
    return page.name if page.name in there else "index"


def broken(target: Path) -> Iterator[tuple[Path, str]]:
    """Every link to a file of the site that is not there, and every one that leaves the site."""
    for file in sorted(target.rglob("*.html")):
        for link in LINK.findall(file.read_text("utf-8")):
            path = link.partition("#")[0]
            if ":" in link or (path and not (file.parent / path).is_file()):
                yield file, link


def main(words: list[str]) -> int:
    target = Path(words[0]) if words else SOURCES.parent / "build" / "site"
    try:
        count = site(SOURCES, target)
    except (BrokenLink, OSError) as wrong:
        print(f"docs: {wrong}", file=sys.stderr)
        return 1
    print(f"{count} pages in {target}; every link leads somewhere.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
