"""The policies, one class for each contract. Settings are keywords with the contract's names and defaults."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, TypedDict, TypeVar, Union, overload

from chunk_policies import _native
from chunk_policies.chunks import Chunks
from chunk_policies.errors import ChunkWarning, ConfigError, DocumentError
from chunk_policies.formats import Unit
from chunk_policies.records import (
    BacklogChunk,
    Chunk,
    HybridChunk,
    MarkdownChunk,
    PlacedChunk,
    RecorderChunk,
    TokenChunk,
)
from chunk_policies.stream import FileChunks, RecorderStream
from chunk_policies.tokenizers import Tokenizer, canonical

if TYPE_CHECKING:
    import pyarrow
    from typing_extensions import Unpack

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

    >>> [policy.chunks("漢字")[0].token_count for policy in (Tokens(), Tokens(tokenizer="gpt-4o"))]
    [3, 2]
    """

    def __init__(
        self, settings: dict[str, Any], tokenizer: Tokenizer | None = None, reserve: int = 0, **options: Any
    ) -> None:
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


def as_json(settings: dict[str, Any]) -> str:
    """Settings as JSON. What JSON cannot hold is an error that names the setting."""
    wrong = [(key, repr(value), why) for key, value in _leaves(settings) if (why := _not_json(value))]
    if wrong:
        raise ConfigError(wrong)
    return json.dumps(settings)


def _leaves(settings: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _not_json(value: Any) -> str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return "must be a number that is finite"
    if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
        return "must be text without lone surrogates"
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return f"must be a number, text, true or false, not {type(value).__name__}"
    return None


def _given(cls: type[Any], given: dict[str, Any]) -> dict[str, Any]:
    """The settings that differ from the defaults, unknown ones included."""
    given = {key: value for key, value in given.items() if key not in ("self", "unknown", "strategy", "tokenizer", "reserve", "__class__")} | given["unknown"]
    defaults = cls.__init__.__kwdefaults__
    changed = {key: value for key, value in given.items() if key not in defaults or value != defaults[key]}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in changed.items()}


# `**unknown: NoReturn`: a keyword that is not a setting is an error for a type checker, and a ConfigError at run time.


class Tokens(TokenCounting[TokenChunk]):
    """Plain text by sentences and paragraphs, up to a number of tokens: contract ``tokens.chunking.v1``.

    :param max_tokens: the most tokens of a chunk that is more than one sentence.
    :param sentence_rules: where sentences end: ``standard``, not after abbreviations; ``literal``, after every ``.``, ``!``, ``?`` before a space.
    :param boundaries: what is kept whole below paragraphs: ``sentences``, or ``lines`` first (transcripts, logs, poems).
    :param hard_limit: whether no chunk is ever above ``max_tokens``: what is kept whole otherwise is then cut.
    :param embed: what the text to embed begins with.
    :param keep: keys of a document's own data that are kept in ``metadata``.
    :param tokenizer: what counts tokens: see :data:`chunk_policies.tokenizers.Tokenizer`.
    :param reserve: tokens to leave room for in each chunk, such as for ``passage: ``.

    >>> Tokens(max_tokens=512).chunks("Count once. Ask often.", path="notes.txt")
    [<TokenChunk 0 at 0:22 'Count once. Ask often.'>]
    """

    _name = "tokens"
    _chunk = TokenChunk

    def __init__(
        self,
        *,
        max_tokens: int = 1024,
        sentence_rules: Literal["standard", "literal"] = "standard",
        boundaries: Literal["sentences", "lines"] = "sentences",
        hard_limit: bool = False,
        embed: Sequence[str] = (),
        keep: Sequence[str] = (),
        tokenizer: Tokenizer | None = None,
        reserve: int = 0,
        **unknown: NoReturn,
    ) -> None:
        super().__init__(_given(Tokens, locals()), tokenizer, reserve)


