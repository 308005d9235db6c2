"""The first difference of two records, in words.

What a record says comes before what follows from it: where a text differs, so do its digest and its id, and neither says what is wrong.
"""

from __future__ import annotations

import json
import re
from typing import Any, Iterator

# Keys whose values are digests, or ids made of them.
DERIVED = re.compile(r"(?:_hash|Hash|chunk_id|^id|relatedChunks|dependencies|followups)$")


def difference(got: bytes, want: bytes) -> str:
    """The first difference of two lines.

    >>> difference(b'{"chunk_id":"1a","content":"xy","n":1}', b'{"chunk_id":"9f","content":"xz","n":2}')
    "`content` differs at character 1: 'xy', wanted 'xz'"
    >>> difference(b'{"overlap":{"from_chunk_id":"1a","chars":3}}', b'{"overlap":{"from_chunk_id":"9f","chars":4}}')
    '`overlap.chars` is 3, wanted 4'
    >>> difference(b'{"chunks":[{"text":"ab"},{"text":"c"}]}', b'{"chunks":[{"text":"abc"}]}')
    "`chunks[0].text` differs at character 2: 'ab', wanted 'abc'"
    >>> difference(b'{"chunk_id":"1a"}', b'{"chunk_id":"9f"}')
    "`chunk_id` differs at character 0: '1a', wanted '9f'"
    """
    try:
        found = list(value_differences("", "", json.loads(got), json.loads(want)))
    except ValueError:
        return f"no JSON: {got[:80]!r}, wanted {want[:80]!r}"
    says = [text for key, text in found if not DERIVED.search(key)] or [text for _, text in found]
    return says[0] if says else "the same values, written otherwise (white space, escapes, order)"


def value_differences(path: str, key: str, got: Any, want: Any) -> Iterator[tuple[str, str]]:
    """Each difference, with the key that it is under."""
    if isinstance(got, dict) and isinstance(want, dict):
        if list(got) != list(want):
            yield key, f"`{path or 'record'}` has the keys {list(got)}, wanted {list(want)}"
        for name in want:
            if name in got:
                yield from value_differences(f"{path}.{name}" if path else name, name, got[name], want[name])
    elif isinstance(got, list) and isinstance(want, list):
        for index, pair in enumerate(zip(got, want)):
            yield from value_differences(f"{path}[{index}]", key, *pair)
        if len(got) != len(want):
            yield key, f"`{path}` has {len(got)} elements, wanted {len(want)}"
    elif isinstance(got, str) and isinstance(want, str) and got != want:
        at = next((at for at, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
        around = slice(max(0, at - 20), at + 20)
        yield key, f"`{path}` differs at character {at}: {got[around]!r}, wanted {want[around]!r}"
    elif type(got) is not type(want) or got != want:
        yield key, f"`{path}` is {got!r}, wanted {want!r}"
