"""The contract tokens.chunking.v1, written from docs/contracts/tokens.md."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any, NamedTuple

from about import PARTS, first_heading, head_of, list_of, metadata, room, text_of, with_head, words
from calling import Call, Refused, error, one_of, settings, warn, whole_number, write
from cl100k import count
from fit import pieces
from front_matter import Field, fields, front_matter
from sentences import CLOSERS, Range, paragraphs, sentences
from text import LONGEST, WHITE_SPACE, decode, with_offsets

DEFAULTS = {"max_tokens": 1024, "sentence_rules": "standard", "boundaries": "sentences", "hard_limit": False, "embed": [], "keep": []}
CHECKS = {
    "max_tokens": whole_number(1),
    "sentence_rules": one_of("standard", "literal"),
    "boundaries": one_of("sentences", "lines", "turns"),
    "hard_limit": one_of(True, False),
    "embed": list_of(*PARTS),
    "keep": list_of(),
}


class Chunk(NamedTuple):
    start: int
    end: int
    tokens: int
    cut: bool


class Unit(NamedTuple):
    start: int
    end: int
    is_part: bool = False


def inside(whole: Range, found: list[Range]) -> list[Range]:
    return [(whole[0] + start, whole[0] + end) for start, end in found]


def lines(text: str) -> list[Range]:
    return [match.span() for match in re.finditer("[^\n]*\n|[^\n]+", text)]


def units(text: str, limit: int, chosen: dict[str, Any]) -> list[Unit]:
    """T2, T3, T11, T12: the paragraphs; of those that do not fit the lines, the sentences, the pieces."""
    found: list[Unit] = []

    def fits(part: Range) -> bool:
        return count(text[part[0] : part[1]]) <= limit

    for paragraph in paragraphs(text):
        if fits(paragraph):
            found.append(Unit(*paragraph))
            continue
        has_lines = chosen["boundaries"] == "lines"
        for line in inside(paragraph, lines(text[slice(*paragraph)])) if has_lines else [paragraph]:
            if fits(line):
                found.append(Unit(*line))
                continue
            for sentence in inside(line, sentences(text[slice(*line)], chosen["sentence_rules"])):
                if fits(sentence) or not chosen["hard_limit"]:
                    found.append(Unit(*sentence))
                    continue
                source = text[slice(*sentence)]
                cut = pieces(source, limit, lambda start, end: count(source[start:end]))
                found += [Unit(*piece, len(cut) > 1) for piece in inside(sentence, cut)]
    return found


class Turn(NamedTuple):
    """A turn (T15): code points from its start to the next one's, and what its key in the record has."""

    start: int
    end: int
    shown: dict[str, Any]


def turns_in(text: str, offsets: list[int], given: list[dict[str, Any]]) -> list[Turn]:
    """The turns of a text: `offsets` has the byte of each of its characters in the text as given."""

    def shown(index: int, turn: dict[str, Any]) -> dict[str, Any]:
        known = {key: turn[key][:LONGEST] for key in ("speaker", "at", "id") if turn.get(key) is not None}
        place = {key: turn[key] for key in ("line", "pointer", "byte") if turn.get(key) is not None and len(str(turn[key])) <= LONGEST}
        return {"index": index} | known | place

    at = [(bisect_left(offsets, turn["start"]), bisect_left(offsets, turn["end"])) for turn in given]
    starts = [0, *(start for start, _ in at[1:]), len(text)]
    return [
        Turn(starts[index], starts[index + 1], shown(index, turn) | {"start_pos": at[index][0], "end_pos": at[index][1]})
        for index, turn in enumerate(given)
    ]


def asks(text: str, turn: Turn) -> bool:
    said = text[turn.start : turn.end].rstrip(WHITE_SPACE + CLOSERS)
    return turn.shown.get("speaker", "").lower() in ("user", "human") or said.endswith(("?", "？", "؟"))


def units_of_turns(text: str, limit: int, chosen: dict[str, Any], turns: list[Turn]) -> list[Unit]:
    """T15.1: a question with its answer, a turn, or what a turn that does not fit is divided into."""
    found: list[Unit] = []
    index = 0
    while index < len(turns):
        turn, answer = turns[index], turns[index + 1] if index + 1 < len(turns) else None
        index += 1
        if answer and asks(text, turn) and turn.shown.get("speaker") != answer.shown.get("speaker") and count(text[turn.start : answer.end]) <= limit:
            found.append(Unit(turn.start, answer.end))
            index += 1
        elif count(text[turn.start : turn.end]) <= limit:
            found.append(Unit(turn.start, turn.end))
        else:
            inner = units(text[turn.start : turn.end], limit, chosen)
            found += [Unit(turn.start + unit.start, turn.start + unit.end, unit.is_part) for unit in inner]
    return found


