"""What counts tokens: how policies take it from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Sized
from typing import Any, Union

from chunk_policies import _native

Tokenizer = Union[str, "os.PathLike[str]", Callable[[str], "int | Sized"], Any]
"""One of these:

- the name of an encoding of tiktoken, such as ``"o200k_base"``, or of a hosted model, such as ``"text-embedding-3-small"``;
- the path of a ``tokenizer.json``, or of the folder that has it;
- a ``tokenizers.Tokenizer``, or a fast tokenizer of ``transformers``;
- a ``tiktoken.Encoding``;
- any callable that takes a text and gives its tokens, or how many they are. It is called for every range that might be a chunk,
  so it takes its time;
- a name and such a callable: ``("words", count)``.

A callable's name (by default its ``__name__``, or that of its class) stands for it in versions, ids and caches: give another name to what
counts otherwise.
"""


def canonical(tokenizer: Tokenizer) -> tuple[Any, int | None]:
    """What ``_native`` takes: a name or path, JSON, or a name and a callable; and how many tokens the model takes, if that is known."""
    if isinstance(tokenizer, (str, os.PathLike)):
        return os.fspath(tokenizer), None
    if backend := getattr(tokenizer, "backend_tokenizer", None):  # transformers
        limit = getattr(tokenizer, "model_max_length", None)
        return backend.to_str(), int(limit) if limit and limit < 1 << 30 else None
    if to_str := getattr(tokenizer, "to_str", None):  # tokenizers
        return to_str(), None
    if encode := getattr(tokenizer, "encode_ordinary", None):  # tiktoken
        name = str(getattr(tokenizer, "name", "tiktoken"))
        return name if name in _native.encodings() else (name, encode), None
    if callable(tokenizer):
        return (unnamed(tokenizer) or tokenizer.__name__, tokenizer), None
    if isinstance(tokenizer, tuple) and len(tokenizer) == 2 and isinstance(tokenizer[0], str) and callable(tokenizer[1]):
        return tokenizer, None
    raise TypeError(
        f"tokenizer: must be a name, a path, a tokenizer of tokenizers, transformers or tiktoken, or a callable, not {type(tokenizer).__name__}"
    )


def unnamed(count: Callable[[str], Any]) -> str | None:
    """What a callable is called that has no name of its own, as a ``lambda``, a ``partial`` and an object have none."""
    name = getattr(count, "__name__", None)
    return name.strip("<>") if name == "<lambda>" else None if name else type(count).__name__


def count_tokens(text: str, tokenizer: Tokenizer = "cl100k_base") -> int:
    """The exact number of tokens in ``text``, without those that a model puts around it.

    >>> count_tokens("漢字"), count_tokens("漢字", "gpt-4o"), count_tokens("Three short words", str.split)
    (3, 2, 3)
    """
    return _native.Counter(canonical(tokenizer)[0]).count(text)
