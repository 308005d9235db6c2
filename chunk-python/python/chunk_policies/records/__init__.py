"""The chunk classes of each contract: immutable, comparable, hashable.

``to_dict()`` is the record that the command ``chunk`` writes, as ``json.loads`` gives it. The tests check that the classes
match the schemas of the contracts.
"""

from chunk_policies.records.backlog import BacklogChunk, BacklogMetadata
from chunk_policies.records.base import Chunk, PlacedChunk, Record
from chunk_policies.records.hybrid import (
    EventMetadata,
    HybridChunk,
    HybridTurn,
    Place,
    PreferenceMetadata,
    ProceduralMetadata,
    Relation,
    SemanticMetadata,
    StepOfChunk,
    StrategyMetadata,
)
from chunk_policies.records.markdown import MarkdownChunk
from chunk_policies.records.recorder import LogOffset, Overlap, RecorderChunk
from chunk_policies.records.tokens import ChunkTurn, TokenChunk

__all__ = [
    "BacklogChunk",
    "BacklogMetadata",
    "Chunk",
    "ChunkTurn",
    "EventMetadata",
    "HybridChunk",
    "HybridTurn",
    "LogOffset",
    "MarkdownChunk",
    "Overlap",
    "Place",
    "PlacedChunk",
    "PreferenceMetadata",
    "ProceduralMetadata",
    "Record",
    "RecorderChunk",
    "Relation",
    "SemanticMetadata",
    "StepOfChunk",
    "StrategyMetadata",
    "TokenChunk",
]
