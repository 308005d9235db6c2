"""The chunks of a document."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, TypeVar

from chunk_policies.errors import ChunkWarning
from chunk_policies.records import Chunk

if TYPE_CHECKING:
    import pyarrow

C = TypeVar("C", bound=Chunk)


_COLOURS = ("rgba(66,133,244,.12)", "rgba(251,188,5,.16)")
_SHOWN = 200


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

    def _repr_html_(self) -> str:
        """The chunks as a notebook shows them: in order, in two colours, each under its place."""
        shown = [
            f'<div style="background:{_COLOURS[at % 2]};padding:.4em;border-left:3px solid #888">'
            f'<div style="opacity:.6;font-size:80%">{escape(chunk._place())}</div>'
            f'<div style="white-space:pre-wrap;overflow-wrap:anywhere">{escape(chunk.embedded_text)}</div></div>'
            for at, chunk in enumerate(self[:_SHOWN])
        ]
        more = len(self) - len(shown)
        return "".join(shown) + (f"<p>{more} more chunks</p>" if more > 0 else "")

    def __reduce__(self) -> tuple[object, ...]:
        return (Chunks, (self.kind, list(self), self.warnings))