def chunks(text: str, limit: int, chosen: dict[str, Any], turns: list[Turn]) -> list[Chunk]:
    """T3, T5, T15: units, packed while the whole fits."""
    if not text:
        return []
    if count(text) < 100 and (count(text) <= limit or not chosen["hard_limit"]):
        return [Chunk(0, len(text), count(text), False)]
    packed: list[Chunk] = []
    for start, end, is_part in units_of_turns(text, limit, chosen, turns) if turns else units(text, limit, chosen):
        together = count(text[packed[-1].start : end]) if packed else limit + 1
        if together <= limit:
            packed[-1] = Chunk(packed[-1].start, end, together, packed[-1].cut or is_part)
        else:
            packed.append(Chunk(start, end, count(text[start:end]), is_part))
    return packed


class About:
    """What is known of a whole text (T13, T14)."""

    def __init__(self, text: str, chosen: dict[str, Any]) -> None:
        lines = text.removeprefix("\ufeff").split("\n")
        first = front_matter(lines)
        found: dict[str, Field] = {}
        if first:
            try:
                found = fields("\n".join(lines[1 : first - 1]))
            except Refused:
                pass
        self.warnings: list[str] = []
        title = text_of(found, "title") or first_heading(lines[first:])
        if chosen["embed"] and len(title) > LONGEST:
            self.warnings.append("long-metadata")
        self.parts, self.title = words(chosen["embed"]), title[:LONGEST]
        self.head = head_of(self.parts, self.title)
        self.metadata = metadata(words(chosen["keep"]), {}, found, self.warnings)
        del self.warnings[1:]

    def head_above(self, turns: list[dict[str, Any]]) -> str:
        """The head of a chunk that holds these turns."""
        date = next((turn["at"] for turn in turns if "at" in turn), "")
        speakers = dict.fromkeys(turn["speaker"] for turn in turns if "speaker" in turn)
        return head_of(self.parts, self.title, date=date, speaker=", ".join(speakers))

    def limit(self, most: int, is_hard: bool) -> int:
        return max(most - room(self.head, most), 1) if is_hard else most


def main(call: Call) -> int:
    chosen = settings(call, DEFAULTS, CHECKS)
    limit = chosen["max_tokens"]
    if not chosen["hard_limit"] and not 512 <= limit <= 2048:
        warn("max_tokens is outside of 512 to 2048", "max-tokens-unusual")
    failed = False
    for document in call.documents():
        try:
            if document.error:
                raise document.error
            text, offsets = with_offsets(decode(document.id, document.data), skip_bom=False)
            if chosen["boundaries"] == "turns" and text and not document.turns:
                raise Refused(f"{document.id}: it comes without turns")
        except Refused as problem:
            error(str(problem))
            failed = True
            continue
        if not text:
            warn(f"{document.id}: the text is empty", "empty-text")
        about = About(text, chosen)
        for code in about.warnings:
            warn(document.id, code)
        most = about.limit(limit, chosen["hard_limit"])
        records, is_cut = [], False
        turns = turns_in(text, offsets, document.turns)
        if any(len(str(value)) > LONGEST for turn in document.turns for value in turn.values()):
            warn(document.id, "long-metadata")
        for index, (start, end, tokens, cut) in enumerate(chunks(text, most, chosen, turns)):
            held = [turn.shown for turn in turns if turn.shown["start_pos"] < end and turn.shown["end_pos"] > start]
            embed, was_cut = with_head(about.head_above(held), text[start:end], limit, chosen["hard_limit"]) if chosen["embed"] else ({}, False)
            is_cut = is_cut or was_cut
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
                | ({"cut": True} if cut else {})
                | embed
                | ({"turns": held} if held else {})
            )
        write({"interaction_id": document.id, "original_text": text, "chunks": records} | about.metadata)
        if is_cut:
            warn(document.id, "long-head")
    return 1 if failed else 0
