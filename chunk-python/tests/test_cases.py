"""Every conformance case: its records byte for byte, and again from the chunk objects, with where they stand."""

import json
import pickle
from typing import Any

import pytest
from conftest import Case

from chunk_policies import ConfigError, DocumentError, TokenChunk
from chunk_policies.records import PlacedChunk


def test_lines_are_the_records(case: Case) -> None:
    if "config_fails" in case.about:
        return  # see below
    policy = case.kind(**case.config)
    lines = b""
    for path, content in case.documents:
        try:
            lines += policy.jsonl(case.given(path, content), path, **case.known)
        except DocumentError as error:
            lines += error.jsonl
    assert lines == case.jsonl


def test_chunks_are_the_records(case: Case) -> None:
    if "config_fails" in case.about:
        with pytest.raises(ConfigError, match=r".") as refused:
            case.kind(**case.config)
        assert all(part in str(refused.value) for part in case.about["config_fails"])
        return
    policy = case.kind(**case.config)
    records: list[dict[str, Any]] = []
    codes = [warning.code for warning in policy.warnings]
    errors: list[str] = []
    for path, content in case.documents:
        try:
            chunks = policy.chunks(case.given(path, content), path, **case.known)
        except DocumentError as error:
            errors.append(error.message)
            chunks = error.chunks
        if policy._chunk is TokenChunk and not errors[len(records) :]:
            text = content.decode().replace("\r\n", "\n")
            record = {"interaction_id": path, "original_text": text, "chunks": [it.to_dict() for it in chunks]}
            # What is kept of a document is in its line, once.
            kept = chunks[0].metadata if chunks else None
            assert all(chunk.metadata == kept for chunk in chunks)
            records.append(record | ({"metadata": kept} if kept else {}))
        else:
            records.extend(chunk.to_dict() for chunk in chunks)
        codes += [warning.code for warning in chunks.warnings]
        for chunk in chunks:
            assert isinstance(hash(chunk), int)
            assert pickle.loads(pickle.dumps(chunk)) == chunk
            if isinstance(chunk, PlacedChunk):
                stood = content.decode()[chunk.start_char : chunk.end_char]
                assert stood.replace("\r\n", "\n") == getattr(chunk, chunk._text)
    assert records == case.expected
    assert [list(record) for record in records] == [list(record) for record in case.expected], "the order of the keys"
    assert codes == case.about.get("warnings", [])
    fails = case.about.get("fails", [])
    assert len(errors) == len(fails)
    assert all(part in message for part, message in zip(fails, errors, strict=True))
