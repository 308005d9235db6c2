"""Chunks of ``Markdown``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from chunk_policies.records.base import PlacedChunk


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MarkdownChunk(PlacedChunk):
    """A chunk of ``Markdown``: a citable piece of a document."""

    _text: ClassVar[str] = "content"
    _absent: ClassVar[frozenset[str]] = frozenset({"source_version", "created_at", "table_header", "cut", "embed", "embed_hash", "metadata"})

    chunk_id: str
    """SHA-256 of path, start line and content, in hexadecimal."""
    source_file: str
    """The document's path, relative to the root of its corpus."""
    source_version: str | None = None
    """The document's version, such as a commit id; not in the record if unknown."""
    start_line: int
    """First line of `content`, 1-based."""
    end_line: int
    """Last line of `content`, 1-based, inclusive."""
    content: str
    """The overlap and the body, verbatim but for LF line ends."""
    tokens: int
    """How many cl100k_base tokens `content` is, exactly."""
    section_header: str
    """Text of the section's heading; empty before the first one."""
    chunk_type: Literal["header", "paragraph", "code", "list"]
    """What the body starts with."""
    overlap_with_previous: bool
    """Whether `content` starts with an overlap."""
    created_at: str | None = None
    """When the document was created, in RFC 3339 and UTC; not in the record if unknown."""
    overlap_chars: int
    """Length of the overlap in code points: the body is what follows."""
    body_start_line: int
    """First line of the body, 1-based."""
    source_start_byte: int
    """Where `content` starts in the file as given, in bytes."""
    source_end_byte: int
    """Where `content` ends in the file as given, in bytes, exclusive."""
    chunk_hash: str
    """SHA-256 of the body alone."""
    heading_path: tuple[str, ...]
    """Texts of the headings that are open, from the top."""
    table_header: str | None = None
    """Header row of the table that the body continues; not in the record if there is none."""
    cut: bool | None = None
    """Whether a part of it was cut that is kept whole without a hard limit; not in the record if not."""
    embed: str | None = None
    """The text to embed: a head, a blank line, and the text; not in the record if it was not asked for."""
    embed_hash: str | None = None
    """SHA-256 of `embed`; not in the record if there is none."""
    metadata: dict[str, Any] | None = field(default=None, hash=False)
    """What was to be kept of a document's own data; not in the record if there is nothing."""

    def _place(self) -> str:
        return f"{self.source_file}:{self.start_line}-{self.end_line}"
