"""Redaction (B21): a few forms of known tokens, as many as the cases of other clauses need. A range is of characters."""

from __future__ import annotations

import re

from sentences import Range


# Redaction (B21)

MARKER = re.compile(r"\[REDACTED:([a-z0-9-]{1,64})\]")
KNOWN_FORMS = [
    ("private-key", re.compile(r"-----BEGIN (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----.*?-----END (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----", re.S)),
    ("github-token", re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})\b")),
    ("gitlab-token", re.compile(r"\bglpat-[A-Za-z0-9_-]{20,}")),
    ("slack-token", re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}")),
    ("openai-key", re.compile(r"\bsk-[A-Za-z0-9_-]{20,}")),
    ("aws-key", re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b")),
    ("google-api-key", re.compile(r"\bAIza[A-Za-z0-9_-]{35}")),
    ("jwt", re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}")),
    ("password", re.compile(r"(?i)(?<=password: \")[^\"\s]+(?=\")")),
    ("url-credentials", re.compile(r"(?<=://)[^\s/:@]+:[^\s/@]+(?=@)")),
]


def redact(text: str) -> str:
    for name, form in KNOWN_FORMS:
        text = form.sub(f"[REDACTED:{name}]", text)
    return text


def markers(text: str) -> list[Range]:
    return [match.span() for match in MARKER.finditer(text)]


def before_marker(text: str, at: int) -> int:
    """`at`, or the start of the marker that it would cut."""
    return next((start for start, end in markers(text) if start < at < end), at)
