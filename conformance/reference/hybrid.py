"""Checks records of the contract hybrid.chunking.v1 against their document: every law that docs/contracts/hybrid.md states in its first part.

Which strategy and where it cuts is decided by fitted models, which are data of one implementation. What must hold wherever it cuts is
checked here, from the records, the document and the settings alone.

    python conformance/reference/hybrid.py                     # all cases, and damaged records of each
    python conformance/reference/hybrid.py 1 300 target/release/chunk   # what a program makes of 300 random documents
"""

from __future__ import annotations

import json
import re
import uuid
from collections import Counter
from hashlib import sha256
from typing import Any, Iterator

import about
from cl100k import count
from front_matter import Field, Refused, fields, front_matter
from text import LONGEST, WHITE_SPACE, is_blank

VERSION = "hybrid.chunking.v1"
KEPT_WHOLE = 2000
Record = dict[str, Any]

KEYS = (
    "id sourceFile chunkIndex content tokenCount contextBefore contextAfter strategyType strategyMetadata createdAt sourceModifiedAt relatedChunks "
    "hierarchyLevel coherenceScore completeness complete flags relations duplicates overlapTokens contentHash startByte endByte startLine endLine"
).split()
PLACE = KEYS[-4:]
SIGNAL = "decisionType preferredOption rejectedOptions rationale confidence userId timestamp".split()
STEP = "stepNumber stepTitle stepType".split()
# Of each strategy: its type, and the keys of its metadata; the last one, after `?`, may be missing.
STRATEGIES = {
    "event-based": ("episodic", "phase taskId timestamp duration outcome relatedChunks"),
    "semantic-boundary": ("semantic", "topic summary keywords relatedTopics coherenceScore"),
    "preference-signal": ("preference", " ".join(SIGNAL) + " ?signals"),
    "step-based": ("procedural", " ".join(STEP) + " dependencies followups estimatedTime difficulty estimatedTimeSource ?steps"),
}
WORDS = {
    "phase": ("planning", "execution", "verification", "reflection"),
    "outcome": ("success", "failure", "partial", None),
    "decisionType": ("approval", "rejection", "configuration", "selection"),
    "stepType": ("main", "substep", "prerequisite", "optional"),
    "estimatedTimeSource": ("text", "estimate"),
    "kind": ("previous", "next", "parent", "child", "similar"),
}
# What the other chunk of a relation must say of this one.
REVERSE = {"previous": "next", "next": "previous", "parent": "child", "child": "parent"}
DEFAULTS: dict[str, Any] = {"maxChunkSize": 500, "minChunkSize": 50, "contextWindowSize": 50}


class Document:
    """A document, with its text as H1 normalizes it, and the place in the source of each of its characters."""

    def __init__(self, name: str, data: bytes, turns: list[Record] | None = None) -> None:
        self.name, self.data, self.turns = name, data, turns or []
        raw = data.decode("utf-8")
        bare = raw.removeprefix("\ufeff")
        self.text = bare.replace("\r\n", "\n")
        self.offsets, byte, at = [], len(data) - len(bare.encode("utf-8")), 0
        while at < len(bare):
            self.offsets.append(byte)
            step = 2 if bare.startswith("\r\n", at) else 1
            byte, at = byte + len(bare[at : at + step].encode("utf-8")), at + step
        self.offsets.append(byte)
        self.index = {offset: at for at, offset in enumerate(self.offsets)}
        lines = self.text.split("\n")
        last = front_matter(lines)
        self.body = min(sum(len(line) + 1 for line in lines[:last]), len(self.text))
        self.fields: dict[str, Field] = {}
        try:
            self.fields = fields("\n".join(lines[1 : last - 1])) if last else {}
        except Refused:
            pass

    def turns_in(self, start: int, end: int) -> list[Record]:
        """What a chunk at these bytes says of the turns that it holds something of (H28)."""

        def shown(index: int, turn: Record) -> Record:
            known = {key: turn[key][:LONGEST] for key in ("speaker", "at", "id") if turn.get(key) is not None}
            place = {key: turn[key] for key in ("line", "pointer", "byte") if turn.get(key) is not None and len(str(turn[key])) <= LONGEST}
            return {"index": index} | known | place | {"startByte": turn["start"], "endByte": turn["end"]}

        return [shown(index, turn) for index, turn in enumerate(self.turns) if turn["start"] < end and turn["end"] > start]

    def line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1


def collapsed(text: str) -> str:
    return " ".join(text.split())


