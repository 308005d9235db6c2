"""The contract of work items and decision records (embedding schema 0.1.0), written from docs/contracts/backlog.md.

Of redaction (B21) it has a few forms of known tokens, as many as the cases of other clauses need. A range is of characters.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Iterator

import yaml

from about import PARTS, head_of, list_of, shortened, words
from calling import Call, Document, Refused, error, one_of, settings, warn, write
from documents import Block, rfc3339
from front_matter import Field, fields, front_matter
from redaction import MARKER, before_marker, redact
from sections import Body, Entry, KNOWN, Piece, Section, classify, clean_path, is_other_script, is_task, key_of, section_path
from sentences import Range, sentences
from text import LONGEST, WHITE_SPACE, collapse, decode, is_blank, sha256
from worklog import entry_time, parse_date

DEFAULTS = {"product": None, "header_chunk": True, "repeat_heading": True, "hash_format": "bare", "redact": True, "embed": []}
LONGEST_HEAD = 300
SWITCH = one_of(True, False)
CHECKS: dict[str, Callable[[Any], str | None]] = {
    "product": lambda value: None if value is None or isinstance(value, str) and not is_blank(value) else "text is needed",
    "header_chunk": SWITCH,
    "repeat_heading": SWITCH,
    "hash_format": one_of("bare", "prefixed"),
    "redact": SWITCH,
    "embed": list_of(*PARTS),
}

class Item:
    """A document."""

    def __init__(self, document: Document, path: str, chosen: dict[str, Any], warnings: list[tuple[str, str]]) -> None:
        self.path = path
        self.chosen = chosen
        self.warnings = warnings
        self.has_long = False
        self.has_long_head = False
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
            is_said = heading is title and heading.source.strip(WHITE_SPACE) == self.title
            if is_empty and (is_said or not collapse(heading.source) or key_of(heading.source) in known):
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

        def after(cut: int) -> int:
            """Where the part after a cut starts: white space there belongs to neither, but a line keeps its indentation."""
            at = cut
            while at < end and text[at] in WHITE_SPACE:
                at += 1
            return at if "\n" not in text[cut:at] else text.rindex("\n", cut, at) + 1

        cuts = body.cuts(start, end)
        fences = body.whole_fences(start, end, cuts[0], 1000, lambda cut: cut - after(cut))
        found, at = [], start
        while end - at > 1000:
            allowed = lambda places: [cut for cut in places if cut > at and body.may_cut(cut, fences)]
            by_kind = ([cut for cut in allowed(places) if 500 <= cut - at <= 1000] for places in [*cuts, range(at + 1, at + 1001)])
            below = [cut for cut in allowed(cuts[0]) if cut - at < 500]
            cut = next(filter(None, by_kind), below or [at + 1000])[-1]
            found.append(text[at:cut].rstrip(WHITE_SPACE))
            at = after(cut)
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
            record = {"text": piece.text, "metadata": {key: value for key, value in metadata.items() if value is not None}}
            yield record | self.to_embed(record)

    def to_embed(self, record: dict[str, Any]) -> dict[str, str]:
        """B23: the keys of the text to embed."""
        parts, known = words(self.chosen["embed"]), record["metadata"]
        if not parts:
            return {}
        whole = head_of(parts, known["title"], date=known.get("worklog_span_start", known.get("source_updated", "")))
        head = shortened(whole, LONGEST_HEAD, len)
        self.has_long_head |= head != whole
        text = f"{head}\n\n{record['text']}" if head else record["text"]
        return {"embed": text, "embed_hash": sha256(text)}


def non_null(value: str) -> str | None:
    """B8: the words that mean nothing."""
    text = collapse(value)
    return None if text.lower() in ("", "~", "null", "none") else text


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
            others = is_other_script(item.body.text), item.has_long, item.has_long_head
            for met, code in zip(others, ("another-script", "long-metadata", "long-head")):
                if met:
                    item.warn(code)
        except Refused as problem:
            error(f"{document.id}: {problem}")
            failed = True
        for code, message in warnings:
            warn(message, code)
        for record in made:
            write(record)
    return 1 if failed else 0
