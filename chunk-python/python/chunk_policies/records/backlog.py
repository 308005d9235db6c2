"""Chunks of ``Backlog``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chunk_policies.records.base import Chunk, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklogMetadata(Record):
    """The metadata of a chunk of ``Backlog`` (B6). What a document does not have is ``None``, and not in the record."""

    _absent: ClassVar[frozenset[str]] = frozenset(
        {
            "uid",
            "item_type",
            "state",
            "parent",
            "source_updated",
            "created_at",
            "worklog_span_start",
            "worklog_span_end",
        }
    )

    schema_version: str
    doc_id: str
    uid: str | None = None
    doctype: Literal["item", "adr"]
    item_type: str | None = None
    title: str
    state: str | None = None
    tags: tuple[str, ...]
    parent: str | None = None
    product: str
    source_path: str
    path_hash: str
    section_path: str
    chunk_kind: Literal["header", "section", "worklog", "decision"]
    chunk_index: int
    chunk_count: int
    chunk_char_len: int
    chunk_hash: str
    source_updated: str | None = None
    created_at: str | None = None
    worklog_span_start: str | None = None
    worklog_span_end: str | None = None
    language: str
    redaction: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BacklogChunk(Chunk):
    """A chunk of ``Backlog``. Its text is put together and redacted, so it is no slice of the document."""

    _objects: ClassVar[dict[str, type[Record]]] = {"metadata": BacklogMetadata}
    _absent: ClassVar[frozenset[str]] = frozenset({"embed", "embed_hash"})

    text: str
    """The text, secrets redacted."""
    metadata: BacklogMetadata
    """What is known of it."""
    embed: str | None = None
    """The text to embed: a head, a blank line, and the text; not in the record if it was not asked for."""
    embed_hash: str | None = None
    """SHA-256 of `embed`; not in the record if there is none."""

    def _place(self) -> str:
        metadata = self.metadata
        return f"{metadata.source_path} {metadata.section_path} {metadata.chunk_index + 1}/{metadata.chunk_count}"
