"""The pages of the reference that the program itself writes: what each command takes, and the keys of each record."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

COMMAND = "docs/reference/command.md"
RECORDS = "docs/reference/records.md"


def command_page(chunk: str) -> str:
    """`--help` of each command."""
    overview = printed(chunk, "--help")
    names = re.findall(r"^  ([a-z]+)  ", overview.partition("Commands:")[2], re.MULTILINE)
    parts = ["# What each command takes\n\n" + fenced(overview)]
    parts += [f"## chunk {name}\n\n{fenced(printed(chunk, 'help', name))}" for name in names]
    return "\n".join(parts)


def printed(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fenced(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```\n"


def records_page(schemas: Path) -> str:
    """The keys of each record, from the JSON Schemas that `chunk schema` prints."""
    parts = ["# The keys of each record\n\n`chunk schema POLICY` prints this as JSON Schema, TypeScript or Python.\n"]
    for file in sorted(schemas.glob("*.schema.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        parts.append(f"## {file.name.removesuffix('.schema.json')}\n\n{text_of(schema)}\n\n{keys_of(schema)}")
        parts += [f"### {name}\n\n{text_of(part)}\n\n{keys_of(part)}" for name, part in sorted(schema.get("$defs", {}).items())]
    return "\n".join(parts)


def text_of(part: dict) -> str:
    """A description without the line ends and the links of the Rust documentation that it comes from."""
    return re.sub(r"\[(`[^`\]]+`)\](\([^)]*\))?", r"\1", " ".join(part.get("description", "").split()))


def keys_of(schema: dict) -> str:
    """A table of an object's keys, or the values of an enumeration."""
    if values := schema.get("enum") or [part["const"] for part in schema.get("oneOf", []) if "const" in part]:
        return "One of " + ", ".join(f"`{value}`" for value in values) + ".\n"
    if "properties" not in schema:
        return f"{type_of(schema)}\n"
    lines = ["| key | type | |", "|---|---|---|"]
    for key, value in schema["properties"].items():
        optional = "" if key in schema.get("required", []) else "optional. "
        text = text_of(value).replace("|", "\\|")
        lines.append(f"| `{key}` | {type_of(value)} | {optional}{text} |")
    return "\n".join(lines) + "\n"


def type_of(value: dict) -> str:
    """A type in words; of another part of the schema, a link to it."""
    if "$ref" in value:
        name = value["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in value:
        return " or ".join(type_of(part) for part in value["anyOf"])
    kind = value.get("type", "any")
    kinds = kind if isinstance(kind, list) else [kind]
    return " or ".join(f"list of {type_of(value.get('items', {}))}" if one == "array" else one for one in kinds)
