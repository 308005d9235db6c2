from typing import Any, Literal, NotRequired, TypedDict


Direction = Literal["ingress", "egress", "mixed_glued"]
"""Which way text went."""


class LogOffset(TypedDict):
    """The position of an event in the append log (R2)."""

    segment_id: int
    """The segment."""

    ordinal: int
    """The event's number in the segment; may skip numbers."""

    byte_offset: int
    """The byte at which its record starts. Never compared."""


class Overlap(TypedDict):
    """What a chunk repeats of the chunk before it (R9)."""

    from_chunk_id: str
    """The id of the chunk before."""

    source_end_offset: LogOffset
    """The position of the last event of the chunk before."""

    chars: int
    """How many Unicode scalar values are repeated, the LF after them not counted."""


class RecorderChunk(TypedDict):
    """The record of a chunk, keys in the contract's order (R12)."""

    chunk_id: str
    """SHA-256 of `{policy_version}:{pane_id}:{direction}:{start ordinal}:{end ordinal}:{content_hash}`. Pieces of one
    event with equal text have equal ids; the span tells them apart (R13)."""

    policy_version: str
    """`ft.recorder.chunking.v1`."""

    pane_id: int
    """The pane all its events happened in."""

    direction: Direction
    """Which way its text went."""

    start_offset: LogOffset
    """The position of its first event."""

    end_offset: LogOffset
    """The position of its last event."""

    event_ids: list[str]
    """The ids of its events, in order."""

    event_count: int
    """How many events it has."""

    occurred_at_start_ms: int
    """The earliest time of its events, in milliseconds."""

    occurred_at_end_ms: int
    """The latest time of its events, in milliseconds."""

    text_chars: int
    """Unicode scalar values of `text`."""

    content_hash: str
    """SHA-256 of `text`."""

    text: str
    """The text to embed: overlap, then the events' contributions, joined by LF."""

    source_hash: str
    """SHA-256 of `text` without the overlap and its LF: what the span alone gives (R14)."""

    start_text_offset: int
    """The byte of the first event's normalized text at which the chunk starts: 0 but for pieces of an event."""

    end_text_offset: int
    """The byte of the last event's normalized text after which the chunk ends."""

    overlap: NotRequired[Overlap]
    """What `text` repeats of the chunk before, if it does."""

    session_id: NotRequired[str | None]
    """The session of all its events, or `null` if they have none or differ."""
