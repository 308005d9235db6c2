"""Errors and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from chunk_policies.chunks import Chunks


class InvalidSetting(NamedTuple):
    """An invalid setting."""

    key: str
    """The setting's name, with dots if it is nested."""
    value: str
    """Its value, as JSON."""
    allowed: str
    """Which values it may have."""

    def __str__(self) -> str:
        if self.key in ("", "."):
            return self.allowed
        return f"{self.key} = {self.value}: {self.allowed}" if self.value else f"{self.key}: {self.allowed}"


class ConfigError(ValueError):
    """Invalid settings, with everything that is wrong with them.

    >>> from chunk_policies import Tokens
    >>> Tokens(max_tokens=0, sentence_rules="loose")
    Traceback (most recent call last):
    ...
    chunk_policies.errors.ConfigError: sentence_rules = "loose": must be `standard` or `literal`; max_tokens = 0: must be at least 1
    """

    def __init__(self, settings: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(settings)
        self.settings = tuple(InvalidSetting(*setting) for setting in settings)

    def __str__(self) -> str:
        return "; ".join(map(str, self.settings))


class ChunkWarning(NamedTuple):
    """A warning about a result, which is valid nevertheless."""

    code: str
    """The kind of warning: a stable name, such as ``empty-text``."""
    message: str
    """What the warning is about, in one sentence."""

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"


class DocumentError(ValueError):
    """A document that cannot be chunked.

    >>> from chunk_policies import Tokens
    >>> Tokens().chunks(b"caf\\xe9", path="menu.txt")
    Traceback (most recent call last):
    ...
    chunk_policies.errors.DocumentError: menu.txt: byte 3 is not valid UTF-8; convert the file to UTF-8
    """

    def __init__(
        self, path: str, message: str, *, chunks: Chunks[Any] | None = None, jsonl: bytes = b""
    ) -> None:
        super().__init__(path, message)
        self.path = path
        """The document's path."""
        self.message = message
        """What is wrong, and where."""
        self.chunks: Chunks[Any] = _no_chunks() if chunks is None else chunks
        """The chunks that are valid nevertheless: for a recorder's log with a bad record, those of all other records (R17)."""
        self.jsonl = jsonl
        """The same chunks, as records."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (DocumentError, (self.path, self.message), {"chunks": self.chunks, "jsonl": self.jsonl})


def _no_chunks() -> Chunks[Any]:
    from chunk_policies.chunks import Chunks
    from chunk_policies.records import Chunk

    return Chunks(Chunk)
