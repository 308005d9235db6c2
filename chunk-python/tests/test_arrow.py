"""Tables in, tables out: no row is lost without a word."""

import dataclasses
import json

import pytest
from conftest import CASES, POLICIES

from chunk_policies import DocumentError, Hybrid, Markdown, Tokens

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def test_nulls_errors_and_empty_documents_are_told() -> None:
    table = pyarrow.table(
        {"id": ["a.md", None, "../b.md", "c.md", "d.md"], "text": ["# A\n\nb", "x", "y", None, ""], "more": [1, 2, 3, 4, 5]}
    )
    rows = Markdown().chunk_table(table).to_pylist()
    assert [(row["id"], row["content"]) for row in rows] == [("a.md", "# A\n\nb"), (None, None), ("../b.md", None), ("c.md", None)]
    assert [row["error"] for row in rows][:2] == [None, "the id is null"]
    assert "../b.md" in rows[2]["error"]
    assert rows[3]["error"] == "the text is null"


def test_a_binary_column_and_other_names_do_as_well() -> None:
    table = pyarrow.table({"path": pyarrow.array(["a", "b"]), "body": pyarrow.array([b"One.", b"\xff"])})
    made = Tokens().chunk_table(table, text="body", id="path")
    assert made.column_names[0] == "path"
    assert made.column("text").to_pylist() == ["One.", None]
    assert made.column("error").to_pylist()[1].startswith("byte 0 is not valid UTF-8")
    with pytest.raises(ValueError, match="no column 'id'; it has path, body"):
        Tokens().chunk_table(table)


def test_ids_keep_their_type_and_own_columns_their_values() -> None:
    table = pyarrow.table({"id": pyarrow.array([7, 8], pyarrow.int32()), "text": ["One.", "Two."]})
    made = Hybrid().chunk_table(table)
    assert made.schema.field("id").type == pyarrow.int32()
    assert made.column("id").to_pylist() == [7, 8]
    assert made.column("chunk_id").to_pylist() == [chunks[0].id for chunks in Hybrid().chunk_many([("7", "One."), ("8", "Two.")])]


@pytest.mark.parametrize("name", POLICIES)
def test_the_columns_hold_the_records(name: str) -> None:
    kind = POLICIES[name]
    seen = 0
    for case in CASES:
        if case.kind is not kind or "config_fails" in case.about:
            continue
        for path, content in case.documents:
            try:
                chunks = kind(**case.config).chunks(content, path, **case.known)
            except DocumentError:
                continue
            rows = chunks.to_arrow().to_pylist()
            assert len(rows) == len(chunks)
            for row, chunk in zip(rows, chunks, strict=True):
                for key, value in chunk.to_dict().items():
                    is_json = key == "strategyMetadata" or name in ("markdown", "hybrid") and key == "metadata"
                    found = json.loads(row[key]) if is_json else row[key]
                    if isinstance(value, dict) and not is_json:
                        found = {inner: it for inner, it in found.items() if inner in value or it is not None}
                    assert found == value, (case.name, key)
                    seen += 1
    assert seen > 50


def test_no_chunks_have_the_same_columns() -> None:
    for kind in POLICIES.values():
        policy = kind()
        empty = policy._parsed(b"").to_arrow()
        assert (len(empty), len(empty.schema)) == (0, len(empty.schema))
        assert {field.name for field in dataclasses.fields(policy._chunk)} == set(empty.column_names)