class Markdown(TokenCounting[MarkdownChunk]):
    """Markdown by sections and blocks, citable by file and lines: contract ``markdown.v1``.

    :param chunk_size: the most tokens of a chunk without its overlap.
    :param chunk_overlap: the most tokens of an overlap, below the size; 0 for none.
    :param packing: ``strict``: every heading starts a chunk; ``sections``: small sections share one.
    :param overlap_across_sections: whether an overlap may begin in an earlier section than its chunk.
    :param hard_limit: whether no chunk is ever above ``chunk_size``, overlap included: what is kept whole otherwise is then cut.
    :param embed: what the text to embed begins with: ``title``, ``headings``, ``table``.
    :param keep: keys of the front matter that are kept in ``metadata``.
    :param tokenizer: what counts tokens: see :data:`chunk_policies.tokenizers.Tokenizer`.
    :param reserve: tokens to leave room for in each chunk, such as for ``passage: ``.

    >>> chunk = Markdown().chunks("# Guide\\n\\nRead it.\\n", path="guide.md")[0]
    >>> chunk
    <MarkdownChunk guide.md:1-3 '# Guide\\n\\nRead it.'>
    >>> chunk.tokens, chunk.heading_path
    (6, ('Guide',))
    """

    _name = "markdown"
    _chunk = MarkdownChunk

    def __init__(
        self,
        *,
        chunk_size: int = 800,
        chunk_overlap: int = 100,
        packing: Literal["strict", "sections"] = "strict",
        overlap_across_sections: bool = True,
        hard_limit: bool = False,
        embed: Sequence[str] = (),
        keep: Sequence[str] = (),
        tokenizer: Tokenizer | None = None,
        reserve: int = 0,
        **unknown: NoReturn,
    ) -> None:
        super().__init__(_given(Markdown, locals()), tokenizer, reserve)


class EventBased(TypedDict, total=False):
    """Settings of the strategy ``event-based``."""

    phaseDetectionSensitivity: float
    minPhaseDuration: int


class SemanticBoundary(TypedDict, total=False):
    """Settings of the strategy ``semantic-boundary``."""

    similarityThreshold: float
    minTopicCoherence: float
    targetChunkSize: int | None


class PreferenceSignal(TypedDict, total=False):
    """Settings of the strategy ``preference-signal``."""

    minConfidence: float
    contextSize: int
    includeRemainder: bool | None


class StepBased(TypedDict, total=False):
    """Settings of the strategy ``step-based``."""

    detectSubsteps: bool
    includeOptionalSteps: bool


class HybridInSnakeCase(TypedDict, total=False):
    """The settings of :class:`Hybrid` under the names that Python would give them."""

    max_chunk_size: int
    min_chunk_size: int
    context_window_size: int
    default_strategy: str
    enable_auto_detection: bool
    enable_context_extraction: bool
    enable_relationship_linking: bool
    enable_quality_scoring: bool
    event_based: dict[str, Any]
    semantic_boundary: dict[str, Any]
    preference_signal: dict[str, Any]
    step_based: dict[str, Any]


def _camel(settings: Any) -> dict[str, Any]:
    """The settings under the contract's names."""
    camel = ((re.sub("_([a-z])", lambda letter: letter[1].upper(), key), value) for key, value in settings.items())
    return {key: _camel(value) if isinstance(value, dict) else value for key, value in camel}


class Hybrid(TokenCounting[HybridChunk]):
    """Logs, notes, decisions and procedures, each by a strategy that fits its content.

    Settings have the contract's names, or the same in snake case: ``max_chunk_size``.

    :param maxChunkSize: the most tokens of a chunk, 100 to 2000.
    :param minChunkSize: the least tokens of a chunk that has a neighbour to join.
    :param contextWindowSize: the most tokens of the context before and after a chunk.
    :param defaultStrategy: the strategy where nothing says which.
    :param enableAutoDetection: whether the content is classified, and mixed documents are taken apart.
    :param enableContextExtraction: whether chunks have their context.
    :param enableRelationshipLinking: whether chunks are related to each other.
    :param enableQualityScoring: whether coherence and completeness are scored.
    :param eventBased: settings of logs and sessions: see :class:`EventBased`.
    :param semanticBoundary: settings of prose: see :class:`SemanticBoundary`.
    :param preferenceSignal: settings of decisions: see :class:`PreferenceSignal`.
    :param stepBased: settings of procedures: see :class:`StepBased`.
    :param strategy: the strategy for all documents, whatever their content.
    :param tokenizer: what counts tokens: see :data:`chunk_policies.tokenizers.Tokenizer`.
    :param reserve: tokens to leave room for in each chunk, such as for ``passage: ``.

    >>> chunk = Hybrid(maxChunkSize=200).chunks("1. Open the box.\\n2. Close the box.\\n", path="box.md")[0]
    >>> chunk.sourceFile, chunk.startLine
    ('box.md', 1)
    """

    _name = "hybrid"
    _chunk = HybridChunk

    def __init__(
        self,
        *,
        maxChunkSize: int = 500,
        minChunkSize: int = 50,
        contextWindowSize: int = 50,
        defaultStrategy: str = "semantic-boundary",
        enableAutoDetection: bool = True,
        enableContextExtraction: bool = True,
        enableRelationshipLinking: bool = True,
        enableQualityScoring: bool = True,
        eventBased: EventBased = {},  # noqa: B006, read only
        semanticBoundary: SemanticBoundary = {},  # noqa: B006
        preferenceSignal: PreferenceSignal = {},  # noqa: B006
        stepBased: StepBased = {},  # noqa: B006
        strategy: str | None = None,
        tokenizer: Tokenizer | None = None,
        reserve: int = 0,
        **unknown: Unpack[HybridInSnakeCase],
    ) -> None:
        super().__init__(_given(Hybrid, locals() | {"unknown": _camel(unknown)}), tokenizer, reserve, strategy=strategy)


