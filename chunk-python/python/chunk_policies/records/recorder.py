"""Chunks of ``Recorder``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chunk_policies.records.base import Chunk, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOffset(Record):
    """The position of an event in the append log (R2)."""

    segment_id: int
    ordinal: int
    byte_offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap(Record):
    """What a chunk repeats of the chunk before it (R9)."""

    _objects: ClassVar[dict[str, type[Record]]] = {"source_end_offset": LogOffset}

    from_chunk_id: str
    source_end_offset: LogOffset
    chars: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RecorderChunk(Chunk):
    """A chunk of ``Recorder``. It stands in a log of events, so it has offsets of events (R12)."""

    _absent: ClassVar[frozenset[str]] = frozenset({"overlap"})
    _objects: ClassVar[dict[str, type[Record]]] = {
        "start_offset": LogOffset,
        "end_offset": LogOffset,
        "overlap": Overlap,
    }

    chunk_id: str
    """SHA-256 of policy version, pane, direction, ordinals and `content_hash` (R13)."""
    policy_version: str
    """``ft.recorder.chunking.v1``."""
    pane_id: int
    """The pane all its events happened in."""
    session_id: str | None
    """The session of all its events, or ``None`` if they have none or differ."""
    direction: Literal["ingress", "egress", "mixed_glued"]
    """Which way its text went."""
    start_offset: LogOffset
    """The position of its first event."""
    end_offset: LogOffset
    """The position of its last event."""
    event_ids: tuple[str, ...]
    """The ids of its events, in order."""
    event_count: int
    """How many events it has."""
    occurred_at_start_ms: int
    """The earliest time of its events, in milliseconds."""
    occurred_at_end_ms: int
    """The latest time of its events, in milliseconds."""
    text_chars: int
    """Code points of `text`."""
    content_hash: str
    """SHA-256 of `text`."""
    text: str
    """The text to embed: overlap, then the events' contributions, joined by LF."""
    source_hash: str
    """SHA-256 of `text` without the overlap and its LF (R14)."""
    start_text_offset: int
    """The byte of the first event's normalized text at which the chunk starts."""
    end_text_offset: int
    """The byte of the last event's normalized text after which the chunk ends."""
    overlap: Overlap | None = None
    """What `text` repeats of the chunk before; not in the record if nothing."""

    def _place(self) -> str:
        start, end = self.start_offset, self.end_offset
        return f"pane {self.pane_id} events {start.segment_id}:{start.ordinal}-{end.segment_id}:{end.ordinal}"
