from typing import Any, Literal, NotRequired, TypedDict


ChunkKind = Literal["header", "section", "worklog", "decision"]
"""What kind of chunk it is (B20)."""


Doctype = Literal["item", "adr"]
"""What kind of document it is."""


class Metadata(TypedDict):
    """The metadata of a chunk, in the order of the contract's table (B6)."""

    schema_version: str
    """`0.1.0`."""

    doc_id: str
    """The item's or ADR's id; not unique."""

    doctype: Doctype
    """What kind of document it is."""

    title: str
    """The document's title, secrets redacted."""

    tags: list[str]
    """The tags in lowercase, secrets redacted."""

    product: str
    """The product, from the path or as configured."""

    source_path: str
    """The document's path, relative to the backlog's root."""

    path_hash: str
    """SHA-256 of `source_path`."""

    section_path: str
    """Where in the document the chunk belongs, such as `item/context`."""

    chunk_kind: ChunkKind
    """What kind of chunk it is."""

    chunk_index: int
    """Its place among the document's chunks, from 0."""

    chunk_count: int
    """How many chunks the document has."""

    chunk_char_len: int
    """Unicode scalar values of the text."""

    chunk_hash: str
    """SHA-256 of the text."""

    language: str
    """`en`."""

    redaction: str
    """`none`, or `redacted:` and the rules whose markers are in text, title or tags."""

    created_at: NotRequired[str | None]
    """When the document was created, in RFC 3339 and UTC."""

    item_type: NotRequired[str | None]
    """The item's type, as written; ADRs have none."""

    parent: NotRequired[str | None]
    """The item's parent; ADRs have none."""

    source_updated: NotRequired[str | None]
    """When the document was last updated, in RFC 3339 and UTC."""

    state: NotRequired[str | None]
    """The state, as written."""

    uid: NotRequired[str | None]
    """Its ULID or UUID."""

    worklog_span_end: NotRequired[str | None]
    """When the last entry of a worklog chunk was made."""

    worklog_span_start: NotRequired[str | None]
    """When the first entry of a worklog chunk was made."""


class BacklogChunk(TypedDict):
    """A chunk: the record of the contract.

    It knows where in the document its text comes from, so that [`replay`](chunk_core::Policy::replay) can rebuild it. That is
    no part of the record: one that was read from JSON does not know."""

    text: str
    """The text, secrets redacted."""

    metadata: Metadata
    """What is known of it."""

    embed: NotRequired[str]
    """The text to embed: a head that says what the chunk is about, a blank line, and `text`; the key is absent if it was not asked
    for (B23)."""

    embed_hash: NotRequired[str]
    """SHA-256 of `embed`: what changes when it has to be embedded again."""
