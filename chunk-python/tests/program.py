"""The wheel as the program that `cargo xtask conformance` calls (fixtures/README.md): `PYTHON program.py POLICY …`.

It takes documents through the classes of the package: the records of `jsonl`, the warnings of `chunks`.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import chunk_policies
from chunk_policies import ConfigError, DocumentError, Turn, Unit

POLICIES = {
    "backlog": chunk_policies.Backlog,
    "hybrid": chunk_policies.Hybrid,
    "markdown": chunk_policies.Markdown,
    "recorder": chunk_policies.Recorder,
    "tokens": chunk_policies.Tokens,
}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("policy", choices=POLICIES)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--source-version")
    parser.add_argument("--created-at", type=int)
    parser.add_argument("--modified-at", type=int)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--root", type=Path)
    parser.add_argument("--id")
    parser.add_argument("--input")
    parser.add_argument("--id-field")
    parser.add_argument("--text-field")
    parser.add_argument("path")
    arguments = parser.parse_args()
    try:
        policy: chunk_policies.Policy[Any] = POLICIES[arguments.policy](**settings(arguments.set))
    except ConfigError as error:
        tell("error", error)
        return 2
    for warning in policy.warnings:
        tell("warning", warning)
    known = {
        "revision": arguments.source_version,
        "created_at_ms": arguments.created_at,
        "modified_at_ms": arguments.modified_at,
    }
    status = 0
    for path, content in documents(arguments):
        try:
            records = policy.jsonl(content, path, **known)
        except DocumentError as error:
            records, status = error.jsonl, 1
            tell("error", error)
        sys.stdout.buffer.write(records)
        try:
            warnings = policy.chunks(content, path, **known).warnings
        except DocumentError as error:
            warnings = error.chunks.warnings
        for warning in warnings:
            tell("warning", warning)
    return status


def document(line: dict[str, Any], arguments: argparse.Namespace) -> tuple[str, bytes | Unit]:
    """A line's document; with turns, as :func:`chunk_policies.read` gives it."""
    path, text = line[arguments.id_field], line[arguments.text_field]
    turns = tuple(Turn(**turn) for turn in line.get("turns", ()))
    return path, Unit(text=text, path=path, turns=turns) if turns else text.encode()


def settings(given: list[str]) -> dict[str, Any]:
    config: dict[str, Any] = {}
    for setting in given:
        key, _, value = setting.partition("=")
        *outer, last = key.split(".")
        place = config
        for step in outer:
            place = place.setdefault(step, {})
        place[last] = json.loads(value)
    return config


def documents(arguments: argparse.Namespace) -> list[tuple[str, bytes | Unit]]:
    if arguments.input == "jsonl":
        return [document(json.loads(line), arguments) for line in sys.stdin.buffer]
    if arguments.path == "-":
        return [(arguments.id, sys.stdin.buffer.read())]
    path = Path(arguments.path)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    named = [(file.relative_to(arguments.root).as_posix(), file.read_bytes()) for file in files]
    return sorted(named, key=lambda document: document[0].encode())


def tell(what: str, message: object) -> None:
    sys.stderr.buffer.write(f"{what}: {message}\n".encode())


if __name__ == "__main__":
    sys.exit(main())
