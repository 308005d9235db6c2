"""The contract tokens.chunking.v1, written from docs/contracts/tokens.md."""

from __future__ import annotations

from typing import NamedTuple

from calling import Call, Refused, error, one_of, settings, warn, whole_number, write
from cl100k import count
from sentences import Range, paragraphs, sentences
from text import decode, with_offsets

DEFAULTS = {"max_tokens": 1024, "sentence_rules": "standard"}
CHECKS = {"max_tokens": whole_number(1), "sentence_rules": one_of("standard", "literal")}


class Chunk(NamedTuple):
    start: int
    end: int
    tokens: int


def units(text: str, limit: int, rules: str) -> list[Range]:
    """T2, T3: the paragraphs, and the sentences of those that do not fit."""
    found: list[Range] = []
    for start, end in paragraphs(text):
        if count(text[start:end]) <= limit:
            found.append((start, end))
        else:
            found += [(start + first, start + last) for first, last in sentences(text[start:end], rules)]
    return found


def chunks(text: str, limit: int, rules: str) -> list[Chunk]:
    """T3, T5: units, packed while the whole fits."""
    if not text:
        return []
    if count(text) < 100:
        return [Chunk(0, len(text), count(text))]
    packed: list[Chunk] = []
    for start, end in units(text, limit, rules):
        together = count(text[packed[-1].start : end]) if packed else limit + 1
        if together <= limit:
            packed[-1] = Chunk(packed[-1].start, end, together)
        else:
            packed.append(Chunk(start, end, count(text[start:end])))
    return packed


def main(call: Call) -> int:
    chosen = settings(call, DEFAULTS, CHECKS)
    limit, rules = chosen["max_tokens"], chosen["sentence_rules"]
    if not 512 <= limit <= 2048:
        warn("max_tokens is outside of 512 to 2048", "max-tokens-unusual")
    failed = False
    for document in call.documents():
        try:
            if document.error:
                raise document.error
            text, offsets = with_offsets(decode(document.id, document.data), skip_bom=False)
        except Refused as problem:
            error(str(problem))
            failed = True
            continue
        if not text:
            warn(f"{document.id}: the text is empty", "empty-text")
        records = []
        for index, (start, end, tokens) in enumerate(chunks(text, limit, rules)):
            if tokens > limit:
                warn(f"{document.id}: {tokens} tokens at byte {offsets[start]}", "oversized-block")
            records.append(
                {
                    "chunk_index": index,
                    "text": text[start:end],
                    "start_pos": start,
                    "end_pos": end,
                    "token_count": tokens,
                    "source_start_byte": offsets[start],
                    "source_end_byte": offsets[end],
                }
            )
        write({"interaction_id": document.id, "original_text": text, "chunks": records})
    return 1 if failed else 0
