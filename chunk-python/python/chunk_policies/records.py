"""The chunks of each contract, with its attributes: immutable, comparable, hashable.

``to_dict()`` is the record that the command ``chunk`` writes, as ``json.loads`` gives it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, TypeVar, Union

_R = TypeVar("_R", bound="Record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An object of a record: its attributes are the keys."""

    # Keys that are left out of the record where they have no value; every other is `null`.
    _absent: ClassVar[frozenset[str]] = frozenset()
    # The classes of the values that are objects, or lists of them.
    _objects: ClassVar[dict[str, type[Record]]] = {}
    # Attributes that are no keys.
    _beside: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def from_dict(cls: type[_R], record: dict[str, Any]) -> _R:
        """The object with these keys."""
        for key, value in record.items():
            if value.__class__ is list:
                kind = cls._objects.get(key)
                record[key] = tuple(kind.from_dict(item) for item in value) if kind else tuple(value)
            elif value.__class__ is dict:
                record[key] = cls._objects[key].from_dict(value)
        return cls(**record)

    def to_dict(self) -> dict[str, Any]:
        """The keys and values of the record, in the contract's order."""
        record = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in self._beside or (value is None and field.name in self._absent):
                continue
            record[field.name] = _plain(value)
        return record


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Chunk(Record):
    """A chunk of any contract."""

    # The attribute that is the text to embed.
    _text: ClassVar[str] = "text"

    @property
    def embedded_text(self) -> str:
        """The text to embed, whatever the contract calls it."""
        return str(getattr(self, self._text))

    def _place(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        text = self.embedded_text
        shown = text if len(text) <= 40 else text[:39] + "…"
        return f"<{type(self).__name__} {self._place()} {shown!r}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlacedChunk(Chunk):
    """A chunk that is a slice of its document: ``text[chunk.start_char:chunk.end_char]``, with the line ends as given."""

    _beside: ClassVar[frozenset[str]] = frozenset({"start_char", "end_char"})

    start_char: int
    """Where it starts in the text as given, in code points, as ``str`` is indexed."""
    end_char: int
    """Where it ends in the text as given, in code points, exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TokenChunk(PlacedChunk):
    """A chunk of ``Tokens``."""

    chunk_index: int
    """Its place among the chunks of the interaction, 0-based."""
    text: str
    """Its text, with LF line ends."""
    start_pos: int
    """Where it starts in the text with LF line ends, in code points (T6)."""
    end_pos: int
    """Where it ends in the text with LF line ends, in code points, exclusive (T6)."""
    token_count: int
    """How many cl100k_base tokens `text` is, exactly (T4)."""
    source_start_byte: int
    """Where it starts in the text as given, in bytes of UTF-8 (T1)."""
    source_end_byte: int
    """Where it ends in the text as given, in bytes of UTF-8, exclusive (T1)."""

    def _place(self) -> str:
        return f"{self.chunk_index} at {self.start_char}:{self.end_char}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MarkdownChunk(PlacedChunk):
    """A chunk of ``Markdown``: a citable piece of a document."""

    _text: ClassVar[str] = "content"
    _absent: ClassVar[frozenset[str]] = frozenset({"source_version", "created_at", "table_header"})

    chunk_id: str
    """SHA-256 of path, start line and content, in hexadecimal."""
    source_file: str
    """The document's path, relative to the root of its corpus."""
    source_version: str | None = None
    """The document's version, such as a commit id; not in the record if unknown."""
    start_line: int
    """First line of `content`, 1-based."""
    end_line: int
    """Last line of `content`, 1-based, inclusive."""
    content: str
    """The overlap and the body, verbatim but for LF line ends."""
    tokens: int
    """How many cl100k_base tokens `content` is, exactly."""
    section_header: str
    """Text of the section's heading; empty before the first one."""
    chunk_type: Literal["header", "paragraph", "code", "list"]
    """What the body starts with."""
    overlap_with_previous: bool
    """Whether `content` starts with an overlap."""
    created_at: str | None = None
    """When the document was created, in RFC 3339 and UTC; not in the record if unknown."""
    overlap_chars: int
    """Length of the overlap in code points: the body is what follows."""
    body_start_line: int
    """First line of the body, 1-based."""
    source_start_byte: int
    """Where `content` starts in the file as given, in bytes."""
    source_end_byte: int
    """Where `content` ends in the file as given, in bytes, exclusive."""
    chunk_hash: str
    """SHA-256 of the body alone."""
    heading_path: tuple[str, ...]
    """Texts of the headings that are open, from the top."""
    table_header: str | None = None
    """Header row of the table that the body continues; not in the record if there is none."""

    def _place(self) -> str:
        return f"{self.source_file}:{self.start_line}-{self.end_line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventMetadata(Record):
    """A phase of a task (H17)."""

    type: Literal["episodic"]
    phase: Literal["planning", "execution", "verification", "reflection"]
    taskId: str
    timestamp: int | None
    duration: int | None
    outcome: Literal["success", "failure", "partial"] | None
    relatedChunks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticMetadata(Record):
    """A topic (H18)."""

    type: Literal["semantic"]
    topic: str
    summary: str
    keywords: tuple[str, ...]
    relatedTopics: tuple[str, ...]
    coherenceScore: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferenceMetadata(Record):
    """A decision (H19)."""

    type: Literal["preference"]
    decisionType: Literal["approval", "rejection", "configuration", "selection"]
    preferredOption: str
    rejectedOptions: tuple[str, ...]
    rationale: str
    confidence: float
    userId: str | None
    timestamp: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProceduralMetadata(Record):
    """A step of a procedure (H20)."""

    type: Literal["procedural"]
    stepNumber: int
    stepTitle: str
    stepType: Literal["main", "substep", "prerequisite", "optional"]
    dependencies: tuple[str, ...]
    followups: tuple[str, ...]
    estimatedTime: int
    difficulty: int
    estimatedTimeSource: Literal["text", "estimate"]


StrategyMetadata = Union[EventMetadata, SemanticMetadata, PreferenceMetadata, ProceduralMetadata]
"""What a strategy of ``Hybrid`` says of a chunk; `type` tells which it is."""

_STRATEGIES: dict[str, type[Record]] = {
    "episodic": EventMetadata,
    "semantic": SemanticMetadata,
    "preference": PreferenceMetadata,
    "procedural": ProceduralMetadata,
}


class _Strategy(Record):
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Any:
        return _STRATEGIES[record["type"]].from_dict(record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Record):
    """How a chunk is related to another (H13)."""

    kind: Literal["previous", "next", "parent", "child", "similar"]
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Record):
    """Bytes and lines of the file as given."""

    startByte: int
    endByte: int
    startLine: int
    endLine: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HybridChunk(PlacedChunk):
    """A chunk of ``Hybrid``, with the contract's own names."""

    _text: ClassVar[str] = "content"
    _objects: ClassVar[dict[str, type[Record]]] = {
        "strategyMetadata": _Strategy,
        "relations": Relation,
        "duplicates": Place,
    }

    id: str
    """UUID version 8 from policy version, source file, strategy and content (H11)."""
    sourceFile: str
    """The document's path."""
    chunkIndex: int
    """Its place among the document's chunks, from 0."""
    content: str
    """Its text: a slice of the document's, with LF line ends (H2)."""
    tokenCount: int
    """The cl100k_base tokens of `content`."""
    contextBefore: str
    """The text right before it (H12)."""
    contextAfter: str
    """The text right after it (H12)."""
    strategyType: str
    """The name of the strategy that made it."""
    strategyMetadata: StrategyMetadata
    """What that strategy says of it."""
    createdAt: int | None
    """Epoch milliseconds; `sourceModifiedAt` if unknown (H15)."""
    sourceModifiedAt: int | None
    """Epoch milliseconds."""
    relatedChunks: tuple[str, ...]
    """The ids in `relations`, each once."""
    hierarchyLevel: int
    """How many headings, and steps above a substep, it stands under."""
    coherenceScore: float | None
    """How alike its parts are: 0.6 is the document's average (H14)."""
    completeness: float | None
    """How well it can be understood alone (H14)."""
    complete: bool | None
    """Whether `completeness` is enough (H14)."""
    flags: tuple[str, ...]
    """`low-coherence` (H14)."""
    relations: tuple[Relation, ...]
    """Chunks that it is related to, and how (H13)."""
    duplicates: tuple[Place, ...]
    """Where the same text stands again, as no chunk of its own (H10)."""
    overlapTokens: int
    """How many tokens at its start are the end of the chunk before (H7)."""
    contentHash: str
    """SHA-256 of `content`."""
    startByte: int
    """The first byte, from 0."""
    endByte: int
    """The byte behind the last."""
    startLine: int
    """The first line, from 1."""
    endLine: int
    """The last line."""

    def _place(self) -> str:
        return f"{self.sourceFile}:{self.startLine}-{self.endLine}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklogMetadata(Record):
    """What is known of a chunk of ``Backlog`` (B6). What a document does not have is ``None``, and not in the record."""

    _absent: ClassVar[frozenset[str]] = frozenset(
        {
            "uid",
            "item_type",
            "state",
            "parent",
            "source_updated",
            "created_at",
            "worklog_span_start",
            "worklog_span_end",
        }
    )

    schema_version: str
    doc_id: str
    uid: str | None = None
    doctype: Literal["item", "adr"]
    item_type: str | None = None
    title: str
    state: str | None = None
    tags: tuple[str, ...]
    parent: str | None = None
    product: str
    source_path: str
    path_hash: str
    section_path: str
    chunk_kind: Literal["header", "section", "worklog", "decision"]
    chunk_index: int
    chunk_count: int
    chunk_char_len: int
    chunk_hash: str
    source_updated: str | None = None
    created_at: str | None = None
    worklog_span_start: str | None = None
    worklog_span_end: str | None = None
    language: str
    redaction: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BacklogChunk(Chunk):
    """A chunk of ``Backlog``. Its text is put together and redacted, so it is no slice of the document."""

    _objects: ClassVar[dict[str, type[Record]]] = {"metadata": BacklogMetadata}

    text: str
    """The text that is embedded, secrets redacted."""
    metadata: BacklogMetadata
    """What is known of it."""

    def _place(self) -> str:
        metadata = self.metadata
        return f"{metadata.source_path} {metadata.section_path} {metadata.chunk_index + 1}/{metadata.chunk_count}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOffset(Record):
    """Where in the append log an event stands (R2)."""

    segment_id: int
    ordinal: int
    byte_offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap(Record):
    """What a chunk repeats of the chunk before it (R9)."""

    _objects: ClassVar[dict[str, type[Record]]] = {"source_end_offset": LogOffset}

    from_chunk_id: str
    source_end_offset: LogOffset
    chars: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RecorderChunk(Chunk):
    """A chunk of ``Recorder``. It stands in a log of events, so it has offsets of events (R12)."""

    _absent: ClassVar[frozenset[str]] = frozenset({"overlap"})
    _objects: ClassVar[dict[str, type[Record]]] = {
        "start_offset": LogOffset,
        "end_offset": LogOffset,
        "overlap": Overlap,
    }

    chunk_id: str
    """SHA-256 of policy version, pane, direction, ordinals and `content_hash` (R13)."""
    policy_version: str
    """``ft.recorder.chunking.v1``."""
    pane_id: int
    """The pane all its events happened in."""
    session_id: str | None
    """The session of all its events, or ``None`` if they have none or differ."""
    direction: Literal["ingress", "egress", "mixed_glued"]
    """Which way its text went."""
    start_offset: LogOffset
    """Where its first event stands."""
    end_offset: LogOffset
    """Where its last event stands."""
    event_ids: tuple[str, ...]
    """The ids of its events, in order."""
    event_count: int
    """How many events it has."""
    occurred_at_start_ms: int
    """The earliest time of its events, in milliseconds."""
    occurred_at_end_ms: int
    """The latest time of its events, in milliseconds."""
    text_chars: int
    """Code points of `text`."""
    content_hash: str
    """SHA-256 of `text`."""
    text: str
    """The text to embed: overlap, then the events' contributions, joined by LF."""
    source_hash: str
    """SHA-256 of `text` without the overlap and its LF (R14)."""
    start_text_offset: int
    """The byte of the first event's normalized text at which the chunk starts."""
    end_text_offset: int
    """The byte of the last event's normalized text behind which the chunk ends."""
    overlap: Overlap | None = None
    """What `text` repeats of the chunk before; not in the record if nothing."""

    def _place(self) -> str:
        start, end = self.start_offset, self.end_offset
        return f"pane {self.pane_id} events {start.segment_id}:{start.ordinal}-{end.segment_id}:{end.ordinal}"
