"""Chunks of ``Hybrid``, and the metadata that its strategies add to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Union

from chunk_policies.records.base import PlacedChunk, Record


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

    _absent: ClassVar[frozenset[str]] = frozenset({"type", "signals"})

    type: Literal["preference"] | None = None
    """`None` in `signals`, whose elements say nothing of their type."""
    decisionType: Literal["approval", "rejection", "configuration", "selection"]
    preferredOption: str
    rejectedOptions: tuple[str, ...]
    rationale: str
    confidence: float
    userId: str | None
    timestamp: int | None
    signals: tuple[PreferenceMetadata, ...] | None = None
    """All decisions of the chunk in their order, if there are several."""


# Not in the class: there, `type` is the attribute.
PreferenceMetadata._objects = {"signals": PreferenceMetadata}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOfChunk(Record):
    """One of several steps in a chunk."""

    stepNumber: int
    stepTitle: str
    stepType: Literal["main", "substep", "prerequisite", "optional"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProceduralMetadata(Record):
    """A step of a procedure (H20)."""

    _absent: ClassVar[frozenset[str]] = frozenset({"steps"})

    type: Literal["procedural"]
    stepNumber: int
    stepTitle: str
    stepType: Literal["main", "substep", "prerequisite", "optional"]
    dependencies: tuple[str, ...]
    followups: tuple[str, ...]
    estimatedTime: int
    difficulty: int
    estimatedTimeSource: Literal["text", "estimate"]
    steps: tuple[StepOfChunk, ...] | None = None
    """All steps of the chunk in their order, if there are several."""


ProceduralMetadata._objects = {"steps": StepOfChunk}

StrategyMetadata = Union[EventMetadata, SemanticMetadata, PreferenceMetadata, ProceduralMetadata]
"""The metadata that a strategy of ``Hybrid`` adds to a chunk; `type` says which kind it is."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridTurn(Record):
    """A turn of which a chunk holds all or a part (H28)."""

    _absent: ClassVar[frozenset[str]] = frozenset({"speaker", "at", "id", "line", "pointer", "byte"})

    index: int
    """Its place among the turns of the document, 0-based."""
    speaker: str | None = None
    """Who speaks."""
    at: str | None = None
    """When."""
    id: str | None = None
    """The message's id."""
    line: int | None = None
    """The line of the file that the conversation was read from, 1-based."""
    pointer: str | None = None
    """The value of that file, as a JSON Pointer."""
    byte: int | None = None
    """The byte of that file, 0-based."""
    startByte: int
    """The first byte of the whole turn in the document as given, from 0."""
    endByte: int
    """Its end there, exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HybridChunk(PlacedChunk):
    """A chunk of ``Hybrid``, with the contract's own names."""

    _text: ClassVar[str] = "content"
    _absent: ClassVar[frozenset[str]] = frozenset({"cut", "embed", "embedHash", "metadata", "turns"})
    _objects: ClassVar[dict[str, type[Record]]] = {
        "strategyMetadata": _Strategy,
        "relations": Relation,
        "duplicates": Place,
        "turns": HybridTurn,
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
    cut: bool | None = None
    """Whether a part of it was cut that is kept whole without a hard limit; not in the record if not."""
    embed: str | None = None
    """The text to embed: a head, a blank line, and `content`; not in the record if it was not asked for."""
    embedHash: str | None = None
    """SHA-256 of `embed`; not in the record if there is none."""
    metadata: dict[str, Any] | None = field(default=None, hash=False)
    """What was to be kept of a document's own data; not in the record if there is nothing."""
    turns: tuple[HybridTurn, ...] | None = None
    """The turns of which it holds all or a part; not in the record if the document is no conversation (H28)."""

    def _place(self) -> str:
        return f"{self.sourceFile}:{self.startLine}-{self.endLine}"
