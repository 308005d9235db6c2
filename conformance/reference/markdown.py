"""The contract markdown.v1, written from docs/contracts/markdown.md. A range is of characters of the text."""

from __future__ import annotations

import bisect
import math
import re
from dataclasses import dataclass
from typing import Any, Callable, Iterator

from about import PARTS, head_of, list_of, metadata, room, text_of, with_head, words
from calling import Call, Document, Refused, error, one_of, refuse_settings, settings, warn, whole_number, write
from cl100k import count
from documents import ASCII_BLANK, Block, blocks, rfc3339
from fit import pieces
from front_matter import Field, fields, front_matter
from sentences import Range, sentences
from text import LONGEST, WHITE_SPACE, decode, sha256, with_offsets

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


@dataclass
class Unit:
    start: int
    end: int
    kind: str
    cut: bool = False
    most: int = 0  # of the whole chunk, under a hard limit


class Text:
    """A document: its lines and blocks (M1, M2)."""

    def __init__(self, document: Document) -> None:
        raw = decode(document.id, document.data)
        self.text, self.offsets = with_offsets(raw, skip_bom=True)
        self.lines = self.text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.first_line = front_matter(self.lines)
        self.top = self.with_definitions(blocks(self.lines, self.first_line))
        self.all = [inner for block in self.top for inner in block.walk()]
        whole = [block for block in self.all if block.kind in ("code", "fence", "html")]
        self.tables = [block for block in self.all if block.kind == "table"]
        self.inside_whole = {line for block in whole for line in range(block.first + 1, block.end)}
        self.without_words = {line for block in whole + self.tables for line in range(block.first, block.end)}
        paragraphs = [block for block in self.all if block.kind == "paragraph"]
        self.sentence_starts = sorted(start for block in paragraphs for start, _ in self.sentences(block)[1:])

    def with_definitions(self, top: list[Block]) -> list[Block]:
        """Each run of lines that are in no block is a block (M2)."""
        covered = {line for block in top for line in range(block.first, block.end)}
        free = [line for line in range(self.first_line, len(self.lines)) if line not in covered and not self.is_blank(line)]
        runs: list[Block] = []
        for line in free:
            if runs and runs[-1].end == line:
                runs[-1].end += 1
            else:
                runs.append(Block("definitions", line, line + 1))
        return sorted(top + runs, key=lambda block: block.first)

    def is_blank(self, line: int) -> bool:
        return not self.lines[line].strip(ASCII_BLANK)

    def line_end(self, line: int) -> int:
        return self.starts[line] + len(self.lines[line])

    def line_at(self, at: int) -> int:
        return bisect.bisect_right(self.starts, at) - 1

    def start(self, block: Block) -> int:
        return self.starts[block.first]

    def end(self, block: Block) -> int:
        return self.line_end(block.end - 1)

    def count(self, start: int, end: int) -> int:
        return count(self.text[start:end])

    def sentences(self, paragraph: Block) -> list[Range]:
        """The sentences of a paragraph, the white space between them in none."""
        start, end = self.own_start(paragraph), self.end(paragraph)
        source = self.text[start:end]
        return [(start + first, start + first + len(source[first:last].rstrip(WHITE_SPACE))) for first, last in sentences(source)]

    def own_start(self, paragraph: Block) -> int:
        """Where a paragraph starts, behind the markers of what it is in."""
        line, at = self.lines[paragraph.first], 0
        markers = {"quote": r"[ \t]*>", "item": r"[ \t]*(?:[-+*]|\d{1,9}[.)])", "footnote": r"[ \t]*\[\^[^\]]+\]:"}
        for parent in paragraph.parents:
            starts_here = parent.kind == "quote" or parent.first == paragraph.first
            marker = re.compile(markers[parent.kind]).match(line, at) if parent.kind in markers and starts_here else None
            at = marker.end() if marker else at
        while at < len(line) and line[at] in " \t":
            at += 1
        return self.starts[paragraph.first] + at


