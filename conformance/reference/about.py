"""What a record says of its whole document: texts to embed and metadata, as M15 and M16 of docs/contracts/markdown.md have them."""

from __future__ import annotations

import json
import re
from typing import Any, Callable

import yaml

from cl100k import count
from front_matter import Field
from text import LONGEST, WHITE_SPACE, sha256

PARTS = ["title", "headings", "table", "date", "speaker"]


def words(value: Any) -> list[str]:
    """A list, or one text with commas."""
    return value if isinstance(value, list) else [word for item in value.split(",") if (word := item.strip(WHITE_SPACE))]


def list_of(*choices: str) -> Any:
    """A check for `settings`."""

    def wrong(value: Any) -> str | None:
        if not isinstance(value, (list, str)) or not all(isinstance(word, str) for word in value):
            return "not a list of words"
        return next((f"{word} is none of {choices}" for word in words(value) if choices and word not in choices), None)

    return wrong


def head_of(parts: list[str], title: str = "", headings: list[str] | None = None, table: str = "", date: str = "", speaker: str = "") -> str:
    headings = headings or []
    if "headings" in parts and headings[:1] == [title]:
        title = ""
    known = {"title": title, "headings": " > ".join(headings), "table": table, "date": date, "speaker": speaker}
    lines = [in_one_line(known[part]) for part in PARTS if part in parts]
    return "\n".join(line for line in lines if line)


def in_one_line(part: str) -> str:
    lines = re.split("[\r\n]", part)
    return " ".join(line for it in lines if (line := it.strip(WHITE_SPACE))) if len(lines) > 1 else part


def shortened(head: str, most: int, length: Callable[[str], int] = count) -> str:
    while (tokens := length(head)) > most:
        data = head.encode("utf-8")
        head = data[: len(data) * most // tokens].decode("utf-8", "ignore")
        if " " in head or "\n" in head:
            head = head[: max(head.rfind(" "), head.rfind("\n"))]
        lines = head.split("\n")
        if lines[-1].startswith("|"):
            head = "\n".join(lines[:-1])
        head = head.rstrip(WHITE_SPACE)
    return head


def with_head(head: str, content: str, size: int, is_hard: bool) -> tuple[dict[str, str], bool]:
    """The keys of the text to embed, and whether its head was cut."""
    whole, head = head, shortened(head, size // 4)
    while is_hard and head and (above := count(f"{head}\n\n{content}") - size) > 0:
        head = shortened(head, max(count(head) - above, 0))
    text = f"{head}\n\n{content}" if head else content
    return {"embed": text, "embed_hash": sha256(text)}, head != whole


def room(head: str, size: int) -> int:
    return min(count(head), size // 4) + count("\n\n") if head else 0


def text_of(fields: dict[str, Field], key: str) -> str:
    node = fields[key][0] if key in fields else None
    return node.value.strip(WHITE_SPACE) if isinstance(node, yaml.ScalarNode) else ""


def value_of(node: yaml.Node) -> Any:
    if isinstance(node, yaml.ScalarNode):
        return None if node.value == "" and node.style is None else node.value
    if isinstance(node, yaml.SequenceNode):
        return [value_of(item) for item in node.value]
    return dict(sorted((key.value, value_of(value)) for key, value in node.value))


def metadata(keys: list[str], given: dict[str, Any], fields: dict[str, Field], warnings: list[str]) -> dict[str, Any]:
    """M16: the key `metadata`, if there is anything to keep."""
    kept: dict[str, Any] = {}
    for key in sorted(set(keys)):
        if key not in given and key not in fields:
            continue
        value = given[key] if key in given else value_of(fields[key][0])
        if isinstance(value, str):
            if len(value) > LONGEST:
                warnings.append("long-metadata")
            kept[key] = value[:LONGEST]
        elif len(json.dumps(value, ensure_ascii=False, separators=(",", ":"))) > LONGEST:
            warnings.append("long-metadata")
        else:
            kept[key] = value
    return {"metadata": kept} if kept else {}


HEADING = re.compile(r"#{1,6} (.*)")


def first_heading(lines: list[str]) -> str:
    found = (match[1].strip(WHITE_SPACE) for line in lines if (match := HEADING.match(line)))
    return next((title for title in found if title), "")
