"""What several contracts say of text: white space, hashes, normalization with the way back to the source."""

from __future__ import annotations

import hashlib

from calling import Refused

# Unicode 16.0: the property White_Space (C2).
WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

# C1: the most scalar values of what many records repeat.
LONGEST = 1024


def is_blank(text: str) -> bool:
    return not text.strip(WHITE_SPACE)


def collapse(text: str) -> str:
    """Without white space at the ends, and one space for each run of it inside."""
    words = "".join(" " if c in WHITE_SPACE else c for c in text).split(" ")
    return " ".join(word for word in words if word)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def decode(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{name}: not UTF-8 at byte {error.start}") from None


def with_offsets(raw: str, skip_bom: bool) -> tuple[str, list[int]]:
    """The text with LF for CRLF, and for each of its characters, and its end, the byte of the source where it starts."""
    text, offsets, byte, at = [], [], 0, 0
    if skip_bom and raw.startswith("\ufeff"):
        byte, at = 3, 1
    while at < len(raw):
        offsets.append(byte)
        is_crlf = raw[at] == "\r" and raw[at + 1 : at + 2] == "\n"
        text.append("\n" if is_crlf else raw[at])
        byte += 2 if is_crlf else len(raw[at].encode("utf-8"))
        at += 2 if is_crlf else 1
    return "".join(text), [*offsets, byte]
