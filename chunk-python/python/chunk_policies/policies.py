"""The policies, one class for each contract. Settings are keywords with the contract's names and defaults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypedDict

from chunk_policies.policy import Policy, TokenCounting
from chunk_policies.records import BacklogChunk, HybridChunk, MarkdownChunk, RecorderChunk, TokenChunk
from chunk_policies.settings import as_json, camel, given_to
from chunk_policies.stream import FileChunks, RecorderStream
from chunk_policies.tokenizers import Tokenizer

if TYPE_CHECKING:
    from typing_extensions import Unpack

# `**unknown: NoReturn`: a keyword that is not a setting is an error for a type checker, and a ConfigError at run time.


class Tokens(TokenCounting[TokenChunk]):
    """Plain text by sentences and paragraphs, up to a number of tokens: contract ``tokens.chunking.v1``.

    :param max_tokens: the most tokens of a chunk that is more than one sentence.
    :param sentence_rules: where sentences end: ``standard``, not after abbreviations; ``literal``, after every ``.``, ``!``, ``?`` before a space.
    :param boundaries: what is kept whole below paragraphs: ``sentences``, or ``lines`` first (transcripts, logs, poems).
    :param hard_limit: whether no chunk is ever above ``max_tokens``: what is kept whole otherwise is then cut.
    :param embed: what the text to embed begins with: ``title``; of a conversation ``date``, ``speaker``.
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
        boundaries: Literal["sentences", "lines", "turns"] = "sentences",
        hard_limit: bool = False,
        embed: Sequence[str] = (),
        keep: Sequence[str] = (),
        tokenizer: Tokenizer | None = None,
        reserve: int = 0,
        **unknown: NoReturn,
    ) -> None:
        super().__init__(given_to(Tokens, locals()), tokenizer, reserve)


class Markdown(TokenCounting[MarkdownChunk]):
    """Markdown by sections and blocks, citable by file and lines: contract ``markdown.v1``.

    :param chunk_size: the most tokens of a chunk without its overlap.
    :param chunk_overlap: the most tokens of an overlap, below the size; 0 for none. The default is an eighth of a ``chunk_size`` of at most 100.
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
        super().__init__(given_to(Markdown, locals()), tokenizer, reserve)


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
    hard_limit: bool
    event_based: dict[str, Any]
    semantic_boundary: dict[str, Any]
    preference_signal: dict[str, Any]
    step_based: dict[str, Any]


class Hybrid(TokenCounting[HybridChunk]):
    """Logs, notes, decisions and procedures, each by a strategy that fits its content.

    Settings have the contract's names, or the same in snake case: ``max_chunk_size``.

    :param maxChunkSize: the most tokens of a chunk, 100 to 2000, or 1 to 8192 with ``hardLimit``.
    :param minChunkSize: the least tokens of a chunk that has a neighbour to join.
    :param contextWindowSize: the most tokens of the context before and after a chunk.
    :param defaultStrategy: the strategy where nothing says which.
    :param enableAutoDetection: whether the content is classified, and mixed documents are taken apart.
    :param enableContextExtraction: whether chunks have their context.
    :param enableRelationshipLinking: whether chunks are related to each other.
    :param enableQualityScoring: whether coherence and completeness are scored.
    :param hardLimit: whether no chunk is ever above ``maxChunkSize``, contexts included: what is kept whole otherwise is then cut.
    :param embed: what the text to embed begins with: ``title``, ``headings``, ``table``, ``date``, ``speaker``.
    :param keep: keys of the front matter that are kept in ``metadata``.
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
        hardLimit: bool = False,
        embed: Sequence[str] = (),
        keep: Sequence[str] = (),
        eventBased: EventBased = {},  # noqa: B006, read only
        semanticBoundary: SemanticBoundary = {},  # noqa: B006
        preferenceSignal: PreferenceSignal = {},  # noqa: B006
        stepBased: StepBased = {},  # noqa: B006
        strategy: str | None = None,
        tokenizer: Tokenizer | None = None,
        reserve: int = 0,
        **unknown: Unpack[HybridInSnakeCase],
    ) -> None:
        super().__init__(given_to(Hybrid, locals() | {"unknown": camel(unknown)}), tokenizer, reserve, strategy=strategy)


class Backlog(Policy[BacklogChunk]):
    """Work items and decision records, secrets redacted: embedding schema ``0.1.0``. The path says what a document is.

    :param product: the product's name, where the path does not say it.
    :param redact: whether secrets are replaced.
    :param header_chunk: whether a document has a chunk of its metadata.
    :param repeat_heading: whether each part of a long section begins with its heading.
    :param hash_format: ``bare`` hexadecimal digits, or ``prefixed`` with ``sha256:``.
    :param embed: what the text to embed begins with: ``title``, ``date``.

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
        embed: Sequence[str] = (),
        **unknown: NoReturn,
    ) -> None:
        super().__init__(given_to(Backlog, locals()))


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
        super().__init__(given_to(Recorder, locals()))

    def stream(self) -> RecorderStream:
        """A stream that events are pushed to, as they come."""
        return RecorderStream(self, as_json(self._settings))

    def read(self, path: str | os.PathLike[str]) -> Iterator[RecorderChunk]:
        """The chunks of a file, one at a time, as they become final while it is read; it takes the memory of two chunks.

        A bad record raises :class:`DocumentError`. To get what comes after it, ask the same iterator again (R17).
        """
        return FileChunks(self, as_json(self._settings), path)