class Backlog(Policy[BacklogChunk]):
    """Work items and decision records, secrets redacted: embedding schema ``0.1.0``. The path says what a document is.

    :param product: the product's name, where the path does not say it.
    :param redact: whether secrets are replaced.
    :param header_chunk: whether a document has a chunk of its metadata.
    :param repeat_heading: whether each part of a long section begins with its heading.
    :param hash_format: ``bare`` hexadecimal digits, or ``prefixed`` with ``sha256:``.

    >>> text = "# Context\\n\\nNothing exists yet. We start.\\n"
    >>> chunks = Backlog().chunks(text, path="products/demo/items/task/DEMO-TSK-0001_start.md")
    >>> [(chunk.metadata.section_path, chunk.text) for chunk in chunks][1]
    ('item/context', '# Context\\n\\nNothing exists yet. We start.')
    """

    _name = "backlog"
    _chunk = BacklogChunk

    def __init__(
        self,
        *,
        product: str | None = None,
        redact: bool = True,
        header_chunk: bool = True,
        repeat_heading: bool = True,
        hash_format: Literal["bare", "prefixed"] = "bare",
        **unknown: NoReturn,
    ) -> None:
        super().__init__(_given(Backlog, locals()))


class Recorder(Policy[RecorderChunk]):
    """The events of a terminal recorder: contract ``ft.recorder.chunking.v1``. A document is a log, as ``bytes``.

    :param max_chunk_chars: the most characters of a chunk.
    :param max_chunk_events: the most events of a chunk.
    :param max_window_ms: the longest time of a chunk, in milliseconds.
    :param hard_gap_ms: the pause after which a chunk ends, in milliseconds.
    :param min_chunk_chars: the size below which a chunk joins its neighbour.
    :param merge_window_ms: how close in time that neighbour has to be, in milliseconds.
    :param overlap_chars: the characters of the chunk before that a chunk begins with.

    >>> log = b'{"schema_version":"ft.recorder.event.v1","event_id":"a","pane_id":1,"occurred_at_ms":0,"event_type":"ingress_text","text":"ls"}'
    >>> Recorder().chunks(log)
    [<RecorderChunk pane 1 events 0:0-0:0 '[IN] ls'>]
    """

    _name = "recorder"
    _chunk = RecorderChunk

    def __init__(
        self,
        *,
        max_chunk_chars: int = 1800,
        max_chunk_events: int = 48,
        max_window_ms: int = 120_000,
        hard_gap_ms: int = 30_000,
        min_chunk_chars: int = 80,
        merge_window_ms: int = 8_000,
        overlap_chars: int = 120,
        **unknown: NoReturn,
    ) -> None:
        super().__init__(_given(Recorder, locals()))

    def stream(self) -> RecorderStream:
        """A stream that events are pushed to, as they come."""
        return RecorderStream(self, as_json(self._settings))

    def read(self, path: str | os.PathLike[str]) -> Iterator[RecorderChunk]:
        """The chunks of a file, one at a time, as they become final while it is read; it takes the memory of two chunks.

        A bad record raises :class:`DocumentError`. To get what comes after it, ask the same iterator again (R17).
        """
        return FileChunks(self, as_json(self._settings), path)
