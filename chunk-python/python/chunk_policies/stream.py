"""A recorder's events while they come."""

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
    """Events as they come: `push` gives the chunks that are final, `finish` those that were still open.

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
        """Takes events, or ``bytes`` of whole lines of them, and gives the chunks that are final with them.

        Raises :class:`DocumentError` if an event cannot be read, its ``chunks`` being those that are final; the stream goes
        on behind it (R17), unless events are out of order (R3), which ends it with all chunks handed over.
        """
        lines, errors = self._native.push(events if isinstance(events, bytes) else b"".join(map(_line, events)))
        chunks = self._policy._parsed(lines)
        if errors:
            raise DocumentError("stream", "; ".join(errors), chunks=chunks)
        return chunks

    def finish(self) -> Chunks[RecorderChunk]:
        """Ends the stream, and gives the chunks that were still open."""
        return self._policy._parsed(self._native.finish())


class FileChunks(Iterator[RecorderChunk]):
    """The chunks of a file, while it is read."""

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
