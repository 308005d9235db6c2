"""Whether bytes are the beginning of a JSON value (R2: what a torn record is, and what a wrong length)."""

from __future__ import annotations

import re

SPACE = re.compile(rb"[ \t\n\r]*")
STRING = re.compile(rb'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*')
ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{0,3})?\Z")
NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
NUMBER_BEGUN = re.compile(rb"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?)?\Z")
LITERALS = (b"true", b"false", b"null")


def end_of(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    found = pattern.match(data, at)
    return found.end() if found else at


def is_prefix(data: bytes) -> bool:
    """Whether more bytes could make of `data` one JSON value."""
    # What may come next: a value, a key, a colon, or what follows a value. `open` has a bracket for each array and object.
    at, expected = 0, "value"
    open_brackets: list[bytes] = []
    while True:
        at = end_of(SPACE, data, at)
        if at == len(data):
            return True
        byte = data[at : at + 1]
        if expected == "after":
            if not open_brackets:
                return False
            if byte == b",":
                expected, at = "key" if open_brackets[-1] == b"{" else "value", at + 1
            elif byte == (b"}" if open_brackets[-1] == b"{" else b"]"):
                open_brackets.pop()
                at += 1
            else:
                return False
        elif expected == "colon":
            if byte != b":":
                return False
            expected, at = "value", at + 1
        elif byte == b"]" and expected == "first value" or byte == b"}" and expected == "first key":
            open_brackets.pop()
            expected, at = "after", at + 1
        elif byte == b'"':
            end = end_of(STRING, data, at)
            if data[end : end + 1] != b'"':
                return end == len(data) or ESCAPE.match(data, end) is not None
            expected, at = "colon" if expected.endswith("key") else "after", end + 1
        elif expected.endswith("key"):
            return False
        elif byte in (b"{", b"["):
            open_brackets.append(byte)
            expected, at = "first key" if byte == b"{" else "first value", at + 1
        else:
            if NUMBER_BEGUN.match(data, at) or any(literal.startswith(data[at:]) for literal in LITERALS):
                return True
            found = NUMBER.match(data, at)
            literal = next((literal for literal in LITERALS if data.startswith(literal, at)), None)
            if not found and not literal:
                return False
            at = found.end() if found else at + len(literal or b"")
            expected = "after"
