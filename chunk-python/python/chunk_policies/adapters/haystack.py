"""Haystack: a component.

>>> from haystack import Document
>>> from chunk_policies import Markdown
>>> from chunk_policies.adapters.haystack import PolicySplitter
>>> splitter = PolicySplitter(Markdown(chunk_size=500))
>>> document = Document(content="# Guide\\n\\nRead it.", meta={"file_path": "guide.md"})
>>> meta = splitter.run(documents=[document])["documents"][0].meta
>>> meta["path"], meta["start_line"], meta["heading_path"], meta["source_id"] == document.id
('guide.md', 1, ['Guide'], True)
"""

from __future__ import annotations

from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict

from chunk_policies.adapters import OnError, added_to, chunked, described, path_of, read
from chunk_policies.policy import Policy


@component
class PolicySplitter:
    """Splits by a policy. Sizes are the policy's settings; the path is ``file_path`` of a document's meta, changed if
    records cannot have it: see :func:`chunk_policies.adapters.path_of`.

    A document that cannot be chunked raises :class:`chunk_policies.DocumentError`, which names it; with
    ``on_error="skip"`` it is left out with a warning in the log.
    """

    def __init__(self, policy: Policy[Any], jobs: int | None = None, on_error: OnError = "raise") -> None:
        self.policy = policy
        self.jobs = jobs
        self.on_error = on_error

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Makes a document of each chunk; a document without text is an error."""
        for document in documents:
            if document.content is None:
                raise ValueError(f"document {document.id} has no text")
        paths = [path_of(document.meta, "file_path") for document in documents]
        texts = [document.content or "" for document in documents]
        many = chunked(self.policy, list(zip(paths, texts, strict=True)), self.on_error, self.jobs)
        split = [
            Document(
                content=chunk.embedded_text,
                meta={**added_to(document.meta, chunk, path), "source_id": document.id, "split_id": index},
            )
            for document, path, chunks in zip(documents, paths, many, strict=True)
            for index, chunk in enumerate(chunks)
        ]
        return {"documents": split}

    def to_dict(self) -> dict[str, Any]:
        """The component as data, for a pipeline's file."""
        data: dict[str, Any] = default_to_dict(self, policy=described(self.policy), jobs=self.jobs, on_error=self.on_error)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> PolicySplitter:
        """The component from the data of a pipeline's file."""
        data["init_parameters"]["policy"] = read(data["init_parameters"]["policy"])
        splitter: PolicySplitter = default_from_dict(cls, data)
        return splitter
