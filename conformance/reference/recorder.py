"""The contract ft.recorder.chunking.v1, written from docs/contracts/recorder.md."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, NamedTuple

from calling import Call, Document, error, settings, warn, whole_number, write
from json_prefix import is_prefix
from text import LONGEST, WHITE_SPACE, is_blank, sha256

VERSION = "ft.recorder.chunking.v1"
LONGEST_LINE = 16 << 20
U64, I64 = range(1 << 64), range(-(1 << 63), 1 << 63)
MARKERS = {"ingress": "[IN] ", "egress": "[OUT] "}

DEFAULTS = {
    "max_chunk_chars": 1800,
    "max_chunk_events": 48,
    "max_window_ms": 120000,
    "hard_gap_ms": 30000,
    "min_chunk_chars": 80,
    "merge_window_ms": 8000,
    "overlap_chars": 120,
}
LEAST = {"max_chunk_chars": 16, "max_chunk_events": 1}


class BadRecord(Exception):
    """Why a record cannot be read (R17)."""


class Position(NamedTuple):
    segment: int
    ordinal: int
    byte: int

    def json(self) -> dict[str, int]:
        return {"segment_id": self.segment, "ordinal": self.ordinal, "byte_offset": self.byte}


@dataclass
class Event:
    position: Position
    id: str
    pane: int
    session: str | None
    at: int
    direction: str | None  # None: a control or lifecycle event
    text: str = ""
    is_gap: bool = False


@dataclass
class Failure:
    """A record that cannot be read; `ends` says whether the log ends with it."""

    message: str


@dataclass
class Torn:
    message: str


# Input: R1, R2


class Object(dict):
    """A JSON object that knows which keys it was given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = {key for key in keys if keys.count(key) > 1} if len(self) < len(keys) else set()


def parse_json(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadRecord(f"not UTF-8 at byte {problem.start}") from None

    def constant(name: str) -> None:
        raise BadRecord(f"{name} is no JSON")

    def number(digits: str) -> Any:
        # -0 and numbers of any length are JSON, but no whole number that a key can have.
        return float("inf") if len(digits) > 40 or digits == "-0" else int(digits)

    try:
        return json.loads(text, parse_constant=constant, parse_int=number, object_pairs_hook=Object)
    except RecursionError:
        raise BadRecord("nested too deep") from None
    except ValueError as problem:
        raise BadRecord(f"no JSON: {problem}") from None


def has_surrogate(text: str) -> bool:
    return any("\ud800" <= c <= "\udfff" for c in text)


def need_object(value: Any, name: str, *keys: str) -> Object:
    """`value`, an object that has none of `keys` twice."""
    if not isinstance(value, Object):
        raise BadRecord(f"{name}: an object is needed")
    if any(map(has_surrogate, value)):
        raise BadRecord(f"{name}: a lone surrogate in a key")
    twice = [key for key in keys if key in value.twice]
    if twice:
        raise BadRecord(f"{name}: {twice[0]} is given twice")
    return value


def need_text(value: Object, key: str) -> str:
    text = value.get(key)
    if not isinstance(text, str) or has_surrogate(text):
        raise BadRecord(f"{key}: text is needed")
    return text


def need_number(value: Object, key: str, numbers: range) -> int:
    number = value.get(key)
    if type(number) is not int or number not in numbers:
        raise BadRecord(f"{key}: a whole number in range is needed")
    return number


def short(key: str, text: str) -> str:
    if len(text) > LONGEST:
        raise BadRecord(f"{key}: above {LONGEST} characters (C1)")
    return text


def parse_position(value: Any) -> Position:
    keys = ("segment_id", "ordinal", "byte_offset")
    offset = need_object(value, "offset", *keys)
    return Position(*(need_number(offset, key, U64) for key in keys))


def parse_event(value: Any, position: Position) -> Event:
    keys = ("schema_version", "event_id", "pane_id", "session_id", "occurred_at_ms", "event_type", "text", "is_gap")
    event = need_object(value, "event", *keys)
    if need_text(event, "schema_version") != "ft.recorder.event.v1":
        raise BadRecord("schema_version: not ft.recorder.event.v1")
    name = short("event_id", need_text(event, "event_id"))
    if not name:
        raise BadRecord("event_id: empty")
    pane = need_number(event, "pane_id", U64)
    session = None if event.get("session_id") is None else short("session_id", need_text(event, "session_id"))
    at = need_number(event, "occurred_at_ms", I64)
    kind = need_text(event, "event_type")
    if kind in ("control_marker", "lifecycle_marker"):
        return Event(position, name, pane, session, at, None)
    if kind == "ingress_text":
        return Event(position, name, pane, session, at, "ingress", need_text(event, "text"))
    if kind == "egress_output":
        is_gap = event.get("is_gap", False)
        if type(is_gap) is not bool:
            raise BadRecord("is_gap: true or false is needed")
        return Event(position, name, pane, session, at, "egress", need_text(event, "text"), is_gap)
    raise BadRecord(f"event_type: {kind} is unknown")


def is_log(data: bytes) -> bool:
    """Whether the first record of an append log is whole."""
    length = int.from_bytes(data[:4], "little")
    if len(data) < 4 or not 0 < length <= LONGEST_LINE or len(data) < 4 + length:
        return False
    try:
        # Whether it is UTF-8 makes no difference here.
        return isinstance(parse_json(data[4 : 4 + length].decode("utf-8", "replace").encode("utf-8")), Object)
    except BadRecord:
        return False


OTHER_FORMATS = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"%PDF", b"\xff\xfe", b"\xfe\xff")


