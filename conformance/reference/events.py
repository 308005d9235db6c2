"""Events, their positions and their texts, as R1 to R4 of docs/contracts/recorder.md have them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, NamedTuple

from json_prefix import is_prefix
from text import LONGEST, WHITE_SPACE


LONGEST_LINE = 16 << 20
U64, I64 = range(1 << 64), range(-(1 << 63), 1 << 63)
MARKERS = {"ingress": "[IN] ", "egress": "[OUT] "}


class BadRecord(Exception):
    """Why a record cannot be read (R17)."""


class Position(NamedTuple):
    segment: int
    ordinal: int
    byte: int

    def json(self) -> dict[str, int]:
        return {"segment_id": self.segment, "ordinal": self.ordinal, "byte_offset": self.byte}


@dataclass
class Event:
    position: Position
    id: str
    pane: int
    session: str | None
    at: int
    direction: str | None  # None: a control or lifecycle event
    text: str = ""
    is_gap: bool = False


@dataclass
class Failure:
    """A record that cannot be read; `ends` says whether the log ends with it."""

    message: str


@dataclass
class Torn:
    message: str


# Input: R1, R2


class Object(dict):
    """A JSON object that knows which keys it was given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = {key for key in keys if keys.count(key) > 1} if len(self) < len(keys) else set()


def parse_json(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadRecord(f"not UTF-8 at byte {problem.start}") from None

    def constant(name: str) -> None:
        raise BadRecord(f"{name} is no JSON")

    def number(digits: str) -> Any:
        # -0 and numbers of any length are JSON, but no whole number that a key can have.
        return float("inf") if len(digits) > 40 or digits == "-0" else int(digits)

    try:
        return json.loads(text, parse_constant=constant, parse_int=number, object_pairs_hook=Object)
    except RecursionError:
        raise BadRecord("nested too deep") from None
    except ValueError as problem:
        raise BadRecord(f"no JSON: {problem}") from None


def has_surrogate(text: str) -> bool:
    return any("\ud800" <= c <= "\udfff" for c in text)


def need_object(value: Any, name: str, *keys: str) -> Object:
    """`value`, an object that has none of `keys` twice."""
    if not isinstance(value, Object):
        raise BadRecord(f"{name}: an object is needed")
    if any(map(has_surrogate, value)):
        raise BadRecord(f"{name}: a lone surrogate in a key")
    twice = [key for key in keys if key in value.twice]
    if twice:
        raise BadRecord(f"{name}: {twice[0]} is given twice")
    return value


def need_text(value: Object, key: str) -> str:
    text = value.get(key)
    if not isinstance(text, str) or has_surrogate(text):
        raise BadRecord(f"{key}: text is needed")
    return text


def need_number(value: Object, key: str, numbers: range) -> int:
    number = value.get(key)
    if type(number) is not int or number not in numbers:
        raise BadRecord(f"{key}: a whole number in range is needed")
    return number


def short(key: str, text: str) -> str:
    if len(text) > LONGEST:
        raise BadRecord(f"{key}: above {LONGEST} characters (C1)")
    return text


def parse_position(value: Any) -> Position:
    keys = ("segment_id", "ordinal", "byte_offset")
    offset = need_object(value, "offset", *keys)
    return Position(*(need_number(offset, key, U64) for key in keys))


def parse_event(value: Any, position: Position) -> Event:
    keys = ("schema_version", "event_id", "pane_id", "session_id", "occurred_at_ms", "event_type", "text", "is_gap")
    event = need_object(value, "event", *keys)
    if need_text(event, "schema_version") != "ft.recorder.event.v1":
        raise BadRecord("schema_version: not ft.recorder.event.v1")
    name = short("event_id", need_text(event, "event_id"))
    if not name:
        raise BadRecord("event_id: empty")
    pane = need_number(event, "pane_id", U64)
    session = None if event.get("session_id") is None else short("session_id", need_text(event, "session_id"))
    at = need_number(event, "occurred_at_ms", I64)
    kind = need_text(event, "event_type")
    if kind in ("control_marker", "lifecycle_marker"):
        return Event(position, name, pane, session, at, None)
    if kind == "ingress_text":
        return Event(position, name, pane, session, at, "ingress", need_text(event, "text"))
    if kind == "egress_output":
        is_gap = event.get("is_gap", False)
        if type(is_gap) is not bool:
            raise BadRecord("is_gap: true or false is needed")
        return Event(position, name, pane, session, at, "egress", need_text(event, "text"), is_gap)
    raise BadRecord(f"event_type: {kind} is unknown")


def is_log(data: bytes) -> bool:
    """Whether the first record of an append log is whole."""
    length = int.from_bytes(data[:4], "little")
    if len(data) < 4 or not 0 < length <= LONGEST_LINE or len(data) < 4 + length:
        return False
    try:
        # Whether it is UTF-8 makes no difference here.
        return isinstance(parse_json(data[4 : 4 + length].decode("utf-8", "replace").encode("utf-8")), Object)
    except BadRecord:
        return False


OTHER_FORMATS = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"%PDF", b"\xff\xfe", b"\xfe\xff")


def starts_like_text(data: bytes) -> bool:
    has_control = any(byte < 0x20 and byte not in b"\t\n\r" for byte in data[:5])
    return not has_control and not data.startswith(OTHER_FORMATS)


def read(data: bytes) -> Iterator[Event | Failure | Torn]:
    if is_log(data):
        yield from read_log(data)
    elif starts_like_text(data):
        yield from read_lines(data)
    else:
        yield Failure("neither an append log nor JSONL")


def read_lines(data: bytes) -> Iterator[Event | Failure]:
    start, ordinal = 0, 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip(b" \t\n\r\x0c"):
            try:
                if len(line.removesuffix(b"\r")) > LONGEST_LINE:
                    raise BadRecord("above 16 MiB")
                value = parse_json(line)
                if isinstance(value, Object) and "offset" in value and "event" in value:
                    need_object(value, "line", "offset", "event")
                    yield parse_event(value["event"], parse_position(value["offset"]))
                else:
                    yield parse_event(value, Position(0, ordinal, start))
            except BadRecord as problem:
                yield Failure(f"line {number}: {problem}")
            ordinal += 1
        start += len(line) + 1


def read_log(data: bytes) -> Iterator[Event | Failure | Torn]:
    start, ordinal = 0, 0
    while start < len(data):
        length = int.from_bytes(data[start : start + 4], "little")
        if len(data) - start < 4:
            yield Torn(f"the record at byte {start} is torn")
            return
        body = data[start + 4 : start + 4 + length]
        if not 0 < length <= LONGEST_LINE or len(body) < length and not is_prefix(body):
            yield Failure(f"a wrong length at byte {start}: {len(data) - start} bytes are not read")
            return
        if len(body) < length:
            yield Torn(f"the record at byte {start} is torn")
            return
        try:
            yield parse_event(parse_json(body), Position(0, ordinal, start))
        except BadRecord as problem:
            yield Failure(f"the record at byte {start}: {problem}")
        start, ordinal = start + 4 + length, ordinal + 1


# Text: R4


def trim_lines(text: str) -> str:
    return "\n".join(line.rstrip(WHITE_SPACE) for line in text.split("\n"))


def normalize(text: str) -> str:
    return trim_lines(text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n"))


def contribution(direction: str, text: str) -> str:
    return trim_lines(MARKERS[direction] + text)


def utf8_length(text: str) -> int:
    return len(text.encode("utf-8"))
