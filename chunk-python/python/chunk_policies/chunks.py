"""The chunks of a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from chunk_policies.errors import ChunkWarning
from chunk_policies.records import Chunk

if TYPE_CHECKING:
    import pyarrow

C = TypeVar("C", bound=Chunk)


class Chunks(list[C]):
    """A list of chunks, with the warnings about their document.

    >>> from chunk_policies import Tokens
    >>> Tokens().chunks("").warnings
    (ChunkWarning(code='empty-text', message='the text is empty, so there are no chunks'),)
    """

    def __init__(self, kind: type[C], chunks: Iterable[C] = (), warnings: Iterable[ChunkWarning] = ()) -> None:
        super().__init__(chunks)
        self.kind = kind
        """The class of the chunks, even if there are none."""
        self.warnings = tuple(warnings)
        """The warnings about the document."""

    def to_arrow(self) -> pyarrow.Table:
        """The chunks as a table with a row for each; needs pyarrow.

        >>> from chunk_policies import Tokens
        >>> Tokens().chunks("Two words.").to_arrow().column("token_count").to_pylist()
        [3]
        """
        from chunk_policies.arrow import to_arrow

        return to_arrow(self, self.kind)

    def __reduce__(self) -> tuple[object, ...]:
        return (Chunks, (self.kind, list(self), self.warnings))
