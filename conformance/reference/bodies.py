"""The bodies of chunks, as M2 to M5, M12 and M14 of docs/contracts/markdown.md have them. A range is of characters of the text."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from typing import Any, Callable, Iterator

from calling import Document
from cl100k import count
from documents import ASCII_BLANK, Block, blocks
from fit import pieces
from front_matter import front_matter
from sentences import Range, sentences
from text import WHITE_SPACE, decode, with_offsets


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
