"""Deterministic chunking by five written contracts: the same bytes as the command ``chunk``, on every machine.

>>> from chunk_policies import Markdown
>>> text = "# Guide\\r\\n\\r\\nRead it."
>>> for chunk in Markdown(chunk_size=500).chunks(text, path="guide.md"):
...     print(chunk, chunk.tokens, chunk.heading_path, repr(text[chunk.start_char:chunk.end_char]))
<MarkdownChunk guide.md:1-3 '# Guide\\n\\nRead it.'> 6 ('Guide',) '# Guide\\r\\n\\r\\nRead it.'
"""

from chunk_policies._native import __version__
from chunk_policies.chunks import Chunks
from chunk_policies.errors import ChunkWarning, ConfigError, DocumentError, InvalidSetting
from chunk_policies.evaluation import evaluate
from chunk_policies.formats import Turn, Unit, masked, read
from chunk_policies.policies import Backlog, Hybrid, Markdown, Recorder, Tokens
from chunk_policies.policy import Policy
from chunk_policies.records import BacklogChunk, Chunk, HybridChunk, MarkdownChunk, RecorderChunk, TokenChunk
from chunk_policies.stream import RecorderStream
from chunk_policies.tokenizers import count_tokens

__all__ = [
    "Backlog",
    "BacklogChunk",
    "Chunk",
    "ChunkWarning",
    "Chunks",
    "ConfigError",
    "DocumentError",
    "Hybrid",
    "HybridChunk",
    "InvalidSetting",
    "Markdown",
    "MarkdownChunk",
    "Policy",
    "Recorder",
    "RecorderChunk",
    "RecorderStream",
    "TokenChunk",
    "Tokens",
    "Turn",
    "Unit",
    "__version__",
    "count_tokens",
    "evaluate",
    "masked",
    "read",
]
