"""Chunks of ``Tokens``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chunk_policies.records.base import PlacedChunk


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TokenChunk(PlacedChunk):
    """A chunk of ``Tokens``."""

    _absent: ClassVar[frozenset[str]] = frozenset({"cut", "embed", "embed_hash"})

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

    def _place(self) -> str:
        return f"{self.chunk_index} at {self.start_char}:{self.end_char}"
