"""LlamaIndex: a ``NodeParser``.

>>> from llama_index.core import Document
>>> from chunk_policies import Markdown
>>> from chunk_policies.adapters.llama_index import PolicyNodeParser
>>> parser = PolicyNodeParser(policy=Markdown(chunk_size=500))
>>> node = parser.get_nodes_from_documents([Document(text="# Guide\\n\\nRead it.", metadata={"file_path": "guide.md"})])[0]
>>> node.metadata["path"], node.metadata["start_line"], node.metadata["heading_path"], node.start_char_idx
('guide.md', 1, ['Guide'], 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.bridge.pydantic import ConfigDict, Field, field_serializer, field_validator
from llama_index.core.node_parser import NodeParser
from llama_index.core.node_parser.node_utils import build_nodes_from_splits
from llama_index.core.schema import BaseNode, MetadataMode, TextNode

from chunk_policies.adapters import OnError, added_to, chunked, described, path_of, place_of, read
from chunk_policies.policy import Policy


class PolicyNodeParser(NodeParser):
    """Parses by a policy. Sizes are the policy's settings; the path is ``file_path`` of a document's metadata, changed if
    records cannot have it: see :func:`chunk_policies.adapters.path_of`.

    No metadata that the parser adds are embedded, and with ``embed`` or a hard limit no metadata at all: what is embedded is then
    what was counted. A language model still sees path, headings, lines, and what ``keep`` kept.

    A document that cannot be chunked raises :class:`chunk_policies.DocumentError`, which names it; with
    ``on_error="skip"`` it is left out with a warning in the log.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    policy: Policy[Any] = Field(description="The policy that chunks.")
    on_error: OnError = Field(default="raise", description="What becomes of a document that cannot be chunked.")

    @field_serializer("policy")
    def _described(self, policy: Policy[Any]) -> dict[str, Any]:
        # The ingestion cache keeps nodes by what this gives: other settings are other nodes.
        return described(policy)

    @field_validator("policy", mode="before")
    @classmethod
    def _read(cls, policy: Any) -> Any:
        return read(policy) if isinstance(policy, dict) else policy

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex knows the class."""
        return "PolicyNodeParser"

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **_: Any) -> list[BaseNode]:
        paths = [path_of(node.metadata, "file_path") for node in nodes]
        texts = [node.get_content(metadata_mode=MetadataMode.NONE) for node in nodes]
        parsed: list[BaseNode] = []
        many = chunked(self.policy, list(zip(paths, texts, strict=True)), self.on_error)
        config = self.policy.config
        is_exact = any(config.get(key) for key in ("embed", "hard_limit", "hardLimit"))
        for node, path, chunks in zip(nodes, paths, many, strict=True):
            made = build_nodes_from_splits([chunk.embedded_text for chunk in chunks], node, id_func=self.id_func)
            for chunk, one in zip(chunks, made, strict=True):
                place = place_of(chunk, path)
                one.metadata = added_to(node.metadata, chunk, path)
                # LlamaIndex embeds metadata above the text, and the policy did not count them.
                beside = one.metadata.keys() if is_exact else (one.metadata.keys() - node.metadata.keys()) | place.keys()
                one.excluded_embed_metadata_keys = sorted({*node.excluded_embed_metadata_keys, *beside})
                one.excluded_llm_metadata_keys = sorted({*node.excluded_llm_metadata_keys, "chunk_id", "start_char", "end_char"})
                if isinstance(one, TextNode):
                    one.start_char_idx, one.end_char_idx = place.get("start_char"), place.get("end_char")
            parsed.extend(made)
        return parsed

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: dict[str, Any]) -> list[BaseNode]:
        # LlamaIndex takes the first place in the document with an equal text. We know the right one, line ends included.
        places = [(one.start_char_idx, one.end_char_idx, one.metadata) for one in nodes if isinstance(one, TextNode)]
        done = super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        texts = (one for one in done if isinstance(one, TextNode))
        for one, (start, end, metadata) in zip(texts, places, strict=True):
            one.start_char_idx, one.end_char_idx, one.metadata = start, end, metadata
        return done
