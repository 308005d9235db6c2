"""Adapters to frameworks. Each module needs its framework, which is imported only there."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any, Literal

from chunk_policies import policies
from chunk_policies.chunks import Chunks
from chunk_policies.errors import DocumentError
from chunk_policies.policy import Policy, opened
from chunk_policies.records import BacklogChunk, Chunk, HybridChunk, MarkdownChunk, PlacedChunk, RecorderChunk

OnError = Literal["raise", "skip"]
"""What happens to documents that cannot be chunked: the first is raised, or each is left out with a warning in the log."""

_log = logging.getLogger(__name__)


def place_of(chunk: Chunk, path: str) -> dict[str, Any]:
    """What to cite of a chunk, under names that all contracts share: path, id, lines, code points, heading path."""
    place: dict[str, Any] = {"path": path}
    if isinstance(chunk, PlacedChunk):
        place |= {"start_char": chunk.start_char, "end_char": chunk.end_char}
    if isinstance(chunk, MarkdownChunk):
        place |= {"chunk_id": chunk.chunk_id, "start_line": chunk.start_line, "end_line": chunk.end_line}
        place["heading_path"] = list(chunk.heading_path)
    if isinstance(chunk, HybridChunk):
        place |= {"chunk_id": chunk.id, "start_line": chunk.startLine, "end_line": chunk.endLine}
        place["strategy"] = chunk.strategyType
    if isinstance(chunk, BacklogChunk):
        place |= {"section_path": chunk.metadata.section_path, "chunk_index": chunk.metadata.chunk_index}
    if isinstance(chunk, RecorderChunk):
        place |= {"chunk_id": chunk.chunk_id, "pane_id": chunk.pane_id}
    # Vector stores such as Chroma take no `None` and no empty list.
    return {key: value for key, value in place.items() if value is not None and value != []}


PLACES = ("chunk_id", "start_char", "end_char", "start_line", "end_line", "chunk_index", "pane_id", "strategy")
"""The keys of :func:`place_of` that say nothing about the content, so that they are not embedded with it."""


def described(policy: Policy[Any]) -> dict[str, Any]:
    """The policy as data, for files and caches of frameworks; what it would be to call a tokenizer is its name there."""
    _, (kind, settings, options) = policy.__reduce__()
    if isinstance(options.get("tokenizer"), tuple):
        options = options | {"tokenizer": options["tokenizer"][0]}
    return {"kind": kind.__name__, "settings": settings, "options": options}


def read(described: dict[str, Any]) -> Policy[Any]:
    """The policy that was described."""
    kind: type[Policy[Any]] = getattr(policies, described["kind"])
    return opened(kind, described["settings"], described["options"])


def path_of(metadata: dict[str, Any], own: str) -> str:
    """The path of a document: its metadata under ``own``, the framework's usual key, else ``source``, ``file_path`` or ``path``, else ``-``.

    A relative path without empty, ``.`` and ``..`` parts stays as it is. No other path may be in a record: ``./`` is dropped, and
    the illegal slashes and dots are written as ``%2F`` and ``%2E``, so that different paths remain different. The document's
    own metadata keep the source as it was.

    >>> for source in ("docs/a.md", "./docs/a.md", "../a.md", "/abs/a.md", "https://example.org/a.md"):
    ...     print(path_of({"source": source}, "source"))
    docs/a.md
    docs/a.md
    %2E%2E/a.md
    %2Fabs/a.md
    https:%2F/example.org/a.md
    """
    found = (metadata.get(key) for key in (own, "source", "file_path", "path"))
    source = next((str(source) for source in found if source), "-")
    return _ILLEGAL.sub(lambda part: "".join(f"%{ord(char):02X}" for char in part[0]), _DOT.sub("", source))


_DOT = re.compile(r"(?<![^/])\./+(?!\Z)")
# A slash next to an empty part, a part `.` or `..`, and the `%` of anything that looks already escaped.
_ILLEGAL = re.compile(r"^/|/(?=/|$)|(?<![^/])\.\.?(?![^/])|%(?=2[5EF])")


def chunked(
    policy: Policy[Any], documents: Sequence[tuple[str, str]], on_error: OnError, jobs: int | None = None
) -> list[Chunks[Any]]:
    """The chunks of each document, given as ``(path, text)``; if one cannot be chunked, those that are valid nevertheless, and a warning."""
    if on_error == "raise":
        return policy.chunk_many(documents, jobs=jobs)
    if on_error != "skip":
        raise ValueError(f'on_error = {on_error!r}: must be "raise" or "skip"')
    many = []
    for result in policy.chunk_many(documents, jobs=jobs, on_error="return"):
        if isinstance(result, DocumentError):
            _log.warning("%s", result)
            result = result.chunks
        many.append(result)
    return many
