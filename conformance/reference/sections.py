"""Paths (B2 to B4), sections (B10, B11) and the places where a body may be cut (B15), as docs/contracts/backlog.md has them. A range is of characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable

import regex

from calling import Refused
from documents import Block, blocks
from redaction import markers
from sentences import Range, paragraphs, sentences
from text import WHITE_SPACE, collapse, is_blank

# Paths (B2 to B4)


def clean_path(path: str) -> str:
    while path.startswith("./"):
        path = path[2:]
    if path.startswith("/") or re.match("[A-Za-z]:", path):
        raise Refused(f"{path}: an absolute path")
    if ".." in path.split("/"):
        raise Refused(f"{path}: a path that leads out of the root")
    return path


def classify(path: str) -> tuple[str, str | None] | None:
    """The type and the product of a document by its path; None if it is none."""
    *folders, name = path.split("/")
    candidates = [index for index, folder in enumerate(folders) if folder in ("items", "decisions")]
    if not candidates:
        return None

    def product(index: int) -> str | None:
        before = [at for at in range(index - 1) if folders[at] == "products"]
        return folders[before[-1] + 1] if before else None

    decisive = next((index for index in candidates if product(index)), candidates[0])
    if folders[decisive] == "items":
        is_document = name.endswith(".md") and not name.endswith(".index.md") and name != "README.md"
    else:
        is_document = name.endswith(".md") and name.startswith("ADR-")
    doctype = "item" if folders[decisive] == "items" else "adr"
    return (doctype, product(decisive)) if is_document else None


# Sections (B10, B11)

ITEM_NAMES = {
    "context": "context",
    "goal": "goal",
    "goals": "goal",
    "approach": "approach",
    "acceptance criteria": "acceptance_criteria",
    "risks / dependencies": "risks",
    "risks": "risks",
    "dependencies": "risks",
    "non-goals": "non_goals",
    "decision": "decisions",
    "decisions": "decisions",
    "links": "links",
    "worklog": "worklog",
}
ADR_NAMES = {
    "context": "context",
    "context and problem statement": "context",
    "decision": "decision",
    "decision outcome": "decision",
}
KNOWN = {
    "item": {*ITEM_NAMES, "alternatives"},
    "adr": {
        *ITEM_NAMES,
        *ADR_NAMES,
        "status",
        "consequences",
        "rationale",
        "references",
        "options considered",
        "alternatives considered",
        "pros / cons",
        "follow-ups",
    },
}


def key_of(name: str) -> str:
    return collapse(name).rstrip(":# ").lower()


def section_path(doctype: str, name: str) -> str:
    key = key_of(name)
    if doctype == "item":
        return "item/" + ITEM_NAMES.get(key, "other")
    if key in ADR_NAMES:
        return "adr/" + ADR_NAMES[key]
    slug = re.sub("[^a-z0-9]+", "_", key).strip("_")
    return "adr/" + (slug if slug and len(slug) <= 40 and slug != "header" else "other")


@dataclass
class Section:
    """Lines `first` up to but without `end`."""

    first: int
    end: int
    path: str
    heading: Block | None = None


class Body:
    """The redacted text behind the frontmatter, its blocks and the places where it may be cut (B13)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.top = blocks(self.lines, 0)
        self.all = [inner for block in self.top for inner in block.walk()]
        self.headings = [block for block in self.top if block.kind == "heading"]
        self.markers = markers(text)
        self.fences = [block for block in self.all if block.kind == "fence"]
        self.block_ends = self.find_block_ends()
        self.line_ends = [self.line_end(line) for line in range(len(self.lines)) if not self.is_blank(line)]
        self.after_headings = [self.blank_run(line) for heading in self.headings for line in range(heading.first, heading.end)]

    def is_blank(self, line: int) -> bool:
        return is_blank(self.lines[line])

    def line_end(self, line: int) -> int:
        return self.starts[line] + len(self.lines[line])

    def range_of(self, first: int, end: int) -> Range:
        return self.starts[first], self.line_end(end - 1)

    def trim(self, first: int, end: int) -> tuple[int, int]:
        """The lines without blank ones at either end."""
        while first < end and self.is_blank(first):
            first += 1
        while end > first and self.is_blank(end - 1):
            end -= 1
        return first, end

    def find_block_ends(self) -> list[int]:
        """Kind 1: ends of the last non-blank lines before a line on which a block starts or after which one ended, or a blank one."""
        verbatim = {line for block in self.all if block.kind in ("fence", "code", "html") for line in range(block.first, block.end)}
        borders = {line for block in self.all for line in (block.first, block.end)}
        borders |= {line for line in range(len(self.lines)) if self.is_blank(line) and line not in verbatim}
        ends = set()
        for line in borders:
            before = next((before for before in range(line - 1, -1, -1) if not self.is_blank(before)), None)
            if before is not None:
                ends.add(self.line_end(before))
        return sorted(ends)

    def blank_run(self, line: int) -> Range:
        """From the end of a line's text to the next text."""
        start = self.starts[line] + len(self.lines[line].rstrip(WHITE_SPACE))
        end = start
        while end < len(self.text) and self.text[end] in WHITE_SPACE:
            end += 1
        return start, end

    def may_cut(self, at: int, fences: list[Range]) -> bool:
        is_inside = any(start < at < end for start, end in fences + self.markers)
        follows_heading = any(start <= at <= end < len(self.text) for start, end in self.after_headings)
        return not is_inside and not follows_heading

    def cuts(self, start: int, end: int) -> list[list[int]]:
        """The cuts of each kind in a range: ends of blocks, lines and sentences, then before white space."""
        text = self.text[start:end]
        stops = [
            start + first + len(text[first : first + last].rstrip(WHITE_SPACE))
            for first, after in paragraphs(text)
            for _, last in sentences(text[first:after])
        ]
        spaces = [
            start + at for at in range(1, len(text)) if text[at] in WHITE_SPACE and text[at - 1] not in WHITE_SPACE
        ]
        within = lambda places: [at for at in places if start < at <= end]
        return [sorted({*within(self.block_ends), end}), within(self.line_ends), within(stops), spaces]

    def whole_fences(self, start: int, end: int, block_ends: list[int], limit: int, before: Callable[[int], int]) -> list[Range]:
        """The fences in a range that fit with what is before them (B13). `before` tells what a piece that starts at a cut repeats."""
        found = []
        for fence in self.fences:
            first, last = self.range_of(fence.first, fence.end)
            if start <= first < end:
                last = min(last, end)
                cut = max((at for at in block_ends if at <= first and self.may_cut(at, [])), default=None)
                size = last - start if cut is None else before(cut) + last - cut
                if size <= limit:
                    found.append((first, last))
        return found


@dataclass
class Piece:
    text: str
    path: str
    kind: str
    span: tuple[int, int] | None = None


@dataclass
class Entry:
    time: int
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


def is_task(paragraph: Block) -> bool:
    parent = paragraph.parents[-1] if paragraph.parents else None
    return parent is not None and parent.kind == "item" and parent.children[0] is paragraph


LETTER = regex.compile(r"\p{Alphabetic}", regex.V1)


def is_other_script(text: str) -> bool:
    """B20: whether more letters are of other scripts than of Latin."""
    is_latin = lambda c: c < "\x80" or "\xc0" <= c <= "\u024f" or "\u1e00" <= c <= "\u1eff"
    letters = LETTER.findall(text)
    return 2 * sum(map(is_latin, letters)) < len(letters)
