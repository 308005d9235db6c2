"""The calling convention of fixtures/README.md: arguments and documents in, records, warnings and errors out."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator


class Refused(Exception):
    """Why a document is refused."""


@dataclass
class Document:
    """A document's path or id, and its bytes, or why it has none."""

    id: str
    data: bytes
    error: Refused | None = None
    turns: list[dict[str, Any]] = field(default_factory=list)


class Call:
    """The arguments of one call."""

    def __init__(self, words: list[str]) -> None:
        self.policy = words[0]
        self.settings: dict[str, Any] = {}
        self.options: dict[str, str] = {}
        self.path = "-"
        self.is_stamped = False
        rest = iter(words[1:])
        for word in rest:
            if word in ("--verbose", "--stamp"):
                self.is_stamped |= word == "--stamp"
                continue
            if not word.startswith("--"):
                self.path = word
                continue
            key, equals, value = word.removeprefix("--").partition("=")
            if not equals:
                value = next(rest)
            if key == "set":
                self._set(*value.split("=", 1))
            else:
                self.options[key] = value

    def _set(self, key: str, value: str) -> None:
        try:
            parsed = json.loads(value)
        except ValueError:
            parsed = value
        self.settings[key] = parsed

    def milliseconds(self, option: str) -> int | None:
        return int(self.options[option]) if option in self.options else None

    @property
    def is_folder(self) -> bool:
        return self.path != "-" and os.path.isdir(self.path)

    def documents(self) -> Iterator[Document]:
        if self.options.get("input") == "jsonl":
            yield from self._lines()
        elif self.path == "-":
            yield Document(self.options.get("id", "stdin"), sys.stdin.buffer.read())
        else:
            root = self.options.get("root", self.path)
            paths = [self.path]
            if self.is_folder:
                paths = [os.path.join(folder, name) for folder, _, names in os.walk(self.path) for name in names]
            named = ((os.path.relpath(path, root).replace(os.sep, "/"), path) for path in paths)
            for name, path in sorted(named, key=lambda pair: os.fsencode(pair[0])):
                with open(path, "rb") as file:
                    yield Document(name, file.read())

    def _lines(self) -> Iterator[Document]:
        for number, line in enumerate(sys.stdin.buffer.read().split(b"\n"), 1):
            if line.strip():
                try:
                    value = json.loads(line)
                    text = value[self.options["text-field"]].encode("utf-8")
                    yield Document(value[self.options["id-field"]], text, turns=value.get("turns", []))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    yield Document(f"line {number}", b"", Refused(f"line {number}: {error}"))


def settings(call: Call, defaults: dict[str, Any], problem: dict[str, Any]) -> dict[str, Any]:
    """The settings in force. `problem` has a function for each key: what is wrong with a value, or None."""
    problems = [
        f"{key}: no such setting" if key not in defaults else f"{key}: {wrong}"
        for key, value in call.settings.items()
        if (wrong := problem[key](value) if key in defaults else "unknown")
    ]
    if problems:
        refuse_settings(problems)
    chosen = defaults | call.settings
    if call.is_stamped:
        STAMP.update(stamp(call.policy, chosen, defaults))
    return chosen


# Who made the records, if that was asked for (C15).
STAMP: dict[str, Any] = {}
VERSIONS = {"backlog": "0.1.0", "markdown": "markdown.v1", "recorder": "ft.recorder.chunking.v1", "tokens": "tokens.chunking.v1"}
SETTINGS = Path(__file__).parents[2] / "docs/contracts/data/settings.json"


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def stamp(policy: str, chosen: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    about = json.loads(SETTINGS.read_text(encoding="utf-8"))[policy]
    listed = {key: chosen[key].split(",") if about[key]["type"] == "words" and isinstance(chosen[key], str) else chosen[key] for key in about}
    changed = {key: value for key, value in listed.items() if value != defaults[key]}
    in_force = {key: value for key, value in listed.items() if key in changed or not about[key].get("left_out")}
    made = {"contract": VERSIONS[policy], "settings": hashlib.sha256(compact(in_force).encode()).hexdigest()[:16]}
    return made | ({"changed_settings": sorted(f"{key}={compact(value)}" for key, value in changed.items())} if changed else {})


def refuse_settings(problems: list[str]) -> None:
    for problem in problems:
        error(problem)
    sys.exit(2)


def whole_number(least: int, message: str = "") -> Any:
    """A check for `settings`: a whole number of at least `least`."""
    text = message or f"a whole number of at least {least} is needed"
    return lambda value: None if type(value) is int and value >= least else text


def one_of(*choices: Any) -> Any:
    """A check for `settings`: one of some values."""
    return lambda value: None if any(value is choice or value == choice and type(value) is str for choice in choices) else f"one of {choices} is needed"


def write(record: dict[str, Any]) -> None:
    """A record: compact JSON, in which only `\"`, `\\` and U+0000 to U+001F are escaped."""
    line = compact(record | STAMP)
    sys.stdout.buffer.write(line.encode("utf-8") + b"\n")


def warn(message: str, code: str) -> None:
    print(f"warning: {message} [{code}]", file=sys.stderr)


def error(message: str) -> None:
    print(f"error: {message}", file=sys.stderr)
