"""The cases of a folder of fixtures, and how a program is called for one of them (fixtures/README.md)."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Callable, Iterator

POLICIES = ("backlog", "hybrid", "markdown", "recorder", "tokens")
# What runs a program: it is given its arguments and its standard input.
Program = Callable[[list[str], bytes], "subprocess.CompletedProcess[bytes]"]


@dataclass
class Case:
    """A case: one folder of fixtures/POLICY."""

    policy: str
    folder: Path
    about: dict[str, Any]
    config: dict[str, Any]
    documents: list[tuple[str, bytes]]
    expected: bytes
    turns: list[dict[str, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.policy}/{self.folder.name}"


def read_case(policy: str, folder: Path) -> Case:
    about = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    config = folder / "config.json"
    source = next(path for path in sorted(folder.iterdir()) if path.stem == "input")
    if source.is_dir():
        found = {path.relative_to(source).as_posix(): path for path in source.rglob("*") if path.is_file()}
        documents = [(name, found[name].read_bytes()) for name in sorted(found, key=os.fsencode)]
    else:
        documents = [(about.get("path", source.name), source.read_bytes())]
    return Case(
        policy,
        folder,
        about,
        json.loads(config.read_text(encoding="utf-8")) if config.exists() else {},
        documents,
        b"" if about.get("config_fails") else (folder / "expected.jsonl").read_bytes(),
        json.loads(turns.read_text(encoding="utf-8")) if (turns := folder / "turns.json").exists() else [],
    )


def read_cases(root: Path, policies: list[str]) -> list[Case]:
    return [
        read_case(policy, folder)
        for policy in policies
        for folder in sorted((root / policy).iterdir())
        if (folder / "case.toml").is_file()
    ]


def digest(cases: list[Case]) -> str:
    """The version of the suite: equal for equal cases."""
    whole = hashlib.sha256()
    for case in cases:
        for path in sorted(path for path in case.folder.rglob("*") if path.is_file()):
            name = f"{case.name}/{path.relative_to(case.folder).as_posix()}"
            whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def settings(config: Any, prefix: str = "") -> Iterator[str]:
    for key, value in config.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            yield from settings(value, name)
        else:
            yield from ("--set", f"{name}={json.dumps(value, ensure_ascii=False, separators=(',', ':'))}")


def arguments(case: Case) -> list[str]:
    known = (("--source-version", "revision"), ("--created-at", "created_at_ms"), ("--modified-at", "modified_at_ms"))
    given = [f"{option}={case.about[key]}" for option, key in known if key in case.about]
    return [case.policy, *settings(case.config), *given, "--verbose"]


def is_inside(path: str) -> bool:
    """Whether a document of this path can be a file in a folder."""
    parts = PurePosixPath(path).parts
    return not path.startswith("/") and ".." not in parts and str(PurePosixPath(path)) == path


AS_LINES = ["--input", "jsonl", "--id-field", "id", "--text-field", "text"]


def lines_of(case: Case) -> bytes:
    """The documents as lines of JSON, with the turns of a conversation."""
    turns = {"turns": case.turns} if case.turns else {}
    lines = ({"id": path, "text": data.decode("utf-8", "replace")} | turns for path, data in case.documents)
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def written(case: Case, folder: Path) -> Path:
    """Writes the documents into the folder, and returns the path of the one, or the folder."""
    for path, data in case.documents:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder / case.documents[0][0] if len(case.documents) == 1 else folder
