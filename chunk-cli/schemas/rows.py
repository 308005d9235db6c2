from typing import Any, Literal, NotRequired, TypedDict


class Row(TypedDict):
    """A row of `--format rows`: the same keys in the same order for all policies. What a policy does not know is null."""

    id: str
    """The chunk's id: the contract's own, or, where the contract has none, the source, `#` and the chunk's number in it, from 0."""

    text: str
    """The text to show and to cite, as the contract has it."""

    embed: str | None
    """The text to embed, if that is another one than `text`."""

    tokens: int | None
    """How many tokens `text` has, if the policy counts them."""

    source: str
    """The document's name: its path, or its id; of recorder, the pane."""

    start_byte: int | None
    """Where `text` starts in the document as given, in bytes, if it is at one place there."""

    end_byte: int | None
    """Where it ends, in bytes, exclusive."""

    start_char: int | None
    """Where it starts, in Unicode code points, from 0."""

    end_char: int | None
    """Where it ends, in code points, exclusive."""

    start_line: int | None
    """The line that it starts in, from 1."""

    end_line: int | None
    """The line that it ends in, inclusive."""

    headings: list[str] | None
    """The headings above it, from the top, if the policy knows them."""

    kind: str | None
    """What kind of chunk it is, in the contract's words, if the contract has kinds."""

    hash: str
    """SHA-256 of `text`; lowercase hexadecimal."""

    embed_hash: str
    """SHA-256 of the text to embed; where it is the same as before, there is nothing to embed again."""

    contract: str
    """The contract's version, followed by `+` and what counts tokens if that is not cl100k_base."""

    settings: str
    """A digest of all settings in force: 16 hexadecimal digits."""

    metadata: dict[str, Any]
    """What else the record holds, flat: the keys of nested objects joined by `_`; no null, no empty string, no empty list. A key that was
    kept of the document and is one of the record's own, too, has `metadata_` before it."""
