"""What all policies have in common."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, Union, overload

from chunk_policies import _native
from chunk_policies.chunks import Chunks
from chunk_policies.errors import ChunkWarning, ConfigError, DocumentError
from chunk_policies.formats import Unit
from chunk_policies.records import Chunk, PlacedChunk
from chunk_policies.settings import as_json
from chunk_policies.tokenizers import Tokenizer, canonical

if TYPE_CHECKING:
    import pyarrow

C = TypeVar("C", bound=Chunk)
P = TypeVar("P", bound="Policy[Any]")
Document = Union[str, bytes]
Path = Union[str, "os.PathLike[str]"]
_loads = json.JSONDecoder().decode


class Policy(Generic[C]):
    """A contract with its settings. It can be shared by threads, and pickled.

    Every policy takes a document as ``str``, or as the ``bytes`` of a UTF-8 file. What the caller knows of it goes into
    the records if the contract has a field for it: ``revision`` (such as a commit id), ``created_at_ms`` and
    ``modified_at_ms`` (milliseconds since 1970-01-01 UTC).
    """

    _name: ClassVar[str]
    _chunk: ClassVar[type[Chunk]]

    def __init__(self, settings: dict[str, Any], **options: Any) -> None:
        self._settings = settings
        self._options = {key: value for key, value in options.items() if value}
        self._native = _native.Policy(self._name, as_json(settings), **self._options)

    @property
    def version(self) -> str:
        """The contract's version, followed by the name of the tokenizer if that is not the contract's own (T10).

        >>> from chunk_policies import Tokens
        >>> Tokens().version, Tokens(tokenizer="gpt-4o").version
        ('tokens.chunking.v1', 'tokens.chunking.v1+o200k_base')
        """
        return self._native.version

    @property
    def config(self) -> dict[str, Any]:
        """All settings in force."""
        config: dict[str, Any] = json.loads(self._native.config)
        return config

    @property
    def warnings(self) -> tuple[ChunkWarning, ...]:
        """Warnings about settings that are valid but unusual."""
        return tuple(ChunkWarning(*warning) for warning in self._native.warnings)

    def chunks(
        self,
        text: Document | Unit,
        path: Path = "-",
        *,
        revision: str | None = None,
        created_at_ms: int | None = None,
        modified_at_ms: int | None = None,
    ) -> Chunks[C]:
        """The chunks of a document; raises :class:`DocumentError` if it cannot be chunked."""
        known = _known(revision, created_at_ms, modified_at_ms)
        if isinstance(text, Unit):
            text, path = _of_unit(text, known)
        path = _path(path)
        told = self._native.chunks(text, path, known)
        chunks = self._told(path, told)
        if isinstance(chunks, DocumentError):
            raise chunks
        return chunks

    def jsonl(
        self,
        text: Document | Unit,
        path: Path = "-",
        *,
        revision: str | None = None,
        created_at_ms: int | None = None,
        modified_at_ms: int | None = None,
    ) -> bytes:
        """The records of a document, exactly the bytes that ``chunk`` writes.

        >>> from chunk_policies import Tokens
        >>> Tokens().jsonl("Two words.", path="a.txt")
        b'{"interaction_id":"a.txt","original_text":"Two words.","chunks":[{"chunk_index":0,"text":"Two words.","start_pos":0,"end_pos":10,"token_count":3,"source_start_byte":0,"source_end_byte":10}]}\\n'
        """
        known = _known(revision, created_at_ms, modified_at_ms)
        if isinstance(text, Unit):
            text, path = _of_unit(text, known)
        path = _path(path)
        lines, _, _, error = self._native.records(text, path, known)
        if error is not None:
            raise DocumentError(path, error, jsonl=lines)
        return lines

    @overload
    def chunk_many(
        self,
        texts: Iterable[Document | tuple[Path, Document]],
        *,
        jobs: int | None = None,
        on_error: Literal["raise"] = "raise",
        revision: str | None = None,
        created_at_ms: int | None = None,
        modified_at_ms: int | None = None,
    ) -> list[Chunks[C]]: ...
    @overload
    def chunk_many(
        self,
        texts: Iterable[Document | tuple[Path, Document]],
        *,
        jobs: int | None = None,
        on_error: Literal["return"],
        revision: str | None = None,
        created_at_ms: int | None = None,
        modified_at_ms: int | None = None,
    ) -> list[Chunks[C] | DocumentError]: ...
    def chunk_many(
        self,
        texts: Iterable[Document | tuple[Path, Document]],
        *,
        jobs: int | None = None,
        on_error: Literal["raise", "return"] = "raise",
        revision: str | None = None,
        created_at_ms: int | None = None,
        modified_at_ms: int | None = None,
    ) -> Any:
        """The chunks of many documents, in their order, made by ``jobs`` threads (by default, one per core) without the GIL.

        A document is its text, or ``(path, text)``. The error of the first that cannot be chunked is raised; with
        ``on_error="return"``, each such document has its error in the place of its chunks.

        >>> from chunk_policies import Tokens
        >>> [len(chunks) for chunks in Tokens().chunk_many(["One.", ("two.txt", "Two.")], jobs=2)]
        [1, 1]
        """
        if on_error not in ("raise", "return"):
            raise ValueError(f'on_error = {on_error!r}: must be "raise" or "return"')
        if isinstance(texts, (str, bytes)):  # whose characters would each be a document
            raise TypeError("chunk_many takes many documents; chunks takes one")
        documents = [(item[1], _path(item[0])) if isinstance(item, tuple) else (item, "-") for item in texts]
        told = self._chunk_many(documents, jobs, _known(revision, created_at_ms, modified_at_ms))
        results = [self._told(path, one) for (_, path), one in zip(documents, told, strict=True)]
        if on_error == "raise":
            for result in results:
                if isinstance(result, DocumentError):
                    raise result
        return results

    def chunk_table(
        self, table: pyarrow.Table, text: str = "text", id: str = "id", *, jobs: int | None = None
    ) -> pyarrow.Table:
        """The chunks of the documents of a pyarrow table: see :func:`chunk_policies.arrow.chunk_table`."""
        from chunk_policies.arrow import chunk_table

        return chunk_table(self, table, text, id, jobs=jobs)

    def _chunk_many(
        self, documents: list[tuple[Document, str]], jobs: int | None, known: _native._Known | None = None
    ) -> list[_native._Told]:
        if jobs is not None and jobs < 1:
            raise ValueError(f"jobs = {jobs}: must be at least 1")
        return self._native.chunk_many(documents, known or _known(None, None, None), jobs or os.cpu_count() or 1)

    def _told(self, path: str, told: _native._Told) -> Chunks[C] | DocumentError:
        lines, places, warnings, error = told
        chunks = self._parsed(lines, places, warnings)
        return chunks if error is None else DocumentError(path, error, chunks=chunks)

    def _parsed(
        self,
        lines: bytes,
        places: list[tuple[int, int]] | None = None,
        warnings: Iterable[tuple[str, str]] = (),
    ) -> Chunks[C]:
        kind: type[C] = self._chunk  # type: ignore[assignment]
        made = map(kind.from_dict, self._attributes(lines, places))
        return Chunks(kind, made, (ChunkWarning(*warning) for warning in warnings))

    def _attributes(self, lines: bytes, places: list[tuple[int, int]] | None = None) -> Iterator[dict[str, Any]]:
        """Each chunk's attributes: the keys of its record, and its place if its contract gives one."""
        records = map(_loads, lines.decode().split("\n")[:-1])
        if not issubclass(self._chunk, PlacedChunk):
            yield from records
            return
        for record, (record["start_char"], record["end_char"]) in zip(records, places or (), strict=True):
            yield record

    def __repr__(self) -> str:
        options = {key: value for key, value in self._options.items() if key != "limit"}
        tokenizer = options.get("tokenizer", "")
        if isinstance(tokenizer, tuple) or tokenizer.startswith("{"):
            options["tokenizer"] = self.version.partition("+")[2]
        given = ", ".join(f"{key}={value!r}" for key, value in (self._settings | options).items())
        return f"{type(self).__name__}({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (opened, (type(self), self._settings, self._options))


