"""Files of other programs: conversations, work items, recordings; and texts with their secrets written over."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from chunk_policies import _native
from chunk_policies.errors import DocumentError


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn of a conversation. What its format does not say is ``None``."""

    start: int
    """Where it starts in the text of its :class:`Unit`, in bytes of UTF-8."""
    end: int
    """Where it ends there, exclusive."""
    speaker: str | None = None
    at: str | None = None
    id: str | None = None
    line: int | None = None
    """Its line in the file, 1-based."""
    pointer: str | None = None
    """Its value in the file, as a JSON Pointer."""
    byte: int | None = None
    """Its byte in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A document that was read from a file of another program: pass it to ``chunks`` or ``jsonl`` of a policy."""

    text: str
    path: str
    """The file's path, and of a file of many its id or place after a ``#``."""
    turns: tuple[Turn, ...] = ()
    """The turns, if it is a conversation."""
    doctype: str | None = None
    """``item`` or ``adr``, if it is a work item or decision record."""


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    tools: Literal["keep", "fold", "drop"] = "fold",
    ansi: Literal["keep", "remove"] = "remove",
    names: Mapping[str, str] | None = None,
    typescript: str | os.PathLike[str] | None = None,
) -> Iterator[Unit]:
    """What a file of another program holds: conversations for ``Tokens`` and ``Hybrid``, items for ``Backlog``, a log for ``Recorder``.

    ``format`` is one of those that ``chunk formats`` lists; without it, the content decides, where that is certain. A record that cannot be
    read raises :class:`DocumentError` after all others were given. ``names`` are those of speakers that the format has only ids of, by id: of a
    Slack export, what its ``users.json`` says. ``typescript`` is the one that belongs to ``path``, if that is the timing file of ``script``.

    One conversation is in memory at a time, and one item where a file can have many.

    >>> import pathlib, tempfile
    >>> from chunk_policies import Tokens
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "chat.json"
    >>> _ = file.write_text('[{"role": "user", "content": "How deep?"}, {"role": "assistant", "content": "Forty metres."}]')
    >>> for unit in read(file):
    ...     for chunk in Tokens().chunks(unit):
    ...         print(repr(chunk.text), [(turn.speaker, turn.pointer) for turn in chunk.turns])
    'user: How deep?\\n\\nassistant: Forty metres.\\n\\n' [('user', '/0'), ('assistant', '/1')]
    """
    name = os.fspath(path)
    units = _native.Units(name, format, tools, ansi, dict(names or {}), None if typescript is None else os.fspath(typescript))
    errors: list[str] = []
    while (found := units.next()) != (None, None):
        line, error = found
        if line is None:
            errors.append(str(error))
            continue
        unit = json.loads(line)
        turns = tuple(Turn(**turn) for turn in unit.pop("turns", ()))
        yield Unit(turns=turns, **unit)
    if errors:
        raise DocumentError(name, "; ".join(errors))


def masked(text: str) -> str:
    """The text with what looks like a secret written over with X, character by character: places in it are those of ``text``, and so are
    those of chunks made from it. The tables are those of ``Backlog``.

    >>> masked("password: hunter2-Q9, port: 80")
    'password: XXXXXXXXXX, port: 80'
    """
    return _native.masked(text)