def starts_like_text(data: bytes) -> bool:
    has_control = any(byte < 0x20 and byte not in b"\t\n\r" for byte in data[:5])
    return not has_control and not data.startswith(OTHER_FORMATS)


def read(data: bytes) -> Iterator[Event | Failure | Torn]:
    if is_log(data):
        yield from read_log(data)
    elif starts_like_text(data):
        yield from read_lines(data)
    else:
        yield Failure("neither an append log nor JSONL")


def read_lines(data: bytes) -> Iterator[Event | Failure]:
    start, ordinal = 0, 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip(b" \t\n\r\x0c"):
            try:
                if len(line.removesuffix(b"\r")) > LONGEST_LINE:
                    raise BadRecord("above 16 MiB")
                value = parse_json(line)
                if isinstance(value, Object) and "offset" in value and "event" in value:
                    need_object(value, "line", "offset", "event")
                    yield parse_event(value["event"], parse_position(value["offset"]))
                else:
                    yield parse_event(value, Position(0, ordinal, start))
            except BadRecord as problem:
                yield Failure(f"line {number}: {problem}")
            ordinal += 1
        start += len(line) + 1


def read_log(data: bytes) -> Iterator[Event | Failure | Torn]:
    start, ordinal = 0, 0
    while start < len(data):
        length = int.from_bytes(data[start : start + 4], "little")
        if len(data) - start < 4:
            yield Torn(f"the record at byte {start} is torn")
            return
        body = data[start + 4 : start + 4 + length]
        if not 0 < length <= LONGEST_LINE or len(body) < length and not is_prefix(body):
            yield Failure(f"a wrong length at byte {start}: {len(data) - start} bytes are not read")
            return
        if len(body) < length:
            yield Torn(f"the record at byte {start} is torn")
            return
        try:
            yield parse_event(parse_json(body), Position(0, ordinal, start))
        except BadRecord as problem:
            yield Failure(f"the record at byte {start}: {problem}")
        start, ordinal = start + 4 + length, ordinal + 1


# Text: R4


def trim_lines(text: str) -> str:
    return "\n".join(line.rstrip(WHITE_SPACE) for line in text.split("\n"))


