"""Pieces below a hard limit, as T11 of docs/contracts/tokens.md has them."""

from __future__ import annotations

from typing import Callable

import regex

from sentences import CLOSERS, Range

# Clause marks: those that end a clause by themselves, and those that need white space after them.
ALONE = "、，；：､\ufe10\ufe11\ufe13\ufe14\ufe50\ufe51\ufe54\ufe55"
BEFORE_SPACE = ",;:\u055d\u060c\u061b\u1363\u1364\u1365\u1366"
CLOSER = f"[{regex.escape(CLOSERS)}]"
MARK = f"[{BEFORE_SPACE}{ALONE}]"
# What is seen as one with the character before it.
JOINS = r"[\p{M}\u200c\u200d\u0e33\u0eb3\u1160-\u11ff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
FLAG = "[\U0001f1e6-\U0001f1ff]"

# Each finds the places where a text may be cut, as the ends of its matches: lines, clauses, words, clusters, characters.
BOUNDARIES = [
    regex.compile(r"\n(?=[^\n])"),
    regex.compile(rf"(?:{MARK}{CLOSER}*\p{{White_Space}}+|[{ALONE}]{CLOSER}*(?!{CLOSER}|{MARK}))(?=\P{{White_Space}})", regex.S),
    regex.compile(r"\p{White_Space}(?=\P{White_Space})"),
    regex.compile(rf"(?:\r\n|{FLAG}{FLAG}|(?s:.))(?:{JOINS}|(?<=\u200d)(?s:.))*"),
    regex.compile(r"(?s:.)"),
]


def pieces(text: str, most: int, count: Callable[[int, int], int]) -> list[Range]:
    """The whole text if its count is at most `most`, or else its parts, each judged in the same way."""

    def divide(start: int, end: int, level: int) -> list[Range]:
        shares = -(-count(start, end) // most)
        if shares <= 1:
            return [(start, end)]
        part = text[start:end]
        before = [0]
        for character in part:
            before.append(before[-1] + len(character.encode("utf-8")))
        target = before[-1] * (shares // 2) // shares
        for finer in range(level, len(BOUNDARIES)):
            places = [match.end() for match in BOUNDARIES[finer].finditer(part) if match.end() < len(part)]
            if places:
                at = start + min(places, key=lambda place: (abs(before[place] - target), place))
                return divide(start, at, finer) + divide(at, end, finer)
        return [(start, end)]

    return divide(0, len(text), 0)
