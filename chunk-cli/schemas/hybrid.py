from typing import Any, Literal, NotRequired, TypedDict


DecisionType = Literal["approval", "rejection", "configuration", "selection"]
"""What kind of decision a signal is."""


class EventMetadata(TypedDict):
    """A phase of a task (H17)."""

    phase: Phase
    """Which phase."""

    taskId: str
    """From frontmatter, a task or ticket id in the text, else the file's name without extension."""

    relatedChunks: list[str]
    """The ids of the chunks before and after it in time."""

    duration: NotRequired[int | None]
    """Milliseconds between the first and the last time stamp in the chunk; `null` without any."""

    outcome: NotRequired[Outcome | None]
    """What the markers in the chunk say; `null` without any."""

    timestamp: NotRequired[int | None]
    """The first time stamp in the chunk, in epoch milliseconds, else the start of the first day that a heading or entry of it names;
    `null` without any that has a date."""


class HybridTurn(TypedDict):
    """A turn of which a chunk holds all or a part (H28). What the conversation's format does not say is absent."""

    index: int
    """Its place among the turns of the document, 0-based."""

    startByte: int
    """The first byte of the whole turn in the document as given, from 0."""

    endByte: int
    """Its end there, exclusive."""

    at: NotRequired[str | None]
    """When."""

    byte: NotRequired[int | None]
    """The byte of that file, 0-based."""

    id: NotRequired[str | None]
    """The message's id."""

    line: NotRequired[int | None]
    """The line of the file that the conversation was read from, 1-based."""

    pointer: NotRequired[str | None]
    """The value of that file, as a JSON Pointer."""

    speaker: NotRequired[str | None]
    """Who speaks."""


Outcome = Literal["success", "failure", "partial"]
"""How a phase ended."""


Phase = Literal["planning", "execution", "verification", "reflection"]
"""A phase of a task, in the order in which they usually come."""


class Place(TypedDict):
    """Bytes and lines of the file as given."""

    startByte: int
    """The first byte, from 0."""

    endByte: int
    """The end in bytes, exclusive."""

    startLine: int
    """The first line, from 1."""

    endLine: int
    """The last line."""


class PreferenceMetadata(TypedDict):
    """A decision (H19)."""

    decisionType: DecisionType
    """What kind of decision."""

    preferredOption: str
    """What is preferred, verbatim; empty if only a rejection is known."""

    rejectedOptions: list[str]
    """What is not, verbatim."""

    rationale: str
    """Why, verbatim; empty if that is not said."""

    confidence: float
    """How sure the signal is."""

    signals: NotRequired[list[PreferenceMetadata]]
    """All decisions of the chunk in their order, if there are several; the fields above are those of the surest."""

    timestamp: NotRequired[int | None]
    """When, in epoch milliseconds, if that is known."""

    userId: NotRequired[str | None]
    """Who, if that is known."""


class ProceduralMetadata(TypedDict):
    """A step of a procedure (H20)."""

    stepNumber: int
    """As written, of a letter its place in the alphabet; else 0, as for prerequisites."""

    stepTitle: str
    """The heading or the first sentence, verbatim."""

    stepType: StepType
    """What kind of step."""

    dependencies: list[str]
    """The ids of the steps that must be done before."""

    followups: list[str]
    """The ids of the steps that come after."""

    estimatedTime: int
    """How long it takes, in seconds."""

    difficulty: int
    """How hard it is, 1 to 5."""

    estimatedTimeSource: TimeSource
    """Whether the time is written in the text or estimated from it."""

    steps: NotRequired[list[StepOfChunk]]
    """All steps of the chunk in their order, if there are several; number, title and type above are those of the first main one."""


class Relation(TypedDict):
    """How a chunk is related to another."""

    kind: RelationKind
    """What the other is to this one."""

    id: str
    """The other's id."""


RelationKind = Literal["previous", "next", "parent", "child", "similar"]
"""What one chunk is to another, in the order in which relations are listed."""


