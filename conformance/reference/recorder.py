"""The contract ft.recorder.chunking.v1, written from docs/contracts/recorder.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, NamedTuple

from calling import Call, Document, error, settings, warn, whole_number, write
from events import Event, Failure, MARKERS, Position, Torn, contribution, normalize, read, utf8_length
from text import WHITE_SPACE, is_blank, sha256

VERSION = "ft.recorder.chunking.v1"

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
    if failures > 10:
        error(f"and {failures - 10} more errors")
    return 1 if failures else 0


def read_document(document: Document) -> Iterator[Event | Failure | Torn]:
    if document.error:
        yield Failure(str(document.error))
    else:
        yield from read(document.data)
