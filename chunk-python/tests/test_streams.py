"""A recorder's events: as a stream, as a log and as a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from chunk_policies import DocumentError, Recorder


def event(index: int, **more: Any) -> dict[str, Any]:
    return {
        "schema_version": "ft.recorder.event.v1",
        "event_id": f"e{index}",
        "pane_id": 1,
        "occurred_at_ms": 40 * index,
        "event_type": "ingress_text" if index % 7 == 0 else "egress_output",
        "text": f"line {index} größe\n" * (index % 5 + 1),
        **more,
    }


EVENTS = [event(index) for index in range(400)]
LOG = "".join(json.dumps(it) + "\n" for it in EVENTS).encode()


@pytest.mark.parametrize("size", [1, 3, 400])
def test_a_stream_gives_what_the_log_gives(size: int) -> None:
    policy = Recorder(max_chunk_chars=300)
    expected = policy.chunks(LOG)
    assert len(expected) > 20
    stream = policy.stream()
    found = []
    for at in range(0, len(EVENTS), size):
        found += stream.push(EVENTS[at : at + size])
    found += stream.finish()
    assert [it.to_dict() | {"start_offset": 0, "end_offset": 0, "overlap": 0} for it in found] == [
        it.to_dict() | {"start_offset": 0, "end_offset": 0, "overlap": 0} for it in expected
    ]
    assert [it.start_offset.ordinal for it in found] == [it.start_offset.ordinal for it in expected]
    whole = policy.stream()
    half = LOG.index(b"\n", len(LOG) // 2) + 1
    assert [*whole.push(LOG[:half]), *whole.push(LOG[half:]), *whole.finish()] == expected
    with pytest.raises(ValueError, match="finished"):
        whole.push(LOG)


def test_a_stream_goes_on_behind_a_bad_event() -> None:
    stream = Recorder().stream()
    with pytest.raises(DocumentError, match="no recorder event") as bad:
        stream.push([event(0), {"text": "?"}, event(1)])
    assert [chunk.event_ids for chunk in bad.value.chunks] == [("e0",)], "a bad record is a boundary"
    assert [chunk.event_ids for chunk in stream.finish()] == [("e1",)]
    stream = Recorder().stream()
    stream.push([event(0)])
    wrapped = {"offset": {"segment_id": 0, "ordinal": 0, "byte_offset": 0}, "event": event(1)}
    with pytest.raises(DocumentError, match="position") as bad:
        stream.push([wrapped])
    assert [chunk.event_ids for chunk in bad.value.chunks] == [("e0",)], "nothing is lost"


def test_a_file_is_read_as_it_is_chunked(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    lines = LOG.splitlines(keepends=True)
    file.write_bytes(LOG)
    assert list(Recorder().read(file)) == Recorder().chunks(LOG)
    file.write_bytes(b"".join([*lines[:3], b"{\n", *lines[3:6]]))
    chunks = Recorder().read(file)
    seen: list[object] = []
    for _ in range(9):
        try:
            seen.append(next(chunks).event_ids)
        except DocumentError as error:
            seen.append("line 4" in error.message)
        except StopIteration:
            break
    assert seen == [("e0", "e1", "e2"), True, ("e3", "e4", "e5")]
    with pytest.raises(FileNotFoundError, match="none"):
        Recorder().read(tmp_path / "none")