class Cutter:
    """Cuts a text into bodies (M3, M5, M12)."""

    def __init__(self, text: Text, chosen: dict[str, Any]) -> None:
        self.text = text
        self.size = chosen["chunk_size"]
        self.packing = chosen["packing"]
        self.hard_limit = chosen["hard_limit"]

    def bodies(self, most: Callable[[list[Block]], int]) -> Iterator[Unit]:
        """The bodies, those of a stretch of at most so many tokens."""
        for stretch in self.stretches():
            self.size = most(stretch)
            for body in self.pieces(self.units(stretch)):
                body.most = self.size
                yield body

    def sections(self) -> list[list[Block]]:
        """M3: each run of headings with everything up to the next run."""
        found: list[list[Block]] = []
        before = None
        for block in self.text.top:
            if not found or block.kind == "heading" != before:
                found.append([])
            found[-1].append(block)
            before = block.kind
        return found

    def stretches(self) -> list[list[Block]]:
        """M12: sections, joined where several may share a chunk."""
        if self.packing == "strict":
            return self.sections()
        found: list[list[Block]] = []
        rest: list[Block] = []
        for section in self.sections():
            rest = rest + section
            tokens = self.text.count(self.text.start(rest[0]), self.text.end(rest[-1]))
            if 500 <= tokens <= self.size or tokens >= 1000:
                found.append(rest)
                rest = []
        if rest and found:
            found[-1] = found[-1] + rest
        elif rest:
            found.append(rest)
        return found

    def units(self, stretch: list[Block]) -> list[Unit]:
        """M5: the units of a stretch. A run of headings goes with the block after it, if it is not over the size by itself."""
        found: list[Unit] = []
        run: list[Block] = []
        for block in stretch:
            if block.kind == "heading":
                run.append(block)
                continue
            heads, run = self.heads(run, found), []
            start = self.text.start(heads[0] if heads else block)
            found += self.divide(block, start, self.text.end(block))
        if run:
            heads = self.heads(run, found)
            found += self.whole(self.text.start(heads[0]), self.text.end(heads[-1]), "heading")
        return found

    def heads(self, run: list[Block], found: list[Unit]) -> list[Block]:
        """What of a run of headings belongs to the block after it; the others become units."""
        if not run or self.text.count(self.text.start(run[0]), self.text.end(run[-1])) <= self.size:
            return run
        for head in run[:-1]:
            found += self.whole(self.text.start(head), self.text.end(head), "heading")
        return run[-1:]

    def divide(self, block: Block, start: int, end: int) -> list[Unit]:
        """A block as one unit, or in parts, each judged in the same way."""
        parts = self.parts(block) if self.text.count(start, end) > self.size else []
        if not parts:
            return self.whole(start, end, block.kind)
        found: list[Unit] = []
        for index, (part, at) in enumerate(parts):
            first = start if index == 0 else at
            last = end
            if index + 1 < len(parts):
                after = self.text.text[first : parts[index + 1][1]]
                last = first + len(after.rstrip(WHITE_SPACE) if part.kind == "sentence" else without_blank_lines(after))
            found += self.divide(part, first, last)
        return found

    def whole(self, start: int, end: int, kind: str) -> list[Unit]:
        """What has no parts: one unit, or, under a hard limit, pieces that fit (M14)."""
        if not self.hard_limit or self.text.count(start, end) <= self.size:
            return [Unit(start, end, kind)]
        cut = pieces(self.text.text[start:end], self.size, lambda first, last: self.text.count(*self.solid(start + first, start + last)))
        solid = [self.solid(start + first, start + last) for first, last in cut]
        return [Unit(first, last, kind, len(cut) > 1) for first, last in solid if first < last]

    def solid(self, start: int, end: int) -> Range:
        """Without white space at the end, and blank lines at the start."""
        text = self.text.text[start:end].rstrip(WHITE_SPACE)
        blank = text[: len(text) - len(text.lstrip(WHITE_SPACE))]
        return start + blank.rfind("\n") + 1, start + len(text)

    def parts(self, block: Block) -> list[tuple[Block, int]]:
        """The parts of a block, and where each starts."""
        if block.kind == "paragraph":
            return [(Block("sentence", 0, 0), start) for start, _ in self.text.sentences(block)]
        if block.kind in ("list", "item", "quote", "footnote"):
            found = [(child, self.text.start(child)) for child in block.children]
            return [part for index, part in enumerate(found) if index == 0 or part[1] > found[index - 1][1]]
        if block.kind in ("table", "definitions"):
            # The delimiter row belongs to the header.
            skipped = block.first + 1 if block.kind == "table" else -1
            return [(Block("line", 0, 0), self.text.starts[line]) for line in range(block.first, block.end) if line != skipped]
        return []

    def pieces(self, units: list[Unit]) -> list[Unit]:
        """The fewest pieces that fit, as even as possible: the smallest sum of squares, of equal ones the smallest first cut."""
        best: list[tuple[int, int, int]] = [(0, 0, 0)] * (len(units) + 1)
        for first in range(len(units) - 1, -1, -1):
            choices = []
            for last in range(first, len(units)):
                tokens = self.text.count(units[first].start, units[last].end)
                if last > first and tokens > self.size + 64:
                    break
                if last == first or tokens <= self.size:
                    pieces, squares, _ = best[last + 1]
                    choices.append((pieces + 1, squares + tokens * tokens, last + 1))
            best[first] = min(choices)
        found, at = [], 0
        while at < len(units):
            after = best[at][2]
            cut = any(unit.cut for unit in units[at:after])
            found.append(Unit(units[at].start, units[after - 1].end, units[at].kind, cut))
            at = after
        return found


def without_blank_lines(text: str) -> str:
    """Lines without the blank ones at the end, and without the last line's end."""
    lines = text.removesuffix("\n").split("\n")
    while len(lines) > 1 and not lines[-1].strip(ASCII_BLANK):
        lines.pop()
    return "\n".join(lines)


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
    if document.id.startswith("/") or any(part in ("", ".", "..") for part in document.id.split("/")):
        raise Refused(f"{document.id}: not a path relative to the root")
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
