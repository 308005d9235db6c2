"""Counts tokens of cl100k_base with tiktoken, from a vocabulary file: CL100K_BASE names it, else it is the one that was packed with the
contracts, else that of the crate tiktoken-rs."""

from __future__ import annotations

import base64
import functools
import json
import os
from pathlib import Path

import tiktoken

DATA = Path(__file__).parents[2] / "docs/contracts/data"
PATTERN = json.loads((DATA / "cl100k_base.json").read_text(encoding="utf-8"))["pattern"]


def vocabulary() -> Path:
    if "CL100K_BASE" in os.environ:
        return Path(os.environ["CL100K_BASE"])
    packed = DATA / "cl100k_base.tiktoken"
    if packed.is_file():
        return packed
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = sorted(cargo.glob("registry/src/*/tiktoken-rs-*/assets/cl100k_base.tiktoken"))
    if not found:
        raise SystemExit("cl100k_base.tiktoken is missing: set CL100K_BASE to its path, or run `cargo fetch`")
    return found[-1]


@functools.cache
def encoding() -> tiktoken.Encoding:
    ranks = {}
    for line in vocabulary().read_bytes().splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    return tiktoken.Encoding("cl100k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})


@functools.lru_cache(maxsize=1 << 16)
def count(text: str) -> int:
    return len(encoding().encode_ordinary(text))