def longest(text: str, most: int, is_before: bool) -> str:
    """The longest run of whole words at one end that has at most `most` tokens (H12). Each word has one at least."""
    spaces = list(re.finditer(rf"[{WHITE_SPACE}]+", text))
    if is_before:
        parts = (text[at:] for at in [0, *(space.end() for space in spaces)][-most - 1 :])
    else:
        parts = (text[:at] for at in reversed([*(space.start() for space in spaces), len(text)][: most + 1]))
    return next((part for part in parts if count(part) <= most), "")


def of_record(record: Record, document: Document, settings: Record, times: Record) -> Iterator[str]:
    """The laws of one record."""
    kept = about.metadata(about.words(settings.get("keep", [])), {}, document.fields, [])
    options = ["cut"] * ("cut" in record) + ["embed", "embedHash"] * bool(settings.get("embed")) + list(kept)
    turns = document.turns_in(record["startByte"], record["endByte"]) if {"startByte", "endByte"} <= record.keys() else []
    options += ["turns"] * bool(turns)
    if list(record) != KEYS + options:
        yield f"H2.2 keys {list(record)}"
        return
    start, end = document.index.get(record["startByte"]), document.index.get(record["endByte"])
    if start is None or end is None or not document.body <= start < end:
        yield "H2.3 the bytes are no place in the text"
        return
    content = document.text[start:end]
    if content != record["content"] or is_blank(content) or content != content.strip("\n"):
        yield "H2.1 the content is not the text of its bytes"
    if [record["startLine"], record["endLine"]] != [document.line(start), document.line(end - 1)]:
        yield "H2.3 lines"
    if turns and [list(turn.items()) for turn in record["turns"]] != [list(turn.items()) for turn in turns]:
        yield "H28 turns"
    if record["sourceFile"] != document.name:
        yield "H1.1 sourceFile"
    if record["contentHash"] != sha256(content.encode()).hexdigest():
        yield "H11.2 contentHash"
    named = "\n".join([VERSION, record["sourceFile"], record["strategyType"], record["contentHash"]])
    if record["id"] != str(uuid.UUID(bytes=eight(sha256(named.encode()).digest()[:16]))):
        yield "H11.1 id"
    if record["tokenCount"] != count(content):
        yield "H6.1 tokenCount"
    yield from options_of(record, settings)
    if kept and json.dumps(record["metadata"]) != json.dumps(kept["metadata"]):
        yield "H27 metadata"
    if [record["createdAt"], record["sourceModifiedAt"]] != [times.get("created", times.get("modified")), times.get("modified")]:
        yield "H15.2 times"
    size = settings["contextWindowSize"] if settings.get("enableContextExtraction", True) else 0
    if settings.get("hardLimit"):
        size = min(size, (settings["maxChunkSize"] - record["tokenCount"]) // 2)
    before, after = document.text[document.body : start].strip(WHITE_SPACE), document.text[end:].strip(WHITE_SPACE)
    contexts = record["contextBefore"], record["contextAfter"]
    if settings.get("hardLimit") and settings.get("embed"):
        # How much room the longest head of the document takes is not looked into here.
        if not (before.endswith(contexts[0]) and after.startswith(contexts[1]) and max(map(count, contexts)) <= size):
            yield "H25 contexts"
    elif contexts != (longest(before, size, True), longest(after, size, False)):
        yield "H12 contexts"
    if type(record["hierarchyLevel"]) is not int or record["hierarchyLevel"] < 0:
        yield "H2.6 hierarchyLevel"
    yield from scores(record, settings)
    yield from metadata(record, document, settings)


def options_of(record: Record, settings: Record) -> Iterator[str]:
    """The size, and what the options add (H6, H25, H26)."""
    size, is_hard = settings["maxChunkSize"], settings.get("hardLimit", False)
    if record["tokenCount"] > (size if is_hard else max(size, KEPT_WHOLE)):
        yield "H25 above the limit" if is_hard else "H6.2 above what is kept whole"
    if "cut" in record and not (is_hard and record["cut"] is True):
        yield "H25 cut"
    if settings.get("embed"):
        text, content = record["embed"], record["content"]
        head = text.removesuffix(content).removesuffix("\n\n")
        if text not in (content, f"{head}\n\n{content}") or record["embedHash"] != sha256(text.encode()).hexdigest():
            yield "H26 embed"
        if count(head) > size // 4 or is_hard and count(text) > size:
            yield "H26 the head is too long"


def eight(digest: bytes) -> bytes:
    """The bytes of a UUID with version 8 and the variant of RFC 9562."""
    return bytes([*digest[:6], digest[6] & 0x0F | 0x80, digest[7], digest[8] & 0x3F | 0x80, *digest[9:]])


def scores(record: Record, settings: Record) -> Iterator[str]:
    coherence, completeness = record["coherenceScore"], record["completeness"]
    if not settings.get("enableQualityScoring", True):
        if [coherence, completeness, record["complete"], record["flags"]] != [None, None, None, []]:
            yield "H14.4 scores that are switched off"
        return
    if not all(isinstance(score, float) and 0 <= score <= 1 for score in (coherence, completeness)):
        yield "H14.1 scores"
        return
    if record["complete"] != (completeness >= 0.7):
        yield "H14.2 complete"
    if record["flags"] != ["low-coherence"] * (coherence < settings.get("semanticBoundary.minTopicCoherence", 0.5)):
        yield "H14.3 flags"


def metadata(record: Record, document: Document, settings: Record) -> Iterator[str]:
    if record["strategyType"] not in STRATEGIES:
        yield "H3.2 strategyType"
        return
    kind, names = STRATEGIES[record["strategyType"]]
    required, _, optional = names.partition(" ?")
    keys, values = ["type", *required.split()], record["strategyMetadata"]
    if values.get("type") != kind or list(values) not in (keys, [*keys, optional]):
        yield f"H2.4 keys of strategyMetadata {list(values)}"
        return
    parts = [values, *values.get("signals", []), *values.get("steps", [])]
    if any(list(part) != SIGNAL for part in values.get("signals", [])) or any(list(part) != STEP for part in values.get("steps", [])):
        yield "H2.4 keys of signals or steps"
    for part in parts:
        for key in WORDS.keys() & part.keys():
            if part[key] not in WORDS[key]:
                yield f"H2.5 {key}"
        if "confidence" in part and not settings.get("preferenceSignal.minConfidence", 0.5) <= part["confidence"] <= 1 and any(part.get(key) for key in SIGNAL[1:4]):
            yield "H19.1 confidence"
        verbatim = [part.get("preferredOption"), part.get("rationale"), part.get("stepTitle"), part.get("userId"), *part.get("rejectedOptions", [])]
        for text in filter(None, [*verbatim, part.get("topic")]):
            if len(text) > LONGEST:
                yield "C1 a text above 1,024 characters"
        if part.get("preferredOption", "").lower() in [option.lower() for option in part.get("rejectedOptions", [])]:
            yield "H19.26 an option is preferred and rejected"
        for text in filter(None, verbatim):
            if collapsed(text) not in collapsed(document.text):
                yield f"H19.2, H20.2 not verbatim: {text}"
        numbers = [part[key] for key in ("stepNumber", "estimatedTime", "duration") if part.get(key) is not None]
        if any(type(number) is not int or number < 0 for number in numbers):
            yield "H2.5 a number below 0"
    if "summary" in values and not is_summary(values["summary"], record["content"]):
        yield "H18.2 the summary is not verbatim"
    for key in ("dependencies", "followups", "keywords", "relatedTopics", "rejectedOptions", "relatedChunks"):
        if len(set(values.get(key, []))) < len(values.get(key, [])):
            yield f"H2.5 {key} has an entry twice"
    for key in ("signals", "steps"):
        if len(values.get(key, [0, 0])) < 2:
            yield f"H2.4 {key} of one"
    if "signals" in values and max(values["signals"], key=lambda signal: signal["confidence"])["confidence"] != values["confidence"]:
        yield "H19.4 the surest signal"
    if kind == "procedural" and values["difficulty"] not in range(1, 6):
        yield "H20.3 difficulty"
    if len(values.get("keywords", [])) > 10:
        yield "H18.3 keywords"
    if kind == "semantic" and values["coherenceScore"] != record["coherenceScore"]:
        yield "H18.4 coherenceScore"


def is_summary(summary: str, content: str) -> bool:
    """Whether it is one part of the content, or two in their order with a space between them (H18)."""
    spaces = [at for at, c in enumerate(summary) if c == " "]
    pairs = ((summary[:at], summary[at + 1 :]) for at in spaces)
    return summary in content or any((at := content.find(first)) >= 0 and content.find(second, at + len(first)) >= 0 for first, second in pairs)


def links(records: list[Record], settings: Record) -> Iterator[str]:
    """The laws of relations (H13) and of steps (H20)."""
    ids = {record["id"]: record for record in records}
    for record in records:
        own, related = record["id"], [relation["id"] for relation in record["relations"]]
        if record["relatedChunks"] != list(dict.fromkeys(related)) or own in related or not set(related) <= ids.keys():
            yield "H13.1 relatedChunks"
            continue
        if related and not settings.get("enableRelationshipLinking", True):
            yield "H13.5 relations that are switched off"
        kinds = Counter(relation["kind"] for relation in record["relations"])
        if not kinds.keys() <= set(WORDS["kind"]) or kinds["similar"] > 3 or kinds["previous"] > 1 or kinds["next"] > 1 or kinds["parent"] > 1:
            yield "H13.2 kinds of relations"
        for relation in record["relations"]:
            back = REVERSE.get(relation["kind"])
            if back and {"kind": back, "id": own} not in ids[relation["id"]]["relations"]:
                yield f"H13.3 the reverse of {relation['kind']} is missing"
        values = record["strategyMetadata"]
        order = [relation["id"] for relation in record["relations"] if relation["kind"] in ("previous", "next")]
        if values.get("relatedChunks", order) != order:
            yield "H17.3 relatedChunks of the metadata"
        for key, other in (("dependencies", "followups"), ("followups", "dependencies")):
            for step in values.get(key, []):
                if step == own or step not in ids or own not in ids[step]["strategyMetadata"].get(other, []):
                    yield f"H20.4 {key}"
    waiting = {record["id"]: set(record["strategyMetadata"].get("dependencies", [])) for record in records}
    while ready := [step for step, needs in waiting.items() if not needs & waiting.keys()]:
        for step in ready:
            del waiting[step]
    if waiting:
        yield "H20.5 steps that require each other"


def coverage(records: list[Record], document: Document, settings: Record) -> Iterator[str]:
    """Order, overlap, duplicates, and that nothing is lost (H7, H9, H10)."""
    covered: set[int] = set()
    places = [place for record in records for place in (record, *record["duplicates"])]
    ends = sorted((document.index.get(place["startByte"], -1), document.index.get(place["endByte"], -1)) for place in places)
    last = -1
    for number, record in enumerate(records):
        start = document.index[record["startByte"]]
        if record["chunkIndex"] != number or start <= last:
            yield "H2.7 chunkIndex"
        last = start
        end = max(((at, stop) for at, stop in ends if at < start), default=(0, 0))[1]
        after = end + len(document.text[end:]) - len(document.text[end:].lstrip(WHITE_SPACE))
        if not (count(document.text[start:end]) <= record["overlapTokens"] <= count(document.text[start:after]) if start < end else record["overlapTokens"] == 0):
            yield f"H7.2 overlapTokens {record['overlapTokens']}"
        for place in (record, *record["duplicates"]):
            at, stop = (document.index.get(place[key], -1) for key in ("startByte", "endByte"))
            lines = [document.line(at), document.line(stop - 1)]
            if document.text[at:stop] != record["content"] or place is not record and (list(place) != PLACE or lines != [place["startLine"], place["endLine"]]):
                yield "H10.2 duplicates"
            covered.update(range(at, stop))
    same = Counter((record["strategyType"], record["contentHash"]) for record in records)
    if any(number > 1 for number in same.values()):
        yield "H10.1 two chunks with one content"
    extracts = any(record["strategyType"] == "preference-signal" for record in records) or settings.get("defaultStrategy") == "preference-signal"
    lost = [at for at in range(document.body, len(document.text)) if at not in covered and document.text[at] not in WHITE_SPACE]
    if lost and not (extracts and settings.get("preferenceSignal.includeRemainder") is not True):
        yield f"H9.1 text is lost from line {document.line(lost[0])}"


def written(line: bytes, record: Record) -> bool:
    """Whether a line is written as C7 and H15.1 say: compact, scores with three decimals."""

    def number(value: Any) -> Any:
        return f"\0{value:.3f}\0" if isinstance(value, float) else value if not isinstance(value, (dict, list)) else walk(value)

    def walk(value: Any) -> Any:
        return {key: number(part) for key, part in value.items()} if isinstance(value, dict) else [number(part) for part in value]

    text = json.dumps(walk(record), ensure_ascii=False, separators=(",", ":"))
    return re.sub(r'"\\u0000([0-9.]+)\\u0000"', r"\1", text).encode() == line


def problems(document: Document, lines: bytes, config: Record, times: Record) -> list[str]:
    """Every law that these records break."""
    settings = DEFAULTS | config
    found: list[str] = []
    records = []
    for number, line in enumerate(lines.splitlines()):
        try:
            record = json.loads(line)
        except ValueError:
            return [f"record {number}: no JSON"]
        try:
            own = list(of_record(record, document, settings, times)) if isinstance(record, dict) else ["C8.1 no object"]
        except (TypeError, AttributeError, KeyError):
            own = ["H2.5 a value of another type"]
        if not own and not written(line, record):
            own = ["H15.1 written otherwise"]
        found += [f"record {number}: {problem}" for problem in own]
        records.append(record)
    if found:
        return found
    if not records:
        return [] if is_blank(document.text[document.body :]) or settings.get("defaultStrategy") == "preference-signal" else ["H8 no records"]
    try:
        return [*links(records, settings), *coverage(records, document, settings)]
    except (TypeError, AttributeError, KeyError):
        return ["H2.5 a value of another type"]


if __name__ == "__main__":
    import hybrid_trial

    hybrid_trial.main()