def normalize(text: str) -> str:
    return trim_lines(text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n"))


def contribution(direction: str, text: str) -> str:
    return trim_lines(MARKERS[direction] + text)


def utf8_length(text: str) -> int:
    return len(text.encode("utf-8"))


# Chunks: R6 to R13


class Overlap(NamedTuple):
    chunk_id: str
    end: Position
    text: str


@dataclass
class Chunk:
    after_soft_split: bool
    overlap: Overlap | None = None
    parts: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    start_text: int = 0
    end_text: int = 0

    def add(self, event: Event, part: str, start: int, end: int) -> None:
        if not self.events:
            self.start_text = start
        self.events.append(event)
        self.parts.append(part)
        self.end_text = end

    @property
    def own_text(self) -> str:
        return "\n".join(self.parts)

    @property
    def text(self) -> str:
        return (self.overlap.text + "\n" if self.overlap else "") + self.own_text

    @property
    def direction(self) -> str:
        directions = {event.direction for event in self.events}
        return "mixed_glued" if len(directions) > 1 else str(directions.pop())

    @property
    def id(self) -> str:
        first, last = self.events[0].position.ordinal, self.events[-1].position.ordinal
        return sha256(f"{VERSION}:{self.events[0].pane}:{self.direction}:{first}:{last}:{sha256(self.text)}")

    def record(self) -> dict[str, Any]:
        sessions = {event.session for event in self.events}
        times = [event.at for event in self.events]
        record = {
            "chunk_id": self.id,
            "policy_version": VERSION,
            "pane_id": self.events[0].pane,
            "session_id": sessions.pop() if len(sessions) == 1 else None,
            "direction": self.direction,
            "start_offset": self.events[0].position.json(),
            "end_offset": self.events[-1].position.json(),
            "event_ids": [event.id for event in self.events],
            "event_count": len(self.events),
            "occurred_at_start_ms": min(times),
            "occurred_at_end_ms": max(times),
            "text_chars": len(self.text),
            "content_hash": sha256(self.text),
            "text": self.text,
            "source_hash": sha256(self.own_text),
            "start_text_offset": self.start_text,
            "end_text_offset": self.end_text,
        }
        if self.overlap:
            record["overlap"] = {
                "from_chunk_id": self.overlap.chunk_id,
                "source_end_offset": self.overlap.end.json(),
                "chars": len(self.overlap.text),
            }
        return record


class Chunker:
    """Takes events in order, and hands over chunks."""

    def __init__(self, limits: dict[str, int], emit: Callable[[Chunk], None]) -> None:
        self.limits = limits
        self.emit = emit
        self.open: Chunk | None = None
        # The chunk before the open one, while the open one may still be attached to it (R11).
        self.previous: Chunk | None = None

    def hard_boundary(self) -> None:
        """A hard boundary, or the end of the stream."""
        if self.open is None:
            return
        if self.previous is not None and self.is_tail(self.open, self.previous):
            for event, part in zip(self.open.events, self.open.parts):
                self.previous.add(event, part, 0, self.open.end_text)
            self.emit(self.previous)
        else:
            if self.previous is not None:
                self.emit(self.previous)
            self.emit(self.open)
        self.open = self.previous = None

    def is_tail(self, chunk: Chunk, before: Chunk) -> bool:
        """R11: whether a chunk is attached to the one before it."""
        own = len(chunk.own_text)
        return (
            chunk.after_soft_split
            and own < self.limits["min_chunk_chars"]
            and chunk.direction != "mixed_glued"
            and chunk.start_text == 0
            and len(before.text) + 1 + own <= self.limits["max_chunk_chars"]
        )

    def soft_split(self) -> None:
        if self.previous is not None:
            self.emit(self.previous)
        self.previous, self.open = self.open, None

    def begin(self, event: Event, room: int | None) -> Chunk:
        """Opens a chunk with its overlap (R9). `room` is what a whole event leaves for it; pieces leave any room."""
        chunk = Chunk(after_soft_split=self.previous is not None)
        before = self.previous
        if before and before.events[-1].pane == event.pane and before.events[-1].direction == event.direction:
            chars = min(self.limits["overlap_chars"], self.limits["max_chunk_chars"] // 2)
            if room is not None:
                chars = min(chars, room)
            text = before.text[-chars:] if chars > 0 else ""
            if not is_blank(text):
                chunk.overlap = Overlap(before.id, before.events[-1].position, text)
        self.open = chunk
        return chunk

    def push(self, event: Event) -> None:
        if event.direction is None:
            self.hard_boundary()
            return
        text = normalize(event.text)
        if event.is_gap:
            self.hard_boundary()
            if is_blank(text):
                return
        part = contribution(event.direction, text)
        is_long = len(part) > self.limits["max_chunk_chars"]
        if self.open is not None and self.is_parted(self.open, event, text, part, is_long):
            self.hard_boundary()
        if self.open is not None and self.open.events[-1].direction == event.direction:
            if is_long or not self.fits(self.open, event, len(part)):
                self.soft_split()
        if is_long:
            self.push_pieces(event, text)
        else:
            chunk = self.open or self.begin(event, self.limits["max_chunk_chars"] - 1 - len(part))
            chunk.add(event, part, 0, utf8_length(text))

    def is_parted(self, chunk: Chunk, event: Event, text: str, part: str, is_long: bool) -> bool:
        """R6, R10: whether there is a hard boundary before an event."""
        last = chunk.events[-1]
        elapsed = abs(event.at - last.at)
        if last.pane != event.pane or elapsed > self.limits["hard_gap_ms"]:
            return True
        if last.direction == event.direction:
            return False
        marker = len(MARKERS["egress"]) - (1 if text.startswith("\n") else 0)
        is_glued = (
            event.direction == "egress"
            and chunk.direction == "ingress"
            and len(chunk.text) < self.limits["min_chunk_chars"]
            and elapsed <= self.limits["merge_window_ms"]
            and self.fits(chunk, event, marker + 1 if is_long else len(part))
        )
        return not is_glued

    def fits(self, chunk: Chunk, event: Event, chars: int) -> bool:
        """R7: whether the limits hold with an event of so many characters."""
        times = [other.at for other in chunk.events] + [event.at]
        return (
            len(chunk.text) + 1 + chars <= self.limits["max_chunk_chars"]
            and len(times) <= self.limits["max_chunk_events"]
            and max(times) - min(times) <= self.limits["max_window_ms"]
        )

    def push_pieces(self, event: Event, text: str) -> None:
        """R8: cuts an event that is over the cap by itself."""
        direction = str(event.direction)
        at = 0
        while True:
            chunk = self.open or self.begin(event, None)
            rest = text[at:]
            taken = len(chunk.text) + (1 if chunk.parts else 0)
            marker = len(MARKERS[direction]) - (1 if rest.startswith("\n") else 0)
            room = self.limits["max_chunk_chars"] - taken - marker
            if len(rest) <= room:
                chunk.add(event, contribution(direction, rest), utf8_length(text[:at]), utf8_length(text))
                return
            cut = rest.rfind("\n", 0, room + 1)
            if cut < 0 or 2 * cut < room:
                cut = len(rest[:room].rstrip(WHITE_SPACE)) or room
            piece = rest[:cut]
            chunk.add(event, contribution(direction, piece), utf8_length(text[:at]), utf8_length(text[: at + cut]))
            at += cut
            if text[at : at + 1] == "\n":
                at += 1
                if at == len(text):
                    return
            self.soft_split()


def main(call: Call) -> int:
    checks = {key: whole_number(LEAST.get(key, 0)) for key in DEFAULTS}
    limits = settings(call, DEFAULTS, checks)
    if limits["overlap_chars"] >= limits["max_chunk_chars"]:
        warn("overlap_chars is not below max_chunk_chars", "large-overlap")
    chunker = Chunker(limits, lambda chunk: write(chunk.record()))
    failures = 0

    def fail(message: str) -> None:
        nonlocal failures
        failures += 1
        if failures <= 10:
            error(message)
        chunker.hard_boundary()

    last: Position | None = None
    for document in call.documents():
        for item in read_document(document):
            if isinstance(item, Failure):
                fail(item.message)
            elif isinstance(item, Torn):
                warn(item.message, "torn-record")
            elif last is not None and item.position[:2] <= last[:2]:
                fail(f"{item.position} follows {last}")
                return 1
            else:
                last = item.position
                chunker.push(item)
    chunker.hard_boundary()
    return 1 if failures else 0


def read_document(document: Document) -> Iterator[Event | Failure | Torn]:
    if document.error:
        yield Failure(str(document.error))
    else:
        yield from read(document.data)
