from typing import Any, Literal, NotRequired, TypedDict


ChunkType = Literal["header", "paragraph", "code", "list"]
"""What the body of a chunk starts with (M10)."""


class MarkdownChunk(TypedDict):
    """A chunk of a Markdown document: a citable piece of it and where it is."""

    chunk_id: str
    """SHA-256 of `source_file`, `start_line` in decimal and `content`, one after the other; lowercase hexadecimal."""

    source_file: str
    """The document's path, relative to the root of its corpus."""

    start_line: int
    """First line of `content`, 1-based."""

    end_line: int
    """Last line of `content`, 1-based, inclusive."""

    content: str
    """The overlap and the body, verbatim but for LF line ends; the last line's end is left out."""

    tokens: int
    """How many tokens `content` is, exactly: of cl100k_base, or of another counter if the policy has one, which the policy's
    version names and no record."""

    section_header: str
    """Text of the first heading of the body's run of headings, or of the section that the body continues; empty
    before the first heading."""

    chunk_type: ChunkType
    """What the body starts with."""

    overlap_with_previous: bool
    """Whether `content` starts with an overlap."""

    overlap_chars: int
    """Length of the overlap in code points: the body is what follows."""

    body_start_line: int
    """First line of the body, 1-based."""

    source_start_byte: int
    """Where `content` starts in the file as given, in bytes."""

    source_end_byte: int
    """Where `content` ends in the file as given, in bytes, exclusive."""

    chunk_hash: str
    """SHA-256 of the body alone: what stays the same when lines are inserted above."""

    heading_path: list[str]
    """Texts of the headings that are open after the run of headings at the body's start, from the top."""

    created_at: NotRequired[str]
    """When the document was created, or the run that chunked it began: RFC 3339, UTC, seconds."""

    cut: NotRequired[bool]
    """Whether a part of it was cut that is kept whole without a hard limit; the key is absent if not (M14)."""

    embed: NotRequired[str]
    """The text to embed: a head that says what the chunk is about, a blank line, and `content`; the key is absent if it was not asked
    for (M15)."""

    embed_hash: NotRequired[str]
    """SHA-256 of `embed`: what changes when it has to be embedded again."""

    metadata: NotRequired[dict[str, Any]]
    """What was to be kept of the front matter and of what the caller knows of the document; the key is absent if there is nothing (M16)."""

    source_version: NotRequired[str]
    """The document's version, such as a commit id."""

    table_header: NotRequired[str]
    """Header row of the table that the body continues."""
