"""The contract of work items and decision records (embedding schema 0.1.0), written from docs/contracts/backlog.md.

Of redaction (B21) it has a few forms of known tokens, as many as the cases of other clauses need. A range is of characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

import regex
import yaml

from calling import Call, Document, Refused, error, one_of, settings, warn, write
from documents import Block, blocks, rfc3339
from front_matter import Field, fields, front_matter
from sentences import Range, paragraphs, sentences
from text import LONGEST, WHITE_SPACE, collapse, decode, is_blank, sha256
from worklog import entry_time, parse_date

DEFAULTS = {"product": None, "header_chunk": True, "repeat_heading": True, "hash_format": "bare", "redact": True}
SWITCH = one_of(True, False)
CHECKS: dict[str, Callable[[Any], str | None]] = {
    "product": lambda value: None if value is None or isinstance(value, str) and not is_blank(value) else "text is needed",
    "header_chunk": SWITCH,
    "repeat_heading": SWITCH,
    "hash_format": one_of("bare", "prefixed"),
    "redact": SWITCH,
}

# Redaction (B21)

MARKER = re.compile(r"\[REDACTED:([a-z0-9-]{1,64})\]")
KNOWN_FORMS = [
    ("private-key", re.compile(r"-----BEGIN (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----.*?-----END (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----", re.S)),
    ("github-token", re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})\b")),
    ("gitlab-token", re.compile(r"\bglpat-[A-Za-z0-9_-]{20,}")),
    ("slack-token", re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}")),
    ("openai-key", re.compile(r"\bsk-[A-Za-z0-9_-]{20,}")),
    ("aws-key", re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b")),
    ("google-api-key", re.compile(r"\bAIza[A-Za-z0-9_-]{35}")),
    ("jwt", re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}")),
    ("password", re.compile(r"(?i)(?<=password: \")[^\"\s]+(?=\")")),
    ("url-credentials", re.compile(r"(?<=://)[^\s/:@]+:[^\s/@]+(?=@)")),
]


def redact(text: str) -> str:
    for name, form in KNOWN_FORMS:
        text = form.sub(f"[REDACTED:{name}]", text)
    return text


def markers(text: str) -> list[Range]:
    return [match.span() for match in MARKER.finditer(text)]


def before_marker(text: str, at: int) -> int:
    """`at`, or the start of the marker that it would cut."""
    return next((start for start, end in markers(text) if start < at < end), at)


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
        follows_heading = any(start <= at <= end and (end < len(self.text) or at < end) for start, end in self.after_headings)
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


class Item:
    """A document."""

    def __init__(self, document: Document, path: str, chosen: dict[str, Any], warnings: list[tuple[str, str]]) -> None:
        self.path = path
        self.chosen = chosen
        self.warnings = warnings
        self.has_long = False
        text = decode(path, document.data).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        place = classify(path)
        if place is None:
            raise Refused(f"{path}: not the path of an item or a decision record")
        self.doctype, product = place
        self.product = product or chosen["product"]
        if self.product is None:
            raise Refused(f"{path}: no product in the path: give one")
        lines = text.split("\n")
        end = front_matter(lines)
        given = fields("\n".join(lines[1 : end - 1])) if end else {}
        body = "\n".join(lines[end:])
        self.body = Body(redact(body) if chosen["redact"] else body)
        self.read_metadata(given)

    def warn(self, code: str, message: str = "") -> None:
        self.warnings.append((code, f"{self.path}: {message}"))

    # Metadata (B2, B6 to B8)

    def scalar(self, given: dict[str, Field], key: str) -> str | None:
        if key not in given:
            return None
        node, line = given[key]
        if not isinstance(node, yaml.ScalarNode):
            self.warn("not-text", f"line {line}: {key}")
            return None
        return self.redacted(non_null(node.value))

    def redacted(self, value: str | None) -> str | None:
        return redact(value) if value is not None and self.chosen["redact"] else value

    def cut(self, value: str | None) -> str | None:
        if value is None or len(value) <= LONGEST:
            return value
        self.has_long = True
        return value[: before_marker(value, LONGEST)]

    def identity(self, given: dict[str, Field], key: str) -> str | None:
        node = given.get(key, (None, 0))[0]
        if isinstance(node, yaml.ScalarNode) and len(collapse(node.value)) > LONGEST:
            raise Refused(f"{self.path}: line {given[key][1]}: {key} is above {LONGEST} characters")
        return self.scalar(given, key)

    def read_metadata(self, given: dict[str, Field]) -> None:
        stem = self.path.split("/")[-1].removesuffix(".md")
        is_item = self.doctype == "item"
        self.id = self.identity(given, "id") or stem.split("_")[0]
        if len(self.id) > LONGEST:
            raise Refused(f"{self.path}: the id is above {LONGEST} characters")
        self.uid = self.identity(given, "uid")
        self.type = self.cut(self.scalar(given, "type")) if is_item else None
        names = (collapse(heading.source) for heading in self.body.headings)
        title = self.scalar(given, "title") or next(filter(None, names), None) or self.redacted(stem)
        self.title = str(self.cut(title))
        status = None if is_item else self.scalar(given, "status")
        self.state = self.cut(status if status is not None else self.scalar(given, "state"))
        self.parent = self.identity(given, "parent") if is_item else None
        self.tags = self.read_tags(given)
        instead = [] if is_item else ["date", "decision_date"]
        known: dict[str, int | None] = {}
        self.updated = self.first_date(given, ["updated", *instead], known)
        self.created = self.first_date(given, ["created", *instead], known)

    def read_tags(self, given: dict[str, Field]) -> list[str]:
        node, line = given.get("tags", (None, 0))
        if node is None:
            return []
        if isinstance(node, yaml.MappingNode):
            self.warn("not-text", f"line {line}: tags")
            return []
        tags: list[str] = []
        for one in [node] if isinstance(node, yaml.ScalarNode) else node.value:
            if not isinstance(one, yaml.ScalarNode):
                self.warn("not-text", f"line {one.start_mark.line + 2}: a tag")
                continue
            value = self.redacted(non_null(one.value))
            if value is None:
                continue
            pieces = re.split(r"(\[REDACTED:[a-z0-9-]{1,64}\])", value)
            tag = str(self.cut("".join(piece if MARKER.fullmatch(piece) else piece.lower() for piece in pieces)))
            if sum(map(len, tags)) + len(tag) > LONGEST:
                self.has_long = True
            else:
                tags.append(tag)
        return tags

    def first_date(self, given: dict[str, Field], keys: list[str], known: dict[str, int | None]) -> int | None:
        for key in keys:
            if key not in known:
                value = self.scalar(given, key)
                known[key] = None if value is None else parse_date(value)
                if value is not None and known[key] is None:
                    self.warn("invalid-date", f"line {given[key][1]}: {key}")
            if known[key] is not None:
                return known[key]
        return None

    # Sections (B10, B12)

    def sections(self) -> list[Section]:
        body, known = self.body, KNOWN[self.doctype]
        first = body.headings[0] if body.headings else None
        title = first if first and first.level == 1 and key_of(first.source) not in known else None
        top: list[Block] = []
        under_title = False
        for heading in body.headings:
            if heading.level == 1:
                under_title = heading is title
            named = self.doctype == "item" and key_of(heading.source) in ("decisions", "links")
            if heading.level == 1 or heading.level == 2 and (under_title or named):
                top.append(heading)
        found: list[Section] = []
        start, end = body.trim(0, top[0].first if top else len(body.lines))
        if start < end:
            found.append(Section(start, end, self.doctype + "/other"))
        for heading, after in zip(top, [*(later.first for later in top[1:]), len(body.lines)]):
            start, end = body.trim(heading.end, after)
            is_empty = start == end
            end = heading.end if is_empty else end
            if is_empty and (heading is title or not collapse(heading.source) or key_of(heading.source) in known):
                continue
            path = self.doctype + "/other" if heading is title else section_path(self.doctype, heading.source)
            found.append(Section(heading.first, end, path, heading))
        return found

    # Cuts (B13 to B15)

    def split(self, section: Section) -> list[str]:
        body, text = self.body, self.body.text
        start, end = body.range_of(section.first, section.end)
        if end - start <= 1200:
            return [text[start:end]]
        heading = ""
        if section.heading and self.chosen["repeat_heading"]:
            source = "\n".join(body.lines[section.heading.first : section.heading.end])
            heading = source + "\n\n" if len(source) <= 150 else ""

        def overlap(cut: int) -> int:
            at = max(start, cut - 150)
            return next((last for first, last in body.markers if first < at < last), at)

        def repeated(cut: int) -> int:
            return 0 if cut == start else len(heading) + cut - overlap(cut)

        cuts = body.cuts(start, end)
        fences = body.whole_fences(start, end, cuts[0], 1200, repeated)
        pieces, at = [], start
        while at < end:
            before = repeated(at)
            cut = end if before + end - at <= 1100 else self.next_cut(at, end, before, cuts, fences)
            pieces.append(text[at:cut] if at == start else heading + text[overlap(at) : cut])
            at = cut
        return pieces

    def next_cut(self, at: int, end: int, before: int, cuts: list[list[int]], fences: list[Range]) -> int:
        anywhere = list(range(at + 1, min(end, at + 1200) + 1))
        allowed = lambda places: [cut for cut in places if cut > at and self.body.may_cut(cut, fences)]
        for places in [*cuts, anywhere]:
            sizes = {cut: before + cut - at for cut in places if at < cut <= end and 600 <= before + cut - at <= 1200}
            sizes = {cut: sizes[cut] for cut in allowed(sizes)}
            if sizes:
                # The largest of 900 to 1,100; else the nearest to it, of equally near ones the longer.
                distance = lambda cut: max(900 - sizes[cut], sizes[cut] - 1100, 0)
                return min(sizes, key=lambda cut: (distance(cut), -cut))
        below = [cut for cut in allowed(cuts[0]) if before + cut - at < 600]
        return below[-1] if below else min(end, at + 1200 - before)

    # Worklogs (B16, B17)

    def entries(self, section: Section) -> tuple[Range | None, list[Entry]]:
        """The undated text at the start of a worklog, and its entries."""
        body = self.body
        first = section.heading.end if section.heading else section.first
        fenced = {line for fence in body.fences for line in range(fence.first, fence.end)}
        times = {line: entry_time(body.lines[line]) for line in range(first, section.end) if line not in fenced}
        starts = [line for line, time in times.items() if time is not None]
        undated = body.trim(first, starts[0] if starts else section.end)
        found = []
        for line, after in zip(starts, [*starts[1:], section.end]):
            _, end = body.trim(line, after)
            found.append(Entry(int(times[line] or 0), *body.range_of(line, end)))
        return (body.range_of(*undated) if undated[0] < undated[1] else None), found

    def parts(self, start: int, end: int) -> list[str]:
        """An entry above 1,000 characters in parts."""
        body, text = self.body, self.body.text
        if end - start <= 1000:
            return [text[start:end]]
        cuts = body.cuts(start, end)
        fences = body.whole_fences(start, end, cuts[0], 1000, lambda cut: 0)
        found, at = [], start
        while end - at > 1000:
            allowed = lambda places: [cut for cut in places if cut > at and body.may_cut(cut, fences)]
            by_kind = ([cut for cut in allowed(places) if 500 <= cut - at <= 1000] for places in [*cuts, range(at + 1, at + 1001)])
            below = [cut for cut in allowed(cuts[0]) if cut - at < 500]
            cut = next(filter(None, by_kind), below or [at + 1000])[-1]
            found.append(text[at:cut].rstrip(WHITE_SPACE))
            at = cut
            while at < end and text[at] in WHITE_SPACE:
                at += 1
            # A following line keeps its indentation.
            at = max(at if "\n" not in text[cut:at] else text.rindex("\n", cut, at) + 1, cut)
        return [*found, text[at:end]]

    def worklog(self, entries: list[Entry]) -> Iterator[Piece]:
        path = self.doctype + "/worklog"
        size = lambda group: sum(map(len, group)) + len(group) - 1
        group: list[Entry] = []

        def flush() -> Iterator[Piece]:
            if group:
                text = "\n".join(self.body.text[entry.start : entry.end] for entry in group)
                yield Piece(text, path, "worklog", (group[0].time, group[-1].time))
            group.clear()

        day = None
        for entry in sorted(entries, key=lambda entry: entry.time):
            if entry.time // 86400 != day:
                yield from flush()
                day = entry.time // 86400
            if len(entry) > 1000:
                yield from flush()
                for text in self.parts(entry.start, entry.end):
                    yield Piece(text, path, "worklog", (entry.time, entry.time))
                continue
            if group and (len(group) == 5 or size([*group, entry]) > 1000):
                last = group[-1]
                yield from flush()
                group += [last] if size([last, entry]) <= 1000 else []
            group.append(entry)
        yield from flush()

    # The header (B9)

    def header(self, sections: list[Section]) -> str:
        context = (self.first_paragraph(section) for section in sections if section.path.endswith("/context"))
        paragraph = next(filter(None, context), None)
        text = self.title
        if paragraph:
            start, end = sentences(paragraph)[0]
            text += "\n" + paragraph[start:end].strip(WHITE_SPACE)
        if len(text) <= 1200:
            return text
        ends = [at for at in range(1, 1201) if text[at] in WHITE_SPACE and text[at - 1] not in WHITE_SPACE]
        return text[: ends[-1] if ends else before_marker(text, 1200)]

    def first_paragraph(self, section: Section) -> str | None:
        inside = (block for block in self.body.all if block.kind == "paragraph" and section.first <= block.first < section.end)
        texts = (collapse(re.sub(r"^\[[ xX]\][ \t]+", "", block.source) if is_task(block) else block.source) for block in inside)
        return next(filter(None, texts), None)

    # Records (B5, B6, B19, B20)

    def pieces(self) -> list[Piece]:
        sections = self.sections()
        found = []
        if self.chosen["header_chunk"]:
            found.append(Piece(self.header(sections), self.doctype + "/header", "header"))
        undated: list[Range] = []
        entries: list[Entry] = []
        for section in sections:
            if section.path.endswith("/worklog"):
                start, own = self.entries(section)
                undated += [start] if start else []
                entries += own
            else:
                kind = "decision" if section.path == "adr/decision" else "section"
                found += [Piece(text, section.path, kind) for text in self.split(section)]
        for start, end in undated:
            found += [Piece(text, self.doctype + "/worklog", "worklog") for text in self.parts(start, end)]
        return [*found, *self.worklog(entries)]

    def records(self) -> Iterator[dict[str, Any]]:
        pieces = self.pieces()
        hashed = (lambda text: "sha256:" + sha256(text)) if self.chosen["hash_format"] == "prefixed" else sha256
        date = lambda seconds: None if seconds is None else rfc3339(seconds)
        repeated = " ".join([self.title, *self.tags])
        for index, piece in enumerate(pieces):
            names = sorted({match[1] for text in (repeated, piece.text) for match in MARKER.finditer(text)})
            metadata = {
                "schema_version": "0.1.0",
                "doc_id": self.id,
                "uid": self.uid,
                "doctype": self.doctype,
                "item_type": self.type,
                "title": self.title,
                "state": self.state,
                "tags": self.tags,
                "parent": self.parent,
                "product": self.product,
                "source_path": self.path,
                "path_hash": hashed(self.path),
                "section_path": piece.path,
                "chunk_kind": piece.kind,
                "chunk_index": index,
                "chunk_count": len(pieces),
                "chunk_char_len": len(piece.text),
                "chunk_hash": hashed(piece.text),
                "source_updated": date(self.updated),
                "created_at": date(self.created),
                "worklog_span_start": date(piece.span[0] if piece.span else None),
                "worklog_span_end": date(piece.span[1] if piece.span else None),
                "language": "en",
                "redaction": "redacted:" + ",".join(names) if names else "none",
            }
            yield {"text": piece.text, "metadata": {key: value for key, value in metadata.items() if value is not None}}


def non_null(value: str) -> str | None:
    """B8: the words that mean nothing."""
    text = collapse(value)
    return None if text.lower() in ("", "~", "null", "none") else text


def is_task(paragraph: Block) -> bool:
    parent = paragraph.parents[-1] if paragraph.parents else None
    return parent is not None and parent.kind == "item" and parent.children[0] is paragraph


LETTER = regex.compile(r"\p{Alphabetic}", regex.V1)


def is_other_script(text: str) -> bool:
    """B20: whether more letters are of other scripts than of Latin."""
    is_latin = lambda c: c < "\x80" or "\xc0" <= c <= "\u024f" or "\u1e00" <= c <= "\u1eff"
    letters = LETTER.findall(text)
    return 2 * sum(map(is_latin, letters)) < len(letters)


def main(call: Call) -> int:
    chosen = settings(call, DEFAULTS, CHECKS)
    failed = False
    for document in call.documents():
        if call.is_folder and classify(document.id) is None:
            continue
        warnings: list[tuple[str, str]] = []
        made: list[dict[str, Any]] = []
        try:
            if document.error:
                raise document.error
            item = Item(document, clean_path(document.id), chosen, warnings)
            made = list(item.records())
            if is_other_script(item.body.text):
                item.warn("another-script")
            if item.has_long:
                item.warn("long-metadata")
        except Refused as problem:
            error(f"{document.id}: {problem}")
            failed = True
        for code, message in warnings:
            warn(message, code)
        for record in made:
            write(record)
    return 1 if failed else 0
