"""Builds the site: the pages of the repository as one searchable book, with its links checked.

    cargo install mdbook --version 0.5.4 --locked --no-default-features --features search
    cargo build --package chunk-cli && chunk-wasm/build
    python3 docs/site/build.py OUT target/debug/chunk target/playground
    python3 docs/site/build.py --check target/debug/chunk    # the links alone: needs no mdBook

SUMMARY.md lists the pages. Each keeps its path, so that links between pages are those of the repository; a link to what is no page of the site (a
folder of code, say) becomes plain text. The pages of `docs/reference` are written from the program itself. Without the folder of the playground, the
site has none.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import reference

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BOOK = """[book]
title = "chunk"
description = "Deterministic chunks for embedding, retrieval and agent memory"
language = "en"
src = "src"

[build]
use-default-preprocessors = false # README.md keeps its name, so that links to it hold

[output.html]
smart-punctuation = false
"""
ITEM = re.compile(r"\[(`[^`\]]+`)\](?![(:\[])")  # a link to an item that rustdoc resolves
LINK = re.compile(r"`[^`\n]+`|(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")  # code has no links


def is_outside(link: str) -> bool:
    return bool(re.match(r"[a-z][a-z+.-]*:|#", link))


def page_of(target: Path) -> Path | None:
    """The page that a link to this path leads to."""
    return next((page for page in (target, target / "README.md") if page.suffix == ".md"), None)


def copied(page: str, pages: set[str]) -> str:
    """A page's text, where links lead to pages or to nothing."""
    folder = (ROOT / page).parent

    def link(match: re.Match[str]) -> str:
        text, target = match.groups()
        if target is None or is_outside(target):
            return match[0]
        path, fragment = urldefrag(target)
        found = page_of((folder / unquote(path)).resolve())
        if found is not None and found.is_relative_to(ROOT) and found.relative_to(ROOT).as_posix() in pages:
            relative = Path(*[".."] * len(Path(page).parent.parts), found.relative_to(ROOT)).as_posix()
            return f"[{text}]({relative}{'#' + fragment if fragment else ''})"
        if (folder / unquote(path)).suffix in (".svg", ".png"):
            return match[0]
        if not (folder / unquote(path)).exists():
            raise SystemExit(f"{page}: a link leads to {target}, which does not exist")
        return text

    return LINK.sub(link, ITEM.sub(r"\1", (ROOT / page).read_text(encoding="utf-8")))


def ids(text: str) -> set[str]:
    """The ids of a page: those that mdBook makes of its headings, and those of its tags."""
    found: set[str] = set(re.findall(r'\b(?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ +(.+?)[ #]*$", re.sub(r"^(```+).*?^\1", "", text, flags=re.S | re.M), re.M):
        title = LINK.sub(lambda link: link[1] or link[0], heading).lower()
        slug = "".join("-" if c == " " else c for c in title if c.isalnum() or c in "-_ ")
        found.add(next(name for name in (slug, *(f"{slug}-{more}" for more in range(1, 99))) if name not in found))
    return found


def astray(pages: dict[str, str]) -> list[str]:
    """The links between pages that lead nowhere."""
    known = {page: ids(text) for page, text in pages.items()}
    wrong = []
    for page, text in pages.items():
        for target in filter(None, (link[2] for link in LINK.finditer(text))):
            path, fragment = urldefrag(target)
            found = page_of((ROOT / page).parent / unquote(path)) if path else ROOT / page
            found_page = found and found.resolve().relative_to(ROOT).as_posix()
            if found_page in known and fragment and unquote(fragment) not in known[found_page]:
                wrong.append(f"{page}: {target}")
    return wrong


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids |= {given.get("id") or "", given.get("name") or ""}
        self.links += [value for key in ("href", "src") if (value := given.get(key))]


def broken(site: Path) -> list[str]:
    """The links of the finished site that lead nowhere."""
    pages = {}
    for file in sorted(site.rglob("*.html")):
        pages[file] = Links()
        pages[file].feed(file.read_text(encoding="utf-8"))
    wrong = []
    for file, page in pages.items():
        for link in page.links:
            if is_outside(link) and not link.startswith("#"):
                continue
            path, fragment = urldefrag(link)
            target = (file.parent / unquote(path)).resolve() if path else file
            target = target / "index.html" if target.is_dir() else target
            is_there = target.exists() and (not fragment or target not in pages or unquote(fragment) in pages[target].ids)
            if not is_there and file.name not in ("print.html", "toc.html", "404.html"):
                wrong.append(f"{file.relative_to(site)}: {link}")
    return wrong


def main(out: Path | None, chunk: str, playground: Path | None = None) -> int:
    summary = (HERE / "SUMMARY.md").read_text(encoding="utf-8")
    made = {reference.COMMAND: reference.command_page(chunk), reference.RECORDS: reference.records_page(ROOT / "chunk-cli/schemas")}
    if playground:
        made["docs/playground.md"] = "# Try it\n\nThe policies run in the browser, and nothing is sent: [open the playground](playground/index.html).\n"
        summary = summary.replace("# Guides\n\n", "[Try it](docs/playground.md)\n\n# Guides\n\n", 1)
    names = set(re.findall(r"\]\(([^)]+\.md)\)", summary))
    pages = {page: made.get(page) or copied(page, names) for page in sorted(names)}
    if out is None:
        wrong = astray(pages)
        print("\n".join(wrong) or f"{len(pages)} pages, all links lead somewhere")
        return 1 if wrong else 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "book.toml").write_text(BOOK, encoding="utf-8")
        (work / "src").mkdir()
        (work / "src/SUMMARY.md").write_text(summary, encoding="utf-8")
        for page, text in pages.items():
            target = work / "src" / page
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        for picture in [*ROOT.glob("docs/*.svg"), *ROOT.glob("docs/*.png"), *ROOT.glob("docs/benchmarks/*.svg")]:
            target = work / "src" / picture.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, target)
        if playground:
            shutil.copytree(playground, work / "src/docs/playground")
        subprocess.run(["mdbook", "build", str(work), "--dest-dir", str(out)], check=True)
    wrong = broken(out)
    print("\n".join(wrong) or f"{len(pages)} pages in {out}, all links lead somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: build.py OUT|--check CHUNK [PLAYGROUND]")
    out = None if sys.argv[1] == "--check" else Path(sys.argv[1]).resolve()
    sys.exit(main(out, sys.argv[2], *map(Path, sys.argv[3:])))
