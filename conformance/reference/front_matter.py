"""Front matter: where it is (M1, H1, B2), and what it says."""

from __future__ import annotations

import regex
import yaml

from calling import Refused
from text import WHITE_SPACE

def front_matter(lines: list[str]) -> int:
    """How many lines of a document are its front matter, both marks included; 0 if it has none."""
    if lines[0].rstrip(WHITE_SPACE) != "---":
        return 0
    marks = (number for number, line in enumerate(lines[1:], 1) if line.rstrip(WHITE_SPACE) in ("---", "..."))
    end = next(marks, 0)
    inside = (line for line in lines[1:end] if line.strip(WHITE_SPACE) and not line.lstrip(WHITE_SPACE).startswith("#"))
    return end + 1 if begins_mapping(next(inside, "")) else 0


WORD = r"\p{Alphabetic}\p{N}_"
KEY = regex.compile(rf""" {{0,3}}(?:(?:"[^"]*"|'[^']*'|[{WORD}][{WORD}\-./$@]*):(?:[ \t]|$)|\{{(?![{{%]))""", regex.V1)


def begins_mapping(line: str) -> bool:
    return KEY.match(line) is not None


Field = tuple[yaml.Node, int]


class Loader(yaml.SafeLoader):
    """Reads what YAML 1.2 allows: which characters the contract forbids is said in C14.2."""

    def check_printable(self, data: str) -> None:
        pass


def fields(source: str) -> dict[str, Field]:
    """The keys of the front matter, with their values and lines."""
    if not source.strip(WHITE_SPACE):
        return {}
    if len(source.encode("utf-8")) > 65536:
        raise Refused("line 1: the front matter is above 64 KiB")
    for number, line in enumerate(source.split("\n"), 2):
        if any(ord(c) < 32 and c not in "\t\r" or c == "\x7f" for c in line):
            raise Refused(f"line {number}: a control character")
    try:
        check_nesting(source)
        node = yaml.compose(source, Loader=Loader)
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        raise Refused(f"line {mark.line + 2 if mark else 1}: the front matter does not parse") from None
    if not isinstance(node, yaml.MappingNode):
        raise Refused("line 2: the front matter is no mapping")
    check_keys(node)
    return {key.value: (value, key.start_mark.line + 2) for key, value in node.value if isinstance(key, yaml.ScalarNode)}


def check_nesting(source: str) -> None:
    depth = 0
    for event in yaml.parse(source, Loader=Loader):
        line = event.start_mark.line + 2
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise Refused(f"line {line}: anchors and aliases are refused")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > 16:
            raise Refused(f"line {line}: nested deeper than 16")


def check_keys(node: yaml.Node) -> None:
    if isinstance(node, yaml.MappingNode):
        if not all(isinstance(key, yaml.ScalarNode) for key, _ in node.value):
            raise Refused(f"line {node.start_mark.line + 2}: a key is a list or a mapping")
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) < len(keys):
            raise Refused(f"line {node.start_mark.line + 2}: a key is given twice")
        for _, value in node.value:
            check_keys(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            check_keys(value)
