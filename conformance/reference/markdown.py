"""The contract markdown.v1, written from docs/contracts/markdown.md. A range is of characters of the text."""

from __future__ import annotations

import math
from typing import Any, Iterator

from about import PARTS, head_of, list_of, metadata, room, text_of, with_head, words
from bodies import Cutter, Text, Unit
from calling import Call, Document, Refused, error, one_of, refuse_settings, settings, warn, whole_number, write
from cl100k import count
from documents import Block, rfc3339
from front_matter import Field, fields
from text import LONGEST, WHITE_SPACE, sha256

DEFAULTS = {"chunk_size": 800, "chunk_overlap": 100, "packing": "strict", "overlap_across_sections": True, "hard_limit": False, "embed": [], "keep": []}
CHECKS = {
    "chunk_size": whole_number(1),
    "chunk_overlap": whole_number(0),
    "packing": one_of("strict", "sections"),
    "overlap_across_sections": one_of(True, False),
    "hard_limit": one_of(True, False),
    "embed": list_of(*PARTS),
    "keep": list_of(),
}


def sizes(call: Call) -> dict[str, Any]:
    """M4: the settings, with warnings about unusual ones."""
    chosen = settings(call, DEFAULTS, CHECKS)
    size, overlap = chosen["chunk_size"], chosen["chunk_overlap"]
    if overlap >= size:
        refuse_settings(["chunk_overlap: not below chunk_size"])
    if chosen["hard_limit"]:
        return chosen
    if not 500 <= size <= 1000:
        warn("chunk_size is not 500 to 1000", "unusual-size")
    if overlap and not 50 <= overlap <= 100:
        warn("chunk_overlap is not 50 to 100, or 0", "unusual-size")
    if 500 <= size <= 1000 < size + overlap:
        warn("chunks can have more than 1000 tokens", "large-chunks")
    return chosen


def overlap_start(text: Text, unit: Unit, most: int, limit: float, first: int) -> int:
    """M6: where the overlap of a body starts; not before the line `first`. Both together have at most `limit` tokens (M14)."""
    body = unit.start
    last = text.line_at(body)
    in_row = last in text.without_words and text.starts[last] < body
    if last in text.inside_whole or in_row:
        return body
    lines = [line for line in range(first, last + 1) if text.starts[line] < body]
    starts = [text.starts[line] for line in lines if not text.is_blank(line) and line not in text.inside_whole]
    starts += [start for start in text.sentence_starts if text.starts[first] <= start < body]
    found = longest_suffix(text, starts, unit, most, limit)
    if text.count(found, body) < min(50, most):
        # No more than what could be as short as a token for each byte.
        near = [line for line in lines if line not in text.without_words and text.line_end(line) > body - 200 * (most + 1)]
        words = [
            at
            for line in near
            for at in range(max(text.starts[line], text.starts[first] + 1), min(text.line_end(line), body))
            if text.text[at] not in WHITE_SPACE and text.text[at - 1] in WHITE_SPACE
        ]
        found = longest_suffix(text, starts + words, unit, most, limit)
    return found


def longest_suffix(text: Text, starts: list[int], body: Unit, most: int, limit: float) -> int:
    found = body.start
    for start in sorted(set(starts), reverse=True):
        if text.count(start, body.start) > most or text.count(start, body.end) > limit:
            break
        found = start
    return found


class Outline:
    """What a record says of the place of its body (M9, M10), cut where it is too long to be repeated (C1)."""

    def __init__(self, text: Text, size: int, starts: set[int]) -> None:
        self.text = text
        self.size = size
        self.starts = starts
        self.has_long = False

    def cut(self, value: str) -> str:
        self.has_long |= len(value) > LONGEST
        return value[:LONGEST]

    def place(self, body: Unit) -> dict[str, Any]:
        open_headings: list[Block] = []
        header: Block | None = None
        before: Block | None = None
        for block in self.text.top:
            start = self.text.start(block)
            is_heading = block.kind == "heading"
            goes_on = is_heading and before is not None and before.kind == "heading" and self.text.start(before) >= body.start
            if start > body.start and not (goes_on and start < body.end):
                break
            if is_heading:
                while open_headings and open_headings[-1].level >= block.level:
                    open_headings.pop()
                open_headings.append(block)
                if before is None or before.kind != "heading" or start in self.starts:
                    header = block
            before = block
        place: dict[str, Any] = {
            "section_header": self.cut(header.title) if header else "",
            "heading_path": [self.cut(heading.title) for heading in open_headings],
            "chunk_type": self.chunk_type(body),
        }
        line = self.text.line_at(body.start)
        table = next((table for table in self.text.tables if table.first < line < table.end), None)
        if table:
            row = self.text.lines[table.first].strip(WHITE_SPACE)
            if count(row) * 4 > self.size:
                self.has_long = True
            else:
                place["table_header"] = self.cut(row)
        return place

    def chunk_type(self, body: Unit) -> str:
        line = self.text.line_at(body.start)
        block = next(block for block in self.text.top if block.first <= line < block.end)
        if block.kind == "heading":
            return "header"
        return {"code": "code", "fence": "code", "list": "list"}.get(block.kind, "paragraph")