class SemanticMetadata(TypedDict):
    """A topic (H18)."""

    topic: str
    """The heading, else the top key phrase."""

    summary: str
    """The one or two most central sentences, verbatim."""

    keywords: list[str]
    """5 to 10 terms, fewer only if the chunk has fewer."""

    relatedTopics: list[str]
    """The topics of similar chunks."""

    coherenceScore: NotRequired[float | None]
    """How alike the parts of the chunk are; `null` with scoring off."""


class StepOfChunk(TypedDict):
    """One of several steps in a chunk, with the keys of [`ProceduralMetadata`]."""

    stepNumber: int
    """As written, of a letter its place in the alphabet; else 0, as for prerequisites."""

    stepTitle: str
    """The heading or the first sentence, verbatim."""

    stepType: StepType
    """What kind of step."""


StepType = Literal["main", "substep", "prerequisite", "optional"]
"""What kind of step."""


StrategyMetadata = EventMetadata | SemanticMetadata | PreferenceMetadata | ProceduralMetadata | Any
"""What a strategy says of a chunk. In JSON, `type` comes first and says which it is."""


TimeSource = Literal["text", "estimate"]
"""Where an estimated time comes from."""


class HybridChunk(TypedDict):
    """A chunk: the contract's `ChunkMetadata` with its keys in order, extra keys after them."""

    id: str
    """UUID version 8 from policy version, source file, strategy and content (H11)."""

    sourceFile: str
    """The document's path."""

    chunkIndex: int
    """Its place among the document's chunks, from 0."""

    content: str
    """Its text: a verbatim slice of the document's, with LF line ends (H2)."""

    tokenCount: int
    """The tokens of `content`: of cl100k_base, or of another counter if the system has one, which its version names."""

    contextBefore: str
    """The text right before it (H12)."""

    contextAfter: str
    """The text right after it (H12)."""

    strategyType: str
    """The name of the strategy that made it."""

    strategyMetadata: StrategyMetadata
    """What that strategy says of it."""

    relatedChunks: list[str]
    """The ids in `relations`, each once."""

    hierarchyLevel: int
    """How many headings, and steps above a substep, it is under."""

    flags: list[str]
    """`low-coherence` where `coherenceScore` is below `minTopicCoherence`, else nothing (H14)."""

    relations: list[Relation]
    """Chunks that it is related to, and how (H13)."""

    duplicates: list[Place]
    """Where the same text is repeated, without a chunk of its own (H10)."""

    overlapTokens: int
    """How many tokens at its start are the end of the chunk before (H7)."""

    contentHash: str
    """SHA-256 of `content`."""

    startByte: int
    """The first byte, from 0."""

    endByte: int
    """The end in bytes, exclusive."""

    startLine: int
    """The first line, from 1."""

    endLine: int
    """The last line."""

    coherenceScore: NotRequired[float | None]
    """How alike its parts are: 0.600 is the document's average; `null` with scoring off (H14)."""

    complete: NotRequired[bool | None]
    """Whether `completeness` is at least 0.700; `null` with scoring off (H14)."""

    completeness: NotRequired[float | None]
    """How well it can be understood alone, 1.000 at best; `null` with scoring off (H14)."""

    createdAt: NotRequired[int | None]
    """Epoch milliseconds; `sourceModifiedAt` if unknown (H15)."""

    cut: NotRequired[bool]
    """Whether a part of it was cut that is kept whole without a hard limit; the key is absent if not (H25)."""

    embed: NotRequired[str]
    """The text to embed: a head that says what the chunk is about, a blank line, and `content`; the key is absent if it was not asked for
    (H26)."""

    embedHash: NotRequired[str]
    """SHA-256 of `embed`: what changes when it has to be embedded again."""

    metadata: NotRequired[dict[str, Any]]
    """What was to be kept of the front matter and of what the caller knows of the document; the key is absent if there is nothing (H27)."""

    sourceModifiedAt: NotRequired[int | None]
    """Epoch milliseconds."""

    turns: NotRequired[list[HybridTurn]]
    """The turns of which it holds all or a part, if the document is a conversation; the key is absent if not (H28)."""
