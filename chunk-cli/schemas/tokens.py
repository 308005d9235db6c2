from typing import Any, Literal, NotRequired, TypedDict


class ChunkTurn(TypedDict):
    """A turn of which a chunk holds all or a part (T15). What the conversation's format does not say is absent."""

    index: int
    """Its place among the turns of the interaction, 0-based."""

    start_pos: int
    """Where the whole turn starts in the normalized text, in code points."""

    end_pos: int
    """Where it ends there, exclusive."""

    at: NotRequired[str | None]
    """When."""

    byte: NotRequired[int | None]
    """The byte of that file, 0-based."""

    id: NotRequired[str | None]
    """The message's id."""

    line: NotRequired[int | None]
    """The line of the file that the conversation was read from, 1-based."""

    pointer: NotRequired[str | None]
    """The value of that file, as a JSON Pointer."""

    speaker: NotRequired[str | None]
    """Who speaks."""


class TokenChunk(TypedDict):
    """A chunk, with the contract's keys in the contract's order (T8).

    The text is borrowed from the interaction unless that has CRLF line ends."""

    chunk_index: int
    """Its place among the chunks of the interaction, 0-based."""

    text: str
    """Its text, with LF line ends."""

    start_pos: int
    """Where it starts in the normalized text, in code points, 0-based (T6)."""

    end_pos: int
    """Where it ends in the normalized text, in code points, exclusive (T6)."""

    token_count: int
    """How many tokens `text` is, exactly (T4)."""

    source_start_byte: int
    """Where it starts in the text as given, in bytes (T1)."""

    source_end_byte: int
    """Where it ends in the text as given, in bytes, exclusive (T1)."""

    cut: NotRequired[bool]
    """Whether a part of it was cut that is kept whole without a hard limit, such as a sentence; the key is absent if not (T11)."""

    embed: NotRequired[str]
    """The text to embed: a head that says what the text is about, a blank line, and `text`; the key is absent if it was not asked for
    (T13)."""

    embed_hash: NotRequired[str]
    """SHA-256 of `embed`: what changes when it has to be embedded again."""

    turns: NotRequired[list[ChunkTurn]]
    """The turns of which it holds all or a part, if the text is a conversation (T15)."""


class TokenRecord(TypedDict):
    """What becomes of an interaction: one line of output, with the contract's keys in the contract's order (T8)."""

    interaction_id: str
    """The interaction's id."""

    original_text: str
    """The normalized text, which the chunks partition (T1, T6)."""

    chunks: list[TokenChunk]
    """The chunks, in order."""

    metadata: NotRequired[dict[str, Any]]
    """What was to be kept of the front matter and of what the caller knows of the interaction; the key is absent if there is nothing
    (T14)."""
