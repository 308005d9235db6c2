"""Chunks of a recorder's events: as they are pushed, or while a file is read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Union

from chunk_policies import _native
from chunk_policies.chunks import Chunks
from chunk_policies.errors import DocumentError
from chunk_policies.records import RecorderChunk

if TYPE_CHECKING:
    from chunk_policies.policies import Recorder

Event = Union[str, bytes, Mapping[str, Any]]
"""An event of a recorder: a line of JSON, or what ``json.loads`` makes of it."""


class RecorderStream:
    """Chunks events as they come: `push` returns the chunks that are final, `finish` those that are still open.

    >>> from chunk_policies import Recorder
    >>> event = {"schema_version": "ft.recorder.event.v1", "event_id": "a", "pane_id": 1, "occurred_at_ms": 0,
    ...          "event_type": "ingress_text", "text": "ls"}
    >>> stream = Recorder().stream()
    >>> stream.push([event])
    []
    >>> stream.finish()
    [<RecorderChunk pane 1 events 0:0-0:0 '[IN] ls'>]
    """

    def __init__(self, policy: Recorder, settings: str) -> None:
        self._policy = policy
        self._native = _native.EventStream(settings)

    def push(self, events: bytes | Iterable[Event]) -> Chunks[RecorderChunk]:
        """Takes events, or whole lines of them as ``bytes``, and returns the chunks that become final.

        Raises :class:`DocumentError`, whose ``chunks`` are those that are final, if an event cannot be read. The stream then
        continues after that event (R17); but if events are out of order (R3), it ends, and ``chunks`` has all that were open.
        """
        lines, errors = self._native.push(events if isinstance(events, bytes) else b"".join(map(_line, events)))
        chunks = self._policy._parsed(lines)
        if errors:
            raise DocumentError("stream", "; ".join(errors), chunks=chunks)
        return chunks

    def finish(self) -> Chunks[RecorderChunk]:
        """Ends the stream, and returns the chunks that were still open."""
        return self._policy._parsed(self._native.finish())


class FileChunks(Iterator[RecorderChunk]):
    """The chunks of a file, as it is read."""

    def __init__(self, policy: Recorder, settings: str, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._policy = policy
        self._native = _native.LogChunks(settings, path)

    def __next__(self) -> RecorderChunk:
        line, error = next(self._native)
        if line is None:
            raise DocumentError(self._path, error or "")
        return self._policy._parsed(line)[0]


def _line(event: Event) -> bytes:
    if isinstance(event, Mapping):
        event = json.dumps(event, ensure_ascii=False)
    line = event.encode() if isinstance(event, str) else event
    return line if line.endswith(b"\n") else line + b"\n"
