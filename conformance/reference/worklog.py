"""Dates (B7), and the lines that start the entries of a worklog (B16)."""

from __future__ import annotations

import re

from documents import days_of

DATE = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|[+-]\d\d:?\d\d))?)?", re.ASCII
)
LIST_MARKER = re.compile(r"[-*+] ")
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_date(text: str) -> int | None:
    """Seconds since 1970-01-01 UTC; None where the text is no date, or a day or time that does not exist."""
    match = DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    hour, minute, second = int(match[4] or 0), int(match[5] or 0), int(match[6] or 0)
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    exists = 1 <= month <= 12 and 1 <= day <= DAYS[month - 1] + (is_leap and month == 2)
    if not exists or hour > 23 or minute > 59 or second > 59:
        return None
    seconds = days_of(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
    zone = match[7]
    if zone and zone != "Z":
        hours, minutes = int(zone[1:3]), int(zone[-2:])
        if hours > 23 or minutes > 59:
            return None
        seconds -= (hours * 3600 + minutes * 60) * (1 if zone[0] == "+" else -1)
    return seconds if days_of(0, 1, 1) * 86400 <= seconds < days_of(10000, 1, 1) * 86400 else None


def entry_time(line: str) -> int | None:
    """The time of the entry that a line starts: the longest form of a date that is valid and followed as B16 says."""
    marker = LIST_MARKER.match(line)
    rest = line[marker.end() :] if marker else line
    longest = DATE.match(rest)
    for end in range(longest.end() if longest else 0, 9, -1):
        if rest[end : end + 1] in ("", " ", "\t", ":", "["):
            time = parse_date(rest[:end])
            if time is not None:
                return time
    return None