def opened(kind: type[P], settings: dict[str, Any], options: dict[str, Any]) -> P:
    """A policy with these settings and options, such as from a pickle."""
    policy = kind.__new__(kind)
    Policy.__init__(policy, settings, **options)
    return policy


class TokenCounting(Policy[C]):
    """A policy whose sizes are counted in tokens.

    Sizes are in the tokens of ``tokenizer``, by default ``cl100k_base`` (T10): see :data:`chunk_policies.tokenizers.Tokenizer`. What the
    model adds to each text and ``reserve`` more tokens, such as for ``passage: ``, count in the sizes; no default size is larger than
    what the model takes.

    >>> from chunk_policies import Tokens
    >>> [policy.chunks("漢字")[0].token_count for policy in (Tokens(), Tokens(tokenizer="gpt-4o"))]
    [3, 2]
    """

    def __init__(
        self, settings: dict[str, Any], tokenizer: Tokenizer | None = None, reserve: int = 0, **options: Any
    ) -> None:
        if not isinstance(reserve, int) or reserve < 0:
            raise ConfigError([("reserve", repr(reserve), "must be a whole number from 0")])
        given, limit = (None, None) if tokenizer is None else canonical(tokenizer)
        super().__init__(settings, tokenizer=given, reserve=reserve, limit=limit, **options)


def _path(path: Path) -> str:
    return path.as_posix() if isinstance(path, PurePath) else os.fspath(path)


def _known(revision: str | None, created_at_ms: int | None, modified_at_ms: int | None) -> _native._Known:
    known: _native._Known = {"revision": revision, "created_at_ms": created_at_ms, "modified_at_ms": modified_at_ms}
    return known | {"turns": [], "doctype": None}


def _of_unit(unit: Unit, known: _native._Known) -> tuple[str, str]:
    """The text and path of a unit; what else it knows goes to ``known``."""
    known["doctype"] = unit.doctype
    known["turns"] = [
        (turn.start, turn.end, turn.speaker, turn.at, turn.id, turn.line, turn.pointer, turn.byte) for turn in unit.turns
    ]
    return unit.text, unit.path
