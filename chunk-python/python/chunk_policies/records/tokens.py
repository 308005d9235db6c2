"""Chunks of ``Tokens``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from chunk_policies.records.base import PlacedChunk, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkTurn(Record):
    """A turn of which a chunk holds all or a part (T15)."""

    _absent: ClassVar[frozenset[str]] = frozenset({"speaker", "at", "id", "line", "pointer", "byte"})

    index: int
    """Its place among the turns of the interaction, 0-based."""
    speaker: str | None = None
    """Who speaks."""
    at: str | None = None
    """When."""
    id: str | None = None
    """The message's id."""
    line: int | None = None
    """The line of the file that the conversation was read from, 1-based."""
    pointer: str | None = None
    """The value of that file, as a JSON Pointer."""
    byte: int | None = None
    """The byte of that file, 0-based."""
    start_pos: int
    """Where the whole turn starts in the text with LF line ends, in code points."""
    end_pos: int
    """Where it ends there, exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TokenChunk(PlacedChunk):
    """A chunk of ``Tokens``."""

    _absent: ClassVar[frozenset[str]] = frozenset({"cut", "embed", "embed_hash", "turns"})
    # The record of the document has it (T14).
    _beside: ClassVar[frozenset[str]] = PlacedChunk._beside | {"metadata"}
    _objects: ClassVar[dict[str, type[Record]]] = {"turns": ChunkTurn}

    chunk_index: int
    """Its place among the chunks of the interaction, 0-based."""
    text: str
    """Its text, with LF line ends."""
    start_pos: int
    """Where it starts in the text with LF line ends, in code points (T6)."""
    end_pos: int
    """Where it ends in the text with LF line ends, in code points, exclusive (T6)."""
    token_count: int
    """How many cl100k_base tokens `text` is, exactly (T4)."""
    source_start_byte: int
    """Where it starts in the text as given, in bytes of UTF-8 (T1)."""
    source_end_byte: int
    """Where it ends in the text as given, in bytes of UTF-8, exclusive (T1)."""
    cut: bool | None = None
    """Whether a part of it was cut that is kept whole without a hard limit; not in the record if not."""
    embed: str | None = None
    """The text to embed: a head, a blank line, and the text; not in the record if it was not asked for."""
    embed_hash: str | None = None
    """SHA-256 of `embed`; not in the record if there is none."""
    turns: tuple[ChunkTurn, ...] | None = None
    """The turns of which it holds all or a part; not in the record if the text is no conversation (T15)."""
    metadata: dict[str, Any] | None = field(default=None, hash=False)
    """What was to be kept of the document's own data, the same for all of its chunks (T14); `None` if there is nothing."""

    def _place(self) -> str:
        return f"{self.chunk_index} at {self.start_char}:{self.end_char}"
