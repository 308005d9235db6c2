"""What the records of all contracts have in common."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar

_R = TypeVar("_R", bound="Record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An object of a record: its attributes are the keys."""

    # Keys that are left out of the record if they have no value; any other key is then `null`.
    _absent: ClassVar[frozenset[str]] = frozenset()
    # The classes of the values that are objects or lists of objects.
    _objects: ClassVar[dict[str, type[Record]]] = {}
    # Attributes that are not keys of the record.
    _beside: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def from_dict(cls: type[_R], record: dict[str, Any]) -> _R:
        """The object with these keys."""
        for key, value in record.items():
            if value.__class__ is list:
                kind = cls._objects.get(key)
                record[key] = tuple(kind.from_dict(item) for item in value) if kind else tuple(value)
            elif value.__class__ is dict:
                kind = cls._objects.get(key)
                record[key] = kind.from_dict(value) if kind else value
        return cls(**record)

    def to_dict(self) -> dict[str, Any]:
        """The keys and values of the record, in the contract's order."""
        record = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in self._beside or (value is None and field.name in self._absent):
                continue
            record[field.name] = _plain(value)
        return record


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Chunk(Record):
    """A chunk of any contract."""

    # The name of the attribute with the text to embed.
    _text: ClassVar[str] = "text"

    @property
    def embedded_text(self) -> str:
        """The text to embed, whatever the contract calls it; with its head, if the policy was asked for one."""
        return str(getattr(self, "embed", None) or getattr(self, self._text))

    def _place(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        text = self.embedded_text
        shown = text if len(text) <= 40 else text[:39] + "…"
        return f"<{type(self).__name__} {self._place()} {shown!r}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlacedChunk(Chunk):
    """A chunk that is a slice of its document: ``text[chunk.start_char:chunk.end_char]``, with the line ends as given."""

    _beside: ClassVar[frozenset[str]] = frozenset({"start_char", "end_char"})

    start_char: int
    """Where it starts in the text as given, in code points, as ``str`` is indexed."""
    end_char: int
    """Where it ends in the text as given, in code points, exclusive."""