def records(document: Document, chosen: dict[str, Any], call: Call, warnings: list[str]) -> Iterator[dict[str, Any]]:
    if document.error:
        raise document.error
    is_id = document.id.startswith("/") or "://" in document.id
    if not is_id and any(part in ("", ".", "..") for part in document.id.split("/")):
        raise Refused(f"{document.id}: a relative path must have no empty, `.` and `..` parts")
    text = Text(document)
    found: dict[str, Field] = {}
    if text.first_line:
        try:
            found = fields("\n".join(text.lines[1 : text.first_line - 1]))
        except Refused:
            warnings.append("malformed-frontmatter")
    size, is_hard = chosen["chunk_size"], chosen["hard_limit"]
    cutter = Cutter(text, chosen)
    title = text_of(found, "title") or next((block.title.strip(WHITE_SPACE) for block in text.top if block.kind == "heading"), "")
    parts = words(chosen["embed"])

    def most(stretch: list[Block]) -> int:
        start, end = text.start(stretch[0]), text.end(stretch[-1])
        path = Outline(text, size, set()).place(Unit(start, end, ""))["heading_path"]
        rows = [text.lines[table.first].strip(WHITE_SPACE) for table in text.tables if start <= text.start(table) < end]
        table = max(reversed(rows), key=count, default="")
        head = head_of(parts, title[:LONGEST], path, table)
        return max(size - room(head, size), 1) if is_hard and parts else size

    bodies = list(cutter.bodies(most))
    across = chosen["overlap_across_sections"]
    sections = [text.first_line] if across else [section[0].first for section in cutter.sections()]
    outline = Outline(text, size, {body.start for body in bodies})
    created = call.milliseconds("created-at")
    long_values: list[str] = []
    kept = metadata(words(chosen["keep"]), {}, found, long_values)
    is_cut = False
    for index, body in enumerate(bodies):
        if text.count(body.start, body.end) > size:
            warnings.append("oversized-code-block" if body.kind in ("code", "fence") else "oversized-block")
        first = max(line for line in sections if text.starts[line] <= body.start)
        limit = body.most if is_hard else math.inf
        start = overlap_start(text, body, chosen["chunk_overlap"], limit, first) if index else body.start
        content = text.text[start : body.end]
        first_line = text.line_at(start) + 1
        place = outline.place(body)
        record = {
            "chunk_id": sha256(document.id + str(first_line) + content),
            "source_file": document.id,
            "source_version": call.options.get("source-version"),
            "start_line": first_line,
            "end_line": text.line_at(body.end - 1) + 1,
            "content": content,
            "tokens": count(content),
            "section_header": place["section_header"],
            "chunk_type": place["chunk_type"],
            "overlap_with_previous": start < body.start,
            "created_at": None if created is None else rfc3339(created // 1000),
            "overlap_chars": body.start - start,
            "body_start_line": text.line_at(body.start) + 1,
            "source_start_byte": text.offsets[start],
            "source_end_byte": text.offsets[body.end],
            "chunk_hash": sha256(text.text[body.start : body.end]),
            "heading_path": place["heading_path"],
            "table_header": place.get("table_header"),
            "cut": body.cut or None,
        }
        embed, was_cut = {}, False
        if parts:
            head = head_of(parts, title[:LONGEST], place["heading_path"], place.get("table_header", ""))
            embed, was_cut = with_head(head, content, size, is_hard)
        is_cut = is_cut or was_cut
        yield {key: value for key, value in record.items() if value is not None} | embed | kept
    if is_cut:
        warnings.append("long-head")
    if outline.has_long or long_values or parts and len(title) > LONGEST:
        warnings.append("long-metadata")


def main(call: Call) -> int:
    chosen = sizes(call)
    failed = False
    for document in call.documents():
        warnings: list[str] = []
        try:
            made = list(records(document, chosen, call, warnings))
        except Refused as problem:
            error(str(problem))
            failed = True
            continue
        for code in warnings:
            warn(document.id, code)
        for record in made:
            write(record)
    return 1 if failed else 0
