"""Adapters to frameworks. Each module needs its framework, which is imported only there."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from chunk_policies import policies
from chunk_policies.chunks import Chunks
from chunk_policies.errors import DocumentError
from chunk_policies.policy import Policy, opened
from chunk_policies.records import BacklogChunk, Chunk, HybridChunk, MarkdownChunk, PlacedChunk, RecorderChunk
from chunk_policies.tokenizers import unnamed

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


def added_to(metadata: dict[str, Any], chunk: Chunk, path: str) -> dict[str, Any]:
    """The metadata of a chunk: those of its document, the chunk's place, and what ``keep`` kept of the document's own data.

    As in rows, a key that is kept has ``metadata_`` before it where another value has the same key.
    """
    all_of_it = {**metadata, **place_of(chunk, path)}
    kept = None if isinstance(chunk, BacklogChunk) else getattr(chunk, "metadata", None)
    for key, value in _flat(kept or {}):
        while all_of_it.get(key, value) != value:
            key = f"metadata_{key}"
        all_of_it[key] = value
    return all_of_it


def _flat(kept: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Vector stores take texts and lists of texts: keys inside a mapping are joined to its own by ``_``, as in rows.

    >>> dict(_flat({"owner": {"name": "Ada", "team": None}, "tags": ["a", "b"], "steps": [["a"]], "none": []}))
    {'owner_name': 'Ada', 'tags': ['a', 'b'], 'steps': '[["a"]]'}
    """
    for key, value in kept.items():
        if isinstance(value, dict):
            yield from ((f"{key}_{inner}", it) for inner, it in _flat(value))
        elif isinstance(value, (list, tuple)) and not all(isinstance(item, str) for item in value):
            yield key, json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        elif value not in (None, "", [], ()):
            yield key, list(value) if isinstance(value, tuple) else value


def described(policy: Policy[Any]) -> dict[str, Any]:
    """The policy as data, for files and caches of frameworks. There a callable that counts tokens is its name, so it must have one."""
    _, (kind, settings, options) = policy.__reduce__()
    if isinstance(options.get("tokenizer"), tuple):
        name, count = options["tokenizer"]
        if name == unnamed(count):
            raise ValueError(
                f"tokenizer: {name} is the name of many callables, so files and caches cannot tell them apart: "
                'give it a name, such as tokenizer=("words", count)'
            )
        options = options | {"tokenizer": name}
    return {"kind": kind.__name__, "settings": settings, "options": options}


def read(described: dict[str, Any]) -> Policy[Any]:
    """The policy that was described."""
    kind: type[Policy[Any]] = getattr(policies, described["kind"])
    return opened(kind, described["settings"], described["options"])


def path_of(metadata: dict[str, Any], own: str) -> str:
    """The path of a document: its metadata under ``own``, the framework's usual key, else ``source``, ``file_path`` or ``path``, else ``-``.

    An absolute path (it begins with ``/``) and a URL (it has ``://``) stay as they are, and so does a relative path without empty,
    ``.`` and ``..`` parts. No other relative path may be in a record (M11): ``./`` is dropped, and the illegal slashes and dots are
    written as ``%2F`` and ``%2E``, so that different paths remain different. The document's own metadata keep the source as it was.

    >>> for source in ("docs/a.md", "./docs/a.md", "../a.md", "/abs/a.md", "https://example.org/a.md"):
    ...     print(path_of({"source": source}, "source"))
    docs/a.md
    docs/a.md
    %2E%2E/a.md
    /abs/a.md
    https://example.org/a.md
    """
    found = (metadata.get(key) for key in (own, "source", "file_path", "path"))
    source = next((str(source) for source in found if source), "-")
    if source.startswith("/") or "://" in source:
        return source
    return _ILLEGAL.sub(lambda part: "".join(f"%{ord(char):02X}" for char in part[0]), _DOT.sub("", source))


_DOT = re.compile(r"(?<![^/])\./+(?!\Z)")
# A slash next to an empty part, a part `.` or `..`, and the `%` of anything that looks already escaped.
_ILLEGAL = re.compile(r"/(?=/|$)|(?<![^/])\.\.?(?![^/])|%(?=2[5EF])")


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
