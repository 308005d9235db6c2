"""Chunks as pyarrow tables; needs pyarrow.

>>> import pyarrow
>>> from chunk_policies import Tokens
>>> table = pyarrow.table({"id": ["a", "b"], "text": ["One. Two.", None]})
>>> for row in Tokens().chunk_table(table).select(["id", "text", "token_count", "error"]).to_pylist():
...     print(row)
{'id': 'a', 'text': 'One. Two.', 'token_count': 4, 'error': None}
{'id': 'b', 'text': None, 'token_count': None, 'error': 'the text is null'}
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Literal, Union

try:
    import pyarrow
except ImportError as error:
    raise ImportError("tables need pyarrow: pip install pyarrow") from error

from chunk_policies import records
from chunk_policies.policy import Policy


def to_arrow(chunks: Sequence[records.Chunk], kind: type[records.Chunk]) -> pyarrow.Table:
    """A table with a row for each chunk and a column for each attribute; the same columns if there are no chunks.

    Objects become structs; ``strategyMetadata`` of ``Hybrid``, which is one of four kinds of object, becomes JSON.
    """
    return pyarrow.Table.from_pylist([_row(_attributes(chunk)) for chunk in chunks], schema=_schema(kind))


def chunk_table(
    policy: Policy[Any], table: pyarrow.Table, text: str = "text", id: str = "id", *, jobs: int | None = None
) -> pyarrow.Table:
    """The chunks of the documents in a table, in its order.

    ``text`` names the column of the documents (strings, or binary with UTF-8), ``id`` that of their paths. The resulting
    columns are ``id`` (with its name in the table), those of the chunks, and ``error``.

    No row is lost silently: a document that cannot be chunked, or whose text or id is null, becomes one row with its
    ``error`` and nulls. An empty document has no chunks and so no rows.
    """
    ids, texts = (_column(table, name).to_pylist() for name in (id, text))
    known = [(document, str(path)) for path, document in zip(ids, texts) if path is not None and document is not None]
    results = iter(policy._chunk_many(known, jobs))
    rows: list[dict[str, Any]] = []
    for path, document in zip(ids, texts):
        if path is None or document is None:
            rows.append({id: path, _ERROR: f"the {'id' if path is None else 'text'} is null"})
            continue
        lines, places, _, error = next(results)
        # Rows are made without chunk objects, which would take twice as long.
        for record in policy._attributes(lines, places):
            if id in record:
                record[_renamed(id, id)] = record[id]
            record[id] = path
            rows.append(_row(record))
        if error is not None:
            rows.append({id: path, _ERROR: error})
    return pyarrow.Table.from_pylist(rows, schema=table_schema(policy, id, table.schema.field(id).type))


def table_schema(
    policy: Policy[Any], id: str = "id", id_type: pyarrow.DataType | None = None
) -> pyarrow.Schema:
    """The columns of :func:`chunk_table`. A chunk's own column with the same name as ``id`` becomes ``chunk_…``."""
    own = [(_renamed(field.name, id), field.type) for field in _schema(policy._chunk)]
    return pyarrow.schema([(id, id_type or pyarrow.string()), *own, (_ERROR, pyarrow.string())])


_ERROR = "error"


def _renamed(name: str, id: str) -> str:
    return f"chunk_{name}" if name == id else name


def _column(table: pyarrow.Table, name: str) -> pyarrow.ChunkedArray:
    if name not in table.column_names:
        raise ValueError(f"the table has no column {name!r}; it has {', '.join(table.column_names)}")
    return table.column(name)


def _attributes(chunk: records.Chunk) -> dict[str, Any]:
    return chunk.to_dict() | {name: getattr(chunk, name) for name in chunk._beside}


def _row(attributes: dict[str, Any]) -> dict[str, Any]:
    # What has other keys in each document becomes JSON: what was to be kept of it. The metadata of backlog are a struct.
    for key in ("strategyMetadata", *(("metadata",) if attributes.keys() & {"source_file", "sourceFile", "start_pos"} else ())):
        if attributes.get(key) is not None:
            attributes[key] = json.dumps(attributes[key], ensure_ascii=False, separators=(",", ":"))
    return attributes


def _schema(kind: type[records.Record]) -> pyarrow.Schema:
    hints = typing.get_type_hints(kind)
    # The columns are in the order of the class's attributes, except that places come last.
    names = [field.name for field in fields(kind)]
    names.sort(key=lambda name: name in kind._beside)
    unsigned = {name: pyarrow.uint64() for name in _UNSIGNED}
    return pyarrow.schema([(name, unsigned.get(name) or _type(hints[name])) for name in names])


# Numbers of the recorder's that may be as large as 2⁶⁴ - 1.
_UNSIGNED = ("pane_id", "segment_id", "ordinal", "byte_offset")


def _type(hint: Any) -> pyarrow.DataType:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        some = [argument for argument in arguments if argument is not type(None)]
        # A union of several classes becomes JSON.
        return _type(some[0]) if len(some) == 1 else pyarrow.string()
    if origin in (Literal, dict):
        return pyarrow.string()
    if origin is tuple:
        return pyarrow.list_(_type(arguments[0]))
    if isinstance(hint, type) and issubclass(hint, records.Record):
        return pyarrow.struct(list(_schema(hint)))
    plain = {str: pyarrow.string(), bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    return plain[hint]
