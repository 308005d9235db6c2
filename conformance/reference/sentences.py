"""Paragraphs and sentences, as T2 of docs/contracts/tokens.md has them. A range is of characters."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Iterator

import regex  # Its tables have to be of Unicode 16.0 (C2): versions of 2024.11 are.

from text import WHITE_SPACE

Range = tuple[int, int]

# The characters and words that T2 lists.
DATA = json.loads((Path(__file__).parents[2] / "docs/contracts/data/sentences.json").read_text(encoding="utf-8"))


def characters(name: str) -> str:
    return "".join(chr(int(code.removeprefix("U+"), 16)) for code in DATA[name])


TERMINATORS = characters("terminators")
NO_SPACE = characters("terminators_without_space")
CLOSERS = characters("closers")
# A Greek mark is a terminator directly behind a Greek letter and its accents.
GREEK = r"(?<=[\u0370-\u03e1\u03f0-\u03ff\u1f00-\u1fff&&\p{Alphabetic}][\u0300-\u036f]*)[" + characters("greek_marks") + "]"
TERMINATOR = rf"(?:[{re.escape(TERMINATORS)}]|{GREEK})"
STOP = regex.compile(f"{TERMINATOR}(?:{TERMINATOR}|[{re.escape(CLOSERS)}])*", regex.V1)
ENUMERATOR = regex.compile(r"(?:^|\n)[\p{White_Space}--\n]*(?:\p{Nd}{1,4}|\p{Alphabetic})\Z", regex.V1)
WORD = regex.compile(r"[.\p{Alphabetic}\p{N}]", regex.V1)
UPPERCASE = regex.compile(r"\p{Uppercase}", regex.V1)
DIGITS = characters("digits_around_a_full_width_stop")
ABBREVIATIONS = frozenset(DATA["abbreviations"])
ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def paragraphs(text: str) -> list[Range]:
    """A paragraph ends after two or more LF, which belong to it."""
    ends = [match.end() for match in re.finditer("\n\n+", text)]
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return [(start, end) for start, end in zip([0, *ends], ends) if start < end]


def sentences(text: str, rules: str = "standard") -> list[Range]:
    """The sentences of a paragraph, each with the white space after it."""
    stops = literal_stops(text) if rules == "literal" else standard_stops(text)
    ranges, start = [], 0
    for stop in stops:
        if stop <= start:
            continue
        end = stop
        while end < len(text) and text[end] in WHITE_SPACE:
            end += 1
        ranges.append((start, end))
        start = end
    if start < len(text):
        ranges.append((start, len(text)))
    return ranges


def literal_stops(text: str) -> Iterator[int]:
    return (match.end() for match in re.finditer("[.!?](?=[ \n])", text))


def standard_stops(text: str) -> Iterator[int]:
    for match in STOP.finditer(text):
        stop, after = match.group(), text[match.end() : match.end() + 1]
        ends_by_itself = any(mark in NO_SPACE for mark in stop)
        if not ends_by_itself and after not in (" ", "\n"):
            continue
        if stop == "." and (is_abbreviation(text, match.start()) or is_enumerator(text, match.start())):
            continue
        if stop == "．" and after and after in DIGITS and text[match.start() - 1 : match.start()] in tuple(DIGITS):
            continue
        yield match.end()


def is_abbreviation(text: str, stop: int) -> bool:
    """T2 (a): whether the `.` at `stop` belongs to the word before it."""
    start = stop
    while start > 0 and WORD.match(text[start - 1]):
        start -= 1
    word = text[start:stop]
    if word.translate(ASCII_LOWER) in ABBREVIATIONS:
        return True
    return bool(word) and bool(UPPERCASE.match(word[-1])) and (len(word) == 1 or word[-2] == ".")


def is_enumerator(text: str, stop: int) -> bool:
    """T2: whether the `.` at `stop` is that of an enumerator at the start of a line."""
    line = text[text.rfind("\n", 0, stop) + 1 : stop]
    return bool(ENUMERATOR.search(line))
