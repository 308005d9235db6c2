"""Adapters to frameworks. Each module needs its framework, which is imported there alone."""

from __future__ import annotations

from typing import Any

from chunk_policies.records import BacklogChunk, Chunk, HybridChunk, MarkdownChunk, PlacedChunk, RecorderChunk


def place_of(chunk: Chunk, path: str) -> dict[str, Any]:
    """What is to be cited of a chunk, under names that all contracts share: path, id, lines, code points, heading path."""
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
    return place


def path_of(metadata: dict[str, Any], *keys: str) -> str:
    """The path that loaders put into a document's metadata, or `-`."""
    found = (metadata.get(key) for key in (*keys, "path", "source", "file_path"))
    return next((str(path).lstrip("/") for path in found if path), "-")
