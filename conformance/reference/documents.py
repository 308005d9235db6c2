"""What Markdown's contracts share: the blocks of a document, and dates."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from typing import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

# A line is blank if it holds nothing but these (M1).
ASCII_BLANK = " \t\x0b\x0c\r"

# Blocks

# What the parser calls them, and what the contract does.
KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "item",
    "blockquote_open": "quote",
    "table_open": "table",
    "fence": "fence",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
    "footnote_reference_open": "footnote",
}


@dataclass
class Block:
    """A block: lines `first` up to but without `end`."""

    kind: str
    first: int
    end: int
    parents: list[Block] = field(default_factory=list, repr=False)
    children: list[Block] = field(default_factory=list)
    level: int = 0
    title: str = ""  # of a heading: its text without markup (M9)
    source: str = ""  # of a heading or paragraph: its source, without the markers of what it is in

    def walk(self) -> Iterator[Block]:
        yield self
        for child in self.children:
            yield from child.walk()


class Lines(StateBlock):
    """The lines of a document, of which a table takes those that are indented by four blanks or more as its rows (C13.3)."""

    def is_code_block(self, line: int) -> bool:
        # This parser's rule of tables asks last about each line after the first two, whether the table ends there.
        asking = sys._getframe(1)
        is_row = asking.f_code.co_name == "table" and line > asking.f_locals["startLine"] + 1
        return not is_row and super().is_code_block(line)


def read_lines(state: StateCore) -> None:
    """The parser's own rule of this name, with these lines."""
    if state.src:
        lines = Lines(state.src, state.md, state.env, state.tokens)
        state.md.block.tokenize(lines, lines.line, lines.lineMax)


def blocks(lines: list[str], first: int) -> list[Block]:
    """The top-level blocks of the lines from `first` on."""
    parser = MarkdownIt("commonmark", {"maxNesting": 1000}).enable("table").use(footnote_plugin)
    parser.disable(["footnote_tail", "footnote_inline"])
    parser.core.ruler.at("block", read_lines)
    shown = [seen_line(line) for line in without_marks_in_math(lines[first:])]
    seen = "\n".join([""] * first + shown).replace("\r", " ").replace("\0", hidden("\0"))
    tokens = parser.parse(seen)
    root = Block("root", 0, len(lines))
    open_blocks = [root]
    for token, inline in zip(tokens, [*tokens[1:], None]):
        if token.nesting < 0:
            if token.type.replace("_close", "_open") in KINDS:
                open_blocks.pop()
            continue
        if token.type not in KINDS:
            continue
        start, end = token.map or (-1, -1)
        block = Block(KINDS[token.type], start, end, open_blocks[1:])
        if block.kind in ("heading", "paragraph") and inline is not None:
            block.source = shown_again(inline.content)
            block.title = shown_again(title(inline.children))
            block.level = int(token.tag[1]) if block.kind == "heading" else 0
        open_blocks[-1].children.append(block)
        if token.nesting > 0:
            open_blocks.append(block)
    settle(root, lines)
    return root.children


def title(tokens: list[Token] | None) -> str:
    parts = []
    for token in tokens or []:
        if token.type in ("text", "code_inline", "text_special"):
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type == "image":
            parts.append(title(token.children))
    return "".join(parts)


def settle(block: Block, lines: list[str]) -> None:
    """Gives footnotes, of which the parser tells no lines, those of what is in them, and lets no block end with blank lines."""
    for child in block.children:
        settle(child, lines)
        if child.first < 0 and child.children:
            child.first, child.end = child.children[0].first, child.children[-1].end
    block.children = [child for child in block.children if any(line.strip(ASCII_BLANK) for line in lines[max(child.first, 0) : child.end])]
    if block.kind == "list" and block.children:
        block.end = block.children[-1].end
    block.end = min(block.end, len(lines))
    while block.end > block.first + 1 and not lines[block.end - 1].strip(ASCII_BLANK):
        block.end -= 1


# Some characters are hidden from the parser: those of private use, which mean nothing in Markdown, stand for them. (NUL is one,
# which this parser shows as U+FFFD.)
HIDDEN = 0xF0000


def hidden(character: str) -> str:
    return chr(HIDDEN + ord(character))


def shown_again(text: str) -> str:
    return "".join(chr(ord(c) - HIDDEN) if HIDDEN <= ord(c) < HIDDEN + 0x80 else c for c in text)


MARKER = re.compile(r"[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]+\]:)")
RULE = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$")


def seen_line(line: str) -> str:
    """A line as the parser is to see it: a marker after a hundred others, or behind more than 500 blanks, is a letter."""
    at = 0
    for number in range(101):
        marker = marker_at(line, at)
        if marker is None:
            return line
        start = at + len(marker[0]) - len(marker[0].lstrip(" \t"))
        if number == 100 or line.count(" ", 0, start) + line.count("\t", 0, start) > 500:
            return line[:start] + hidden(line[start]) + line[start + 1 :]
        at = marker.end()
    return line


def marker_at(line: str, at: int) -> re.Match[str] | None:
    return None if RULE.match(line, at) else MARKER.match(line, at)


UNDERLINE = re.compile(r"(=+|-+)$")
LIST_ITEM = re.compile(r"[-+*](\s|$)")


def without_marks_in_math(lines: list[str]) -> list[str]:
    """Between two lines `$$`, no line underlines a heading or opens a list (M2)."""
    shown = list(lines)
    marks: list[int] | None = None
    for number, line in enumerate(lines):
        text = line.strip(ASCII_BLANK)
        if marks is None:
            marks = [] if text.startswith("$$") and "$$" not in text[2:] else None
        elif not text or text.startswith(("```", "~~~")):
            marks = None
        elif text.endswith("$$"):
            for mark in marks:
                start = len(lines[mark]) - len(lines[mark].lstrip(ASCII_BLANK))
                shown[mark] = lines[mark][:start] + hidden(lines[mark][start]) + lines[mark][start + 1 :]
            marks = None
        elif UNDERLINE.match(text) or LIST_ITEM.match(text):
            marks.append(number)
    return shown


# Dates


def days_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01 of a day of the Gregorian calendar."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def day_of(days: int) -> tuple[int, int, int]:
    era, of_era = divmod(days + 719468, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + (3 if shifted < 10 else -9)
    return year_of_era + era * 400 + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


def rfc3339(seconds: int) -> str:
    days, of_day = divmod(seconds, 86400)
    year, month, day = day_of(days)
    return f"{year:04}-{month:02}-{day:02}T{of_day // 3600:02}:{of_day // 60 % 60:02}:{of_day % 60:02}Z"
