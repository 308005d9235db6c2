"""LangChain: a ``TextSplitter``.

>>> from langchain_core.documents import Document
>>> from chunk_policies import Markdown
>>> from chunk_policies.adapters.langchain import PolicySplitter
>>> splitter = PolicySplitter(Markdown(chunk_size=500))
>>> for document in splitter.split_documents([Document("# Guide\\n\\nRead it.", metadata={"source": "guide.md"})]):
...     print(document.metadata["path"], document.metadata["start_line"], document.metadata["heading_path"])
guide.md 1 ['Guide']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from chunk_policies.adapters import OnError, added_to, chunked, path_of
from chunk_policies.policy import Policy


class PolicySplitter(TextSplitter):
    """Splits by a policy. Sizes are the policy's settings; the path is ``source`` of a document's metadata, changed if
    records cannot have it: see :func:`chunk_policies.adapters.path_of`.

    A document that cannot be chunked raises :class:`chunk_policies.DocumentError`, which names it; with
    ``on_error="skip"`` it is left out with a warning in the log.
    """

    def __init__(self, policy: Policy[Any], *, jobs: int | None = None, on_error: OnError = "raise") -> None:
        super().__init__(keep_separator=True, strip_whitespace=False)
        self._policy = policy
        self._jobs = jobs
        self._on_error = on_error

    def split_text(self, text: str) -> list[str]:
        """The texts of the chunks."""
        return [chunk.embedded_text for chunk in self._policy.chunks(text)]

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """Makes a document of each chunk, with the metadata of its text, its place there, and what ``keep`` kept."""
        metadatas = metadatas or [{} for _ in texts]
        paths = [path_of(metadata, "source") for metadata in metadatas]
        many = chunked(self._policy, list(zip(paths, texts, strict=True)), self._on_error, self._jobs)
        return [
            Document(chunk.embedded_text, metadata=added_to(metadata, chunk, path))
            for chunks, metadata, path in zip(many, metadatas, paths, strict=True)
            for chunk in chunks
        ]

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """The same, for documents."""
        documents = list(documents)
        return self.create_documents([it.page_content for it in documents], [it.metadata for it in documents])
